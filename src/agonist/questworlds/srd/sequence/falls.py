"""Who is beaten or leaves: parting shots, then their outcome (QS-37, QS-42, QS-43)."""

from __future__ import annotations

from typing import Any

from agonist.kernel import GM, Ask, Event, Field, Fields, Number, Procedure, Staged
from agonist.tabletop import Told, agreed, begun

from ...chassis import Rating
from ...chassis.ratings import MOST
from ..approach.rulings import tried
from ..approach.tactics import ability_form
from ..clash.rollers import Roller, afterwards
from ..people.contestants import Contestant
from ..questions import question
from ..rolls.results import defeat
from ..rolls.rolls import Clash
from .kind import Kind
from .state import Beaten, Fall, Sequence, SequenceState, Slot


class Falls(Event, frozen=True):
    """Somebody is out."""

    rule = "QS-42"
    name: str
    tally: str

    def staged(self) -> Staged:
        return Staged(
            who=begun(self.name), word="Out", rare="dark", says=f"{begun(self.name)} can do no more"
        )

    def text(self) -> str:
        return f"Out: {self.name}{f' ({self.tally})' if self.tally else ''}."


class ComesOff(Told, frozen=True):
    rule = "QS-43"
    says = "For {name} it is a {result}."
    name: str
    result: str

    def staged(self) -> Staged:
        return Staged(
            begun(self.name), word=self.result.capitalize(), rare="dark", says=f"{begun(self.name)} has lost"
        )


class BackIn(Told, frozen=True):
    rule = "QS-49"
    says = "Back in: {name}."
    name: str

    def staged(self) -> Staged:
        return Staged(who=begun(self.name), word="Back in", rare="bright", says=f"{begun(self.name)} is back")


def fall(contest: Sequence, kind: Kind, who: Contestant, by: str, lodged: int = 0) -> None:
    """Note that somebody is out, and all who share the tally with them (QS-48)."""
    state = contest.state
    names = [each.name for each in state.sharing(who)] if state.kind == "scored" else [who.name]
    if any(set(names) & set(each.names) for each in state.falls):
        return
    state.falls.append(Fall(names, by, lodged=lodged))
    for name in names:
        contest.report(Falls, name, kind.tell(state.find(name)), under=kind.rule)


def see_to(contest: Sequence, kind: Kind) -> Procedure[None]:
    """QS-42: parting shots, the victor first, until the loser is back in or nobody shoots; then the outcome."""
    state = contest.state
    case = state.falls[0]
    loser = state.find(case.names[0])
    for shooter in may_shoot(state, case):
        case.asked.append(shooter.name)
        if (yield from _offered(case, loser, shooter)):
            yield from kind.parting_shot(contest, case, shooter)
            _noticed(state, case)
            if not case.left and not kind.stays_out(state, case, loser):
                _returns(contest, kind, case, shooter)
            return
    state.falls.pop(0)
    _close(contest, kind, case)


def may_shoot(state: SequenceState, case: Fall) -> list[Contestant]:
    """QS-42: the victor, then free teammates; who may at all is an option."""
    if not case.by or any(each.by == "" and case.by in each.names for each in state.falls):
        return []
    victor, loser = state.find(case.by), state.find(case.names[0])
    if not victor.standing or any(case.by in each.names for each in state.falls):
        return []
    free = [each for each in state.mates(victor) if set(state.foes_of(each.name)) <= set(case.names)]
    able = [victor, *free]
    rule = state.options.parting_shots
    if rule != "all":
        against_leaver = rule == "players" and case.left and loser.character
        able = [each for each in able if not each.opposition or against_leaver]
    return [each for each in able if each.name not in case.asked and each.side != loser.side]


def _offered(case: Fall, loser: Contestant, shooter: Contestant) -> Procedure[bool]:
    """QS-42: always voluntary; for a teammate the game master must agree."""
    verb = "leaves" if case.left else "is beaten"
    answer = yield question("parting shot", shooter, loser=loser.name, verb=verb)
    if answer == "no" or shooter.name == case.by or shooter.opposition:
        return bool(answer == "yes")
    return (yield from agreed(question("shot from aside", shooter, by=GM, loser=loser.name)))


def _noticed(state: SequenceState, case: Fall) -> None:
    """QS-61: who was shot at is not left alone."""
    for name in case.names:
        state.find(name).attention = True


def _returns(contest: Sequence, kind: Kind, case: Fall, shooter: Contestant) -> None:
    """QS-49, QS-60, QS-65: back in, and paired with the shooter; a shooter from elsewhere joins that pairing."""
    state = contest.state
    state.falls.remove(case)
    for name in case.names:
        contest.report(BackIn, name, under="QS-60" if state.kind == "wagered" else "")
    loser = state.find(case.names[0])
    bout = state.bout(shooter.name, loser.name)
    if bout is None:
        bout = state.new_bout(shooter, loser)
        kind.engage(state, bout)
    elif state.kind == "wagered":
        state.queue.insert(0, Slot(bout.one, bout.two, loser.name))


def _close(contest: Sequence, kind: Kind, case: Fall) -> None:
    """QS-37, QS-43: the outcome is read off the tallies as they stand now."""
    state = contest.state
    winner = state.find(case.by) if case.by else None
    for name in case.names:
        loser = state.find(name)
        degree = kind.degree(state, loser, winner)
        loser.result = defeat(degree)
        loser.status = "left" if case.left else "out"
        rating = loser.sheet(loser.began_with).whole
        state.beaten.append(Beaten(name, loser.side, degree, rating, case.by, case.left))
        contest.report(ComesOff, name, loser.result.word)
        state.part(name)
        if not case.left and loser.second_chance == "none":
            loser.second_chance = "next round"


def shot(
    contest: Sequence, shooter: Contestant, loser: Contestant, more: tuple[Field, ...] = ()
) -> Procedure[tuple[Clash, tuple[Roller, Roller], dict[str, Any]]]:
    """QS-42: an ability that suits the harm; a defeated character answers with one, the opposition with a
    suitable resistance. Both are asked at once."""
    said = list((yield (_with(shooter, loser, more), _answers(loser, shooter))))

    def again(n: int) -> Procedure[Roller]:
        said[n] = yield _answers(loser, shooter) if n else _with(shooter, loser, more)
        return _roller((shooter, loser)[n], said[n])

    pair = _roller(shooter, said[0]), _roller(loser, said[1])
    clash, rollers = yield from tried(contest, pair, again)
    return clash, rollers, said[0]


def _with(who: Contestant, other: Contestant, more: tuple[Field, ...]) -> Ask:
    return question("shoot with", who, lambda: Fields((_suitable(who), *more)), other=other.name)


def _answers(who: Contestant, other: Contestant) -> Ask:
    return question("answer a shot", who, lambda: Fields((_suitable(who),)), other=other.name)


def _suitable(who: Contestant) -> Field:
    if who.opposition:
        return Field("resistance", "Resistance", Number(1, MOST, max(1, who.resistance)))
    return Field("ability", "With", ability_form(who, default=who.hand))


def _roller(who: Contestant, answer: dict[str, Any]) -> Roller:
    if "ability" in answer:
        return afterwards(who, answer["ability"])
    return Roller(who.name, who.hand, who, fixed=Rating(answer["resistance"]))
