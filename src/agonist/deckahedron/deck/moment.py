"""The moment before dice or cards fall: what can still be done about it, and what has still to be told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from agonist.kernel import Ask, Chance, Contest, Procedure, yes_or_no
from agonist.tabletop import Window, amount, ask_of, before_dice

from ..people.scene import Character, S
from .piles import reshuffle
from .tellings import to_be_told

Windows = Callable[[], Iterator[Window]]


def nothing_else() -> Iterator[Window]:
    """What others may say before a flip that is nobody else's business."""
    yield from ()


def moment(
    contest: Contest[S],
    character: Character,
    dice: Callable[[], tuple[Chance]],
    others: Windows = nothing_else,
) -> Procedure[tuple[Any, ...]]:
    """What a character's dice or cards show. DK-3: until they fall the player may reshuffle, others may use these
    windows, and what has happened may be told."""
    windows = partial(_windows, contest, character, others)
    return before_dice(contest, windows, dice, over=contest.state.tellings.clear)


def _windows(contest: Contest[S], character: Character, others: Windows) -> Iterator[Window]:
    if character.discard:
        yield Window("reshuffle", partial(_reshuffle, character), lambda _: reshuffle(contest, character))
    yield from others()
    yield from to_be_told(contest)


def _reshuffle(character: Character) -> Ask:
    cards = f"Puts {amount(len(character.discard), 'card')} back into the deck of {len(character.deck)}."
    form = yes_or_no("Reshuffle first", "Go on", help=cards)
    text, waiting = "{who}, do you reshuffle first?", "{who} may reshuffle."
    return ask_of(character, "reshuffle", form, "DK-3", text, waiting, assume="no", interrupts=True)
