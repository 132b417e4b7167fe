"""How contests end: who wins the prize, everybody's own outcome, the group's, what carries over (QW-38, QW-39)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from agonist.kernel import OPEN, Contest, Event, Outcome, Procedure, Shown, Staged
from agonist.tabletop import begun, listed

from ..people.consequences import benefit
from ..people.contestants import Arena, Contestant
from ..people.setup import Sheet, sheet_of
from ..people.states import ExtendedState
from ..rolls.results import Degree, Level


class Standing(msgspec.Struct, frozen=True):
    """How one contestant came out of it."""

    name: str
    side: str
    level: str = ""
    consequence: str = ""
    benefit: str = ""
    ap: int | None = None


class QuestOutcome(Outcome, frozen=True, kw_only=True):
    """How a contest ended: the winners' degree, each side's and each contestant's outcome, and what carries over."""

    prize: Annotated[str, OPEN] = ""
    degree: Annotated[str, OPEN] = ""
    sides: Annotated[dict[str, str], OPEN] = {}
    standings: Annotated[tuple[Standing, ...], Shown(whole=True)] = ()
    carries: Annotated[tuple[str, ...], OPEN] = ()
    sheets: dict[str, Sheet] = {}


def winning_side(state: ExtendedState) -> str | None:
    """QW-38: the side with the last undefeated contestant; nobody's if all fell at once."""
    sides = state.sides_in()
    return sides[0] if len(sides) == 1 else None


def decided(state: ExtendedState) -> bool:
    """QW-22, QW-29, QW-38: fewer than two sides have somebody in."""
    return len({each.side for each in state.contestants if each.status == "in"}) < 2


class PrizeGoes(Event, frozen=True):
    rule = "QW-38"
    winners: tuple[str, ...]
    prize: str
    degree: str = ""

    def staged(self) -> Staged:
        word = begun(self.degree) if self.degree else "Victory"
        if not self.winners:
            return Staged(word="A tie", says="Nobody wins")
        verb = "wins" if len(self.winners) == 1 else "win"
        return Staged(word=word, rare="bright", says=begun(f"{listed(self.winners)} {verb}"))

    def text(self) -> str:
        if not self.winners:
            return f"Nobody gains the prize: {self.prize or 'it stays where it was'}."
        many = "wins" if len(self.winners) == 1 else "win"
        how = f" with a {self.degree}" if self.degree else ""
        return begun(f"{listed(self.winners)} {many} the prize{how}: {self.prize or 'what was at stake'}.")


def closing(contest: Contest[ExtendedState]) -> Procedure[None]:
    """QW-39: outcomes of the undefeated, the sides' outcomes, benefits, and the prize."""
    state = contest.state
    side = winning_side(state)
    if side is not None and not state.left:
        for who in (each for each in state.contestants if each.side == side and each.status != "defeated"):
            yield from _victory(contest, who)
    for each in dict.fromkeys(who.side for who in state.contestants):
        if (level := side_level(state, each, won=each == side)) is not None:
            state.side_levels[each] = level
    contest.report(_prize_goes, state)
    state.over = True


def _prize_goes(state: ExtendedState) -> PrizeGoes:
    return PrizeGoes(winners(state), state.prize, _degree_word(degree_won(state)), under=_rule(state))


def _victory(contest: Contest[ExtendedState], who: Contestant) -> Procedure[None]:
    """QW-39: an undefeated contestant's outcome comes from the last defeated opponent engaged."""
    fallen = [contest.state.find(name) for name in reversed(who.met)]
    loser = next((each for each in fallen if each.status == "defeated"), None)
    if loser is None:
        return
    degree = contest.state.options.house.degree_of(loser.ap)
    who.level = Level.of(degree, victory=True)
    yield from benefit(contest, who, loser, degree)


def side_level(state: ExtendedState, side: str, *, won: bool) -> Level | None:
    """QW-39: a side's outcome from those of its players; for the game master's side there is none to be read."""
    players = [each for each in state.contestants if each.side == side and each.player]
    if not players:
        return None
    opponents = [each for each in state.contestants if each.side != side]
    levels = [each.level for each in players if each.level is not None]
    if won:
        if len(opponents) == 1 and opponents[0].status == "defeated":
            return Level.of(state.options.house.degree_of(opponents[0].ap), victory=True)
        return second(sorted((level for level in levels if level.victory), reverse=True))
    return second(sorted(level for level in levels if level.defeat))


def second(levels: Sequence[Level]) -> Level | None:
    """The second of some outcomes in order, or the only one."""
    return levels[min(1, len(levels) - 1)] if levels else None


def winners(state: ExtendedState) -> tuple[str, ...]:
    side = winning_side(state)
    return tuple(each.name for each in state.contestants if each.side == side)


def degree_won(state: ExtendedState) -> Degree | None:
    """How large the winners' victory is: by their own outcome, else by what their opponents suffered."""
    side = winning_side(state)
    if side is None or state.left:
        return None
    if side in state.side_levels:
        return state.side_levels[side].degree
    suffered = [level for other, level in state.side_levels.items() if other != side]
    return min(suffered).degree if suffered else None


def _degree_word(degree: Degree | None) -> str:
    return f"{degree.word} victory" if degree else ""


def _rule(state: ExtendedState) -> str:
    if state.left:
        return "QW-28"
    return "QW-38" if state.group else "QW-22"


def extended_outcome(state: ExtendedState) -> QuestOutcome | None:
    """The outcome once the contest has been closed."""
    if not state.over:
        return None
    won, degree = winners(state), degree_won(state)
    return QuestOutcome(
        summary=_summary(state, won, degree),
        rule=_rule(state),
        winners=won,
        prize=state.prize,
        degree=degree.word if degree else "",
        sides={side: level.key for side, level in state.side_levels.items()},
        standings=standings(state),
        carries=carries(state),
        sheets={each.name: sheet_of(each) for each in (*state.contestants, *state.outsiders) if each.player},
    )


def decided_outcome(
    state: Arena, rule: str, level: Level, winner: str, won: tuple[str, ...], sides: Sequence[str]
) -> QuestOutcome:
    """The outcome of a contest that is decided by dice alone, from the first side's view."""
    prize = f": {state.prize}" if state.prize else ""
    how = (
        f"{winner} wins the prize with a {level.degree.word} victory{prize}." if winner else f"A tie{prize}."
    )
    return QuestOutcome(
        summary=begun(how),
        rule=rule,
        winners=won if winner else (),
        prize=state.prize,
        degree=level.degree.word if winner else "tie",
        sides={sides[0]: level.key, sides[1]: level.mirrored.key},
        standings=standings(state),
        carries=carries(state),
        sheets={each.name: sheet_of(each) for each in state.contestants if each.player},
    )


def _summary(state: ExtendedState, won: tuple[str, ...], degree: Degree | None) -> str:
    prize = f": {state.prize}" if state.prize else ""
    if state.left:
        return f"{state.left} leaves the contest and forfeits the prize{prize}. It ends without a degree."
    if not won:
        return f"All have fallen; nobody gains the prize{prize}."
    how = f" with a {_degree_word(degree)}" if degree else ""
    gain = begun(f"{listed(won)} {'wins' if len(won) == 1 else 'win'} the prize{how}{prize}.")
    return " ".join([gain, *_ends(state)])


def _ends(state: Arena) -> list[str]:
    return [f"{each.name}: {each.level.word}{_left_with(each)}." for each in state.contestants if each.level]


def _left_with(who: Contestant) -> str:
    effect = _consequence(who) or _benefit(who)
    return f", {effect}" if effect else ""


def standings(state: Arena) -> tuple[Standing, ...]:
    """Each contestant's own outcome; a total that is still hidden stays so (QW-13)."""
    return tuple(
        Standing(
            name=each.name,
            side=each.side,
            level=each.level.key if each.level is not None else "",
            consequence=_consequence(each),
            benefit=_benefit(each),
            ap=each.ap if each.known and state.counts_ap else None,
        )
        for each in state.contestants
    )


def _consequence(who: Contestant) -> str:
    if who.level is None or not who.level.defeat:
        return ""
    if who.resistance:
        return who.fate
    return next((each.effect for each in reversed(who.lasting) if each.of_this_fall), "")


def _benefit(who: Contestant) -> str:
    return who.fate if who.player and who.level is not None and who.level.victory else ""


def carries(state: Arena) -> tuple[str, ...]:
    """QW-23: what players' characters take into the next contest."""
    return tuple(
        f"{who.name}: {each.effect}" + (f" ({listed(each.abilities)})" if each.abilities else "")
        for who in state.contestants
        if who.player
        for each in who.lasting
        if each.faded == "no"
    )
