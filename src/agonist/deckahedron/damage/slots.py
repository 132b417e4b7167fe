"""DK-12, DK-20: slots on move and item cards, and filling them."""

from __future__ import annotations

from collections.abc import Iterable

from agonist.kernel import Contest, Option
from agonist.tabletop import Told

from ..people.scene import SPOKEN, Against, Character, Part, Protection, S, Takes


class Absorbed(Told, frozen=True):
    rule, says = (
        "DK-12",
        "{who} absorbs {part:spoken} with {card}: {free:?{free:of free slot}|no free slot} left.",
    )
    ways = {"spoken": SPOKEN.__getitem__}
    who: str
    part: str
    card: str
    free: int


FITS: dict[Part, tuple[Takes, ...]] = {
    "stamina": ("stamina",),
    "harm": ("harm", "harm-or-wound"),
    "wound": ("harm-or-wound",),
}
"""Which slots take which part of a hit, the more special first."""


def free(card: Protection) -> int:
    return sum(not slot.filled for slot in card.slots)


def free_slots(character: Character, part: Part, against: Against) -> dict[str, int]:
    """The slots that could take this part now, by card and kind of slot, and how many there are of each."""
    found: dict[str, int] = {}
    fitting = FITS[part]
    for n, card in enumerate(character.protection):
        if not card.slots:
            continue
        there = [slot.takes for slot in card.slots if slot.takes in fitting and not slot.filled]
        if there and card.helps_against(against):
            for takes in fitting:
                if takes in there:
                    found[f"{n}:{takes}"] = there.count(takes)
    return found


def wanted(helps: Iterable[str], use: list[str] | None) -> str:
    """DK-12: the first of what helps that the player wants to use; None of it named: whatever helps."""
    left = None if use is None else [one_alike(each) for each in use]
    for key in helps:
        if left is None or key in left:
            return key
    return ""


def used(key: str, use: list[str] | None) -> None:
    """One of the slots alike that the player wanted to use is full, or the shield has been raised."""
    for each in reversed(use or []):
        if use and one_alike(each) == key:
            use.remove(each)
            return


def one_alike(named: str) -> str:
    """The card and kind of slot by which a single slot goes.

    >>> one_alike("0:stamina:2")
    '0:stamina'
    """
    return ":".join(named.split(":")[:2])


def slots_for(character: Character, part: Part, against: Against) -> list[Option]:
    """The same as options."""
    options = []
    for key, count in free_slots(character, part, against).items():
        n, _, takes = key.partition(":")
        room = f"{count} of its slots for {takes.replace('-', ' ')} {'is' if count == 1 else 'are'} free."
        label = f"Absorb it with {character.protection[int(n)].name}"
        options.append(Option(key, label, help=room, rule="DK-12"))
    return options


def absorb_with(
    contest: Contest[S], character: Character, part: Part, key: str, use: list[str] | None = None
) -> None:
    """DK-12: fill the slot that an option names; what it takes has no further effect."""
    used(key, use)
    n, _, takes = key.partition(":")
    card = character.protection[int(n)]
    for slot in card.slots:
        if slot.takes == takes and not slot.filled:
            slot.filled = True
            break
    contest.report(lambda: Absorbed(character.name, part, card.name, free(card)))


def filled_with_stamina(character: Character) -> list[Option]:
    """DK-32: the filled Stamina slots, each of which a regained point may free."""
    return [
        Option(f"{n}:{m}", f"Free a slot of {card.name}", rule="DK-32")
        for n, card in enumerate(character.protection)
        for m, slot in enumerate(card.slots)
        if slot.takes == "stamina" and slot.filled
    ]


def free_one(character: Character, key: str) -> str:
    """Free the slot that an option names; the card that it is on."""
    n, _, m = key.partition(":")
    card = character.protection[int(n)]
    card.slots[int(m)].filled = False
    return card.name


def free_all(character: Character) -> int:
    """DK-40: empty all filled slots; how many those were."""
    filled = [slot for card in character.protection for slot in card.slots if slot.filled]
    for slot in filled:
        slot.filled = False
    return len(filled)
