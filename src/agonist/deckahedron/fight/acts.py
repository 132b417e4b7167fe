"""DK-33: what a character can do when it is their turn in a round."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Choice, Contest, Option, Procedure, Text

from ..people.scene import Character, Weapon
from .attacks import UNARMED, melee, shoot
from .breather import breathe
from .rulings import attempt
from .state import Fight


def act(contest: Contest[Fight]) -> Procedure[None]:
    """DK-33: everybody who has not acted yet may; whoever is first does, and then the others."""
    state = contest.state
    if contest.quiet:
        character = state.character(state.order[0])
        answer = yield _what_do_you_do(state, character)
    else:
        ready = [state.character(name) for name in state.order]
        answers = yield tuple([_what_do_you_do(state, each) for each in ready])
        ((character, answer),) = [each for each in zip(ready, answers, strict=True) if each[1]]
    if character.name in state.order:
        state.order.remove(character.name)
    if character.up:
        yield from _do(contest, character, answer["pick"], answer["with"])


def _what_do_you_do(state: Fight, character: Character) -> Ask:
    return Ask(
        character.seat,
        "act",
        lambda: acts_of(state, character),
        "DK-33",
        f"{character.name}, what do you do?",
        waiting=f"{character.name} may act.",
        about=character.name,
        interrupts=True,
    )


def _do(contest: Contest[Fight], character: Character, deed: str, more: Any) -> Procedure[None]:
    kind, _, which = deed.partition(":")
    match kind:
        case "melee":
            return melee(contest, character, _weapon(character, which), contest.state.foe(more))
        case "ranged":
            return shoot(contest, character, _weapon(character, which), contest.state.foe(more))
        case "breather":
            return breathe(contest, character, more)
    return attempt(contest, character, more, flees=kind == "flee")


def _weapon(character: Character, which: str) -> Weapon:
    return UNARMED if which == "unarmed" else character.weapons[int(which)]


def acts_of(state: Fight, character: Character) -> Choice:
    """Everything the character may do now, with reasons for what cannot be done."""
    acts = [*_attacks(state, character), _breather(character)]
    acts.append(
        Option("other", "Do something else", help="The game master rules.", rule="DK-33", then=Text(most=300))
    )
    acts.append(Option("flee", "Flee", help="The game master rules.", rule="DK-33", then=Text(most=300)))
    return Choice(options=tuple(acts))


def _attacks(state: Fight, character: Character) -> list[Option]:
    targets = _targets(state)
    nobody = "" if targets else "nobody is left to fight"
    foes = Choice(options=targets) if targets else None
    no_ammo = "" if character.ammo else "no ammo is left"
    ways = [
        Option(
            f"ranged:{n}" if weapon.ranged else f"melee:{n}",
            f"{'Shoot' if weapon.ranged else 'Fight'}: {weapon.name} ({weapon.damage})",
            nobody or (no_ammo if weapon.ranged else ""),
            _SHOOT if weapon.ranged else _MELEE,
            "DK-31",
            foes,
        )
        for n, weapon in enumerate(character.weapons)
    ]
    return [*ways, Option("melee:unarmed", "Fight unarmed (1)", nobody, _MELEE, "DK-31", foes)]


def _targets(state: Fight) -> tuple[Option, ...]:
    return tuple(
        Option(
            foe.name,
            foe.name,
            help=f"{foe.stamina} Stamina"
            + (f", {foe.squares} armour" if foe.squares else "")
            + (", has an advantage over you" if foe.edge else "")
            + (", unaware" if foe.unaware else ""),
        )
        for foe in state.standing_foes
    )


def _breather(character: Character) -> Option:
    attributes = (
        Option("int", f"With Int ({character.suit('int').title()})"),
        Option("dex", f"With Dex ({character.suit('dex').title()})"),
    )
    then = Choice(options=attributes)
    return Option("breather", "Take a breather", help=_BREATHER, rule="DK-32", then=then)


_MELEE = "Flip Str: ✔✔ and ✔ deal damage, ✗ deals 1. The foe strikes back, unless a ✔✔ avoids it."
_SHOOT = "Flip Dex: ✔✔ deals damage; ✔ and ✗ too, at a price; ✗✗ misses, and the foe strikes back."
_BREATHER = "Flip Int or Dex: ✔✔ and ✔ regain 1d4, ✗ 1. Unless ✔✔, a foe gains an advantage."
