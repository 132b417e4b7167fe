"""How to split a hit, and what an attack's flip promises, from the cards that the player knows to be left."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from agonist.deckahedron.splits import legal_splits
from agonist.kernel import Asked, SeatView
from agonist.kernel import Choice as Form

from ..live import Advice, Choice
from .cards import DECKAHEDRON
from .enduring import Condition, Endurance, parse_damage
from .flips import flip_from

__all__ = ["advise", "known_deck"]


def advise(type: str, view: SeatView, asked: Asked) -> Advice | None:  # noqa: ARG001
    """Advice on splitting a hit or on choosing an act; nothing for other questions."""
    character = next((each for each in view.state.get("characters", ()) if each["name"] == asked.about), None)
    if character is None or not isinstance(asked.form, Form):
        return None
    if asked.what == "split":
        return _split(view, asked.form, character)
    if asked.what == "act":
        return _act(view, asked.form, character)
    return None


def _split(view: SeatView, form: Form, character: dict[str, Any]) -> Advice | None:
    hit = next((each for each in view.state["hits"] if each["victim"] == character["name"]), None)
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
    best = max(choices, key=lambda choice: choice.value)
    down = best.value < 0
    why = (
        "No split keeps you up."
        if down
        else f"{best.label} lets you expect {best.value:.1f} more hits like this one ({dice}) before the last."
    )
    measure = f"hits like this ({dice}) that you can still take"
    return Advice(measure, tuple(choices), best.answer, why, chance=False, rules=("DK-11",))


def condition(character: dict[str, Any], against: str) -> Condition:
    """A character's condition as everybody sees it, with the slots that help against this."""
    free = [
        slot["takes"]
        for card in character["protection"]
        if "any" in (card["against"], against) or card["against"] == against
        for slot in card["slots"]
        if not slot["filled"]
    ]
    stamina = character["stamina"] + free.count("stamina")
    slots = (free.count("harm"), free.count("harm-or-wound"))
    return Condition(stamina, character["harm"], character["wounds"], *slots)


def _act(view: SeatView, form: Form, character: dict[str, Any]) -> Advice | None:
    """What each attack on each foe promises; DK-32: a foe's advantage counts against the flip."""
    deck = known_deck(character)
    cards = deck if len(deck) > 5 else [*deck, *character["discard"]]
    edges = {foe["name"]: foe["edge"] for foe in view.state["foes"]}
    choices = []
    for option in form.options:
        attribute = {"melee": "str", "ranged": "dex"}.get(option.key.partition(":")[0])
        if attribute is None or option.unavailable or not isinstance(option.then, Form):
            continue
        for foe in option.then.options:
            net = character["advantage"] - edges[foe.key]
            chances, _ = flip_from(cards, character["suits"][attribute], net)
            good = float(chances["check"] + chances["double-check"])
            choices.append(
                Choice({"pick": option.key, "with": foe.key}, f"{option.label}, {foe.label}", good)
            )
    if all(choice.value in (0, 1) for choice in choices) and len({choice.value for choice in choices}) < 2:
        return None
    best = max(choices, key=lambda choice: choice.value)
    why = f"{best.label}: ✔ or ✔✔ with {best.value:.1%}, from the {len(cards)} cards that are left."
    return Advice("chance of ✔ or ✔✔", tuple(choices), best.answer, why, rules=("DK-3", "DK-31", "DK-32"))


def known_deck(character: dict[str, Any]) -> list[str]:
    """DK-2: what must be in the deck, as all cards are known and the other piles lie open."""
    left = Counter(DECKAHEDRON) + Counter(character.get("added", ()))
    left.subtract(character["discard"])
    left.subtract(character["exhaustion"])
    return sorted(left.elements())


@lru_cache(maxsize=16)
def _lasting(dice: str) -> Endurance:
    return Endurance(parse_damage(dice))
