"""Who plays for somebody: bots, which know only what their seat sees, standing orders, and how a fight stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import exp, log
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import UNSET

from agonist.kernel import Answer, Ask, Choice, Look, Order, Policy, Seen, quiet
from agonist.tabletop import Picked

from .cards import SUITS
from .damage.phases import condition, slots_left
from .damage.shield import helpful
from .damage.splits import Split, absorbable, as_usual, legal_splits
from .deck.dice import parse
from .fight.foe_turn import AS_ALL, Attack
from .fight.foes import Fight
from .people.knobs import Worth, worth_seen
from .people.scene import Against, Character, Hit, Protection, Weapon

Target = Callable[[Seen, str, list[str]], str]

LOW = 3
"""With this much Stamina or less a sensible character looks for a breather."""


def weakest(seen: Seen, _: str, names: list[str]) -> str:
    """The target that is closest to falling."""
    rows = seen.state.rows("characters", "name", "stamina", "wounds")
    left = {name: (stamina, -wounds) for name, stamina, wounds in rows}
    return min(names, key=left.__getitem__)


def vengeful(seen: Seen, name: str, names: list[str]) -> str:
    """The target who hurt this foe last, else the weakest."""
    by = dict(seen.state.rows("foes", "name", "hurt_by"))[name]
    return by if by in names else weakest(seen, name, names)


def nearest(seen: Seen, name: str, names: list[str]) -> str:
    """The target who hurt this foe last, else who stands first."""
    by = dict(seen.state.rows("foes", "name", "hurt_by"))[name]
    return by if by in names else names[0]


def free(seen: Seen, _: str, names: list[str]) -> str:
    """The target whom the fewest have attacked in this round."""
    return min(names, key=seen.state["aimed"].count)


def sensible(target: Target = weakest) -> Policy:
    """A bot for any seat, whose foes choose their targets as given. It makes a form only where it looks at one."""

    @quiet
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.assume is not UNSET:
            return ask.assumed()
        match ask.what:
            case "act":
                return best_act(seen, _character(seen, ask.about))
            case "split":
                return best_split(seen, ask.about)
            case "price":
                return "halve"
            case "foes":
                return foe_does(seen, ask, target) if ask.about else _foes_do(seen, target)
            case "opening":
                return "avoid" if _character(seen, ask.about)["stamina"] <= 2 * LOW else "add"
        form = ask.legal()
        if ask.what == "replace" and isinstance(form, Choice):
            return max(form.options, key=lambda option: not dict(option.leaves)["up"]).key
        return form.fallback()

    return decide


def best_split(seen: Seen, name: str) -> Answer:
    """The split that leaves the most: standing first, then few Wounds, then Stamina and few tokens."""
    damage, against = seen.state.rows("hits", "damage", "against")[0]
    character = _character(seen, name)
    now = (character["stamina"], character["harm"], character["wounds"], character["shield_raised"])
    return _best_split(damage, against, now, character.packed("protection"), worth_seen(seen.state["knobs"]))


@lru_cache(maxsize=20_000)
def _best_split(
    damage: int, against: Against, now: tuple[int, int, int, bool], cards: bytes, worth: Worth
) -> Answer:
    stamina, harm, wounds, raised = now
    protection = msgspec.json.decode(cards, type=list[Protection])
    victim = Character(
        "", "", {}, [], [], [], stamina, harm, wounds, protection=protection, shield_raised=raised
    )
    hit = Hit("", "", against=against, damage=damage)
    free = slots_left(victim, hit)
    spare = free.count("stamina")
    before = msgspec.structs.replace(condition(victim), stamina=stamina + spare)

    def merit(split: Split) -> tuple[bool, float]:
        """A slot for Stamina is a Stamina point more."""
        parts = split.parts()
        for part in absorbable(parts, [kind for kind in free if kind != "stamina"]):
            parts.remove(part)
        then = before.after(parts)
        tokens = 1.5 * (then.harm - harm) + 4 * (then.wounds - wounds)
        return not then.down, then.stamina - tokens

    return as_usual(max(legal_splits(damage, worth), key=merit), helpful(victim, hit))


def best_act(seen: Seen, character: Look) -> Answer:
    """A breather when low or with nobody left to fight, else an attack with the best weapon on the foe closest to
    falling."""
    rows = seen.state.rows("foes", "name", "standing", "stamina", "squares", "edge")
    foes = [(stamina + squares + 4 * edge, name) for name, up, stamina, squares, edge in rows if up == "up"]
    low = character["stamina"] <= LOW and not any(edge for _, up, _, _, edge in rows if up == "up")
    if low or not foes:
        rank = {attribute: SUITS.index(suit) for attribute, suit in character["suits"].items()}
        return Picked("breather", "int" if rank["int"] >= rank["dex"] else "dex").answer()
    way = _best_way(character.packed("suits"), character.packed("weapons"), character["ammo"] > 0)
    return Picked(way, min(foes, key=_FIRST)[1]).answer()


@lru_cache(maxsize=1_000)
def _best_way(suits: bytes, weapons: bytes, ammo: bool) -> str:
    """The attack that promises most: the first of the best weapons, or bare hands."""
    rank = {attribute: SUITS.index(suit) for attribute, suit in msgspec.json.decode(suits).items()}
    way, promise = "melee:unarmed", (rank["str"], parse("1").mean)
    for n, weapon in reversed([*enumerate(msgspec.json.decode(weapons, type=list[Weapon]))]):
        promised = rank["dex" if weapon.ranged else "str"], parse(weapon.damage).mean
        if promised >= promise and (ammo or not weapon.ranged):
            way, promise = f"ranged:{n}" if weapon.ranged else f"melee:{n}", promised
    return way


def foe_does(seen: Seen, ask: Ask, target: Target) -> Answer:
    """It attacks, if it may: one that is unaware has to notice first."""
    unaware = dict(seen.state.rows("foes", "name", "unaware"))[ask.about]
    there = _standing(seen)
    if unaware or not there:
        return ask.legal().fallback()
    return Attack(target(seen, ask.about, there)).answer()


def _foes_do(seen: Seen, target: Target) -> Answer:
    """All go for the weakest, and who wants somebody else goes for that one."""
    due = seen.state["due"]
    answer: dict[str, Any] = {"all": "weakest"} | {f"foe{n}": AS_ALL for n in range(len(due))}
    if target is weakest:
        return answer
    there = _standing(seen)
    for n, name in enumerate(due):
        unaware = dict(seen.state.rows("foes", "name", "unaware"))[name]
        if there and not unaware and (wanted := target(seen, name, there)) != weakest(seen, name, there):
            answer[f"foe{n}"] = Attack(wanted).answer()
    return answer


def _standing(seen: Seen) -> list[str]:
    return [name for name, standing in seen.state.rows("characters", "name", "standing") if standing == "up"]


def _character(seen: Seen, name: str) -> Look:
    return seen.state.named("characters", name)


_FIRST = itemgetter(0)
BOTS: dict[str, Policy] = {
    "sensible": sensible(),
    "weakest": sensible(weakest),
    "vengeful": sensible(vengeful),
}


ENOUGH = 4
"""With this much Stamina left after a hit nobody need think about Harm."""


def _as_stamina(seen: Seen, ask: Ask) -> Answer | None:
    """All of it as Stamina, as long as enough is left; else the player is asked."""
    form = ask.legal()
    plain = Split(0, 0, seen.state["hits"][0]["damage"]).key
    left = (
        {each.key: dict(each.leaves)["stamina"] for each in form.options} if isinstance(form, Choice) else {}
    )
    return form.pick(plain) if isinstance(form, Choice) and left[plain] >= ENOUGH else None


_AS_SAID = Order("as-said", "as I said when I split it", lambda _, ask: ask.assumed())
"""DK-12, DK-13: what was said to be used is, and the rest is taken."""


def _all(manner: str, title: str, target: Target) -> Order:
    """The same for all foes, in every round, also where only one is left to act."""

    def decide(seen: Seen, ask: Ask) -> Answer:
        return foe_does(seen, ask, target) if ask.about else ask.legal().fallback() | {"all": manner}

    return Order(manner, title, decide)


HIT_ORDERS: Mapping[str, tuple[Order, ...]] = {
    "split": (Order("stamina", f"all as Stamina while {ENOUGH} or more are left", _as_stamina),),
    "stamina": (_AS_SAID,),
    "harm": (_AS_SAID,),
    "wound": (_AS_SAID,),
    "narration": (Order("leave", "leave it out", lambda _, ask: ask.legal().check("")),),
}
FIGHT_ORDERS: Mapping[str, tuple[Order, ...]] = {
    **HIT_ORDERS,
    "opening": (),
    "price": (),
    "aid": (),
    "reshuffle": (),
    "foe": (Order("planned", "each as I planned for all of them", lambda _, ask: ask.assumed()),),
    "foes": (
        _all("nearest", "they attack the nearest", nearest),
        _all("spread", "they spread out", free),
        _all("weakest", "they go for the weakest", weakest),
    ),
}

USUAL_IN_COMPANY: Mapping[str, str] = {
    "stamina": "as-said",
    "harm": "as-said",
    "wound": "as-said",
    "foe": "planned",
}
"""What is not asked again where others wait: it was said with the split, and with the plan for all foes."""


def outlook(state: Fight) -> float:
    """The characters' chance to win, by Stamina and numbers against foes' Stamina and damage.

    The weights are near those that tell best how 240 fights of bots ended, from every turn of the ready fights.
    """
    ours, theirs = state.standing_characters, state.standing_foes
    if not ours or not theirs:
        return float(bool(ours))
    breath = sum(max(0, each.stamina) for each in ours)
    foes = sum(each.stamina + each.squares for each in theirs)
    harm = sum(parse(each.damage).mean for each in theirs)
    ahead = 3 * log(max(0.5, breath)) + 1.5 * log(len(ours)) - 2 * log(max(0.5, foes)) - 3 * log(harm) + 2
    return 1 / (1 + exp(-ahead))
