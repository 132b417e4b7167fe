"""DK-31, DK-32: attacking hand to hand and from afar, the foe's answer, and taking a breather."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several, Staged
from agonist.tabletop import Told, Window, amount, ask_of, deeds, listed, options

from ..cards import CARD_WAYS, CHECK, CROSS, DOUBLE_CHECK, DOUBLE_CROSS, NAMES, SIGNS
from ..damage.slots import filled_with_stamina, free_one
from ..deck.dice import fell, parse, roll, throw
from ..deck.moment import moment
from ..deck.piles import regain
from ..people.scene import Attribute, Character, Hit, Weapon
from .aid import Effort, make_effort, pay_for_wound_cards
from .foes import Fight, Foe, hurt


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


class FoeAttacks(Told, frozen=True):
    rule, says = "DK-33", "{foe} attacks {targets:listed}."
    foe: str
    targets: tuple[str, ...]


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


class Breathed(Told, frozen=True):
    rule, says, ways = "DK-32", "{who} takes a breather: {result:sign}.", CARD_WAYS
    who: str
    result: int


class EdgeGained(Told, frozen=True):
    rule, says = "DK-32", "{foe} gains an advantage: the next flip against it is with disadvantage."
    foe: str


class Regained(Event, frozen=True):
    rule = "DK-32"
    who: str
    cards: tuple[str, ...]
    stamina: int
    freed: tuple[str, ...] = ()

    def text(self) -> str:
        back = amount(len(self.cards), "card")
        slots = f" Free again: {listed([f'a slot of {card}' for card in self.freed])}." if self.freed else ""
        return f"{self.who} gets {back} back from the Exhaustion pile: {self.stamina} Stamina.{slots}"


def breathe(contest: Contest[Fight], character: Character, attribute: Attribute) -> Procedure[None]:
    """✔✔ regain 1d4 Stamina; ✔ the same, ✗ regain 1, ✗✗ nothing, and with these three a foe gains an advantage."""
    named: list[str] = []
    others = partial(_who_would_gain, contest, character, named)
    effort = yield from make_effort(contest, character, attribute, None, 0, others)
    contest.report(Breathed, character.name, effort.result)
    if effort.result > DOUBLE_CROSS:
        knobs = contest.state.knobs
        dice = knobs.breather if effort.result >= CHECK else knobs.short_breather
        what = f"Stamina that {character.name} regains"
        points = yield from roll(contest, character, dice, "Stamina", what, "DK-32")
        yield from recover(contest, character, points)
    if effort.result < DOUBLE_CHECK:
        give_edge(contest, *named[-1:])
    yield from pay_for_wound_cards(contest, effort)


def recover(contest: Contest[Fight], character: Character, points: int) -> Procedure[None]:
    """Cards go from the Exhaustion to the discard pile, the player's choice which; a point may free a slot instead."""

    def there() -> list[Option]:
        cards = [Option(str(n), NAMES[card]) for n, card in enumerate(character.exhaustion)]
        return cards + filled_with_stamina(character)

    def form() -> Several:
        count = min(points, len(there()))
        return Several(tuple(there()), least=count, most=count)

    answer = [each.key for each in there()]
    if len(answer) > points:
        text = f"{{who}}, {amount(points, 'Stamina point')} may come back. What is it to be?"
        answer = yield ask_of(character, "regain", form, "DK-32", text, "{who} picks what comes back.")
    cards = [character.exhaustion[int(key)] for key in answer if key.isdecimal()]
    freed = [free_one(character, key) for key in answer if not key.isdecimal()]
    regain(character, cards)
    contest.report(Regained, character.name, tuple(cards), character.stamina, tuple(freed))


def give_edge(contest: Contest[Fight], named: str = "") -> None:
    """A foe gains an advantage: the one that the game master named, or the first that has not been dealt with."""
    foes = sorted(contest.state.standing_foes, key=lambda foe: (foe.name != named, foe.dealt_with))
    for foe in foes[:1]:
        foe.edge = min(foe.edge + 1, 3)
        contest.report(EdgeGained, foe.name)


def _who_would_gain(contest: Contest[Fight], character: Character, named: list[str]) -> Iterator[Window]:
    """Of several foes the game master says before the flip which one gains if it goes badly."""
    foes = sorted(contest.state.standing_foes, key=lambda foe: foe.dealt_with)
    names = [each.name for each in foes]
    text = "{who} takes a breather. If it goes badly, which foe gains an advantage?"
    waiting = "The game master may say which foe would gain an advantage."
    if len(foes) > 1:
        form = Choice(options(names))
        ask = partial(ask_of, character, "edge", form, "DK-32", text, waiting, by=GM, assume=names[0])
        yield Window("edge", ask, named.append)
