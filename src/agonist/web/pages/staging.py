"""What goes on stage: dice and cards that wait, that have just fallen, and the word for what came of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from agonist.kernel import GM, Asked, SeatView, Staged, Waiting, WrittenLine

__all__ = ["Beat", "Verdict", "beats_of", "held_of", "materials_of", "purpose_of", "throwing"]


class Verdict(msgspec.Struct, frozen=True):
    """What came of a throw, in a word, and the line of the story that tells it."""

    word: str
    told: str
    who: str = ""
    rare: str = ""


class Beat(msgspec.Struct):
    """Dice and cards that fall together, whose they are, and what came of them."""

    n: int
    throws: list[Staged]
    verdicts: list[Verdict]

    @property
    def verdict(self) -> Verdict | None:
        """The word that is shown: the last that is rare, or else the last."""
        found = [each for each in self.verdicts if each.rare] or self.verdicts
        return found[-1] if found else None

    @property
    def rare(self) -> str:
        """The light in which it is shown: that of the word, or else of a throw."""
        every = [self.verdict, *self.throws]
        return next((each.rare for each in every if each and each.rare), "")


def beats_of(lines: Iterable[WrittenLine]) -> list[Beat]:
    """New lines of a story as they are seen on stage, throw by throw."""
    beats: list[Beat] = []
    at, fallen = -1, False
    for line in lines:
        staged = line.staged
        if staged is None or line.undone:
            continue
        throws = bool(staged.dice or staged.cards)
        if not beats or (throws and (fallen or line.at != at)):
            beats.append(Beat(line.n, [], []))
            fallen = False
        if throws:
            at = line.at
            _throw(beats[-1], staged)
        else:
            fallen = bool(beats[-1].throws)
            beats[-1].verdicts.append(Verdict(staged.word, line.text, staged.who, staged.rare))
    return beats


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


def materials_of(view: SeatView) -> dict[str, int]:
    """What everybody's dice are made of, by name: whoever has no seat has those of the opposition."""
    names = [name for seat, name in view.seats.items() if seat != GM]
    return {name: n for n, name in enumerate(names)}


_COUNTS = [
    "",
    "a",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def purpose_of(what: str, who: str) -> str:
    """What dice or cards are for, without the name of whoever throws them, who is named beside it.

    >>> [purpose_of(what, "Ana") for what in ("Ana: fight with vigor", "Ana's d20", "a blow to Ana")]
    ['fight with vigor', '', 'a blow']
    """
    for ours in (f"{who}'s ", f"{who}: "):
        what = what.removeprefix(ours)
    what = what.removesuffix(f" to {who}").removesuffix(f" of {who}'s deck")
    return "" if what in ("d20", "the next card") else what


def throwing(throws: Sequence[int], purpose: str = "") -> str:
    """That somebody throws, what, and for what.

    >>> throwing((20,)), throwing((6, 6, 6), "fight with vigor"), throwing((0,))
    ('rolls a d20', 'rolls three d6 (fight with vigor)', 'turns over a card')
    """
    dice = [sides for sides in throws if sides]
    if not dice:
        said = "turns over a card" if throws else "rolls"
    else:
        count = _COUNTS[len(dice)] if len(dice) < len(_COUNTS) else str(len(dice))
        said = f"rolls {count} d{dice[0]}"
    return f"{said} ({purpose})" if purpose else said


def held_of(view: SeatView, bots: set[str], shaken: Collection[str] = ()) -> dict[str, Any]:
    """The dice that wait for somebody's word, or are `shaken` by whoever has let them fall: whose, what for, and how
    many of which kind."""
    every: list[Asked | Waiting] = [*view.asked, *view.waiting]
    due = [each for each in every if each.throws]
    due = [each for each in due if each.seat not in shaken] or due
    first = {(each.seat, each.what): each for each in reversed(due) if each.seat not in bots}
    return {
        "held": [
            {
                "who": (who := view.seats.get(each.seat, each.seat)),
                "what": purpose_of(each.what, who),
                "needs": each.needs,
                "throws": each.throws,
                "material": materials_of(view).get(who, 1),
            }
            for each in reversed(first.values())
        ],
        "yours": [
            each.id
            for each in view.asked
            if each.throws and each.seat == view.seat and each.seat not in shaken
        ],
        "shaken": bool(due) and all(each.seat in shaken for each in due),
    }
