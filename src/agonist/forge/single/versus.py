"""FG-21 to FG-25: the course of a contest outside gauntlets: two sides, or several teams."""

from __future__ import annotations

from functools import partial

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Text, yes_or_no
from agonist.tabletop import Told, Window, listed, picked

from ..harm.suffering import Harm, suffer_each
from ..people.sheet import TRACKS
from ..test.approach import choose_again, forbidden_to_defend, let_it_ride, still_allowed
from ..test.challenge import contested, set_up_sides, shortfalls
from ..test.steps import Declared, captain_first, finish, play_side
from ..trial import Attempt, Side
from .skill_trial import Party, Plan, SkillTest, group_of, has_anything_changed, plans_of


def declare_sides(contest: Contest[SkillTest]) -> Procedure[None]:
    """FG-21: harm is agreed or not; then the attackers choose their approach, and the defenders last."""
    state = contest.state
    yield from _agree_on_harm(contest)
    attackers = [name for party in state.parties if party.name != state.defender for name in party.members]
    yield from has_anything_changed(contest, attackers)
    forbidden = ""
    for party in state.parties:
        plans = yield from _plans_of(contest, party, forbidden)
        if plans is None:
            return
        if not plans:
            state.phase = "over"
            return
        plans = captain_first(plans, party.captain)
        state.groups.append(plans)
        if len(state.parties) == 2:
            forbidden = forbidden_to_defend(state, group_of(state, plans)[0])
    state.phase = "test"


def _plans_of(contest: Contest[SkillTest], party: Party, forbidden: str) -> Procedure[list[Plan] | None]:
    """The approach of each of a party; all test the skill of their main actor, and by default the attacker's."""
    state = contest.state
    attacks = party.name != state.defender
    first = state.groups[0][0].skill if state.groups else None
    settled = party.skill or state.skill or first
    shut = "" if attacks else forbidden
    return (yield from plans_of(contest, party.members, settled, shut, rides=attacks, together=True))


class HarmAgreed(Told, frozen=True):
    rule, says = "FG-21", "Harm is {agreed:?part|no part} of this contest."
    agreed: bool


def _agree_on_harm(contest: Contest[SkillTest]) -> Procedure[None]:
    """FG-21: whether inflicting harm is part of the contest is settled before anybody rolls."""
    state = contest.state
    if state.harm_agreed is None and not state.rules().stress:
        form = yes_or_no("Harm is part of it: injuries", "It is not: misfortunes")
        text = f"Is inflicting harm part of this contest? {state.goal}"
        waiting = "The game master asks whether harm is meant."
        answer = yield Ask(GM, "harm agreed", form, "FG-21", text, waiting)
        state.harm_agreed = answer == "yes"
    if not state.rules().stress:
        contest.report(HarmAgreed, bool(state.harm_agreed))


def contest_of_parties(contest: Contest[SkillTest]) -> Procedure[None]:
    """Two sides with a defender contest as FG-21 says; all else is a contest of several teams (FG-25)."""
    state = contest.state
    groups = [
        (party, group_of(state, plans)) for party, plans in zip(state.parties, state.groups, strict=True)
    ]
    if len(groups) == 2 and state.defender:
        yield from _one_against_one(contest, groups)
    else:
        yield from _several(contest, groups)
    state.groups = []
    state.phase = "over"


class Decided(Event, frozen=True):
    """Who wins a contest of sides; nobody if `winner` is empty."""

    rule = "FG-21"
    winner: str
    losers: tuple[str, ...]
    efforts: dict[str, int]

    def text(self) -> str:
        counts = ", ".join(f"{team} {effort:d}".replace(" -", " −") for team, effort in self.efforts.items())
        if not self.winner:
            return f"Nobody wins ({counts})."
        return f"Victory for {self.winner} over {listed(self.losers)} ({counts})."


def _one_against_one(
    contest: Contest[SkillTest], groups: list[tuple[Party, list[Attempt]]]
) -> Procedure[None]:
    state = contest.state
    (attacker, attack), (defender, defence) = groups
    result = yield from contested(
        contest, attack, defence, state.goal, partial(_bound, state), changed=partial(still_allowed, state)
    )
    winner, loser = (attacker, defender) if result.attacker_wins else (defender, attacker)
    _decide(state, winner.name)
    if loser is attacker:
        for attempt in attack:
            let_it_ride(contest, attempt.name, attempt.skill, attempt.attribute, state.goal)
    contest.report(Decided, winner.name, (loser.name,), result.efforts)
    yield from _inflict(contest, result.short)


def _bound(state: SkillTest, attack: Side, defence: Side) -> list[Window]:
    """CF-5: who had to take another attribute may choose it."""
    bound = [each for each in defence.members if each.bound]
    return [choose_again(state, each, state.goal, state.disposed(attack.main)) for each in bound]


def _several(contest: Contest[SkillTest], groups: list[tuple[Party, list[Attempt]]]) -> Procedure[None]:
    """FG-25: the attacking teams test, then the defending one; the losers take harm for what they lack."""
    state = contest.state
    defending = len(groups) - 1 if state.defender else None
    named_groups = [(party.name, group) for party, group in groups]
    test = set_up_sides(state, named_groups, state.goal, defending)
    for side in test.sides:
        declare = partial(contest.report, Declared.of, side, state.goal, under="FG-25")
        yield from play_side(contest, side, declare=declare)
    scores = {side.team: state.total(side) - side.raised for side in test.sides}
    winner = judge(scores, state.defender)
    if not winner and not state.defender:
        winner = yield from _name_a_defender(contest, scores)
    _decide(state, winner)
    sides = {side.team: side for side in test.sides}
    losers = [side for side in test.sides if side.team != winner]
    contest.report(Decided, winner, tuple(side.team for side in losers), scores, under="FG-25")
    short = _harm_of(state, losers, sides.get(winner))
    for side in test.sides:
        finish(contest, side, success=side.team == winner)
    for attempt in [a for side in losers if side.team != state.defender for a in side.members]:
        let_it_ride(contest, attempt.name, attempt.skill, attempt.attribute, state.goal)
    state.test = None
    yield from _inflict(contest, short)


def judge(efforts: dict[str, int], defender: str) -> str:
    """FG-25: the winning team's name, or nothing if a tie without a defender loses for everyone.

    Attackers tied for the greatest effort all lose, and the next attacker is considered; each has to beat the
    defender, who wins when no attacker is left.

    >>> judge({"A": 3, "B": 3, "C": 2, "D": 1}, "D")
    'C'
    >>> judge({"A": 3, "B": 3, "C": 1, "D": 1}, "D")
    'D'
    >>> judge({"A": 2, "B": 2}, "")
    ''
    """
    attackers = {team: effort for team, effort in efforts.items() if team != defender}
    while attackers:
        best = max(attackers.values())
        leading = [team for team, effort in attackers.items() if effort == best]
        if defender and best <= efforts[defender]:
            return defender
        if len(leading) == 1:
            return leading[0]
        if not defender:
            return ""
        attackers = {team: effort for team, effort in attackers.items() if team not in leading}
    return defender


def _harm_of(state: SkillTest, losers: list[Side], winner: Side | None) -> dict[str, int]:
    """FG-25, FG-24: harm for the winner's effort less the own, none for a side that has as much."""
    if winner is None:
        return {}
    beaten = [side for side in losers if state.difficulty(side, winner) > state.total(side)]
    state.count()
    short = [shortfalls(side, state.difficulty(side, winner)) for side in beaten]
    return {name: lacking for each in short for name, lacking in each.items()}


class OutsiderWins(Told, frozen=True):
    """Of a tie without a clear defender the game master names somebody who was not in it."""

    rule, says = "FG-25", "It is a tie, and somebody else wins it: {name}."
    name: str


def _name_a_defender(contest: Contest[SkillTest], scores: dict[str, int]) -> Procedure[str]:
    """FG-25: without a clear defender a tie loses for everyone, or the game master names one, who then wins it."""
    state = contest.state
    best = max(scores.values())
    tied = [team for team, score in scores.items() if score == best]
    ways = (
        Option("nobody", "Nobody wins"),
        *(Option(f"team:{team}", f"{team} was the defender, and wins") for team in scores),
        Option("outsider", "Somebody else wins it", then=Text(most=60, least=1, default="An outsider")),
    )
    text = f"{' and '.join(tied)} are tied, and there is no clear defender."
    answer = yield Ask(GM, "defender", Choice(options=ways), "FG-25", text, "The game master judges a tie.")
    chosen = picked(answer)
    if chosen.key == "outsider":
        contest.report(OutsiderWins, chosen.more)
        return ""
    state.defender = "" if answer == "nobody" else answer.removeprefix("team:")
    return state.defender


def _decide(state: SkillTest, winner: str) -> None:
    state.winner = winner
    for party in state.parties:
        (state.succeeded if party.name == winner else state.failed).extend(party.members)


def _inflict(contest: Contest[SkillTest], short: dict[str, int]) -> Procedure[None]:
    """FG-21: injuries if harm was agreed, else misfortunes; stress in the track the game master names (FG-12)."""
    state = contest.state
    harm: Harm = "injury" if state.harm_agreed else "misfortune"
    if state.rules().stress and any(rating > 0 for rating in short.values()):
        ways = tuple(Option(track, f"{track.capitalize()} stress") for track in TRACKS)
        text, waiting = "In which track is the stress?", "The game master names the track of the stress."
        harm = yield Ask(GM, "track", Choice(ways), "FG-12", text, waiting)
    yield from suffer_each(contest, short, harm)
