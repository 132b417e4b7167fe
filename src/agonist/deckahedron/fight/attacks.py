"""DK-31: attacking hand to hand and from afar, and the foe's answer."""

from __future__ import annotations

from functools import partial

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Staged
from agonist.tabletop import Told, Window, ask_of, deeds, listed

from ..cards import CHECK, CROSS, DOUBLE_CHECK, DOUBLE_CROSS, SIGNS
from ..deck.dice import fell, parse, roll, throw
from ..deck.moment import moment
from ..people.scene import Character, Hit, Weapon
from .aid import Effort, make_effort, pay_for_wound_cards
from .foes import Foe, hurt
from .state import Fight


class Attacked(Event, frozen=True):
    """A character's attack and what the flip made of it."""

    rule = "DK-31"
    who: str
    foe: str
    weapon: str
    ranged: bool
    result: int

    def staged(self) -> Staged:
        """DK-31: how well it goes, before anything is rolled for it."""
        barely = "A hit, at a price" if self.ranged else "A scratch"
        words = {DOUBLE_CHECK: "A clean hit", CHECK: "A hit", CROSS: barely, DOUBLE_CROSS: "A miss"}
        blow = f"{self.foe} {'from afar' if self.ranged else f'with {self.weapon}'}"
        says = f"{self.who} missed {self.foe}" if self.result == DOUBLE_CROSS else f"{self.who} hit {blow}"
        return Staged(
            self.who, word=words[self.result], says=says, why=f"the card shows {SIGNS[self.result]}"
        )

    def text(self) -> str:
        how = "shoots at" if self.ranged else "attacks"
        return f"{self.who} {how} {self.foe} ({self.weapon}): {SIGNS[self.result]}."


class Chosen(Event, frozen=True):
    """What a player or the game master chose to go with an attack."""

    rule = "DK-31"
    who: str
    choice: str
    by_gm: bool = False

    def text(self) -> str:
        whose = "The game master chooses" if self.by_gm else f"{self.who} chooses"
        what = {
            "avoid": "to stay out of the answer's way",
            "add": "to add 1d4 to the damage",
            "exposed": f"that {self.who} is exposed" if self.by_gm else "to be exposed",
            "halve": "to halve the damage",
            "ammo": f"that {self.who} spends 1 ammo" if self.by_gm else "to spend 1 ammo",
        }
        return f"{whose} {what[self.choice]}."


class FoeAttacks(Event, frozen=True):
    rule = "DK-33"
    foe: str
    targets: tuple[str, ...]

    def text(self) -> str:
        return f"{self.foe} attacks {listed(self.targets)}."


class FoeUnaware(Told, frozen=True):
    rule, says = "DK-31", "{foe} did not see it coming and cannot answer."
    foe: str


_MELEE = "✔✔ and ✔ hit, ✗ scratches, ✗✗ misses; after all but ✔✔ they strike back"
_SHOT = "✔✔ hits, ✔ and ✗ hit at a price, ✗✗ misses"
UNARMED = Weapon("unarmed", "1")


def melee(contest: Contest[Fight], character: Character, weapon: Weapon, foe: Foe) -> Procedure[None]:
    """✔✔ damage, and avoid the answer or add 1d4; ✔ damage and an answer; ✗ 1 and an answer; ✗✗ only an answer."""
    effort = yield from make_effort(contest, character, "str", foe, decides=_MELEE)
    contest.report(Attacked, character.name, foe.name, weapon.name, False, effort.result)
    choice = ""
    if effort.result == DOUBLE_CHECK:
        choice = yield from _avoid_or_add(contest, character, foe)
    if effort.result >= CROSS:
        knobs = contest.state.knobs
        dice = knobs.of_weapon(weapon.damage) if effort.result >= CHECK else knobs.scratch
        damage = yield from _damage(contest, character, weapon, dice)
        if choice == "add":
            damage += yield from _damage(contest, character, weapon, knobs.opening_adds)
        yield from hurt(contest, foe, damage, character)
    answer(contest, foe, effort, avoided=choice == "avoid")
    yield from pay_for_wound_cards(contest, effort)


def shoot(contest: Contest[Fight], character: Character, weapon: Weapon, foe: Foe) -> Procedure[None]:
    """✔✔ damage; ✔ damage at a price the player picks; ✗ at one the game master picks; ✗✗ miss and be exposed."""
    effort = yield from make_effort(contest, character, "dex", foe, decides=_SHOT)
    contest.report(Attacked, character.name, foe.name, weapon.name, True, effort.result)
    knobs = contest.state.knobs
    price, damage = "exposed" if effort.result == DOUBLE_CROSS else "", 0
    if effort.result == CHECK:
        price = yield _price(character, foe)
    if effort.result == CROSS:
        price, damage = yield from _priced_by_gm(contest, character, weapon, foe)
    elif effort.result > DOUBLE_CROSS:
        damage = yield from _damage(contest, character, weapon, knobs.of_weapon(weapon.damage))
    if effort.result in (CHECK, CROSS):
        contest.report(Chosen, character.name, price, effort.result == CROSS)
    if effort.result > DOUBLE_CROSS:
        yield from hurt(
            contest, foe, -(-damage // knobs.shot_divided) if price == "halve" else damage, character
        )
    if price == "ammo":
        character.ammo = max(0, character.ammo - 1)
    answer(contest, foe, effort, avoided=price != "exposed")
    yield from pay_for_wound_cards(contest, effort)


def answer(contest: Contest[Fight], foe: Foe, effort: Effort, *, avoided: bool) -> None:
    """The foe strikes back at everyone who took part, unless it cannot or must not; either way that was its chance
    (DK-33)."""
    surprised, foe.unaware, foe.dealt_with = foe.unaware, False, True
    if avoided or not foe.up:
        return
    if surprised:
        contest.report(FoeUnaware, foe.name)
        return
    attack(contest, foe, effort.everyone, rule="DK-34" if len(effort.flips) > 1 else "DK-31")


def attack(contest: Contest[Fight], foe: Foe, targets: list[Character], *, rule: str) -> None:
    """A foe attacks: each target will roll its damage."""
    foe.dealt_with, foe.unaware = True, False
    dice = contest.state.knobs.of_foe(foe.damage)
    hits = [Hit(target.name, foe.name, dice) for target in targets if target.up]
    contest.report(lambda: FoeAttacks(foe.name, tuple([hit.victim for hit in hits]), under=rule))
    contest.state.hits += hits


def _damage(contest: Contest[Fight], character: Character, weapon: Weapon, dice: str) -> Procedure[int]:
    what = f"damage of {character.name} ({weapon.name})"
    return roll(contest, character, dice, f"damage ({weapon.name})", what, "DK-31")


def _avoid_or_add(contest: Contest[Fight], character: Character, foe: Foe) -> Procedure[str]:
    def form() -> Choice:
        answers = f"{foe.name} attacks, if it still can."
        avoid = Option("avoid", f"Avoid {foe.name}'s attack")
        return deeds([avoid, Option("add", "Add 1d4 to the damage", help=answers)])

    text, waiting = "{who}, an opening! What do you make of it?", "{who} uses an opening."
    choice = yield ask_of(character, "opening", form, "DK-31", text, waiting)
    contest.report(Chosen, character.name, choice)
    return str(choice)


def _priced_by_gm(
    contest: Contest[Fight], character: Character, weapon: Weapon, foe: Foe
) -> Procedure[tuple[str, int]]:
    """✗ costs what the game master chooses, before the damage is rolled; who does not choose is taken to expose."""
    rolls = contest.state.knobs.of_weapon(weapon.damage)
    dice, ask = parse(rolls), partial(_price, character, foe, by_gm=True)
    if not dice.dice:
        return (yield ask()), dice.more
    about = f"damage of {character.name} ({weapon.name})"
    ready = throw(rolls, character.seat, character.name, about, "DK-31")
    price = ["exposed"]
    others = [Window("price", ask, price.append)]
    (faces,) = yield from moment(contest, character, lambda: (ready,), lambda: iter(others))
    return price[-1], fell(contest, character, rolls, f"damage ({weapon.name})", faces, "DK-31")


def _price(character: Character, foe: Foe, *, by_gm: bool = False) -> Ask:
    def form() -> Choice:
        none = "" if character.ammo else "no ammo is left"
        halve = Option("halve", "Halve the damage", help="Rounded up.")
        ammo = Option("ammo", "Spend 1 ammo", none, f"{character.ammo} left.")
        return deeds([halve, ammo, Option("exposed", "Be exposed", help=f"{foe.name} attacks, if it can.")])

    waiting = "The price of {who}'s shot is being chosen."
    if not by_gm:
        return ask_of(character, "price", form, "DK-31", "{who}, what does the shot cost you?", waiting)
    text = "What does the shot cost {who}?"
    return ask_of(character, "price", form, "DK-31", text, waiting, by=GM, assume="exposed", directed=True)
