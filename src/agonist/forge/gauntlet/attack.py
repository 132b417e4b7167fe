"""FG-42, FG-45, CF-3: attacking an opponent, alone or as a group."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import UNSET, UnsetType

from agonist.kernel import Contest, Event, Procedure
from agonist.tabletop import Deed, Detail, Window, listed

from ..people.sheet import Attribute
from ..test.approach import usual_attribute
from ..test.contested import Contested, contested
from ..test.steps import attempt_by, captain_first, verb
from ..trial import Side
from .defence import defending, joining, still_allowed, usual_defence
from .morale import move_morale, take_harm
from .teams import GauntletT, Team


class Attack(Deed, frozen=True, rename={"company": "with"}):
    """The relevant skill against one opponent, perhaps with others who have still to act."""

    key, rule = "attack", "FG-45"
    target: Annotated[str, Detail("Whom")]
    attribute: Annotated[Attribute, Detail("With what")]
    company: Annotated[list[str] | UnsetType, Detail("Together with")] = UNSET


class Attacked(Event, frozen=True):
    rule = "FG-45"
    names: tuple[str, ...]
    target: str

    def text(self) -> str:
        return f"{listed(self.names)} {verb('attack', len(self.names) > 1)} {self.target}."


class Joined(Event, frozen=True):
    rule = "FG-45"
    names: tuple[str, ...]
    target: str

    def text(self) -> str:
        return f"{listed(self.names)} {verb('step', len(self.names) > 1)} in for {self.target}."


def attack(contest: Contest[GauntletT], name: str, plan: Attack) -> Procedure[None]:
    """FG-45: what a failed defence brings depends on the type of gauntlet."""
    state, target, company = contest.state, plan.target, plan.company or []
    state.targeted.append(target)
    attackers, others = state.team_of(name), state.team_of(target)
    first = attempt_by(state, name, state.skill, plan.attribute, original=True)
    mates = [
        attempt_by(state, mate, state.skill, usual_attribute(state.who(mate), state.skill))
        for mate in company
    ]
    group = captain_first([first, *mates], attackers.captain)

    def windows(attack: Side, defence: Side) -> list[Window]:
        text = f"you attack {target} together with {name}. How?"
        together = joining(contest, attack, company, "join the attack", text)
        return [*together, *defending(contest, attack, defence, allies=True)]

    def declare(attack: Side, defence: Side) -> None:
        ordered = sorted(attack.names, key=lambda each: each != name)
        state.acted += ordered
        contest.report(Attacked, tuple(ordered), target)
        if len(defence.members) > 1:
            contest.report(Joined, tuple(each for each in defence.names if each != target), target)

    defender = usual_defence(state, group[0], target)
    changed = partial(still_allowed, state)
    result = yield from contested(contest, group, [defender], "", windows, declare, changed)
    count_in_morale(contest, attackers, others, result)
    if result.attacker_wins:
        short = {who: max(1, lacking) for who, lacking in result.short.items()}
        yield from take_harm(contest, short, state.harm_of_attack())
    elif state.rules().attacker_suffers:
        yield from take_harm(contest, result.short, state.harm_of_failure())


def count_in_morale(contest: Contest[GauntletT], actors: Team, others: Team, result: Contested) -> None:
    """FG-50: each test counts once for each team; CF-3: a beaten actor counts twice only by option."""
    state = contest.state
    if not state.keeps_morale():
        return
    won = result.attacker_wins
    beaten = not won and result.margin > 0 and not state.rules().attacker_suffers
    if beaten:
        move_morale(contest, actors, -1, "beaten by the defence", "CF-3")
    if not beaten or state.counts_twice:
        move_morale(contest, actors, state.tested(won), "a test succeeded" if won else "a test failed")
    move_morale(contest, others, state.tested(not won), "a defence failed" if won else "a defence succeeded")
