"""DK-33: what a character can do when it is their turn in a round."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Choice, Contest, Option, Procedure, Text

from .attacks import UNARMED, melee, shoot
from .breather import breathe
from .fight_events import LetsGoFirst
from .fight_state import Fight
from .piles import may_reshuffle_before_flip, reshuffle
from .rulings import attempt
from .scene import Character, Weapon
from .wording import amount


def act(contest: Contest[Fight], character: Character) -> Procedure[None]:
    """One act of a character, or letting another go first. Reshuffling comes free before it (DK-3)."""
    state = contest.state
    answer = yield Ask(
        character.seat,
        "act",
        lambda: acts_of(state, character),
        "DK-33",
        f"{character.name}, what do you do?",
        waiting=f"{character.name} is about to act.",
        about=character.name,
    )
    deed, more = (answer["pick"], answer["with"]) if isinstance(answer, dict) else (answer, "")
    if deed == "reshuffle":
        reshuffle(contest, character)
        return
    if deed == "after":
        _let_go_first(contest, character, more)
        return
    if character.name in state.order:
        state.order.remove(character.name)
    if character.up:
        yield from _do(contest, character, deed, more)


def _do(contest: Contest[Fight], character: Character, deed: str, more: Any) -> Procedure[None]:
    kind, _, which = deed.partition(":")
    match kind:
        case "melee":
            yield from melee(contest, character, _weapon(character, which), contest.state.foe(more))
        case "ranged":
            yield from shoot(contest, character, _weapon(character, which), contest.state.foe(more))
        case "breather":
            yield from breathe(contest, character, more)
        case _:
            yield from attempt(contest, character, more, flees=kind == "flee")


def _weapon(character: Character, which: str) -> Weapon:
    return UNARMED if which == "unarmed" else character.weapons[int(which)]


def _let_go_first(contest: Contest[Fight], character: Character, other: str) -> None:
    """DK-33: the players choose their order."""
    state = contest.state
    state.waited.append(character.name)
    state.order.remove(other)
    state.order.insert(0, other)
    contest.report(LetsGoFirst(character.name, other))


def acts_of(state: Fight, character: Character) -> Choice:
    """Everything the character may do now, with reasons for what cannot be done."""
    others = [name for name in state.order if name != character.name and state.character(name).up]
    acts = [*_attacks(state, character), _breather(character)]
    acts.append(
        Option("other", "Do something else", help="The game master rules.", rule="DK-33", then=Text(most=300))
    )
    acts.append(Option("flee", "Flee", help="The game master rules.", rule="DK-33", then=Text(most=300)))
    if others and character.name not in state.waited:
        acts.append(Option("after", "Let another go first", rule="DK-33", then=_one_of(others)))
    if may_reshuffle_before_flip(character):
        back = f"Puts {amount(len(character.discard), 'card')} back into the deck of {len(character.deck)}; then act."
        acts.append(Option("reshuffle", "Reshuffle first", help=back, rule="DK-3"))
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


def _one_of(names: list[str]) -> Choice:
    return Choice(options=tuple(Option(name, name) for name in names))


_MELEE = "Flip Str: ✔✔ and ✔ deal damage, ✗ deals 1. The foe strikes back, unless a ✔✔ avoids it."
_SHOOT = "Flip Dex: ✔✔ deals damage; ✔ and ✗ too, at a price; ✗✗ misses, and the foe strikes back."
_BREATHER = "Flip Int or Dex: ✔✔ and ✔ regain 1d4, ✗ 1. Unless ✔✔, a foe gains an advantage."
