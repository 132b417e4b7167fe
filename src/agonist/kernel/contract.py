"""The contract that every game keeps with the kernel, checked over random legal play: `agonist check`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from .errors import AgonistError, GameBroken
from .forms import Form
from .game import Game, Policy, Seen
from .marks import Viewer
from .questions import Pending
from .referee import Referee
from .requests import GM, Ask
from .seat_view import seat_view
from .transcript import Answered, Chanced, DiceMode, Rewound, Transcript
from .verify import verify
from .views import see

NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -(10**9),
    10**9,
    3.5,
    "no such thing",
    [],
    ["x"],
    {},
    {"pick": "x"},
    {"x": 1},
    [[]],
)


def play_randomly(
    game: Game,
    type_name: str,
    setup: Any,
    options: Any,
    random: Random,
    *,
    watch: Callable[[Referee[Any]], None] | None = None,
    policies: Mapping[str, Policy] | None = None,
    most: int = 2_000,
) -> Referee[Any]:
    """Play with random legal answers (or a seat's policy, where one is given) to the end, or for `most` answers: with
    dice that wait or fall at once, or strictly.

    `watch` looks at the contest before every answer and at the end.
    """
    kind = game.type(type_name)
    seats = (GM, *kind.seats(kind.setup_from(setup, options)[0]))
    manner = random.choice(("at once", "tap", "tap", "strict"))
    dice: dict[str, DiceMode] = dict.fromkeys(seats, "tap" if manner == "tap" else "sealed")
    referee = Referee.start(
        game, type_name, setup, options, seed=random.randbytes(32), dice=dice, strict=manner == "strict"
    )
    for _ in range(most):
        if watch:
            watch(referee)
        if referee.over:
            break
        pending = random.choice(referee.pending)
        if policies and pending.seat in policies and isinstance(pending.request, Ask):
            value = policies[pending.seat](Seen(pending.seat, referee.state), pending.request)
        else:
            value = pending.form().sample(random)
        referee.answer(pending.id, value)
    return referee


def check_contract(
    game: Game, type_name: str, setup: Any, options: Any, random: Random, *, most: int = 300
) -> Referee[Any]:
    """Play randomly and hold everything that every game promises; returns the contest as it was left."""
    snapshots: list[Any] = []

    def watch(referee: Referee[Any]) -> None:
        _check_forms(referee, random)
        _check_views(referee)
        if random.random() < 0.1:
            _check_refusals(referee)
        if random.random() < 0.1 and (snapshot := referee.snapshot()) is not None:
            snapshots.append(snapshot)

    referee = play_randomly(game, type_name, setup, options, random, watch=watch, most=most)
    _check_replay(game, referee)
    for snapshot in snapshots[-3:]:
        _check_restore(game, referee, snapshot)
    if not referee.over:
        _check_undo(referee, random)
    return referee


def check_closed(state: Any, seats: list[str]) -> None:
    """A field that nobody opened is in nobody's view: one more field on the state shows nowhere."""
    spied = msgspec.defstruct("Spied", [("secret_note", str, "the hidden word")], bases=(type(state),))
    twin = spied(**{name: getattr(state, name) for name in state.__struct_fields__})
    for seat in [*seats, "gm", "a passer-by"]:
        seen = see(twin, Viewer(seat, twin))
        _hold("secret_note" not in seen, "A field that is not marked is in somebody's view.")
        _hold(seen == see(state, Viewer(seat, state)), "What a seat sees depends on what it does not see.")


def _check_forms(referee: Referee[Any], random: Random) -> None:
    for pending in referee.pending:
        form: Form = pending.form()
        msgspec.json.encode(form.schema())
        msgspec.json.encode(form)
        for answer in (form.sample(random), form.fallback()):
            _hold(
                form.check(form.check(answer)) == form.check(answer),
                f"{_asked(pending)} does not take its own answer as it is.",
            )
        _hold(bool(form.legal()), f"{_asked(pending)} does not say what is legal.")
        if isinstance(pending.request, Ask):
            _hold(bool(pending.request.what), "A question does not say what it asks.")
            _hold(pending.seat in referee.seats, f"{_asked(pending)} asks a seat that is not there.")


def _check_views(referee: Referee[Any]) -> None:
    for seat in [*referee.seats, "a passer-by"]:
        view = seat_view(referee, seat, since=max(0, len(referee.lines) - 5))
        msgspec.json.encode(view)
        if seat not in referee.seats:
            _hold(not view.asked, "Somebody without a seat is asked.")
        for line in view.lines:
            _hold(bool(line.text), "A line of the log is empty.")


def _check_refusals(referee: Referee[Any]) -> None:
    before = referee.state.key(), len(referee.transcript.entries), len(referee.lines)
    for pending in referee.pending:
        form = pending.form()
        for value in NONSENSE:
            if not _fits(form, value):
                _refused(referee, pending, value)
        _refused(referee, pending, form.fallback(), by="a passer-by")
    after = referee.state.key(), len(referee.transcript.entries), len(referee.lines)
    _hold(before == after, "What was refused has changed something.")


def _refused(referee: Referee[Any], pending: Pending, value: Any, **by: str) -> None:
    try:
        referee.answer(pending.id, value, **by)
    except AgonistError as refusal:
        _hold(bool(refusal.accepted or by), f"{_asked(pending)} does not say what it would accept.")
    else:
        _hold(False, f"{_asked(pending)} takes {value!r}, which is no answer to it.")


def _fits(form: Form, value: Any) -> bool:
    try:
        form.check(value)
    except AgonistError:
        return False
    return True


def _check_replay(game: Game, referee: Referee[Any]) -> None:
    written = Transcript.from_json(referee.transcript.to_json())
    again = Referee.replay(game, written)
    _hold(again.state == referee.state, "Its transcript does not replay to the same state.")
    _hold(again.lines == referee.lines, "Its transcript does not replay to the same log.")
    _hold(again.result == referee.result, "Its transcript does not replay to the same outcome.")
    same = [p.id for p in again.pending] == [p.id for p in referee.pending]
    _hold(same, "Its transcript does not replay to the same questions.")
    if referee.over:
        _hold(not verify(game, written).typed, "Dice that nobody typed count as typed.")


def _check_restore(game: Game, referee: Referee[Any], snapshot: Any) -> None:
    written = Transcript.from_json(referee.transcript.to_json())
    again = Referee.restore(game, written, snapshot)
    _hold(again.state == referee.state, "A turn's start does not hold all that the turn needs.")
    _hold(again.lines == referee.lines[snapshot.lines :], "A log goes on otherwise from a turn's start.")
    _hold(again.result == referee.result, "A contest ends otherwise from a turn's start.")


def _check_undo(referee: Referee[Any], random: Random) -> None:
    """After an undo the same answers meet the same questions and the same dice."""
    points = referee.points()
    if not points:
        return
    to = random.choice(points)
    state, entries = referee.state.copy(), list(referee.transcript.entries)
    undo = referee.undo(to, reason="a slip")
    _hold(isinstance(undo[0], Rewound), "An undo leaves no trace.")
    for entry in entries:
        if not isinstance(entry, Answered | Chanced) or entry.at < to:
            continue
        pending = next((p for p in referee.pending if (p.at, p.slot) == (entry.at, entry.slot)), None)
        if isinstance(entry, Chanced):
            if pending is not None:
                referee.answer(pending.id, "sealed")
        elif not entry.granted:
            if pending is None:
                raise GameBroken("After an undo the same answers do not meet the same questions.")
            referee.answer(pending.id, entry.value)
    _hold(referee.state == state, "After an undo the same answers do not lead to the same state.")
    _hold(referee.transcript.entries[: len(entries)] == entries, "An undo changes what was written before.")


def _hold(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise GameBroken(otherwise)


def _asked(pending: Pending) -> str:
    what = pending.request.what or type(pending.request).__name__
    return f"The question {what!r} to {pending.seat}"
