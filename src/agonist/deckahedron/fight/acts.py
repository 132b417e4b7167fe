"""DK-33: what a character can do when it is their turn in a round."""

from __future__ import annotations

from functools import partial

from agonist.kernel import Ask, Choice, Contest, Option, Procedure, Text
from agonist.tabletop import Picked, ask_of, deeds, first_of, picked

from ..people.scene import Attribute, Character, Weapon
from .attacks import UNARMED, melee, shoot
from .breather import breathe
from .foes import Foe
from .rulings import attempt
from .state import Fight


def act(contest: Contest[Fight]) -> Procedure[None]:
    """DK-33: everybody who has not acted yet may; whoever is first does, and then the others."""
    state = contest.state
    name, answer = yield from first_of(contest, [*state.order], partial(_what_do_you_do, state))
    character = state.character(name)
    if name in state.order:
        state.order.remove(name)
    if character.up:
        yield from _do(contest, character, picked(answer))


def _what_do_you_do(state: Fight, name: str) -> Ask:
    character = state.character(name)

    def form() -> Choice:
        return acts_of(state, character)

    return ask_of(
        character, "act", form, "DK-33", "{who}, what do you do?", "{who} may act.", interrupts=True
    )


def _do(contest: Contest[Fight], character: Character, deed: Picked) -> Procedure[None]:
    kind, _, which = deed.key.partition(":")
    contest.state.target = deed.more if kind in ("melee", "ranged") else ""
    match kind:
        case "melee":
            return melee(contest, character, _weapon(character, which), contest.state.foe(deed.more))
        case "ranged":
            return shoot(contest, character, _weapon(character, which), contest.state.foe(deed.more))
        case "breather":
            return breathe(contest, character, deed.more)
    return attempt(contest, character, deed.more, flees=kind == "flee")


def _weapon(character: Character, which: str) -> Weapon:
    return UNARMED if which == "unarmed" else character.weapons[int(which)]


def acts_of(state: Fight, character: Character) -> Choice:
    """Everything the character may do now, with reasons for what cannot be done."""
    suits = [Option(key, f"With {key.title()} ({character.suits[key].title()})") for key in _BREATHES]
    return deeds(
        [
            *_attacks(state, character),
            Option(
                "breather",
                "Take a breather",
                help=_BREATHER,
                rule="DK-32",
                then=deeds(suits),
                deed="Take a breather",
            ),
            Option("other", "Do something else", help=_RULES, rule="DK-33", then=Text(most=300)),
            Option("flee", "Flee", help=_RULES, rule="DK-33", then=Text(most=300), deed="Flee"),
        ]
    )


def _attacks(state: Fight, character: Character) -> list[Option]:
    targets = [Option(foe.name, foe.name, help=_looks(foe)) for foe in state.standing_foes]
    foes, nobody = (deeds(targets), "") if targets else (None, "nobody is left to fight")
    deed = "" if any(not each.ranged for each in character.weapons) else "Fight unarmed"
    label = f"Fight unarmed ({state.knobs.of_weapon('1')})"
    ways = [Option("melee:unarmed", label, nobody, _MELEE, "DK-31", foes, deed=deed)]
    for n, weapon in reversed([*enumerate(character.weapons)]):
        says, no_ammo = (
            f"{weapon.name} ({state.knobs.of_weapon(weapon.damage)})",
            "" if character.ammo else "no ammo is left",
        )
        if weapon.ranged:
            label, why = f"Shoot: {says}", nobody or no_ammo
            ways.append(Option(f"ranged:{n}", label, why, _SHOOT, "DK-31", foes, deed=label))
        else:
            label = f"Fight: {says}"
            ways.append(Option(f"melee:{n}", label, nobody, _MELEE, "DK-31", foes, deed=label))
    return ways[::-1]


def _looks(foe: Foe) -> str:
    armour = f", {foe.squares} armour" if foe.squares else ""
    edge = ", has an advantage over you" if foe.edge else ""
    return f"{foe.stamina} Stamina{armour}{edge}{', unaware' if foe.unaware else ''}"


_BREATHES: tuple[Attribute, ...] = ("int", "dex")
_RULES = "The game master rules."
_MELEE = "Flip Str: ✔✔ and ✔ deal damage, ✗ deals 1. The foe strikes back, unless a ✔✔ avoids it."
_SHOOT = "Flip Dex: ✔✔ deals damage; ✔ and ✗ too, at a price; ✗✗ misses, and the foe strikes back."
_BREATHER = "✔ or ✔✔ brings 1 to 4 Stamina back, ✗ brings 1. Unless ✔✔, a foe gains an advantage."
