"""Chaos: a contest in which people answer, correct, undo, fork, leave and come back at random, and nothing may break.

`Chaos(SCENES[name], seed).run()` is one contest; the same name and seed are the same contest, act for act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from agonist.kernel import (
    GM,
    ONLOOKER,
    AgonistError,
    Answer,
    Ask,
    Choice,
    ContestType,
    Correction,
    Form,
    Game,
    GameBroken,
    Number,
    Pending,
    Preset,
    Referee,
    Seen,
    Snapshot,
    Transcript,
    corrections,
    defaults,
    random_policy,
    seat_view,
)
from examples.standoff import GAME as STANDOFF
from tests.support.installed import installed_games

__all__ = ["SCENES", "Chaos", "Scene"]

NONSENSE: tuple[Any, ...] = (None, True, -1, 10**7, 2.5, "no such thing", [], ["x"], {}, {"pick": "x"}, [[]])


class Scene(NamedTuple):
    """Something that chaos can start from."""

    name: str
    game: Game
    kind: ContestType[Any]
    preset: Preset


def _scenes() -> Iterator[Scene]:
    for game in (*installed_games(), STANDOFF):
        for kind in game.types:
            for name, preset in kind.presets.items():
                yield Scene(f"{game.name}-{kind.name}-{name}", game, kind, preset)


SCENES = {scene.name: scene for scene in _scenes()}


class Broken(AssertionError):
    """Something broke; the message says how to come there again."""


class Chaos:
    """One contest. What must hold is looked at after every act."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene, self.seed = scene, seed
        self.random = Random(f"{scene.name} {seed}")
        self.done: list[str] = []
        self.gone: dict[str, str] = {}
        """Who has left, and the bot that plays on for them."""
        self.last: set[str] = set()
        """Whom the last answer was about."""
        self.waits = False
        """Whether it waits for others, or for dice, before it takes effect."""
        self.kept: list[Snapshot] = []
        self.secret = self.random.randbytes(32)
        self.waited_for: frozenset[str] = frozenset()

    def run(self, most: int) -> None:
        """So many acts, or until the contest is over."""
        try:
            self._begin()
            self._look()
            while not self.referee.over and len(self.done) < most:
                self._act()
                self._look()
            self._replayed()
        except Exception as problem:
            acts = "\n  ".join(self.done[-12:])
            raise Broken(
                f"chaos: Chaos(SCENES[{self.scene.name!r}], {self.seed}).run({most}) breaks at act {len(self.done)}:"
                f" {type(problem).__name__}: {problem}\n  {acts}"
            ) from problem

    def _begin(self) -> None:
        random, scene = self.random, self.scene
        self.referee: Referee[Any] = Referee.start(
            scene.game,
            scene.kind.name,
            scene.preset.setup,
            scene.preset.options,
            seed=self.secret,
            usual=random.choice(("sealed", "tap", "tap", "either")),
            strict=random.random() < 0.25,
        )
        if random.random() < 0.5:
            some = random.sample(list(self.referee.seats), random.randint(1, len(self.referee.seats)))
            self.waited_for = frozenset(some)
        self._go_on_with(self.referee)

    def _go_on_with(self, referee: Referee[Any]) -> None:
        self.referee = referee
        referee.patient_with = self.waited_for

    def _act(self) -> None:
        """Anything; but an answer that waits for others' is caught by a correction more often than not."""
        acts, weights = zip(*_ACTS, strict=True)
        waits, self.waits = self.waits, False
        act = Chaos.correct if waits and self.random.random() < 0.6 else self.random.choices(acts, weights)[0]
        act(self)

    def _note(self, what: str) -> None:
        self.done.append(f"{self.referee.at}: {what}")

    # What people do

    def answer(self) -> None:
        """Somebody answers, or the bot of somebody who left; sometimes the game master does in their place."""
        pending = self.random.choice(self.referee.pending)
        value = self._answer_to(pending)
        by = GM if self.random.random() < 0.1 else ""
        self._note(f"{pending.seat} answers {pending.request.what!r} with {value!r}")
        self.last = {pending.request.about}
        self.referee.answer(pending.id, value, by=by)
        self.waits = self.referee.at == pending.at

    def _answer_to(self, pending: Pending) -> Answer:
        form, request = pending.form(), pending.request
        bot = self.gone.get(pending.seat)
        if bot is not None and isinstance(request, Ask):
            policies = {**self.scene.kind.bots, "defaults": defaults, "random": random_policy(self.random)}
            return policies[bot](Seen(pending.seat, self.referee.state, (self.referee, pending)), request)
        return form.fallback() if self.random.random() < 0.15 else form.sample(self.random)

    def let_pass(self) -> None:
        """Time passes: what nobody has said by now is as it is assumed to be."""
        self._note("time passes")
        self.referee.let_pass()

    def talk_nonsense(self) -> None:
        """What is no answer is refused, and so is what somebody else answers."""
        pending = self.random.choice(self.referee.pending)
        value, form = self.random.choice(NONSENSE), pending.form()
        self._note(f"{pending.seat} answers {pending.request.what!r} with nonsense: {value!r}")
        if not _fits(form, value):
            self._refused(lambda: self.referee.answer(pending.id, value))
        self._refused(lambda: self.referee.answer(pending.id, form.fallback(), by=ONLOOKER))

    def correct(self) -> None:
        """The game master corrects a value: to anything that may stand there, its limits often, or past them."""
        known = corrections(self.referee.state)
        if not known:
            return
        place = self.random.choice(self._of_interest(known))
        value, legal = _value_for(place.form, self.random)
        self._note(f"{place.path} ({place.label}), {place.value!r}, is corrected to {value!r}")
        if legal:
            self.referee.override(place.path, value, reason="so it is")
        else:
            self._refused(lambda: self.referee.override(place.path, value, reason="so it is"))

    def _of_interest(self, known: list[Correction]) -> list[Correction]:
        """Mostly what belongs to whoever answered last, or is asked something now: there it does the most."""
        asked = {each.request.about for each in self.referee.pending}
        for whom, share in ((self.last, 0.5), (asked, 0.6)):
            theirs = [each for each in known if self._whose(each.path) in whom]
            if theirs and self.random.random() < share:
                return theirs
        return known

    def _whose(self, path: str) -> str:
        """The name of whoever a value belongs to: that of the row of the state's list in which it stands."""
        part, _, rest = path.partition(".")
        row = rest.partition(".")[0]
        rows = getattr(self.referee.state, part)
        return getattr(rows[int(row)], "name", "") if row.isdecimal() and isinstance(rows, list) else ""

    def undo(self) -> None:
        points = self.referee.points()
        near = points[-4:] if self.random.random() < 0.5 else points
        to = self.random.choice(near) if near else -1
        self._note(f"undo to {to}")
        if near:
            self.referee.undo(to, reason="once more")
        else:
            self._refused(lambda: self.referee.undo(to))

    def fork(self) -> None:
        """The contest goes on in a fork of it; the original is as it was."""
        at = self.random.randint(0, self.referee.at)
        before = self._told()
        secret = self.random.randbytes(32)
        self._note(f"fork at {at}")
        twin = self.referee.fork(at, seed=secret)
        assert self._told() == before, "a fork changed its original"
        self.secret, self.kept = secret, []
        self._go_on_with(twin)

    def replay(self) -> None:
        self._note("replay")
        self._replayed()

    def restore(self) -> None:
        """From a snapshot of now or earlier, in the process of somebody else; the contest goes on there."""
        self._note("restore from a snapshot")
        snapshot = self.referee.snapshot()
        if snapshot is None:
            return
        encoded = msgspec.json.encode(snapshot)
        self.kept.append(msgspec.json.decode(encoded, type=Snapshot))
        again = Referee.restore(
            self.scene.game, self._written(), self.random.choice(self.kept[-3:]), self.secret
        )
        self._same(again)
        again.recall()
        assert again.lines == self.referee.lines, "the log is another one after a restore"
        assert again.points() == self.referee.points()
        if self.random.random() < 0.5:
            self._go_on_with(again)

    def leave_or_return(self) -> None:
        seat = self.random.choice(list(self.referee.seats))
        if self.gone.pop(seat, None) is not None:
            self._note(f"{seat} is back")
        else:
            self.gone[seat] = self.random.choice([*self.scene.kind.bots, "defaults", "random"])
            self._note(f"{seat} leaves, {self.gone[seat]} plays on")

    def order(self) -> None:
        """An order is given, one of the game's or the same answer always, or taken back."""
        known = self.scene.kind.orders
        if not known:
            return
        seat, what = self.random.choice(list(self.referee.seats)), self.random.choice(list(known))
        order = self.random.choice(["", "", "always", *(each.key for each in known[what])])
        value = None
        if order == "always":
            asked = [each for each in self.referee.pending if each.request.what == what]
            value = asked[0].form().sample(self.random) if asked else self.random.choice(NONSENSE)
        self._note(f"{seat} orders {order!r} for {what!r}, {value!r}")
        self.referee.order(seat, what, order, value)

    def set_dice(self) -> None:
        seat = self.random.choice(list(self.referee.seats))
        mode: Any = self.random.choice(("sealed", "tap", "typed", "either"))
        self._note(f"the dice of {seat}: {mode}")
        self.referee.set_dice(seat, mode)

    # What must hold

    def _look(self) -> None:
        """Every seat can be told what it may know, somebody can act, and whatever is open has a legal answer."""
        referee = self.referee
        shared: dict[Any, Any] = {}
        for seat in (*referee.seats, ONLOOKER):
            view = seat_view(referee, seat, since=max(0, len(referee.log) - 6), shared=shared)
            msgspec.json.encode(view)
            self.scene.kind.gauges(view.state)
        assert referee.over or referee.pending, "nobody can do anything"
        for pending in referee.pending:
            form = pending.form()
            form.check(form.fallback())
            if isinstance(pending.request, Ask) and pending.request.window:
                form.check(pending.request.assumed())

    def _replayed(self) -> None:
        again = Referee.replay(self.scene.game, self._written(), self.secret)
        self._same(again)
        assert again.lines == self.referee.lines, "the log is another one after a replay"
        if self.random.random() < 0.5:
            self._go_on_with(again)

    def _same(self, again: Referee[Any]) -> None:
        now = self.referee
        assert again.state == now.state, "the state is another one"
        assert again.result == now.result
        assert [each.id for each in again.pending] == [each.id for each in now.pending]

    def _written(self) -> Transcript:
        return Transcript.from_json(self.referee.transcript.to_json())

    def _told(self) -> tuple[Any, ...]:
        referee = self.referee
        asked = [each.id for each in referee.pending]
        return msgspec.json.encode(referee.state), len(referee.transcript.entries), len(referee.log), asked

    def _refused(self, act: Callable[[], Any]) -> None:
        """This is refused with a reason, and changes nothing."""
        before = self._told()
        with pytest.raises(AgonistError) as refusal:
            act()
        assert not isinstance(refusal.value, GameBroken)
        assert refusal.value.accepted, "a refusal says what would be accepted"
        assert self._told() == before, "a refusal changed something"


_ACTS: tuple[tuple[Callable[[Chaos], None], int], ...] = (
    (Chaos.answer, 50),
    (Chaos.correct, 30),
    (Chaos.undo, 5),
    (Chaos.leave_or_return, 4),
    (Chaos.order, 4),
    (Chaos.let_pass, 4),
    (Chaos.set_dice, 2),
    (Chaos.talk_nonsense, 2),
    (Chaos.restore, 2),
    (Chaos.replay, 1),
    (Chaos.fork, 1),
)


def _value_for(form: Form, random: Random) -> tuple[Any, bool]:
    """A value to correct something to, and whether it may stand there."""
    way = random.random()
    if way < 0.25:
        value = random.choice(NONSENSE)
        if isinstance(form, Number):
            value = random.choice((form.least - 1, form.most + 1, value))
        return value, _fits(form, value)
    if way < 0.5 and isinstance(form, Number):
        return random.choice((form.least, form.most)), True
    if way < 0.35 and isinstance(form, Choice):
        return form.fallback(), True
    return form.sample(random), True


def _fits(form: Form, value: Any) -> bool:
    try:
        form.check(value)
    except AgonistError:
        return False
    return True
