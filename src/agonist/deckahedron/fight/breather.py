"""DK-32: taking a breather."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from agonist.kernel import GM, Choice, Contest, Event, Option, Procedure, Several
from agonist.tabletop import Told, Window, amount, ask_of, listed, options

from ..cards import CHECK, DOUBLE_CHECK, DOUBLE_CROSS, NAMES, SIGNS
from ..damage.slots import filled_with_stamina, free_one
from ..deck.dice import roll
from ..deck.piles import regain
from ..people.scene import Attribute, Character
from .aid import make_effort, pay_for_wound_cards
from .state import Fight


class Breathed(Event, frozen=True):
    rule = "DK-32"
    who: str
    result: int

    def text(self) -> str:
        return f"{self.who} takes a breather: {SIGNS[self.result]}."


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
