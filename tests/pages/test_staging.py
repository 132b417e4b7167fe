"""What goes on stage: throws that fall together, the word for what came of them, and the dice that wait."""

from typing import Any

from agonist.kernel import Combatant, Referee, Staged, WrittenLine, game, seat_view
from agonist.tabletop import Board, Flank, Stand, board_of
from agonist.tabletop.beat import Bar, beats_of, lying_of, sides_of, with_prices
from agonist.web.pages.staging import held_of


def line(n: int, staged: Staged | None = None, **more: Any) -> WrittenLine:
    return WrittenLine(n, more.pop("at", 1), f"Line {n}.", "", {}, staged=staged, **more)


ANA = Staged("Ana", "Sword 17", (12,), 20, word="Success")
BEN = Staged("Ben", "", (3,), 20)
SIDES = {"Ana": 0, "Ben": 1}
BOARD = Board(
    tuple(Flank(n, name, (Stand(Combatant(name, n, left=4, full=5)),)) for name, n in SIDES.items())
)
SAID = Staged(word="Ana prevails")
FALLS = Staged(who="Ben", word="Major defeat", rare="dark")


def test_dice_of_one_moment_fall_together_and_the_word_comes_after_them() -> None:
    (beat,) = beats_of([line(1), line(2, ANA), line(3, BEN), line(4, SAID)])
    assert beat.throws == [ANA, BEN]
    assert beat.verdict is not None
    assert (beat.verdict.says, beat.verdict.told) == ("Ana prevails", "Line 4.")
    assert beat.rare == ""


def test_what_is_rare_outshines_what_is_usual() -> None:
    (beat,) = beats_of([line(1, ANA), line(2, FALLS), line(3, SAID)])
    assert beat.verdict is not None
    assert (beat.verdict.says, beat.rare) == ("Ben: Major defeat", "dark")


def test_the_light_is_that_of_the_word() -> None:
    won = Staged(word="Major victory", rare="bright")
    (beat,) = beats_of([line(1, ANA), line(2, FALLS), line(3, won)])
    assert beat.verdict is not None
    assert (beat.verdict.says, beat.rare) == ("Major victory", "bright")


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
    assert [(each.who, each.throw.note, each.count, each.throw.sides) for each in mine["held"]] == [
        ("Ysolde", "", 1, 20),
        ("The Warden", "", 1, 20),
    ]
    assert [each.throw.needed for each in mine["held"]] == ["17 or less", ""]
    assert mine["who"] == theirs["who"] == ["Ysolde"]
    assert mine["yours"]
    assert not theirs["yours"]
    assert held_of(seat_view(referee, "onlooker"), {"ysolde"})["held"] == []


def test_who_rolls_is_called_by_their_own_name_where_one_person_plays_several() -> None:
    """Lob rolls, not "Scar, Lob and Pim"."""
    forge = game("forge")
    ambush = forge.type("subjugate").presets["caravan-ambush"]
    referee = Referee.start(forge, "subjugate", ambush.setup, ambush.options, usual="tap", seed=bytes(32))
    while not any(each.throws for each in seat_view(referee, "bandits").asked):
        pending = next(each for each in referee.pending if not each.window)
        referee.answer(pending.id, pending.form().fallback())
    (who,) = held_of(seat_view(referee, "onlooker"), set())["who"]
    assert who in ("Scar", "Lob", "Pim")


def test_what_it_costs_is_told_from_to_on_the_screen_of_the_dice() -> None:
    """The price is what has changed of what everybody has left; of two throws at one request the last has it."""
    beats = beats_of([line(1, ANA), line(2, BEN), line(3, SAID, at=2)], SIDES)
    with_prices(
        beats, BOARD, [(-1, {"Ana": 5, "Ben": 4}), (1, {"Ana": 5, "Ben": 4}), (2, {"Ana": 5, "Ben": 3})]
    )
    ((price,),) = [each.price for each in beats]
    assert (price.name, price.side, price.before, price.after) == ("Ben", 1, 4, 3)
    assert [bar.name for bar in beats[0].bars] == ["Ana", "Ben"]
    assert beats[0].bars[1].pips == ("full", "full", "full", "goes", "spent")


def test_who_comes_to_be_known_by_the_dice_has_a_bar_before_and_after() -> None:
    """What was hidden before and is not any more."""
    beats = beats_of([line(1, ANA), line(2, BEN), line(3, SAID, at=2)], SIDES)
    with_prices(beats, BOARD, [(-1, {"Ana": 5}), (2, {"Ana": 5, "Ben": 12})])
    assert [(bar.name, bar.before, bar.after) for bar in beats[0].bars] == [("Ana", 5, 5), ("Ben", None, 12)]


def test_what_is_no_small_number_is_one_bar() -> None:
    assert Bar("Ana", 0, 30, 12, 40).pips == ()
    assert Bar("Ana", 0, 30, 12, 40).share(30) == 75


def test_a_sentence_of_the_rules_stands_before_their_own_term() -> None:
    said = Staged(
        word="Victory of degree 0", says="Ana got the better of Ben", why="both made it: the higher wins"
    )
    (beat,) = beats_of([line(1, ANA), line(2, BEN), line(3, said)])
    assert beat.verdict is not None
    assert (beat.verdict.says, beat.verdict.term) == ("Ana got the better of Ben", "Victory of degree 0")


def test_dice_lie_on_while_nothing_has_been_said_of_them() -> None:
    """What is said later is said of them, where they lie."""
    lying = lying_of([line(1, ANA), line(2, BEN)])
    assert lying is not None
    assert lying.throws == [ANA, BEN]
    (later,) = beats_of([line(3, SAID, at=2)], SIDES, before=[line(1, ANA), line(2, BEN)])
    assert later.lie
    assert (later.n, later.throws) == (lying.n, lying.throws)
    assert lying_of([line(1, ANA), line(2, SAID)]) is None


def test_the_own_side_is_the_first() -> None:
    """For the game master and the big screen that of the players."""
    scored = game("questworlds-srd").type("scored")
    referee = Referee.start(game("questworlds-srd"), "scored", scored.presets["courtyard"].setup)
    for seat in ("ivo", "gm", "onlooker"):
        board = board_of(scored, seat_view(referee, seat).state, seat)
        assert sides_of(board) == {"Ivo": 0, "Captain Varro": 1}
