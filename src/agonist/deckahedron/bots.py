"""Bots: for foes, the game master's seat; for characters, a sensible fighter. Each knows only what its seat sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Choice, Form, Policy, Seen, quiet

from .scene import Against, Protection
from .splits import Condition, Split, absorbable, legal_splits

Character = Mapping[str, Any]
"""A character as a seat sees it."""
Target = Callable[[Seen, str, list[str]], str]

LOW = 3
"""With this much Stamina or less a sensible character looks for a breather."""


def weakest(seen: Seen, _: str, names: list[str]) -> str:
    """The target that is closest to falling."""
    there = {each["name"]: each for each in seen.state["characters"]}
    return min(names, key=lambda name: (there[name]["stamina"], -there[name]["wounds"]))


def vengeful(seen: Seen, name: str, names: list[str]) -> str:
    """The target who hurt this foe last, else the weakest."""
    foe = next(foe for foe in seen.state["foes"] if foe["name"] == name)
    return foe["hurt_by"] if foe["hurt_by"] in names else weakest(seen, name, names)


def sensible(target: Target = weakest) -> Policy:
    """A bot for any seat, whose foes choose their targets as given."""

    @quiet
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.window:
            return ask.assumed()
        form = ask.legal()
        if ask.what == "foes":
            return _foes_do(seen, form, target)
        if not isinstance(form, Choice):
            return form.fallback()
        match ask.what:
            case "split":
                hit = seen.state["hits"][0]
                return form.pick(best_split(_character(seen, ask.about), hit["damage"], hit["against"]).key)
            case "act":
                return best_act(seen, _character(seen, ask.about), form)
            case "foe":
                return _foe(seen, ask.about, form, target)
            case "opening":
                return "avoid" if condition(_character(seen, ask.about)).stamina <= 2 * LOW else "add"
            case "replace":
                return max(form.options, key=lambda option: not dict(option.leaves)["up"]).key
        return form.fallback()

    return decide


def best_split(character: Character, damage: int, against: Against) -> Split:
    """The split that leaves the most: standing first, then few Wounds, then Stamina and few tokens."""
    cards = [msgspec.convert(card, Protection) for card in character["protection"]]
    free = [
        slot.takes for card in cards if card.helps_against(against) for slot in card.slots if not slot.filled
    ]
    now = condition(character)

    def merit(split: Split) -> tuple[bool, float]:
        parts = split.parts()
        for part in absorbable(parts, free):
            parts.remove(part)
        then = now.after(parts)
        tokens = 1.5 * (then.harm - now.harm) + 4 * (then.wounds - now.wounds)
        return not then.down, then.stamina - tokens

    return max(legal_splits(damage), key=merit)


def best_act(seen: Seen, character: Character, form: Choice) -> Answer:
    """A breather when low, else an attack with the best weapon on the foe that is closest to falling."""
    ways = {option.key: option for option in form.options if not option.unavailable}
    if (
        "breather" in ways
        and condition(character).stamina <= LOW
        and not any(foe["edge"] for foe in _foes(seen))
    ):
        attribute = max(("int", "dex"), key=lambda each: _rank(character, each))
        return {"pick": "breather", "with": attribute}
    attacks = [key for key in ways if key.startswith(("melee:", "ranged:"))]
    if not attacks:
        return form.fallback()
    attack = max(attacks, key=lambda key: _worth(character, key))
    foe = min(_foes(seen), key=lambda foe: foe["stamina"] + foe["squares"] + 4 * foe["edge"])
    return {"pick": attack, "with": foe["name"]}


def condition(character: Character) -> Condition:
    """A character's condition as anybody can see it."""
    cards = character["deck"] + len(character["discard"])
    return Condition(character["stamina"], character["harm"], character["wounds"], cards)


def _foe(seen: Seen, name: str, form: Choice, target: Target) -> Answer:
    for option in form.options:
        if option.key == "attack" and not option.unavailable and isinstance(option.then, Choice):
            return {"pick": "attack", "with": target(seen, name, [each.key for each in option.then.options])}
    return form.fallback()


def _foes_do(seen: Seen, form: Form, target: Target) -> Answer:
    """All go for the weakest, and who wants somebody else goes for that one."""
    answer = form.fallback() | {"all": "weakest"}
    there = [each["name"] for each in seen.state["characters"] if each["standing"] == "up"]
    if target is weakest:
        return answer
    for n, name in enumerate(seen.state["due"]):
        unaware = next(foe["unaware"] for foe in seen.state["foes"] if foe["name"] == name)
        if there and not unaware and (wanted := target(seen, name, there)) != weakest(seen, name, there):
            answer[f"foe{n}"] = {"pick": "attack", "with": wanted}
    return answer


def _worth(character: Character, key: str) -> tuple[int, float]:
    kind, _, which = key.partition(":")
    damage = "1" if which == "unarmed" else character["weapons"][int(which)]["damage"]
    return _rank(character, "dex" if kind == "ranged" else "str"), _AVERAGE[damage]


def _rank(character: Character, attribute: str) -> int:
    return ("anvil", "blade", "crown", "dragon").index(character["suits"][attribute])


def _foes(seen: Seen) -> list[Character]:
    return [foe for foe in seen.state["foes"] if foe["standing"] == "up"]


def _character(seen: Seen, name: str) -> Character:
    return next(each for each in seen.state["characters"] if each["name"] == name)


_AVERAGE = {"1": 1.0, "1d4": 2.5, "1d6": 3.5, "1d10": 5.5, "2d6": 7.0}

BOTS: dict[str, Policy] = {
    "sensible": sensible(),
    "weakest": sensible(weakest),
    "vengeful": sensible(vengeful),
}
