"""Beats: what a roll means, told by the rules as data: what was needed, what fell, what came of it, what it costs.

The events of a game say what is staged of them (`Staged`); put together throw by throw, with what everybody has left
before and after, they are drawn by pages, the big screen and the terminal alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from agonist.kernel import Staged, WrittenLine

from .board import Board

_PIPS = 12
"""From how many on what is left is one bar."""

Numbers = tuple[Mapping[str, float], Mapping[str, float], Mapping[str, float]]
"""What everybody has left before and after, and at the most so far."""


class Figure(msgspec.Struct, frozen=True):
    """Somebody's dice or cards: in the hand as long as they show nothing. `side` counts from 0, who looks first."""

    who: str
    side: int
    throw: Staged
    held: int = 0
    """How many cards or dice wait; of `throw` only the number of sides is known then."""

    @property
    def count(self) -> int:
        return self.held or len(self.throw.dice or self.throw.cards)

    @property
    def weight(self) -> float:
        """How much of the room it takes: other sides' dice are smaller."""
        return max(1, min(self.count, 4)) * (0.7 if self.side else 1)


class Verdict(msgspec.Struct, frozen=True):
    """What came of a throw: a sentence that anybody understands, what decided it, the rules' own term, and the line of
    the story that tells it."""

    says: str
    told: str
    why: str = ""
    term: str = ""
    who: str = ""
    rare: str = ""

    @classmethod
    def of(cls, staged: Staged, told: str = "") -> Verdict:
        """What the rules say of it; without a sentence of theirs the line that tells it."""
        says = staged.says or (f"{staged.who}: {staged.word}" if staged.who else staged.word)
        return cls(
            says or told, told, staged.why, staged.word if staged.says else "", staged.who, staged.rare
        )


class Bar(msgspec.Struct, frozen=True):
    """What somebody has left: before, after, None where that is hidden, and when whole."""

    name: str
    side: int
    before: float | None
    after: float | None
    most: float
    least: float = 0

    @property
    def pips(self) -> tuple[str, ...]:
        """A pip for every point, full ones first: those that stay, that go, that come, and that are spent."""
        before, after = (self.before or 0.0) - self.least, (self.after or 0.0) - self.least
        most = int(max(self.most - self.least, before, after))
        if (
            self.before is None
            or most > _PIPS
            or any(each != int(each) or each < 0 for each in (before, after))
        ):
            return ()
        kinds = {(True, True): "full", (True, False): "goes", (False, True): "comes", (False, False): "spent"}
        return tuple([kinds[n < before, n < after] for n in range(most)])

    def share(self, value: float | None) -> float:
        """How much of the whole is left, in hundredths."""
        whole = max(self.most, self.before or 0, self.after or 0, 1)
        return round(100 * max(0.0, value or 0) / whole, 1)


class Beat(msgspec.Struct):
    """Dice and cards that fall together, whose they are, and what came of them. Those that `lie` fell before."""

    n: int
    """By which line its dice are known."""
    throws: list[Staged]
    verdicts: list[Verdict]
    first: int = -1
    last: int = -1
    begins: int = -1
    until: int = -1
    """The first and the last line of the story that are staged of it."""
    lie: bool = False
    told: str = ""
    """The line that tells the last throw, for a game that says no more of it."""
    figures: tuple[Figure, ...] = ()
    bars: list[Bar] = []
    price: tuple[Bar, ...] = ()

    @property
    def verdict(self) -> Verdict | None:
        """What is said: the last that is rare, or else the last; of a throw that says it itself, that."""
        found = [each for each in self.verdicts if each.rare] or self.verdicts
        spoken = [Verdict.of(each) for each in self.throws if each.says]
        if not found and not spoken and self.told and not any(each.word for each in self.throws):
            return Verdict(self.told, self.told)
        return found[-1] if found else spoken[-1] if spoken else None

    @property
    def rare(self) -> str:
        """The light in which it is shown: that of the word, or else of a throw."""
        every = [self.verdict, *self.throws]
        return next((each.rare for each in every if each and each.rare), "")


def beats_of(
    lines: Iterable[WrittenLine], sides: Mapping[str, int] | None = None, before: Iterable[WrittenLine] = ()
) -> list[Beat]:
    """New lines of a story as they are seen on stage, throw by throw; what is said first is said of dice that fell
    `before`."""
    beats: list[Beat] = []
    fallen = False
    for line in lines:
        staged = line.staged
        if line.undone or (staged is None and not beats):
            continue
        throws = staged is not None and bool(staged.dice or staged.cards)
        if staged is not None and (not beats or (throws and (fallen or line.at != beats[-1].last))):
            beats.append(Beat(line.n, [], [], line.at, begins=line.n))
            fallen = False
        beats[-1].last = max(beats[-1].last, line.at)
        if staged is None:
            continue
        beats[-1].until = line.n
        if throws:
            _throw(beats[-1], staged)
            beats[-1].told = line.text
        else:
            fallen = bool(beats[-1].throws)
            beats[-1].verdicts.append(Verdict.of(staged, line.text))
    if beats and not beats[0].throws and (lying := lying_of(before)):
        beats[0].lie, beats[0].n, beats[0].throws = True, lying.n, lying.throws
    for beat in beats:
        beat.figures = tuple(figures_in_order([_figure(each, sides or {}) for each in beat.throws]))
    return beats


def lying_of(lines: Iterable[WrittenLine], sides: Mapping[str, int] | None = None) -> Beat | None:
    """The dice that fell last, if nothing has been said of them yet."""
    beats = beats_of(lines, sides)
    return beats[-1] if beats and beats[-1].throws and beats[-1].verdict is None else None


def _throw(beat: Beat, staged: Staged) -> None:
    """One more throw of a beat; told twice, to all and to those who know more, it is one."""
    same = [n for n, each in enumerate(beat.throws) if _same(each, staged)]
    if not same:
        beat.throws.append(staged)
    elif staged.word:
        beat.throws[same[-1]] = staged


def _same(one: Staged, other: Staged) -> bool:
    return (one.who, one.dice, one.cards) == (other.who, other.dice, other.cards) and not (
        one.word and other.word
    )


def _figure(staged: Staged, sides: Mapping[str, int]) -> Figure:
    return Figure(staged.who, side_of(sides, staged.who), staged)


def figures_in_order(figures: list[Figure]) -> list[Figure]:
    """The own side left."""
    return sorted(figures, key=lambda each: each.side)


def side_of(sides: Mapping[str, int], name: str) -> int:
    """On which side somebody is, whose name may begin a sentence; who is on none stands against all."""
    if name in sides:
        return sides[name]
    like = name.casefold()
    found = [side for each, side in sides.items() if each.casefold() == like]
    return found[0] if found else max(1, max(sides.values(), default=0))


def sides_of(board: Board) -> dict[str, int]:
    """On which side everybody stands for who looks, the own side first, teams and their people alike."""
    return {
        each.name: n
        for n, flank in enumerate(board.flanks)
        for stand in flank.stands
        for each in (stand.who, *stand.people)
    }


def most_of(board: Board) -> dict[str, float]:
    """How much everybody has when whole."""
    return {each.who.name: each.who.full for each in board.stands}


def bars_of(figures: Iterable[Figure], board: Board, numbers: Numbers, met: Iterable[str] = ()) -> list[Bar]:
    """Whoever meets, one of the own side and one of another: who throws, else whom they are known to have `met`, else
    whom it costs, else the only one there."""
    before, after, _ = numbers
    sides = sides_of(board)
    named = [_stand(board, name) for name in (*(each.who for each in figures), *met)]
    found: list[Bar] = []
    for own in (True, False):
        here = [name for name in _counted(board, {**before, **after}) if (side_of(sides, name) == 0) == own]
        best = [name for name in named if name in here]
        best = best or [name for name in here if after.get(name) != before.get(name)]
        if chosen := best or (here if len(here) == 1 else []):
            stand = board.of(chosen[0])
            bar = _bar(chosen[0], sides, numbers)
            found.append(msgspec.structs.replace(bar, least=stand.who.least if stand else 0))
    return found


def _counted(board: Board, numbers: Mapping[str, float]) -> list[str]:
    """Those of whom something is counted, hidden or not."""
    return [
        *numbers,
        *(each.who.name for each in board.stands if each.who.hidden and each.who.name not in numbers),
    ]


def _stand(board: Board, name: str) -> str:
    """Who stands on the board for somebody whose name may begin a sentence: a team for its people."""
    for each in board.stands:
        if name.casefold() in {one.name.casefold() for one in (each.who, *each.people)}:
            return each.who.name
    return ""


def price_of(sides: Mapping[str, int], numbers: Numbers) -> tuple[Bar, ...]:
    """What it costs or brings: everybody whose number has changed, the own side first."""
    before, after, _ = numbers
    changed = [name for name in after if after[name] != before.get(name)]
    return tuple(sorted([_bar(name, sides, numbers) for name in changed], key=lambda bar: bar.side))


def _bar(name: str, sides: Mapping[str, int], numbers: Numbers) -> Bar:
    before, after, most = numbers
    was = before.get(name)
    return Bar(name, side_of(sides, name), was, after.get(name, was), most.get(name, was or 0))


Course = Sequence[tuple[int, Mapping[str, float]]]
"""What everybody had left, with the number of the request after which they did."""


def with_prices(beats: list[Beat], board: Board, course: Course) -> None:
    """What each beat costs; of several that fell at one request, the last does."""
    sides, most = sides_of(board), most_of(board)
    for n, beat in enumerate(beats):
        later = beats[n + 1] if n + 1 < len(beats) else None
        until = beat.last if later is None or later.first > beat.last else beat.first - 1
        numbers = _at(course, beat.first - 1), _at(course, until), most
        beat.bars, beat.price = bars_of(beat.figures, board, numbers), price_of(sides, numbers)


def _at(course: Course, at: int) -> Mapping[str, float]:
    """What everybody had left after a request."""
    known = [numbers for n, numbers in course if n <= at]
    return known[-1] if known else course[0][1] if course else {}
