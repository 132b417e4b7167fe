"""How to split a hit: how many more like it each split lets one take."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from agonist.kernel import Asked
from agonist.kernel import Choice as Form
from agonist.odds.counsel import Advice, Choice
from agonist.odds.saying import listed

from ..damage.splits import legal_splits
from ..people.scene import Against, Protection
from .enduring import Condition, Endurance, parse_damage


def advise(type: str, seen: Mapping[str, Any], asked: Asked) -> Advice | None:  # noqa: ARG001
    """Advice on splitting a hit; nothing for other questions."""
    character = next((each for each in seen.get("characters", ()) if each["name"] == asked.about), None)
    if character is None or not isinstance(asked.form, Form):
        return None
    return _split(seen, asked.form, character) if asked.what == "split" else None


def _split(seen: Mapping[str, Any], form: Form, character: dict[str, Any]) -> Advice | None:
    if seen.get("knobs"):
        return None  # how long one lasts is known of the rules as they are
    hit = next((each for each in seen["hits"] if each["victim"] == character["name"]), None)
    if hit is None or not hit["damage"]:
        return None
    dice = hit["dice"] or str(hit["damage"])
    values = _lasting(dice).by_split(condition(character, hit["against"]), hit["damage"])
    splits = {split.key: (split.wounds, split.harm, split.stamina) for split in legal_splits(hit["damage"])}
    choices = []
    for option in form.options:
        value = values[splits[option.key]]
        worth = -1.0 if value is None else float(value)
        says = "your last hit" if worth < 0 else f"{worth:.1f} more hits"
        choices.append(Choice(form.pick(option.key), option.label, worth, says))
    if len({choice.value for choice in choices}) == 1:
        return None
    most = max(choice.value for choice in choices)
    tops = [choice for choice in choices if choice.value == most]
    why = (
        f"{listed([top.label for top in tops])} {'lets' if len(tops) == 1 else 'each let'} you expect "
        f"{most:.1f} more hits like this one ({dice}) before the last."
    )
    best = tops[0].answer if len(tops) == 1 else None
    measure = f"hits like this ({dice}) that you can still take"
    return Advice(measure, tuple(choices), best, why, chance=False, rules=("DK-11",))


def condition(character: dict[str, Any], against: Against) -> Condition:
    """A character's condition as everybody sees it, with the slots that help against this."""
    cards = msgspec.convert(character["protection"], list[Protection])
    free = [
        slot.takes for card in cards if card.helps_against(against) for slot in card.slots if not slot.filled
    ]
    stamina = character["stamina"] + free.count("stamina")
    slots = (free.count("harm"), free.count("harm-or-wound"))
    return Condition(stamina, character["harm"], character["wounds"], *slots)


@lru_cache(maxsize=16)
def _lasting(dice: str) -> Endurance:
    return Endurance(parse_damage(dice))
