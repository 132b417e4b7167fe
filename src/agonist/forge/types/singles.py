"""The contest types of a single test: challenge, group challenge, contest, group contest, contest of several teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from agonist.kernel import Combatant, Contest, Outcome, Procedure
from agonist.tabletop import listed, refuse

from ..single.challenges import challenge_of_group
from ..single.skill_trial import Party, SkillTest, declare
from ..single.versus import contest_of_parties, declare_sides
from .common import BOXES_LEFT, SceneType, SingleOutcome, common, in_parties
from .setup import (
    ChallengeSetup,
    ContestSetup,
    EnterpriseOptions,
    SingleOptions,
    check_common,
    not_blank,
    one_of,
)

_MANY = 12


class SkillTestType(SceneType[SkillTest]):
    """What all single tests share."""

    stake = "goal"
    state_type = SkillTest
    options_type = SingleOptions
    kind: ClassVar[Literal["challenge", "contest"]]
    together: ClassVar[bool] = False

    left_is = BOXES_LEFT

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return in_parties(seen)

    def opposed(self, seen: Mapping[str, Any]) -> str:
        named = [each["name"] for each in (*seen["opposing_traits"], *seen["environment"])]
        return (seen["hindrance"] or next(iter(named), "")).capitalize()

    def common_state(
        self, setup: ChallengeSetup | ContestSetup, options: SingleOptions, defender: str
    ) -> dict[str, Any]:
        """The fields of the state that do not depend on the kind of test. The defending party comes last."""
        return self.scene(setup, options, options.edition) | {
            "goal": setup.goal,
            "skill": setup.skill,
            "kind": self.kind,
            "together": self.together,
            "parties": [
                Party(t.name, t.goal, t.active, t.skill, t.captain)
                for t in sorted(setup.teams, key=lambda team: team.name == defender)
            ],
            "defender": defender,
        }

    def turn(self, contest: Contest[SkillTest]) -> Procedure[None]:
        state = contest.state
        match state.phase, state.kind:
            case "kind" | "declare", "challenge":
                yield from declare(contest)
            case "kind" | "declare", _:
                yield from declare_sides(contest)
            case "test", "challenge":
                yield from challenge_of_group(contest)
            case _:
                yield from contest_of_parties(contest)

    def outcome(self, state: SkillTest) -> Outcome | None:
        if state.phase != "over":
            return None
        winners, losers, summary = _verdict(state)
        return SingleOutcome(
            summary=summary,
            rule="FG-11" if state.kind == "challenge" else "FG-21",
            winners=winners,
            losers=losers,
            succeeded=tuple(state.succeeded),
            failed=tuple(state.failed),
            at_a_cost=tuple(state.at_a_cost),
            gauntlet_instead=state.gauntlet_instead,
            **common(state),
        )


def _verdict(state: SkillTest) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Winning and losing teams, and a sentence."""
    if state.gauntlet_instead:
        return (), (), "This calls for a gauntlet."
    if state.kind == "contest":
        losers = tuple(party.name for party in state.parties if party.name != state.winner)
        won = (state.winner,), losers, f"Victory for {state.winner}."
        return won if state.winner else ((), losers, "Nobody wins.")
    team = state.parties[0].name
    if not state.failed and not state.succeeded:
        return (), (team,), "Nothing is left to try."
    got = [
        f"{listed(tuple(names))} {verb}"
        for names, verb in ((state.succeeded, "succeeded"), (state.failed, "failed"))
        if names
    ]
    cost = " at a cost" if state.at_a_cost else ""
    summary = f"{'; '.join(got)}{', but got it' + cost if cost else ''}."
    lost = bool(set(state.failed) - set(state.at_a_cost))
    return ((), (team,), summary) if lost else ((team,), (), summary)


class ChallengeType(SkillTestType):
    name, title = "challenge", "Challenge"
    blurb = "One roll against a difficulty. Who does the same as another for the same goal tests with them as a group."
    kind = "challenge"
    setup_type = ChallengeSetup

    def check(self, setup: ChallengeSetup, options: EnterpriseOptions) -> None:
        check_common(setup, 1, 2, options.house)
        not_blank([trait.name for trait in setup.opposing], "trait", "set-up.opposing")
        names = [trait.name for trait in setup.environment]
        one_of(setup.hindrance, names, f"{setup.hindrance} is not around.", "set-up.hindrance")

    def begin(self, setup: ChallengeSetup, options: SingleOptions) -> SkillTest:
        last = setup.teams[-1].name if len(setup.teams) > 1 else ""
        opposing = [trait.copy() for trait in setup.opposing]
        return SkillTest(
            **self.common_state(setup, options, last), opposing_traits=opposing, hindrance=setup.hindrance
        )


class GroupChallengeType(ChallengeType):
    name, title = "group-challenge", "Group challenge"
    blurb = "Several act as one: efforts add up, each beyond the first makes it harder, all fail together."
    together = True

    def check(self, setup: ChallengeSetup, options: EnterpriseOptions) -> None:
        super().check(setup, options)
        if len(setup.teams[0].active) < 2:
            right = "two who act, or a plain challenge"
            refuse("A group has at least two members.", right, "set-up.teams[0].members")


class SingleContestType(SkillTestType):
    name, title = "contest", "Contest"
    ends = ("won", "lost")
    blurb = "Two who want different things: the attacker's effort is what the defender has to reach."
    kind = "contest"
    setup_type = ContestSetup
    most_a_side: ClassVar[int] = 1
    most_teams: ClassVar[int] = 2

    def check(self, setup: ContestSetup, options: EnterpriseOptions) -> None:
        check_common(setup, 2, self.most_teams, options.house)
        names = [team.name for team in setup.teams]
        one_of(setup.defender or "", names, f"No team is called {setup.defender}.", "set-up.defender")
        if setup.defender and setup.no_defender:
            refuse(f"{setup.defender} defends, and nobody does.", "one of the two", "set-up.no_defender")
        for n, team in enumerate(setup.teams):
            if len(team.active) > self.most_a_side:
                right = f"at most {self.most_a_side} who take part"
                refuse(f"{team.name} has too many for this.", right, f"set-up.teams[{n}].members")

    def begin(self, setup: ContestSetup, options: SingleOptions) -> SkillTest:
        defender = setup.teams[-1].name if setup.defender is None else setup.defender
        defender = "" if setup.no_defender else defender
        return SkillTest(**self.common_state(setup, options, defender), harm_agreed=setup.harm_agreed)


class GroupContestType(SingleContestType):
    name, title = "group-contest", "Group contest"
    blurb = "Groups against each other: efforts add up, and each more on one side is a die for the other."
    together = True
    most_a_side = _MANY


class ContestOfTeamsType(GroupContestType):
    name, title = "contest-of-teams", "Contest of several teams"
    blurb = "Several teams after the same thing, one of them perhaps defending it: one wins at most."
    most_teams = _MANY
