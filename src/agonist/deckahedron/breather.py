"""DK-32: taking a breather."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several
from agonist.tabletop import amount, listed

from .aid import make_effort, pay_for_wound_cards
from .cards import CHECK, DOUBLE_CHECK, DOUBLE_CROSS, NAMES, SIGNS
from .dice import roll
from .fight_state import Fight
from .piles import regain
from .scene import Attribute, Character
from .slots import filled_with_stamina, free_one


class Breathed(Event, frozen=True):
    rule = "DK-32"
    who: str
    result: int

    def text(self) -> str:
        return f"{self.who} takes a breather: {SIGNS[self.result]}."


class EdgeGained(Event, frozen=True):
    rule = "DK-32"
    foe: str

    def text(self) -> str:
        return f"{self.foe} gains an advantage: the next flip against it is with disadvantage."


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
    effort = yield from make_effort(
        contest, character, attribute, None, 0, _who_would_gain(contest, character)
    )
    contest.report(Breathed, character.name, effort.result)
    if effort.result > DOUBLE_CROSS:
        dice = "1d4" if effort.result >= CHECK else "1"
        what = f"Stamina that {character.name} regains"
        points = yield from roll(contest, character, dice, "Stamina", what, "DK-32")
        yield from recover(contest, character, points)
    if effort.result < DOUBLE_CHECK:
        give_edge(contest, *effort.said)
    yield from pay_for_wound_cards(contest, effort)


def recover(contest: Contest[Fight], character: Character, points: int) -> Procedure[None]:
    """Cards go from the Exhaustion to the discard pile, the player's choice which; a point may free a slot instead."""
    filled = filled_with_stamina(character)
    answer = [*map(str, range(len(character.exhaustion))), *[option.key for option in filled]]
    if len(answer) > points:
        answer = yield Ask(
            character.seat,
            "regain",
            lambda: _what_may_return(character, points),
            "DK-32",
            f"{character.name}, {amount(points, 'Stamina point')} may come back. What is it to be?",
            waiting=f"{character.name} picks what comes back.",
            about=character.name,
        )
    cards = [character.exhaustion[int(key)] for key in answer if key.isdecimal()]
    freed = [free_one(character, key) for key in answer if not key.isdecimal()]
    regain(character, cards)
    contest.report(Regained, character.name, tuple(cards), character.stamina, tuple(freed))


def give_edge(contest: Contest[Fight], name: str = "") -> None:
    """A foe gains an advantage: the one that the game master named, or the only one."""
    foes = contest.state.standing_foes
    if foes:
        foe = next((each for each in foes if each.name == name), foes[0])
        foe.edge = min(foe.edge + 1, 3)
        contest.report(EdgeGained, foe.name)


def _who_would_gain(contest: Contest[Fight], character: Character) -> tuple[Ask, ...]:
    """Of several foes the game master says before the flip which one gains if it goes badly, or it is the first that
    has not been dealt with."""
    foes = sorted(contest.state.standing_foes, key=lambda foe: foe.dealt_with)
    if len(foes) < 2:
        return ()
    ask = Ask(
        GM,
        "edge",
        lambda: Choice(options=tuple(Option(each.name, each.name) for each in foes)),
        "DK-32",
        f"{character.name} takes a breather. If it goes badly, which foe gains an advantage?",
        waiting="The game master may say which foe would gain an advantage.",
        about=character.name,
        assume=foes[0].name,
    )
    return (ask,)


def _what_may_return(character: Character, points: int) -> Several:
    cards = [Option(str(n), NAMES[card]) for n, card in enumerate(character.exhaustion)]
    there = (*cards, *filled_with_stamina(character))
    count = min(points, len(there))
    return Several(options=there, least=count, most=count)
