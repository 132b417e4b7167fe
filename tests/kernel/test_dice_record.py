"""The dice record: everybody can check the dice without learning what was decided in secret."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import DiceRecord, TranscriptError, VerificationFailed, dice_record, verify_dice
from examples.standoff import GAME
from tests.kernel.test_transcript import finished

RECORD = dice_record(GAME, finished().transcript)
WRITTEN = msgspec.json.encode(RECORD)


def test_a_record_holds_the_rolls_and_no_decision() -> None:
    """Every roll is there with what it was for; no answer, no set-up, no reason."""
    assert verify_dice(DiceRecord.from_json(WRITTEN)) == sum(roll.source == "sealed" for roll in RECORD.rolls)
    assert {roll.source for roll in RECORD.rolls} == {"sealed", "typed"}
    for secret in (b"strike", b"wait", b"nerve", b"a second wind", b"Birch had"):
        assert secret not in WRITTEN


@given(st.integers(0, len(RECORD.rolls) - 1), st.integers(0, 5))
def test_a_loaded_die_is_found_with_its_place(which: int, face: int) -> None:
    roll = RECORD.rolls[which]
    changed = [
        value if i else ("123456"[face] if roll.pile else face + 1) for i, value in enumerate(roll.value)
    ]
    loaded = msgspec.structs.replace(roll, value=changed)
    record = msgspec.structs.replace(
        RECORD, rolls=[*RECORD.rolls[:which], loaded, *RECORD.rolls[which + 1 :]]
    )
    if roll.source != "sealed" or changed == roll.value:
        verify_dice(record)
    else:
        with pytest.raises(VerificationFailed) as found:
            verify_dice(record)
        assert found.value.place == f"rolls[{which}]"


@settings(max_examples=300)
@given(st.integers(0, len(WRITTEN) - 1), st.integers(1, 255))
def test_a_damaged_record_never_breaks_the_verifier(place: int, flip: int) -> None:
    """A changed byte is refused, found, or stands where nothing is derived from it; nothing else happens."""
    changed = bytearray(WRITTEN)
    changed[place] ^= flip
    try:
        verify_dice(DiceRecord.from_json(bytes(changed)))
    except (TranscriptError, VerificationFailed) as told:
        assert told.message  # noqa: PT017


def test_a_wrong_seed_commitment_or_format_is_found() -> None:
    for change in (
        {"seed": "00" * 32},
        {"seed": "x"},
        {"commitment": "00" * 32},
        {"format": "agonist/dice/9"},
    ):
        with pytest.raises(VerificationFailed):
            verify_dice(msgspec.structs.replace(RECORD, **change))


def test_a_document_is_a_record_by_its_format_not_by_what_people_wrote() -> None:
    """Somebody's last words may name the format of a record; that does not make a transcript one."""
    assert DiceRecord.is_claimed_by(WRITTEN)
    for other in (b'{"format": "agonist/transcript/1", "setup": "agonist/dice/1"}', b"", b"[]", b"\xff"):
        assert not DiceRecord.is_claimed_by(other)


def test_dice_and_cards_that_nobody_has_are_found_without_being_rolled() -> None:
    """A die with more sides than there are numbers to derive it from would be rolled for ever."""
    roll = RECORD.rolls[0]
    changes: list[dict[str, Any]] = [
        {"sides": [0]},
        {"sides": [2**64 + 1]},
        {"sides": [6] * 100_000},
        {"sides": [], "pile": []},
        {"sides": [], "pile": ["card"] * 100_000},
        {"number": -1},
        {"number": 10**12},
    ]
    for change in changes:
        record = msgspec.structs.replace(RECORD, rolls=[msgspec.structs.replace(roll, **change)])
        with pytest.raises(VerificationFailed, match="show"):
            verify_dice(record)
