"""The referee: answers from anywhere, at the right time and by the right seat."""

from random import Random
from typing import Any

import msgspec
import pytest

from agonist.kernel import (
    GM,
    ActRefused,
    AgonistError,
    Answered,
    Ask,
    Chanced,
    Corrected,
    Course,
    GameBroken,
    Option,
    Referee,
    Revealed,
    SetupRefused,
    Split,
    Transcript,
    TranscriptError,
    Undone,
    UnknownGame,
    corrections,
    defaults,
    drive,
    random_policy,
    run,
    script,
    seat_view,
    verify,
)
from agonist.kernel import play as play_module
from examples.standoff import GAME, Duel, Setup, Standoff

SEED = b"\x2a" * 32


def start(**rest: Any) -> Referee[Standoff]:
    return Referee.start(GAME, "standoff", {"nerve": 3}, seed=SEED, **rest)


def everyone(policy: Any) -> dict[str, Any]:
    return dict.fromkeys(("first", "second", GM), policy)


def test_a_contest_is_played_to_its_end_by_policies() -> None:
    referee = drive(start(), everyone(random_policy(Random(1))))
    assert referee.result is not None
    assert referee.result.winners in {("Ash",), ("Birch",)}
    assert isinstance(referee.lines[-1].event, Revealed)
    assert referee.pending == ()


def test_a_script_gives_prepared_answers_and_says_when_it_ends() -> None:
    with pytest.raises(ActRefused, match="no answer to 'deed'"):
        drive(start(), everyone(script(["wait", "strike"])))


def test_simultaneous_answers_are_hidden_until_all_are_in() -> None:
    """Neither rival sees the other's deed, nor that it changed anything, before both have decided."""
    referee = start()
    first, second = referee.pending
    before = seat_view(referee, "second")
    referee.answer(first.id, "strike", by="first")
    after = seat_view(referee, "second")
    assert after.state == before.state
    assert after.lines == before.lines
    assert [w.seat for w in before.waiting] == ["first"]
    assert after.waiting == []
    referee.answer(second.id, "wait", by="second")
    assert seat_view(referee, "second").lines != before.lines


def test_an_answer_names_its_request_and_counts_once() -> None:
    """A doubled answer is recognised, a late or made-up one refused, and neither changes anything."""
    referee = start()
    first, second = referee.pending
    referee.answer(first.id, "strike")
    size = len(referee.transcript.entries)
    with pytest.raises(ActRefused) as again:
        referee.answer(first.id, "wait")
    assert again.value.code == "act.already-answered"
    referee.answer(second.id, "wait")
    with pytest.raises(ActRefused) as late:
        referee.answer(second.id, "wait")
    assert late.value.code == "act.already-answered"
    with pytest.raises(ActRefused) as made_up:
        referee.answer("99.0.0", "wait")
    assert made_up.value.code == "act.not-pending"
    assert len(referee.transcript.entries) > size


def test_only_the_asked_seat_or_the_game_master_in_its_place_answers() -> None:
    referee = start()
    first, _ = referee.pending
    with pytest.raises(ActRefused) as refused:
        referee.answer(first.id, "wait", by="second")
    assert refused.value.code == "act.not-yours"
    (entry, *_) = referee.answer(first.id, "wait", by=GM, reason="Ash is at the door")
    assert isinstance(entry, Answered)
    assert (entry.seat, entry.by, entry.reason) == ("first", GM, "Ash is at the door")


def test_typed_dice_are_asked_for_and_marked() -> None:
    """A seat that uses real dice is asked what they showed; the others' fall by themselves."""
    referee = start(dice={"first": "typed"})
    for pending in referee.pending:
        referee.answer(pending.id, "wait")
    (roll,) = referee.pending
    assert roll.seat == "first"
    with pytest.raises(AgonistError):
        referee.answer(roll.id, [7])
    referee.answer(roll.id, [6], by="first")
    typed = [e for e in referee.transcript.entries if isinstance(e, Chanced) and e.source == "typed"]
    assert [(e.seat, e.value) for e in typed] == [("first", [6])]


def test_either_lets_a_seat_choose_roll_by_roll() -> None:
    sealed = drive(start(), everyone(defaults))
    referee = start(dice={"first": "either"})
    kinds = iter(["sealed", {"pick": "typed", "with": [1]}])
    for _ in range(2):
        for pending in referee.pending:
            referee.answer(pending.id, "strike")
        (roll,) = referee.pending
        referee.answer(roll.id, next(kinds))
    rolls = [e for e in referee.transcript.entries if isinstance(e, Chanced) and e.seat == "first"]
    assert [e.source for e in rolls] == ["sealed", "typed"]
    same = [e for e in sealed.transcript.entries if isinstance(e, Chanced) and e.seat == "first"]
    assert rolls[0].value == same[0].value


def test_who_types_changes_nothing_for_the_others_dice() -> None:
    """The number of a roll, and so its sealed result, does not depend on how another seat's dice are made."""
    sealed, typed = start(), start(dice={"first": "typed"})
    for referee in (sealed, typed):
        for pending in referee.pending:
            referee.answer(pending.id, "wait")
    pick = [e.value for e in sealed.transcript.entries if isinstance(e, Chanced) and e.seat == "second"]
    assert pick == [
        e.value for e in typed.transcript.entries if isinstance(e, Chanced) and e.seat == "second"
    ]


def test_nonces_come_before_the_first_roll() -> None:
    """With a nonce the dice are others; after the first dice it is too late."""
    plain, stirred = start(), start(nonces={"first": "c0ffee"})
    assert plain.state.rivals != stirred.state.rivals
    with pytest.raises(ActRefused) as late:
        plain.contribute("first", "c0ffee")
    assert late.value.code == "act.too-late"
    with pytest.raises(ActRefused):
        start(nonces={"nobody": "c0ffee"})


def test_undo_goes_back_and_leaves_a_trace() -> None:
    """The same question comes again, with the same dice after it; what was undone stays in the log."""
    referee = start()
    for pending in referee.pending:
        referee.answer(pending.id, "wait")
    told = [line.event.text() for line in referee.lines]
    (point,) = referee.points()
    referee.undo(point, reason="we misread the card")
    assert [line.undone for line in referee.lines] == [False, True, False]
    assert isinstance(referee.lines[-1].event, Undone)
    assert {p.id for p in referee.pending} == {f"{point}.0.1", f"{point}.1.1"}
    for pending in referee.pending:
        referee.answer(pending.id, "wait")
    assert referee.lines[-1].event.text() == told[-1]


def test_an_answer_to_a_question_from_before_an_undo_is_late() -> None:
    referee = start()
    first, second = referee.pending
    referee.answer(first.id, "wait")
    referee.answer(second.id, "wait")
    referee.undo(first.at)
    with pytest.raises(ActRefused):
        referee.answer(first.id, "strike")


def test_undo_takes_back_half_of_a_simultaneous_decision() -> None:
    referee = start()
    first, _ = referee.pending
    referee.answer(first.id, "wait")
    referee.undo(first.at)
    assert len(referee.pending) == 2


def test_an_undo_plays_no_more_than_the_turn_it_goes_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the contest and however often something was corrected and taken back before."""
    filled: list[int] = []
    fill, corrected = Course.fill, vars(play_module)["correct"]

    def counting(course: Course[Any], slot: int, value: Any) -> None:
        filled.append(slot)
        fill(course, slot, value)

    def correct(*arguments: Any) -> Any:
        filled.append(0)
        return corrected(*arguments)

    referee = Referee.start(GAME, "standoff", {"nerve": 9}, seed=SEED)
    for n in range(400):
        for pending in referee.pending:
            referee.answer(pending.id, "wait")
        referee.override("rivals.0.nerve", 9, reason="rest")
        for _ in range(n % 3):
            referee.override("rivals.1.nerve", 9, reason="rest")
    monkeypatch.setattr(Course, "fill", counting)
    monkeypatch.setattr(play_module, "correct", correct)
    transcript = referee.transcript
    for _ in range(100):
        for pending in referee.pending:
            referee.answer(pending.id, "strike")
        referee.override("rivals.0.nerve", 9, reason="rest")
        referee.undo(referee.points()[-2])
    assert len(filled) < 100 * 20
    filled.clear()
    Referee.replay(GAME, transcript)
    assert len(filled) < 2 * len(transcript.entries)


def test_undoing_far_back_lands_where_playing_from_the_start_would() -> None:
    referee = Referee.start(GAME, "standoff", {"nerve": 9}, seed=SEED)
    random = Random(3)
    while referee.at < 400 and not referee.over:
        for pending in referee.pending:
            referee.answer(pending.id, random.choice(["strike", "wait"]))
        if min(rival.nerve for rival in referee.state.rivals) < 3:
            referee.override("rivals.0.nerve", 9, reason="rest")
            referee.override("rivals.1.nerve", 9, reason="rest")
    for to in (390, 200, 100, 31, 1):
        point = max(p for p in referee.points() if p <= to)
        referee.undo(point)
        counts = [done.entry for done in referee.history.done]
        straight = Referee.replay(GAME, msgspec.structs.replace(referee.transcript, entries=counts))
        assert (referee.at, referee.state) == (straight.at, straight.state)
        standing = [line.event for line in referee.lines if not line.undone]
        assert [e for e in standing if not isinstance(e, Undone)] == [line.event for line in straight.lines]


def test_typed_dice_show_the_same_after_an_undo() -> None:
    """Nobody fishes: a roll typed in before an undo stands, unless it is the roll itself that was taken back."""
    referee = start(dice={"first": "typed"})
    decide = referee.at
    for pending in referee.pending:
        referee.answer(pending.id, "wait")
    roll = referee.at
    referee.answer(referee.pending[0].id, [2])
    referee.undo(decide)
    for pending in referee.pending:
        referee.answer(pending.id, "strike")
    shown = [e.value for e in referee.transcript.entries if isinstance(e, Chanced) and e.seat == "first"]
    assert shown == [[2], [2]]
    referee.undo(roll, reason="a slip of the finger")
    assert [p.seat for p in referee.pending] == ["first"]


def test_only_the_game_master_undoes_and_only_to_decisions() -> None:
    referee = start()
    with pytest.raises(ActRefused) as nothing:
        referee.undo(referee.at)
    assert nothing.value.code == "act.no-such-point"
    referee.answer(referee.pending[0].id, "wait")
    with pytest.raises(ActRefused) as refused:
        referee.undo(referee.at, by="first")
    assert refused.value.code == "act.not-yours"


def test_a_finished_contest_is_not_undone_because_its_seed_is_known() -> None:
    referee = drive(start(), everyone(defaults))
    for act in (lambda: referee.undo(1), lambda: referee.override("rivals.0.nerve", 1, reason="x")):
        with pytest.raises(ActRefused) as refused:
            act()
        assert refused.value.code == "act.over"
    with pytest.raises(ActRefused) as over:
        referee.answer("999.0.0", "x")
    assert over.value.code == "act.over"


def test_a_fork_goes_its_own_way() -> None:
    """The original is not touched, the past is the same, the future's dice are others."""
    referee = drive(start(), everyone(defaults))
    before = referee.transcript.to_json()
    point = referee.points()[2]
    fork = referee.fork(point, seed=b"\x01" * 32)
    assert fork.at == point
    assert fork.transcript.forked is not None
    assert fork.transcript.forked.commitment == referee.transcript.commitment
    drive(fork, everyone(random_policy(Random(5))))
    assert fork.over
    assert referee.transcript.to_json() == before
    assert {e.source for e in fork.transcript.entries if isinstance(e, Chanced)} == {"sealed", "inherited"}
    with pytest.raises(ActRefused):
        referee.fork(10_000)


def test_an_override_corrects_a_declared_value_with_a_reason() -> None:
    """The correction is in the log, replays, and the contest goes on from the corrected value."""
    referee = start()
    assert [c.path for c in corrections(referee.state)] == ["rivals.0.nerve", "rivals.1.nerve"]
    referee.override("rivals.1.nerve", 9, reason="Birch had rested")
    assert referee.state.rivals[1].nerve == 9
    event = referee.lines[-1].event
    assert isinstance(event, Corrected)
    assert event.text() == "The game master corrects Birch: nerve from 3 to 9: Birch had rested"
    assert Referee.replay(GAME, referee.transcript).state == referee.state
    referee.undo(referee.at)
    assert referee.state.rivals[1].nerve == 3


@pytest.mark.parametrize(
    ("path", "value", "by", "reason", "code"),
    [
        ("rivals.0.card", "1", GM, "x", "act.not-correctable"),
        ("rivals.7.nerve", 1, GM, "x", "act.not-correctable"),
        ("rivals.0.nerve", 99, GM, "x", "answer.out-of-range"),
        ("rivals.0.nerve", 1, "first", "x", "act.not-yours"),
        ("rivals.0.nerve", 1, GM, "  ", "answer.missing"),
    ],
)
def test_a_wrong_override_is_refused_and_changes_nothing(
    path: str, value: Any, by: str, reason: str, code: str
) -> None:
    referee = start()
    before = referee.state.copy(), len(referee.transcript.entries)
    with pytest.raises(AgonistError) as refused:
        referee.override(path, value, by=by, reason=reason)
    assert refused.value.code == code
    assert before == (referee.state, len(referee.transcript.entries))


def test_an_override_before_an_answer_stays_when_the_answer_is_undone() -> None:
    referee = start()
    point = referee.at
    referee.override("rivals.0.nerve", 5, reason="a charm")
    for pending in referee.pending:
        referee.answer(pending.id, "wait")
    referee.undo(point)
    assert referee.state.rivals[0].nerve == 5


def test_a_wrong_set_up_is_refused_with_its_place() -> None:
    with pytest.raises(SetupRefused) as wrong_type:
        Referee.start(GAME, "standoff", {"nerve": "lots"})
    assert wrong_type.value.place == "set-up.nerve"
    with pytest.raises(SetupRefused, match="nerve of 1 to 9"):
        Referee.start(GAME, "standoff", {"nerve": 0})
    with pytest.raises(UnknownGame, match="standoff"):
        Referee.start(GAME, "picnic", {})
    with pytest.raises(ActRefused, match="sealed, tap, typed, either"):
        start(dice={"first": "loaded"})


def test_a_transcript_of_other_rules_is_refused() -> None:
    transcript = start().transcript
    transcript.rules = "0"
    with pytest.raises(TranscriptError) as refused:
        Referee.replay(GAME, transcript)
    assert refused.value.code == "transcript.rules-version"


def test_a_replay_with_its_seed_goes_on_with_the_same_dice() -> None:
    whole = drive(start(), everyone(defaults))
    half = start()
    for pending in half.pending:
        half.answer(pending.id, "strike")
    again = Referee.replay(GAME, half.transcript, SEED)
    drive(again, everyone(defaults))
    assert again.transcript.entries == whole.transcript.entries
    blind = Referee.replay(GAME, half.transcript)
    with pytest.raises(ActRefused, match="seed"):
        drive(blind, everyone(defaults))


class Silent(Duel):
    def turn(self, contest: Any) -> Any:
        yield from ()


def test_a_game_that_never_asks_is_called_broken() -> None:
    broken = Silent()
    with pytest.raises(GameBroken):
        run(broken, broken.begin(Setup(), None), defaults, Random(0))


class Foregone(Duel):
    def begin(self, setup: Setup, options: object) -> Standoff:
        state = super().begin(setup, options)
        state.last_word = "They made peace."
        return state


def test_a_contest_that_is_over_before_it_begins_shows_its_seed_too() -> None:
    game = msgspec.structs.replace(GAME, types=(Foregone(),))
    referee = Referee.start(game, "standoff", {}, seed=SEED)
    assert referee.over
    transcript = Transcript.from_json(referee.transcript.to_json())
    assert verify(game, transcript).sealed == 0
    assert Referee.replay(game, transcript).lines == referee.lines


def test_bare_runs_agree_with_the_referee_about_who_can_win() -> None:
    kind = Duel()
    random = Random(4)
    ends = {run(kind, kind.begin(Setup(), None), defaults, random).winners for _ in range(50)}
    assert ends == {("Ash",), ("Birch",)}


class Shares(Duel):
    """Asks for a split and remembers in which order its parts came."""

    def turn(self, contest: Any) -> Any:
        rivals = contest.state.rivals
        options = tuple(Option(key, key) for key in ("zeal", "ardour"))
        shares = yield Ask(GM, "shares", Split(options, 2, 9))
        rivals[0].name = " before ".join(shares)
        contest.state.last_word = "done"


def test_the_parts_of_an_answer_keep_the_options_order_in_a_replay() -> None:
    """JSON objects have no order; the form gives the parts of an answer theirs, live and replayed."""
    game = msgspec.structs.replace(GAME, types=(Shares(),))
    referee = Referee.start(game, "standoff", {})
    referee.answer(referee.pending[0].id, {"ardour": 1, "zeal": 2})
    assert referee.state.rivals[0].name == "zeal before ardour"
    again = Referee.replay(game, Transcript.from_json(referee.transcript.to_json()))
    assert again.state == referee.state
