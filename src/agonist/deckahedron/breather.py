"""DK-32: taking a breather."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Option, Procedure, Several

from .aid import make_effort, pay_for_wound_cards
from .cards import CHECK, DOUBLE_CHECK, DOUBLE_CROSS, named
from .dice import roll
from .fight_events import Breathed, EdgeGained, Regained
from .fight_state import Fight
from .piles import regain
from .scene import Attribute, Character
from .wording import amount


def breathe(contest: Contest[Fight], character: Character, attribute: Attribute) -> Procedure[None]:
    """✔✔ regain 1d4 Stamina; ✔ the same, ✗ regain 1, ✗✗ nothing, and with these three a foe gains an advantage."""
    effort = yield from make_effort(contest, character, attribute, None)
    contest.report(Breathed(character.name, effort.result))
    if effort.result > DOUBLE_CROSS:
        dice = "1d4" if effort.result >= CHECK else "1"
        what = f"Stamina that {character.name} regains"
        points = yield from roll(dice, seat=character.seat, what=what, rule="DK-32", about=character.name)
        yield from recover(contest, character, points)
    if effort.result < DOUBLE_CHECK:
        yield from give_edge(contest, character)
    yield from pay_for_wound_cards(contest, effort)


def recover(contest: Contest[Fight], character: Character, points: int) -> Procedure[None]:
    """Cards go from the Exhaustion to the discard pile, the player's choice which."""
    cards = tuple(character.exhaustion)
    count = min(points, len(cards))
    if count < len(cards) and len(set(cards)) > 1:
        answer = yield Ask(
            character.seat,
            "regain",
            Several(options=_each(cards), least=count, most=count),
            "DK-32",
            f"{character.name}, {amount(count, 'card')} may come back. Which?",
            waiting=f"{character.name} picks what comes back.",
            about=character.name,
        )
        back = [cards[int(key)] for key in answer]
    else:
        back = list(cards[:count])
    regain(character, back)
    contest.report(Regained(character.name, tuple(back), character.stamina))


def give_edge(contest: Contest[Fight], character: Character) -> Procedure[None]:
    """A foe gains an advantage; of several the game master says which."""
    foes = contest.state.standing_foes
    if not foes:
        return
    foe = foes[0]
    if len(foes) > 1:
        name = yield Ask(
            GM,
            "edge",
            Choice(options=tuple(Option(each.name, each.name) for each in foes)),
            "DK-32",
            f"{character.name} takes a breather. Which foe gains an advantage by it?",
            waiting="The game master says which foe gains an advantage.",
            about=character.name,
        )
        foe = contest.state.foe(name)
    foe.edge = min(foe.edge + 1, 3)
    contest.report(EdgeGained(foe.name))


def _each(cards: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(str(n), named(card)) for n, card in enumerate(cards))
