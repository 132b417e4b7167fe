"""Small contests for tests: who meets whom in a line, dice in the order in which they fall, answers by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agonist.kernel import GM, Ask, DiceMode, Referee
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.people.contestants import Contestant
from agonist.questworlds.classic.people.setup import AbilityEntry, Character

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


MANNER = {"strict": False}
"""Whether everybody is asked everything; tests of rules run in both manners."""


def start(type_name: str, setup: Any, options: Any = None) -> Any:
    """A contest with all dice typed in, in which everybody's windows are waited for."""
    kind = GAME.type(type_name)
    seats = {GM, *kind.seats(kind.setup_from(setup, options)[0])}
    dice: dict[str, DiceMode] = dict.fromkeys(sorted(seats), "typed")
    strict = MANNER["strict"]
    referee = Referee.start(GAME, type_name, setup, options, seed=bytes(32), dice=dice, strict=strict)
    referee.patient_with = frozenset(seats)
    return referee


class Script:
    """Dice and answers that are left to give.

    Answers are taken one after the other by what is asked, or by ``name: what is asked`` for one contestant; where
    none is left the default is given, and windows stay closed. Foes' plans are written on the game master's sheet.
    Dice for a roll-off are written as negative numbers. What the game master can object to is written by what it is
    about: ``bid proposal``, ``switch``, ``order``, ``moves``.
    """

    def __init__(self, dice: Iterable[int], answers: Answers | None) -> None:
        self.dice = list(dice)
        self.answers = {key: list(values) for key, values in (answers or {}).items()}

    def prepared(self, request: Any) -> list[Any]:
        return self.answers.get(f"{request.about}: {request.what}") or self.answers.get(request.what) or []

    def named(self, request: Any) -> bool:
        """Whether there is an answer to this."""
        if request.what == "objection" and not self.prepared(request):
            return any(self.answers.get(key) for key in OBJECTIONS if OBJECTIONS[key] in offered(request))
        if request.what == "foes":
            return any(self.answers.get(f"{name}: plan") for name in foes_of(request)) or bool(
                self.prepared(request)
            )
        return bool(self.prepared(request))

    def take(self, request: Any) -> Any:
        """The next answer to this, or the default."""
        if left := self.prepared(request):
            return left.pop(0)
        form = request.legal()
        if request.what == "foes":
            sheet = form.fallback()["with"]
            given = {name: plans.pop(0) for name in sheet if (plans := self.answers.get(f"{name}: plan"))}
            return {"pick": "each", "with": sheet | given}
        if request.what == "objection":
            return self.objection(request)
        return request.assumed() if request.window else form.fallback()

    def objection(self, request: Any) -> Any:
        """The first of the game master's objections that is left, or none."""
        for key, kind in OBJECTIONS.items():
            if kind in offered(request) and self.answers.get(key):
                value = self.answers[key].pop(0)
                if value in ("as-stated", "free"):
                    continue
                if kind in ("order", "move"):
                    return {"pick": kind, "with": value}
                name = option(request.legal(), kind).then.options[0].key
                return {
                    "pick": kind,
                    "with": {"pick": name, "with": value["with"]} if kind == "propose" else name,
                }
        return "none"

    def face(self, pending: Any) -> int | None:
        """The next die; a roll-off that no dice are kept for goes in the order in which it is asked."""
        if pending.request.what.endswith("roll-off") and not (self.dice and self.dice[0] < 0):
            return 20 - int(pending.slot)
        return abs(self.dice.pop(0)) if self.dice else None

    def step(self, referee: Any, stops: tuple[str, ...] = ()) -> bool:
        """Give one answer or roll one die; False if nothing is left to give, or somebody plans with no dice left."""
        asks = [each for each in referee.pending if isinstance(each.request, Ask)]
        asks.sort(key=lambda each: not each.request.window)
        pending = next((each for each in asks if self.named(each.request)), None)
        pending = pending or next((each for each in asks if not each.window), None)
        if pending is not None:
            if not self.named(pending.request) and not self.dice and pending.request.what in stops:
                return False
            referee.answer(pending.id, self.take(pending.request))
            return True
        pending = next((each for each in referee.pending if not isinstance(each.request, Ask)), None)
        if pending is None:
            return bool(referee.let_pass())
        face = self.face(pending)
        if face is not None:
            referee.answer(pending.id, [face])
        return face is not None


OBJECTIONS = {"bid proposal": "propose", "switch": "charge", "order": "order", "moves": "move"}


def offered(request: Any) -> list[str]:
    """What can be chosen."""
    return keys(request.legal())


def foes_of(request: Any) -> list[str]:
    """The names on the game master's sheet."""
    return [field.key for field in option(request.legal(), "each").then.fields]


def go(referee: Any, dice: Iterable[int] = (), answers: Answers | None = None) -> Any:
    """Play on until dice are due and none are left, or somebody plans or may come back."""
    script = Script(dice, answers)
    while not referee.over and script.step(referee, ("plan", "foes", "final action", "return")):
        pass
    assert not script.dice, f"dice were left over: {script.dice}"
    unused = {key: values for key, values in script.answers.items() if values}
    assert not unused, f"never asked: {unused}"
    return referee


def asked(referee: Any) -> list[tuple[str, str]]:
    """Who has to answer what now, or roll."""
    musts = [each for each in referee.pending if isinstance(each.request, Ask) and not each.request.window]
    dice = [each for each in referee.pending if not isinstance(each.request, Ask)]
    return [(each.request.about, each.request.what) for each in musts or dice]


def can_say(referee: Any) -> list[tuple[str, str]]:
    """Who must or can answer what now."""
    return [
        (each.request.about, each.request.what) for each in referee.pending if isinstance(each.request, Ask)
    ]


def until(referee: Any, what: str, dice: Iterable[int] = (), answers: Answers | None = None) -> Any:
    """Play on until this is asked or can be answered, and return the pending request; for a die, the moment before."""
    script = Script(dice, answers)
    while True:
        assert not referee.over, f"{what!r} was never asked"
        found = [each for each in referee.pending if each.request.what == what]
        if what.endswith("d20"):
            due = not script.dice and any(slot.what == what for slot in referee.course.slots)
            found = list(referee.pending) if due else []
        if found and not script.named(found[0].request):
            assert not script.dice, f"dice were left over: {script.dice}"
            return found[0]
        assert script.step(referee), f"{asked(referee)} before {what!r}, and no dice are left"


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
