"""Transcripts: documented, chained, and verified to the last byte."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import (
    GM,
    AgonistError,
    Referee,
    Transcript,
    TranscriptError,
    VerificationFailed,
    drive,
    random_policy,
    verify,
)
from examples.standoff import GAME


def finished(seed: int = 3) -> Referee[Any]:
    """A finished contest with everything in it: nonces, typed dice, an undo, an override, a stand-in."""
    random = Random(seed)
    referee = Referee.start(
        GAME,
        "standoff",
        {"nerve": 2},
        seed=random.randbytes(32),
        nonces={"first": "c0ffee", GM: "01"},
        dice={"second": "typed"},
    )
    first = referee.pending[0]
    referee.override("rivals.0.nerve", 3, reason="a second wind")
    referee.answer(first.id, "strike", by=GM, reason="away")
    referee.undo(first.at, reason="back again")
    while not referee.over:
        pending = random.choice(referee.pending)
        referee.answer(pending.id, pending.form().sample(random))
    return referee


WRITTEN = finished().transcript.to_json()


def test_a_transcript_replays_to_the_same_state_and_events() -> None:
    referee = finished()
    again = Referee.replay(GAME, Transcript.from_json(referee.transcript.to_json()))
    assert again.state == referee.state
    assert again.lines == referee.lines
    assert again.result == referee.result
    assert again.transcript.to_json() == referee.transcript.to_json()


def test_the_verifier_says_which_rolls_were_typed_and_who_stood_in() -> None:
    verdict = verify(GAME, Transcript.from_json(WRITTEN))
    assert verdict.sealed > 0
    assert verdict.typed
    assert verdict.stand_ins == (1,)
    assert verdict.inherited == ()
    assert "stands" in verdict.summary


@settings(max_examples=3_000)
@given(st.integers(0, len(WRITTEN) - 1), st.integers(1, 255))
def test_any_changed_byte_is_found_with_its_place(place: int, flip: int) -> None:
    """A die, an answer, a nonce, the seed, a name: whatever byte is changed, the transcript no longer verifies."""
    changed = bytearray(WRITTEN)
    changed[place] ^= flip
    with pytest.raises((VerificationFailed, TranscriptError)) as found:
        verify(GAME, Transcript.from_json(bytes(changed)))
    assert found.value.place or isinstance(found.value, TranscriptError)


def forged(change: Any) -> Transcript:
    """The transcript with a change made by somebody who can make the chain anew."""
    data = json.loads(WRITTEN)
    change(data)
    data["chain"] = []
    transcript = Transcript.from_json(json.dumps(data))
    transcript.linked()
    return transcript


def first_sealed_die(data: dict[str, Any]) -> int:
    """The number of the first entry that is one sealed die."""
    for n, entry in enumerate(data["entries"]):
        if entry["entry"] == "chance" and "source" not in entry and len(entry["value"]) == 1:
            return n
    raise AssertionError


def test_a_forged_die_is_found_even_with_a_new_chain() -> None:
    """The seal itself gives it away, and the verifier names the entry."""
    where = first_sealed_die(json.loads(WRITTEN))

    def load_the_die(data: dict[str, Any]) -> None:
        face = data["entries"][where]["value"]
        face[0] = face[0] % 6 + 1

    with pytest.raises(VerificationFailed) as found:
        verify(GAME, forged(load_the_die))
    assert found.value.place == f"entries[{where}]"


def test_a_forged_nonce_or_seed_is_found_even_with_a_new_chain() -> None:
    with pytest.raises(VerificationFailed, match="sealed dice show"):
        verify(GAME, forged(lambda data: data["entries"][0].update(value="c0ffef")))
    with pytest.raises(VerificationFailed, match="commitment"):
        verify(GAME, forged(lambda data: data.update(seed="00" * 32)))


def test_an_answer_that_was_not_legal_is_found_even_with_a_new_chain() -> None:
    def lie(data: dict[str, Any]) -> None:
        entry = next(e for e in data["entries"] if e["entry"] == "answer")
        entry["value"] = "run away"

    with pytest.raises(VerificationFailed, match="not one of the options"):
        verify(GAME, forged(lie))


def test_an_unfinished_contest_is_not_verified_and_one_ended_early_is_told_apart() -> None:
    referee = Referee.start(GAME, "standoff", {})
    with pytest.raises(VerificationFailed, match="seed"):
        verify(GAME, Transcript.from_json(referee.transcript.to_json()))
    cut = forged(lambda data: data.update(entries=data["entries"][:-1]))
    assert not verify(GAME, cut).over
    assert verify(GAME, Transcript.from_json(WRITTEN)).over


def test_links_too_few_or_too_many_are_found() -> None:
    for change in (lambda chain: chain.pop(), lambda chain: chain.append("00")):
        transcript = Transcript.from_json(WRITTEN)
        change(transcript.chain)
        with pytest.raises(VerificationFailed):
            verify(GAME, transcript)


def test_a_fork_is_verified_with_its_inherited_rolls_named() -> None:
    fork = finished().fork(2, seed=bytes(32))
    random = Random(9)
    while not fork.over:
        pending = random.choice(fork.pending)
        fork.answer(pending.id, pending.form().sample(random))
    verdict = verify(GAME, Transcript.from_json(fork.transcript.to_json()))
    assert verdict.inherited


def test_what_is_no_transcript_is_refused_with_what_is_right() -> None:
    for text in (b"", b"{}", b"[1]", b"\xff", WRITTEN.replace(b"transcript/1", b"transcript/9")):
        with pytest.raises(TranscriptError) as refused:
            Transcript.from_json(text)
        assert "agonist/transcript/1" in refused.value.accepted


def test_a_transcript_that_does_not_fit_its_game_says_where() -> None:
    transcript = Transcript.from_json(WRITTEN)
    del transcript.entries[4:6]
    with pytest.raises(AgonistError) as refused:
        Referee.replay(GAME, transcript)
    assert refused.value.code == "transcript.diverged"
    assert refused.value.place.startswith("entries[")


def test_the_golden_transcript_of_the_example_still_replays() -> None:
    """A transcript kept in a file replays to what it told then: the format is a promise."""
    folder = Path(__file__).parent / "data"
    transcript = Transcript.from_json((folder / "standoff.json").read_bytes())
    referee = Referee.replay(GAME, transcript)
    assert [line.event.text() for line in referee.lines] == json.loads(
        (folder / "standoff-log.json").read_text()
    )
    assert verify(GAME, transcript).summary == referee.result.summary  # type: ignore[union-attr]


def test_sources_of_answers_can_be_mixed() -> None:
    """Some seats by policy, the rest by hand: the contest waits for who has none."""
    referee = Referee.start(GAME, "standoff", {}, seed=bytes(32))
    drive(referee, {"first": random_policy(Random(1))})
    assert [p.seat for p in referee.pending] == ["second"]
