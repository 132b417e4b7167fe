"""What goes on stage: throws that fall together, the word for what came of them, and the dice that wait."""

from typing import Any

from agonist.kernel import Referee, Staged, WrittenLine, game, seat_view
from agonist.web.pages.staging import beats_of, held_of


def line(n: int, staged: Staged | None = None, **more: Any) -> WrittenLine:
    return WrittenLine(n, more.pop("at", 1), f"Line {n}.", "", {}, staged=staged, **more)


ANA = Staged("Ana", "Sword 17", (12,), 20, word="Success")
BEN = Staged("Ben", "", (3,), 20)
SAID = Staged(word="Ana prevails")
FALLS = Staged(who="Ben", word="Major defeat", rare="dark")


def test_dice_of_one_moment_fall_together_and_the_word_comes_after_them() -> None:
    (beat,) = beats_of([line(1), line(2, ANA), line(3, BEN), line(4, SAID)])
    assert beat.throws == [ANA, BEN]
    assert beat.verdict is not None
    assert (beat.verdict.word, beat.verdict.told) == ("Ana prevails", "Line 4.")
    assert beat.rare == ""


def test_what_is_rare_outshines_what_is_usual() -> None:
    (beat,) = beats_of([line(1, ANA), line(2, FALLS), line(3, SAID)])
    assert beat.verdict is not None
    assert (beat.verdict.who, beat.verdict.word, beat.rare) == ("Ben", "Major defeat", "dark")


def test_the_light_is_that_of_the_word() -> None:
    won = Staged(word="Major victory", rare="bright")
    (beat,) = beats_of([line(1, ANA), line(2, FALLS), line(3, won)])
    assert beat.verdict is not None
    assert (beat.verdict.word, beat.rare) == ("Major victory", "bright")


def test_the_next_throw_is_a_beat_of_its_own() -> None:
    beats = beats_of([line(1, ANA), line(2, SAID), line(3, BEN), line(4, BEN, at=2)])
    assert [[each.who for each in beat.throws] for beat in beats] == [["Ana"], ["Ben"], ["Ben"]]


def test_a_throw_told_again_to_those_who_know_more_is_one() -> None:
    known = Staged("Ben", "Halberd 14", (3,), 20, word="Failure")
    (beat,) = beats_of([line(1, ANA), line(2, BEN), line(3, known)])
    assert beat.throws == [ANA, known]


def test_two_alike_are_two() -> None:
    (beat,) = beats_of([line(1, ANA), line(2, ANA)])
    assert len(beat.throws) == 2


def test_what_was_taken_back_or_is_only_told_is_not_played() -> None:
    assert beats_of([line(1), line(2, ANA, undone=True)]) == []


def test_dice_that_wait_are_named_with_what_they_are_for() -> None:
    """To the one who throws them as theirs, to all others as somebody's."""
    questworlds = game("questworlds")
    setup = questworlds.type("extended").presets["bridge"].setup
    referee = Referee.start(questworlds, "extended", setup, usual="tap")
    while not any(each.throws for each in seat_view(referee, "ysolde").asked):
        pending = next(each for each in referee.pending if not each.window)
        referee.answer(pending.id, pending.form().fallback())
    mine, theirs = (held_of(seat_view(referee, seat), set()) for seat in ("ysolde", "onlooker"))
    assert [(each["who"], each["what"], each["throws"]) for each in mine["held"]] == [("Ysolde", "", (20,))]
    assert mine["held"] == theirs["held"]
    assert mine["yours"]
    assert not theirs["yours"]
    assert held_of(seat_view(referee, "onlooker"), {"ysolde"})["held"] == []
