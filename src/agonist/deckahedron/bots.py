"""Bots: for foes, the game master's seat; for characters, a sensible fighter. Each knows only what its seat sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from agonist.kernel import Answer, Ask, Choice, Policy, Seen, quiet

from .cards import SUITS
from .damage import condition, slots_left
from .foe_turn import AS_ALL
from .scene import Against, Character, Hit, Protection, Slot
from .shield import helpful
from .splits import Split, absorbable, as_usual, legal_splits

Sheet = Mapping[str, Any]
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
    """A bot for any seat, whose foes choose their targets as given. It makes a form only where it looks at one."""

    @quiet
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.window:
            return ask.assumed()
        match ask.what:
            case "split":
                return best_split(seen, ask.about)
            case "act":
                return best_act(seen, _character(seen, ask.about))
            case "foe":
                return _foe_does(seen, ask, target)
            case "foes":
                return _foes_do(seen, target)
            case "opening":
                return "avoid" if _character(seen, ask.about)["stamina"] <= 2 * LOW else "add"
        form = ask.legal()
        if ask.what == "replace" and isinstance(form, Choice):
            return max(form.options, key=lambda option: not dict(option.leaves)["up"]).key
        return form.fallback()

    return decide


def best_split(seen: Seen, name: str) -> Answer:
    """The split that leaves the most: standing first, then few Wounds, then Stamina and few tokens."""
    hit, character = seen.state["hits"][0], _character(seen, name)
    cards = tuple(
        [
            (
                card["shield"],
                card["against"],
                tuple([(slot["takes"], slot["filled"]) for slot in card["slots"]]),
            )
            for card in character["protection"]
        ]
    )
    now = (character["stamina"], character["harm"], character["wounds"], character["shield_raised"])
    return _best_split(hit["damage"], hit["against"], now, cards)


@lru_cache(maxsize=20_000)
def _best_split(
    damage: int, against: Against, now: tuple[int, int, int, bool], cards: tuple[Any, ...]
) -> Answer:
    stamina, harm, wounds, raised = now
    protection = [
        Protection("", [Slot(takes, filled) for takes, filled in slots], shield, kind)
        for shield, kind, slots in cards
    ]
    victim = Character(
        "", "", {}, [], [], [], stamina, harm, wounds, protection=protection, shield_raised=raised
    )
    hit = Hit("", "", against=against, damage=damage)
    before, free = condition(victim), slots_left(victim, hit)

    def merit(split: Split) -> tuple[bool, float]:
        parts = split.parts()
        for part in absorbable(parts, free):
            parts.remove(part)
        then = before.after(parts)
        tokens = 1.5 * (then.harm - harm) + 4 * (then.wounds - wounds)
        return not then.down, then.stamina - tokens

    return as_usual(max(legal_splits(damage), key=merit), helpful(victim, hit))


def best_act(seen: Seen, character: Sheet) -> Answer:
    """A breather when low, else an attack with the best weapon on the foe that is closest to falling."""
    foes = [foe for foe in seen.state["foes"] if foe["standing"] == "up"]
    rank = {attribute: SUITS.index(suit) for attribute, suit in character["suits"].items()}
    if character["stamina"] <= LOW and not any(foe["edge"] for foe in foes):
        return {"pick": "breather", "with": "int" if rank["int"] >= rank["dex"] else "dex"}
    way, promise = "melee:unarmed", (rank["str"], _AVERAGE["1"])
    for n, weapon in reversed([*enumerate(character["weapons"])]):
        shoots = weapon["ranged"]
        promised = rank["dex" if shoots else "str"], _AVERAGE[weapon["damage"]]
        if promised >= promise and (character["ammo"] or not shoots):
            way, promise = f"ranged:{n}" if shoots else f"melee:{n}", promised
    foe = min(foes, key=lambda foe: foe["stamina"] + foe["squares"] + 4 * foe["edge"])
    return {"pick": way, "with": foe["name"]}


def _foe_does(seen: Seen, ask: Ask, target: Target) -> Answer:
    """It attacks, if it may: one that is unaware has to notice first."""
    unaware = next(foe["unaware"] for foe in seen.state["foes"] if foe["name"] == ask.about)
    there = _standing(seen)
    if unaware or not there:
        return ask.legal().fallback()
    return {"pick": "attack", "with": target(seen, ask.about, there)}


def _foes_do(seen: Seen, target: Target) -> Answer:
    """All go for the weakest, and who wants somebody else goes for that one."""
    due = seen.state["due"]
    answer: dict[str, Any] = {"all": "weakest"} | {f"foe{n}": AS_ALL for n in range(len(due))}
    if target is weakest:
        return answer
    there = _standing(seen)
    for n, name in enumerate(due):
        unaware = next(foe["unaware"] for foe in seen.state["foes"] if foe["name"] == name)
        if there and not unaware and (wanted := target(seen, name, there)) != weakest(seen, name, there):
            answer[f"foe{n}"] = {"pick": "attack", "with": wanted}
    return answer


def _standing(seen: Seen) -> list[str]:
    return [each["name"] for each in seen.state["characters"] if each["standing"] == "up"]


def _character(seen: Seen, name: str) -> Sheet:
    return seen.state.named("characters", name)


_AVERAGE = {"1": 1.0, "1d4": 2.5, "1d6": 3.5, "1d10": 5.5, "2d6": 7.0}

BOTS: dict[str, Policy] = {
    "sensible": sensible(),
    "weakest": sensible(weakest),
    "vengeful": sensible(vengeful),
}
