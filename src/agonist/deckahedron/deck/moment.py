"""Before dice or cards fall: what can still be done, and what somebody may put into words. It holds nobody up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET

from agonist.kernel import GM, Ask, Chance, Contest, Procedure, Text, yes_or_no
from agonist.tabletop import Told, Window, amount, ask_of, before_dice, keep

from ..people.scene import Character, S, Telling
from .piles import reshuffle


class Narrated(Told, frozen=True):
    """Phase four."""

    rule, says = "DK-10", "{who}: {words}"
    who: str
    words: str


class Voiced(Narrated, frozen=True):
    """What a character lets out when a wound card shows."""

    rule, says = "DK-4", "{who}: “{words}”"


class WoundTold(Narrated, frozen=True):
    rule, says = "DK-16", "{who}'s wound: {words}"


class IncapacitationTold(Narrated, frozen=True):
    rule, says = "DK-14", "What it means for {who}: {words}"


_EVENTS = {
    "narration": Narrated,
    "voice": Voiced,
    "wound told": WoundTold,
    "incapacitation": IncapacitationTold,
}
_QUESTIONS = {
    "narration": ("{who}, how did that look?", "{who} may tell how the hit was taken."),
    "voice": ("A wound card! What sound does {who} make?", "{who}'s wound shows."),
    "wound told": ("{source}: {who} is wounded. How?", "The game master may describe {who}'s wound."),
    "incapacitation": (
        "{who} is incapacitated. What does that mean here?",
        "The game master may say what becomes of {who}.",
    ),
}


def to_tell(contest: Contest[S], what: str, character: Character, source: str = "") -> None:
    """Something happened that may be told in the next pause."""
    keep(contest, contest.state.tellings, Telling, what, character.name, source)


def to_be_told(contest: Contest[S]) -> Iterator[Window]:
    """Everything that may be told now. How a hit looked is its victim's to tell (DK-10)."""
    for n, each in enumerate(contest.state.tellings):
        mine = each.what == "narration"
        yield Window(
            each.what, partial(_ask, contest, each, directed=mine), partial(_say, contest, each), str(n)
        )


def _say(contest: Contest[S], telling: Telling, words: str) -> None:
    if words:
        contest.report(_EVENTS[telling.what], telling.who, words)


def left_to_tell(contest: Contest[S], *waited_for: str) -> list[Ask]:
    """What is left at the end of a contest: all of it has its time, and some is waited for."""
    return [_ask(contest, each, must=each.what in waited_for) for each in contest.state.tellings]


def tell(contest: Contest[S], words: Sequence[str]) -> None:
    """Report what was told at the end; what was not is not told any more."""
    for each, said in zip(contest.state.tellings, words, strict=True):
        _say(contest, each, said)
    contest.state.tellings = []


def _ask(contest: Contest[S], telling: Telling, *, must: bool = False, directed: bool = True) -> Ask:
    text, waiting = _QUESTIONS[telling.what]
    who = contest.state.character(telling.who)
    return ask_of(
        who,
        telling.what,
        Text(most=600),
        _EVENTS[telling.what].rule,
        text.replace("{source}", telling.source),
        waiting,
        by=who.seat if telling.what in ("narration", "voice") else GM,
        assume=UNSET if must else "",
        directed=directed and not must,
    )


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
