"""The moment before dice or cards fall: what can still be done about it, and what has still to be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agonist.kernel import Ask, Chance, Contest, Procedure, yes_or_no
from agonist.tabletop import amount

from .piles import reshuffle
from .scene import Character, S
from .tellings import left_to_tell, tell


def moment(
    contest: Contest[S], character: Character, chance: Callable[[], Chance], *windows: Ask
) -> Procedure[tuple[Any, list[Any]]]:
    """What a character's dice or cards show, and what was answered before they fell.

    DK-3: until then the player may reshuffle, and everybody else may use these windows.
    """
    if contest.quiet:
        return (yield chance()), [each.assumed() for each in windows]
    given: dict[int, Any] = {}
    while True:
        left = [n for n in range(len(windows)) if n not in given]
        tellings = left_to_tell(contest)
        first = (_reshuffle(character),) if character.discard else ()
        *answers, shown = yield (*first, *(windows[n] for n in left), *tellings, chance())
        again = bool(first) and answers.pop(0) == "yes"
        said = dict(zip(left, answers, strict=False))
        given |= {n: answer for n, answer in said.items() if not again or answer != windows[n].assumed()}
        tell(contest, answers[len(left) :], over=not again)
        if again:
            reshuffle(contest, character)
            continue
        return shown, [given[n] for n in range(len(windows))]


def _reshuffle(character: Character) -> Ask:
    cards = f"Puts {amount(len(character.discard), 'card')} back into the deck of {len(character.deck)}."
    return Ask(
        character.seat,
        "reshuffle",
        yes_or_no("Reshuffle first", "Go on", help=cards),
        "DK-3",
        f"{character.name}, do you reshuffle first?",
        waiting=f"{character.name} may reshuffle.",
        about=character.name,
        assume="no",
        interrupts=True,
    )
