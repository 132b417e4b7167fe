"""Small contests for tests: who meets whom in a line, dice in the order in which they fall, answers by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agonist.kernel import GM, Ask, Referee
from agonist.questworlds import GAME
from agonist.questworlds.contestants import Contestant
from agonist.questworlds.sheets import AbilityEntry, Character

Answers = dict[str, list[Any]]


def hero(name: str, *ratings: int | str, **more: Any) -> Character:
    """A player's character with abilities called First, Second, …"""
    return Character(name=name, abilities=_abilities(ratings), **more)


def foe(name: str, *ratings: int | str, **more: Any) -> Character:
    """A resistance of the game master."""
    return Character(name=name, resistance=True, abilities=_abilities(ratings), **more)


def _abilities(ratings: Iterable[int | str]) -> tuple[AbilityEntry, ...]:
    names = ("First", "Second", "Third", "Fourth")
    return tuple(AbilityEntry(name=name, rating=rating) for name, rating in zip(names, ratings, strict=False))


def start(type_name: str, setup: Any, options: Any = None) -> Any:
    """A contest with all dice typed in."""
    kind = GAME.type(type_name)
    seats = {GM, *kind.seats(kind.setup_from(setup, options)[0])}
    return Referee.start(
        GAME, type_name, setup, options, seed=bytes(32), dice=dict.fromkeys(sorted(seats), "typed")
    )


def go(referee: Any, dice: Iterable[int] = (), answers: Answers | None = None) -> Any:
    """Play on until dice are due and none are left, or somebody plans or may come back.

    Answers are taken one after the other by what is asked, or by ``name: what is asked`` for one contestant; where
    none is left the default is given. Dice for a roll-off are written as negative numbers.
    """
    left = list(dice)
    given = {key: list(values) for key, values in (answers or {}).items()}
    while not referee.over:
        pending = referee.pending[0]
        request = pending.request
        if isinstance(request, Ask):
            prepared = given.get(f"{request.about}: {request.what}") or given.get(request.what)
            if not prepared and not left and request.what in ("plan", "final action", "return"):
                break
            referee.answer(pending.id, prepared.pop(0) if prepared else pending.form().fallback())
        elif (face := _face(pending, left)) is not None:
            referee.answer(pending.id, [face])
        else:
            break
    assert not left, f"dice were left over: {left}"
    unused = {key: values for key, values in given.items() if values}
    assert not unused, f"never asked: {unused}"
    return referee


def asked(referee: Any) -> list[tuple[str, str]]:
    """Who is asked for what now."""
    return [(pending.request.about, pending.request.what) for pending in referee.pending]


def until(referee: Any, what: str, dice: Iterable[int] = (), answers: Answers | None = None) -> Any:
    """Play on until this is asked, and return the pending request."""
    left = list(dice)
    given = {key: list(values) for key, values in (answers or {}).items()}
    while True:
        assert not referee.over, f"{what!r} was never asked"
        pending = referee.pending[0]
        request = pending.request
        if request.what == what:
            assert not left, f"dice were left over: {left}"
            return pending
        if isinstance(request, Ask):
            prepared = given.get(f"{request.about}: {request.what}") or given.get(request.what)
            referee.answer(pending.id, prepared.pop(0) if prepared else pending.form().fallback())
        else:
            face = _face(pending, left)
            assert face is not None, f"{request.what} before {what!r}, and no dice are left"
            referee.answer(pending.id, [face])


def _face(pending: Any, left: list[int]) -> int | None:
    """The next die; a roll-off that no dice are kept for goes in the order in which it is asked."""
    if pending.request.what.endswith("roll-off") and not (left and left[0] < 0):
        return 20 - int(pending.slot)
    return abs(left.pop(0)) if left else None


def bid(stake: int | dict[str, int], ability: str = "First", words: str = "") -> Any:
    """A plan: act with a bid, in a group with a bid for each target."""
    key = "bids" if isinstance(stake, dict) else "bid"
    return {"pick": "exchange", "with": {"words": words, "ability": ability, key: stake}}


def shot(stake: int, ability: str = "First") -> Any:
    return {"pick": "shot", "with": {"words": "", "ability": ability, "bid": stake}}


def plan(kind: str, **parts: Any) -> Any:
    """Any other plan, with the usual parts filled in."""
    usual: dict[str, Any] = {"words": "", "ability": "First"}
    if kind in ("asymmetrical", "asymmetrical-unstated", "unrelated"):
        usual["aim"] = "objective"
    return {"pick": kind, "with": {**usual, **parts}}


def augment(whom: str, ability: str = "First") -> Any:
    """An aim: an augment for somebody."""
    return {"pick": "augment", "with": {"pick": whom, "with": ability}}


def who(referee: Any, name: str) -> Contestant:
    found: Contestant = referee.state.find(name)
    return found


def ap(referee: Any, *names: str) -> tuple[int, ...]:
    """The totals of these, or of all contestants in order."""
    state = referee.state
    return tuple(each.ap for each in state.contestants if not names or each.name in names)


def told(referee: Any, rule: str = "") -> list[str]:
    """The texts of the log, or those that cite a rule."""
    return [line.event.text() for line in referee.lines if not rule or (line.event.cites() == rule and rule)]


def form_of(pending: Any) -> Any:
    return pending.form()


def option(form: Any, key: str) -> Any:
    """An option of a choice."""
    return next(each for each in form.options if each.key == key)


def keys(form: Any) -> list[str]:
    """What can be chosen now."""
    return [each.key for each in form.options if not each.unavailable]


def part(form: Any, key: str) -> Any:
    """The form of one part."""
    return next(each.form for each in form.fields if each.key == key)
