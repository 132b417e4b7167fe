"""Undo in long contests: where turns began is told by the entries before them, however often one goes back."""

from random import Random
from typing import Annotated, Any

import msgspec
import pytest

from agonist import kernel as k
from agonist.kernel import Referee, Transcript
from agonist.kernel.course import TurnStart
from agonist.kernel.history import TurnMarks
from examples.standoff import GAME, Standoff

SEED = b"\x2a" * 32


def play_turns(referee: Referee[Standoff], turns: int, random: Random) -> None:
    """So many clashes, in which nobody ever runs out of nerve."""
    for _ in range(turns):
        for rival in (0, 1):
            if referee.state.rivals[rival].nerve < 3:
                referee.override(f"rivals.{rival}.nerve", 9, reason="it goes on")
        for pending in referee.pending:
            referee.answer(pending.id, random.choice(("strike", "wait")))


def long_contest(turns: int, random: Random) -> Referee[Standoff]:
    referee: Referee[Standoff] = Referee.start(GAME, "standoff", {"nerve": 9}, seed=SEED)
    play_turns(referee, turns, random)
    return referee


def assert_the_same_as_told(referee: Referee[Standoff]) -> None:
    """Replay, and restore from the snapshot of this moment, lead where the contest is."""
    written = Transcript.from_json(referee.transcript.to_json())
    again = Referee.replay(GAME, written, SEED)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(referee.state)
    assert again.lines == referee.lines
    snapshot = referee.snapshot()
    assert snapshot is not None
    restored: Referee[Any] = Referee.restore(GAME, written, snapshot, SEED)
    assert msgspec.json.encode(restored.state) == msgspec.json.encode(referee.state)
    assert (
        [p.id for p in restored.pending] == [p.id for p in referee.pending] == [p.id for p in again.pending]
    )
    restored.recall()
    assert restored.lines == referee.lines


@pytest.mark.parametrize("turns", [5, 25, 40, 61])
def test_one_can_go_back_again_after_going_back_far_in_a_long_contest(turns: int) -> None:
    """Promise 2: beyond two dozen turns only some of their starts are kept; an undo plays through several of them, and
    each is as many entries from the beginning as it was."""
    random = Random(turns)
    referee = long_contest(turns, random)
    for back in (turns // 2, 3, turns // 3, 8, 2):
        points = referee.points()
        referee.undo(points[-min(back, len(points))])
        assert_the_same_as_told(referee)
        play_turns(referee, 4, random)
        assert_the_same_as_told(referee)


@pytest.mark.parametrize("seed", range(12))
def test_a_snapshot_taken_in_a_turn_that_was_gone_back_into_tells_the_same_contest(seed: int) -> None:
    """Promise 1: entries that an undo took back may stand behind the snapshot's place; questions keep their names."""
    random = Random(seed)
    referee = long_contest(30, random)
    for _ in range(6):
        first, _ = referee.pending
        referee.answer(first.id, "wait")
        referee.override("rivals.0.nerve", random.choice((4, 5, 6)), reason="so")
        referee.undo(random.choice(referee.points()[-12:]))
        if random.random() < 0.5:
            referee.override("rivals.1.nerve", random.choice((4, 5, 6)), reason="so")
        assert_the_same_as_told(referee)
        play_turns(referee, random.randrange(3), random)
        assert_the_same_as_told(referee)


class Cup(k.State):
    most: Annotated[int, k.OPEN, k.Correctable(k.Number(0, 9), "room")] = 5
    full: Annotated[int, k.OPEN, k.Correctable(lambda _, cup: k.Number(0, cup.most), "how much is in it")] = 0
    sips: Annotated[int, k.OPEN] = 0


class NoSetup(msgspec.Struct):
    pass


class Drinking(k.ContestType[Cup]):
    name, title, state_type, setup_type = "cup", "Cup", Cup, NoSetup

    def begin(self, setup: NoSetup, options: object) -> Cup:
        return Cup()

    def turn(self, contest: k.Contest[Cup]) -> k.Procedure[None]:
        yield k.Ask(k.GM, "sip", k.Number(0, 1))
        contest.state.sips += 1

    def outcome(self, state: Cup) -> k.Outcome | None:
        return None


def test_corrections_that_stand_on_each_other_are_all_made_again() -> None:
    """What one correction made possible is corrected again after an undo, though a later one replaced the first."""
    cup = k.Game(name="cup", title="Cup", blurb="", rules_version="1", types=(Drinking(),))
    referee: Referee[Cup] = Referee.start(cup, "cup", {}, seed=SEED)
    for path, value in (("most", 9), ("full", 8), ("most", 8)):
        referee.override(path, value, reason="so")
    for _ in range(2):
        referee.answer(referee.pending[0].id, 1)
    referee.undo(0)
    assert referee.state == Cup(most=8, full=8)


def test_typed_dice_show_the_same_after_an_undo_and_a_restore() -> None:
    """Promise 5: who types dice cannot fish by having the contest brought back from a snapshot."""
    by_hand: dict[str, k.DiceMode] = {k.GM: "typed", "second": "typed"}
    referee: Referee[Standoff] = Referee.start(GAME, "standoff", {}, seed=SEED, dice=by_hand)
    draw = referee.at
    play_by_hand(referee, ["1", "2"], "wait")
    (roll,) = referee.pending
    referee.answer(roll.id, [6])
    referee.undo(draw)
    snapshot = referee.snapshot()
    assert snapshot is not None
    restored: Referee[Any] = Referee.restore(GAME, referee.transcript, snapshot, SEED)
    play_by_hand(restored, ["3", "4"], "wait")
    rolled = [e.value for e in restored.transcript.entries if isinstance(e, k.Chanced) and e.seat == "second"]
    assert rolled == [[6], [6]]


def play_by_hand(referee: Referee[Standoff], cards: list[str], deed: str) -> None:
    """Cards are typed in, and both rivals decide."""
    referee.answer(referee.pending[0].id, cards)
    for pending in referee.pending:
        referee.answer(pending.id, deed)


def starts_of(marks: TurnMarks) -> list[int]:
    """Where the kept turns began; nothing is kept any more afterwards."""
    found = []
    while (mark := marks.back_to(10_000)) is not None:
        found.append(mark.start.at)
    return found[::-1]


def marked(turns: int) -> TurnMarks:
    """So many turns of ten requests and three entries each."""
    marks = TurnMarks()
    for turn in range(turns):
        for _ in range(2):
            marks.keep(TurnStart(turn * 10, 0, b""), turn * 3)
    return marks


def test_of_many_turns_two_dozen_starts_are_kept_and_all_of_the_last() -> None:
    """Each start once; when there are more, every second one of the earlier half goes."""
    assert starts_of(marked(24)) == [turn * 10 for turn in range(24)]
    assert starts_of(marked(25)) == [*range(0, 120, 20), *range(120, 250, 10)]
    assert len(starts_of(marked(200))) <= 24
    assert starts_of(marked(200))[-12:] == [turn * 10 for turn in range(188, 200)]


def test_one_goes_back_to_the_last_turn_that_the_entries_reach() -> None:
    """Also to the one that begins just there; before the first there is none."""
    for done, at in ((12, 40), (11, 30), (9, 30), (0, 0)):
        mark = marked(10).back_to(done)
        assert mark is not None
        assert mark.start.at == at
    assert TurnMarks().back_to(3) is None
