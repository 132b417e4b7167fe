"""What the tests of this game share: characters with chosen piles, and procedures run with chosen cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from agonist.deckahedron.cards import DECKAHEDRON
from agonist.deckahedron.fight.foes import Fight, Foe, FoeSetup, foe_made
from agonist.deckahedron.people.characters import Card, CharacterSetup, made, supply_for
from agonist.deckahedron.people.scene import Character, Hit, Protection, Scene, Slot, Weapon
from agonist.kernel import AnswerRefused, Ask, Chance, Contest, Event, Procedure
from agonist.kernel.course import UNANSWERED, cut_off, cuts_short, decisions_first


def bera(**changes: Any) -> Character:
    """A character with Dragon, Crown and Blade for Str, Dex and Int, with anything changed."""
    sheet = {"strength": "dragon", "dexterity": "crown", "intelligence": "blade"}
    setup = {key: changes.pop(key) for key in list(changes) if key in CharacterSetup.__struct_fields__}
    character = made(CharacterSetup(**{"name": "Bera", **sheet, **setup}))
    for key, value in changes.items():
        setattr(character, key, value)
    return character


def with_piles(
    deck: Iterable[str], discard: Iterable[str] = (), exhaustion: Iterable[str] = (), **changes: Any
) -> Character:
    """A character with exactly these cards and no others."""
    character = bera(**changes)
    character.deck, character.discard, character.exhaustion = (
        sorted(deck),
        sorted(discard),
        sorted(exhaustion),
    )
    character.added = [card for card in sorted([*deck, *discard]) if "w" in card or "b" in card]
    character.stamina = sum("s" in card for card in character.deck + character.discard)
    return character


def scene(*characters: Character) -> Contest[Scene]:
    """A contest with a log, to run procedures on."""
    return Contest(Scene(list(characters), supply_for(characters)), [])


def fight(*members: Character | Foe) -> Contest[Fight]:
    characters = [each for each in members if isinstance(each, Character)]
    foes = [each for each in members if isinstance(each, Foe)]
    order = [each.name for each in characters]
    return Contest(
        Fight(characters, supply_for(characters), foes=foes, round=1, phase="characters", order=order), []
    )


def foe(name: str = "Goblin", **changes: Any) -> Foe:
    return foe_made(FoeSetup(**{"name": name, **changes}))


def play(procedure: Procedure[Any], *answers: Any) -> Any:
    """Run a procedure with these answers, and no others, to its end; a function is an answer made from its request.

    A window beside something else is used by a pair of what is asked and the answer, as in ``("aid", "yes")``; one that
    stands alone takes the next answer if that fits. Else windows stay closed.
    """
    left = list(answers)
    try:
        request = next(procedure)
        while True:
            if isinstance(request, tuple):
                answer: Any = _together(request, left)
            elif isinstance(request, Ask) and request.window and not (left and _fits(request, left[0])):
                answer = request.assumed()
            else:
                assert left, f"no answer to {request}"
                answer = _checked(request, left.pop(0))
            request = procedure.send(answer)
    except StopIteration as end:
        assert not left, f"not asked for: {left}"
        return end.value


def _together(request: tuple[Ask | Chance, ...], left: list[Any]) -> tuple[Any, ...]:
    """The answers to a joint request: windows, other decisions and then dice, until one of them ends it."""
    given: list[Any] = [UNANSWERED] * len(request)
    for slot in sorted(decisions_first(request), key=lambda slot: not _window(request[slot])):
        each = request[slot]
        if _window(each) and not (left and isinstance(left[0], tuple) and left[0][0] == each.what):
            continue
        if not left:
            raise AssertionError(f"no answer to {each}")
        answer = left.pop(0)
        given[slot] = _checked(each, answer[1] if _window(each) else answer)
        if cuts_short(each, given[slot]):
            break
    return cut_off(request, given)


def _window(request: Ask | Chance) -> bool:
    return isinstance(request, Ask) and request.window


def _fits(request: Ask, answer: Any) -> bool:
    if callable(answer):
        return True
    try:
        request.legal().check(answer)
    except AnswerRefused:
        return False
    return True


def _checked(request: Ask | Chance, answer: Any) -> Any:
    if callable(answer):
        return answer(request)
    if isinstance(request, Ask):
        return request.legal().check(answer)
    return tuple(request.form().check(list(answer)))


def direct_hit(victim: str, source: str, parts: list[Any], against: Any = "physical") -> Hit:
    """What a character is told to lose or take, without a roll."""
    return Hit(victim, source, against=against, left=list(parts))


def asked(procedure: Procedure[Any], *answers: Any) -> Any:
    """The request that comes after these answers."""
    seen: list[Any] = []

    class Enough(Exception):
        pass

    def look(request: Any) -> Any:
        seen.append(request)
        raise Enough

    try:
        play(procedure, *answers, look)
    except Enough:
        return seen[0]
    raise AssertionError("nothing more was asked")


def told(contest: Contest[Any], kind: type[Event]) -> list[Any]:
    """The events of a kind, in their order."""
    return [event for event in contest.events or [] if type(event) is kind]


def all_cards(state: Scene) -> list[str]:
    """Every card of a scene, wherever it lies."""
    piles = [pile for each in state.characters for pile in (each.deck, each.discard, each.exhaustion)]
    return sorted([*(card for pile in piles for card in pile), *state.supply])


Run = Callable[..., Any]

__all__ = [
    "DECKAHEDRON",
    "Card",
    "Protection",
    "Slot",
    "Weapon",
    "all_cards",
    "asked",
    "bera",
    "direct_hit",
    "fight",
    "foe",
    "play",
    "scene",
    "told",
    "with_piles",
]
