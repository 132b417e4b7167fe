"""Side by side: procedures that do not touch, whose ends no order of taps can change; what touches waits its turn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated, Any

import pytest
from msgspec import Struct

from agonist import kernel as k
from agonist.kernel.course import UNANSWERED
from agonist.kernel.transcript import Transcript
from agonist.odds.foresight import foreseen
from agonist.odds.situations import Position, situation_of
from agonist.review.places import walk

SEED = b"\x0b" * 32
SEATS = ("ash", "birch", "cedar")


class Dig(k.State):
    """Everybody digs where they stand; what is needed beyond that comes from one well, which may run dry."""

    found: Annotated[dict[str, int], k.OPEN]
    well: Annotated[int, k.OPEN] = 4
    round: Annotated[int, k.OPEN] = 0
    drawn: Annotated[list[str], k.OPEN] = []


class Setup(Struct):
    rounds: int = 2


class Finds(k.Event, frozen=True):
    who: str
    value: int

    def text(self) -> str:
        return f"{self.who} finds {self.value}."


class Digging(k.ContestType[Dig]):
    name, title, state_type, setup_type = "digging", "Digging", Dig, Setup

    def seats(self, setup: Setup) -> dict[str, str]:
        return {seat: seat.title() for seat in SEATS}

    def begin(self, setup: Setup, options: object) -> Dig:
        return Dig(dict.fromkeys(SEATS, 0), round=-setup.rounds)

    def turn(self, contest: k.Contest[Dig]) -> k.Procedure[None]:
        state = contest.state
        values = yield from k.together(contest, *(_digs(contest, seat) for seat in SEATS))
        fate = yield k.Roll((6,), what="fate")
        if fate[0] > 4:
            state.found[SEATS[values.index(max(values))]] += 1
        state.round += 1

    def outcome(self, state: Dig) -> k.Outcome | None:
        return None if state.round < 0 else k.Outcome(summary=f"{sorted(state.found.items())}")

    def gauges(self, seen: Any) -> dict[str, float]:
        return {seat: seen["found"][seat] for seat in SEATS}


STOP = k.yes_or_no("Stop", "Go on")


def _digs(contest: k.Contest[Dig], seat: str) -> k.Procedure[int]:
    """How deep, as often as it goes well; who finds much sends two off together; the well is drawn from in turn."""
    total = 0
    while True:
        deep = yield k.Ask(seat, "deep", k.Number(1, 3, 1), about=seat)
        if deep == 1:
            yield k.Ask(seat, "sure", k.yes_or_no("Yes", "No"), about=seat)
            face = 1
        else:
            stop = k.Ask(k.GM, "word", STOP, about=seat, assume="no", interrupts=True)
            _, fell = yield (stop, k.Roll((6,) * deep, seat=seat, what=f"{seat} digs"))
            face = fell[0] if fell else 0
        total += face
        contest.report(Finds, seat, total)
        if face != 6:
            break
    if total > 6:
        more = yield from k.together(contest, _rolls(seat, "left"), _rolls(seat, "right"))
        total += sum(more)
    yield from k.in_turn(contest)
    if total % 2 and contest.state.well:
        contest.state.well -= 1
        contest.state.drawn.append(seat)
        (face,) = yield k.Roll((4,), seat=seat, what=f"{seat} draws")
        total += face
    contest.state.found[seat] += total
    contest.report(Finds, seat, total)
    return total


def _rolls(seat: str, hand: str) -> k.Procedure[int]:
    (face,) = yield k.Roll((8,), seat=seat, what=f"{seat}, {hand}")
    return int(face)


KIND = Digging()
GAME = k.Game(name="digging", title="Digging", blurb="", rules_version="1", types=(KIND,))
k.register(GAME)


def begun(seed: bytes = SEED, dice: k.DiceMode = "tap") -> k.Referee[Any]:
    return k.Referee.start(GAME, "digging", Setup(), seed=seed, usual=dice)


def choice(pending: k.Pending, seed: int = 0) -> Any:
    """What is answered to a question, whenever it is asked."""
    if not isinstance(pending.request, k.Ask):
        return "sealed"
    return pending.form().sample(Random(f"{seed}{pending.seat}{pending.at}{pending.slot}"))


def played(
    pick: Callable[[list[k.Pending]], k.Pending],
    seed: bytes = SEED,
    answers: int = 0,
    most: int = 10_000,
    dice: k.DiceMode = "tap",
) -> k.Referee[Any]:
    """A contest in which of all that is open what is picked is answered next; windows where somebody speaks up."""
    referee = begun(seed, dice)
    for _ in range(most):
        musts = [each for each in referee.pending if not each.window]
        if not musts:
            assert referee.over
            break
        one = pick(musts)
        words = [each for each in referee.pending if each.window and each.at == one.at]
        if words and choice(words[0], answers) == "yes":
            one = words[0]
        referee.answer(one.id, choice(one, answers))
    return referee


def faces(referee: k.Referee[Any]) -> dict[int, tuple[str, list[Any]]]:
    """What fell, by the number of the roll."""
    return {
        done.roll: (done.entry.seat, done.entry.value)
        for done in referee.history.done
        if isinstance(done.entry, k.Chanced)
    }


def told_by(referee: k.Referee[Any]) -> dict[str, list[str]]:
    """What was told of each, in order."""
    lines = [line.event for line in referee.lines if isinstance(line.event, Finds) and not line.undone]
    return {seat: [event.text() for event in lines if event.who == seat] for seat in SEATS}


def first(open_now: list[k.Pending]) -> k.Pending:
    return open_now[0]


@pytest.mark.parametrize("seed", range(40))
def test_no_face_and_no_end_depends_on_who_was_quicker(seed: int) -> None:
    """A roll is the same whenever it is tapped; where all draw from one well it is as if one came after the other."""
    sealed, random = bytes([seed]) * 32, Random(seed)
    one_by_one = played(first, sealed, seed)
    for pick in (random.choice, lambda found: found[-1], random.choice):
        other = played(pick, sealed, seed)
        assert faces(other) == faces(one_by_one)
        assert other.state == one_by_one.state
        assert told_by(other) == told_by(one_by_one)
        assert other.result == one_by_one.result


def test_all_are_asked_at_once_and_what_touches_waits() -> None:
    referee = begun()
    assert [each.seat for each in referee.pending] == list(SEATS)
    assert len({each.at for each in referee.pending}) == 3
    while cedars := [each for each in referee.pending if each.seat == "cedar" and not each.window]:
        referee.answer(cedars[0].id, choice(cedars[0]))
    assert referee.state.found == dict.fromkeys(SEATS, 0), "who is done waits for those before"
    assert {each.seat for each in referee.pending if not each.window} == {"ash", "birch"}


def test_a_late_answer_is_told_from_one_to_what_is_not_asked() -> None:
    referee = begun()
    ash, birch, _ = referee.pending
    referee.answer(birch.id, 1)
    with pytest.raises(k.ActRefused) as late:
        referee.answer(birch.id, 2)
    assert late.value.code == "act.already-answered"
    with pytest.raises(k.ActRefused) as early:
        referee.answer(f"{ash.at + 300}.0.0", 2)
    assert early.value.code == "act.not-pending"
    referee.answer(ash.id, 1)
    assert [each.seat for each in referee.pending] == list(SEATS), "an answer elsewhere made nobody's late"


@pytest.mark.parametrize("seed", range(12))
def test_a_transcript_keeps_the_order_and_replays_verifies_and_forks(seed: int) -> None:
    referee = played(Random(seed).choice, answers=seed)
    data = referee.transcript.to_json()
    again: k.Referee[Any] = k.Referee.replay(GAME, Transcript.from_json(data))
    assert again.state == referee.state
    assert [line.event for line in again.lines] == [line.event for line in referee.lines]
    assert k.verify(GAME, Transcript.from_json(data)).sealed == len(faces(referee))
    record = k.dice_record(GAME, referee.transcript)
    assert k.verify_dice(record) == len(faces(referee)) == len({each.number for each in record.rolls})
    for step in walk(GAME, Transcript.from_json(data)):
        assert step.kind


@pytest.mark.parametrize("seed", range(30))
def test_undo_takes_back_what_came_of_it_and_nothing_that_went_on_beside(seed: int) -> None:
    """Undone and played on, it ends as it would have; replayed with its undo it stands where it stood."""
    random = Random(seed)
    whole = played(first, answers=seed)
    referee = played(random.choice, answers=seed, most=random.randrange(3, 30))
    if referee.over:
        return
    to = random.choice(referee.points())
    before = [done.entry for done in referee.history.done]
    here = next(done.where for done in referee.history.done if done.entry.at == to)
    referee.undo(to)
    assert to in referee.open_now
    kept = [done.entry for done in referee.history.done]
    assert kept == [entry for entry in before if entry in kept]
    if here and not any(where.in_turn for where in here):
        lost: list[Any] = [entry for entry in before if entry not in kept]
        assert all(entry.seat in (k.GM, lost[0].seat) or after_touch(referee, entry) for entry in lost)
    replayed: k.Referee[Any] = k.Referee.replay(GAME, referee.transcript, seed=SEED)
    assert replayed.state == referee.state
    assert replayed.open_now == referee.open_now
    assert [(line.event, line.undone) for line in replayed.lines] == [
        (line.event, line.undone) for line in referee.lines
    ]
    snapshot = referee.snapshot()
    assert snapshot is not None
    restored: k.Referee[Any] = k.Referee.restore(GAME, referee.transcript, snapshot, seed=SEED)
    assert (restored.state, restored.open_now) == (referee.state, referee.open_now)
    for each in (referee, restored):
        while not each.over:
            musts = [one for one in each.pending if not one.window]
            one = random.choice(musts)
            words = [word for word in each.pending if word.window and word.at == one.at]
            one = words[0] if words and choice(words[0], seed) == "yes" else one
            each.answer(one.id, choice(one, seed))
        assert each.state == whole.state
        assert told_by(referee) == told_by(whole)


def test_a_snapshot_does_not_count_on_what_was_undone() -> None:
    """Promise 6: what went on beside stands behind answers that were taken back, and comes before them no more."""
    referee = begun()
    ash, birch, _ = referee.pending
    referee.answer(ash.id, 1)
    referee.answer(birch.id, 1)
    (sure,) = [each for each in referee.pending if each.seat == "ash"]
    referee.answer(sure.id, "yes")
    referee.undo(ash.at)
    for _ in range(2):
        snapshot = referee.snapshot()
        assert snapshot is not None
        restored: k.Referee[Any] = k.Referee.restore(GAME, referee.transcript, snapshot, seed=SEED)
        assert (restored.state, restored.open_now) == (referee.state, referee.open_now)
        restored.recall()
        assert restored.lines == referee.lines
        referee.answer(referee.pending[0].id, choice(referee.pending[0]))


def after_touch(referee: k.Referee[Any], entry: Any) -> bool:
    """Whether an entry stood where all draw from one well, or later."""
    return entry.at not in {done.entry.at for done in referee.history.done}


def test_who_slips_takes_it_back_though_others_have_answered_beside() -> None:
    referee = begun()
    ash, birch, _ = referee.pending
    referee.answer(ash.id, 1)
    referee.answer(birch.id, 2)
    last = referee.own_last({"ash"})
    assert last is not None
    assert last[1], "nothing came of it"
    referee.take_back({"ash"})
    assert [each.request.what for each in referee.pending if each.seat == "ash"] == ["deep"]
    assert getattr(referee.history.done[-1].entry, "value", None) == 2


def test_a_correction_while_several_are_asked_replays_where_it_was() -> None:
    referee = begun()
    referee.answer(referee.pending[1].id, 1)
    with pytest.raises(k.ActRefused):
        referee.override("nowhere", 3, reason="a slip")
    fork = referee.fork()
    assert fork.open_now == referee.open_now
    back = referee.fork(referee.points()[0], seed=SEED)
    assert back.open_now == begun().open_now


@pytest.mark.parametrize("dice", ["sealed", "tap"])
def test_what_is_imagined_goes_on_where_it_is_asked(dice: k.DiceMode) -> None:
    """Odds and foresight replay what was entered side by side, and play one's own on to its end first."""
    referee = begun(dice=dice)
    for each in reversed(referee.pending):
        referee.answer(each.id, 2)
    pending = referee.pending[-1]
    position = Position(situation_of(referee, pending))
    course = position.course(0)
    assert course.slots[pending.slot] == pending.request
    assert course.apart
    while course.result is None:
        k.answer_all(course, k.defaults, Random(1))
    assert foreseen(situation_of(referee, pending)) is not None


def test_a_bare_run_is_the_same_contest() -> None:
    """Where nobody watches one is played after the other: the same questions, rolls and touches."""
    asked: list[tuple[str, str]] = []

    def policy(_: k.Seen, ask: k.Ask) -> Any:
        asked.append((ask.seat, ask.what))
        return ask.assumed() if ask.window else ask.legal().fallback()

    k.run(KIND, KIND.begin(Setup(), None), policy, Random(3))
    order = [seat for seat, what in asked if what == "deep"]
    assert order[:3] == list(SEATS)


def test_every_chance_is_enumerated_as_one_after_the_other() -> None:
    state = KIND.begin(Setup(), None)
    policy = {seat: lambda _, ask: 1 if ask.what == "deep" else "yes" for seat in SEATS} | {k.GM: k.defaults}
    ways = list(k.enumerate_procedure(state, KIND.turn, policy))
    assert sum(chance for _, _, chance in ways) == 1
    assert all(after.drawn == list(SEATS) for after, _, _ in ways)


def test_play_that_nobody_watches_goes_on_from_the_midst() -> None:
    """A course with several procedures under way is played on, quickly or not, and all of them end."""
    for policy in (k.defaults, lambda _, ask: k.defaults(_, ask)):
        course: k.Course[Any] = k.Course(KIND, KIND.begin(Setup(), None))
        course.turn_to(course.open_lanes()[1].at).fill(0, 2)
        assert course.apart
        assert UNANSWERED in course.answers
        course.unheard()
        k.play_on(course, policy, Random(2))
        assert course.result is not None
        assert not course.apart
