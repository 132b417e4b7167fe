"""The contract that every game keeps with the kernel, checked over random legal play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from agonist.kernel import (
    GM,
    AgonistError,
    Answered,
    Ask,
    Chanced,
    ContestType,
    DiceMode,
    Form,
    Game,
    Policy,
    Referee,
    Rewound,
    Seen,
    Transcript,
    Viewer,
    seat_view,
    see,
    verify,
)

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
    snapshots = []

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


def check_closed(kind: ContestType[Any], state: Any, seats: list[str]) -> None:
    """A field that nobody opened is in nobody's view: one more field on the state shows nowhere."""
    spied = msgspec.defstruct("Spied", [("secret_note", str, "the hidden word")], bases=(type(state),))
    twin = spied(**{name: getattr(state, name) for name in state.__struct_fields__})
    for seat in [*seats, "gm", "a passer-by"]:
        seen = see(twin, Viewer(seat, twin))
        assert "secret_note" not in seen
        assert seen == see(state, Viewer(seat, state))


def _check_forms(referee: Referee[Any], random: Random) -> None:
    for pending in referee.pending:
        form: Form = pending.form()
        msgspec.json.encode(form.schema())
        msgspec.json.encode(form)
        for answer in (form.sample(random), form.fallback()):
            assert form.check(form.check(answer)) == form.check(answer)
        assert form.legal()
        if isinstance(pending.request, Ask):
            assert pending.request.what
            assert pending.seat in referee.seats


def _check_views(referee: Referee[Any]) -> None:
    for seat in [*referee.seats, "a passer-by"]:
        view = seat_view(referee, seat, since=max(0, len(referee.lines) - 5))
        msgspec.json.encode(view)
        if seat not in referee.seats:
            assert not view.asked
        for line in view.lines:
            assert line.text


def _check_refusals(referee: Referee[Any]) -> None:
    before = referee.state.key(), len(referee.transcript.entries), len(referee.lines)
    for pending in referee.pending:
        form = pending.form()
        for value in NONSENSE:
            if not _fits(form, value):
                with pytest.raises(AgonistError) as refusal:
                    referee.answer(pending.id, value)
                assert refusal.value.accepted
        with pytest.raises(AgonistError):
            referee.answer(pending.id, form.fallback(), by="a passer-by")
    assert before == (referee.state.key(), len(referee.transcript.entries), len(referee.lines))


def _fits(form: Form, value: Any) -> bool:
    try:
        form.check(value)
    except AgonistError:
        return False
    return True


def _check_replay(game: Game, referee: Referee[Any]) -> None:
    written = Transcript.from_json(referee.transcript.to_json())
    again = Referee.replay(game, written)
    assert again.state == referee.state
    assert again.lines == referee.lines
    assert again.result == referee.result
    assert [p.id for p in again.pending] == [p.id for p in referee.pending]
    if referee.over:
        assert verify(game, written).typed == ()


def _check_restore(game: Game, referee: Referee[Any], snapshot: Any) -> None:
    written = Transcript.from_json(referee.transcript.to_json())
    again = Referee.restore(game, written, snapshot)
    assert again.state == referee.state
    assert again.lines == referee.lines[snapshot.lines :]
    assert again.result == referee.result


def _check_undo(referee: Referee[Any], random: Random) -> None:
    """After an undo the same answers meet the same questions and the same dice."""
    points = referee.points()
    if not points:
        return
    to = random.choice(points)
    state, entries = referee.state.copy(), list(referee.transcript.entries)
    undo = referee.undo(to, reason="a slip")
    assert isinstance(undo[0], Rewound)
    for entry in entries:
        if not isinstance(entry, Answered | Chanced) or entry.at < to:
            continue
        pending = next((p for p in referee.pending if (p.at, p.slot) == (entry.at, entry.slot)), None)
        if isinstance(entry, Chanced):
            if pending is not None:
                referee.answer(pending.id, "sealed")
        elif not entry.granted:
            assert pending is not None
            referee.answer(pending.id, entry.value)
    assert referee.state == state
    assert referee.transcript.entries[: len(entries)] == entries
