"""The moment around a roll: windows are used once, interrupt or not, and are made only where somebody may speak up."""

from collections.abc import Iterator
from typing import Any

import pytest

from agonist.kernel import (
    Answer,
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Number,
    Option,
    Procedure,
    Roll,
    State,
)
from agonist.tabletop import Window, after_dice, as_corrected, before_dice, beside, in_parts


class Arena(State):
    edge: int = 0
    seen: list[str] = []


def raised(arena: Arena, what: str, *, interrupts: bool = False) -> Window:
    def then(answer: Answer) -> Procedure[None]:
        arena.edge += answer
        arena.seen.append(what)
        yield from ()

    ask = lambda: Ask("ash", what, Number(0, 9), assume=0, interrupts=interrupts)  # noqa: E731
    return Window(what, ask, then)


def roll(arena: Arena) -> tuple[Roll, ...]:
    return (Roll((20,)),) if arena.edge < 9 else ()


def answered(procedure: Procedure[Any], *answers: Any) -> tuple[list[Any], Any]:
    """The requests of a procedure that gets these answers, and what it returns."""
    asked, left = [], iter(answers)
    try:
        request = next(procedure)
        while True:
            asked.append(request)
            request = procedure.send(next(left))
    except StopIteration as over:
        return asked, over.value


def windows(arena: Arena, **kinds: bool) -> Any:
    def opened() -> Iterator[Window]:
        return (raised(arena, what, interrupts=interrupts) for what, interrupts in kinds.items())

    return opened


def test_dice_fall_when_nobody_speaks() -> None:
    arena = Arena()
    asked, dice = answered(
        before_dice(Contest(arena), windows(arena, help=True), lambda: roll(arena)), (0, (7,))
    )
    assert dice == ((7,),)
    assert [type(each) for each in asked[0]] == [Ask, Roll]


def test_a_word_that_interrupts_is_spoken_once_and_the_moment_begins_anew() -> None:
    arena = Arena()
    moment = before_dice(Contest(arena), windows(arena, help=True, deny=True), lambda: roll(arena))
    asked, dice = answered(moment, (2, 0, None), (0, (7,)))
    assert arena.edge == 2
    assert [each.what for each in asked[1][:-1]] == ["deny"]
    assert dice == ((7,),)


def test_a_word_that_does_not_interrupt_counts_with_these_dice() -> None:
    arena = Arena()
    moment = before_dice(Contest(arena), windows(arena, help=False), lambda: roll(arena))
    assert answered(moment, (3, (7,)))[1] == ((7,),)
    assert arena.edge == 3


def test_where_a_word_ends_the_roll_no_dice_fall() -> None:
    arena = Arena()
    moment = before_dice(Contest(arena), windows(arena, flee=True), lambda: roll(arena))
    assert answered(moment, (9, None))[1] == ()


def test_windows_at_which_nobody_speaks_are_not_made() -> None:
    arena, contest = Arena(), Contest(Arena())
    contest.open_only(frozenset({"deny"}))
    asked, _ = answered(
        before_dice(contest, windows(arena, help=True, deny=True), lambda: roll(arena)), (0, (7,))
    )
    assert [each.what for each in asked[0][:-1]] == ["deny"]


def test_where_nobody_speaks_at_all_nothing_is_looked_for() -> None:
    contest: Contest[Arena] = Contest(Arena())
    contest.open_only(frozenset())

    def none() -> Iterator[Window]:
        raise AssertionError("looked for")

    assert answered(before_dice(contest, none, lambda: (Roll((20,)),)), (4,))[1] == ((4,),)
    assert answered(after_dice(contest, none)) == ([], None)


def test_after_the_dice_each_may_change_the_result_once() -> None:
    arena = Arena()
    asked, _ = answered(after_dice(Contest(arena), windows(arena, point=False, edge=False)), (1, 0), (0,))
    assert [[each.what for each in request] for request in asked] == [["point", "edge"], ["edge"]]
    assert arena.seen == ["point"]


def test_a_window_with_nothing_to_say_is_not_opened() -> None:
    nothing = Window("help", lambda: None, lambda _: None)
    asked, dice = answered(before_dice(Contest(Arena()), lambda: [nothing], lambda: (Roll((20,)),)), ((7,),))
    assert [type(each) for each in asked[0]] == [Roll]
    assert dice == ((7,),)


def test_what_is_said_beside_a_question_has_come_about_when_it_is_answered() -> None:
    arena = Arena()
    contest, question = Contest(arena), Ask("birch", "plan", Number(0, 9))
    course = beside(contest, [question], [raised(arena, "help"), raised(arena, "deny")])
    asks: Any = next(course)
    assert [ask.what for ask in asks] == ["plan", "help", "deny"]
    contest.arrived = (2, 0)
    with pytest.raises(StopIteration) as over:
        course.send((5, 1, 2))
    assert over.value.value == (5,)
    assert arena.seen == ["deny"]


def test_beside_nothing_nobody_is_asked() -> None:
    contest = Contest(Arena())
    contest.open_only(frozenset())
    assert answered(beside(contest, [], [raised(contest.state, "help")])) == ([], ())


class Shop:
    """An offer of one part, which counts how often it was looked at anew."""

    looks = 0

    def anew(self) -> "Shop":
        self.looks += 1
        return self

    def standing(self) -> str:
        return "two left"

    def open_ways(self, part: str, wanted: str = "") -> list[Option]:
        return [Option("axe", "An axe")]

    def form(self) -> Fields:
        return Fields((Field("buy", "What", Choice(tuple(self.open_ways("buy")))),))


def test_an_offer_is_read_as_it_stands_and_made_in_parts_where_nobody_reads_it() -> None:
    events: list[Event] = []
    ask, shop = Ask("ash", "buy", Number(0, 1), text="What do you buy?"), Shop()
    read = in_parts(Contest(Arena(), events), ask, shop)
    assert read.text == "What do you buy? Now: two left."
    assert read.legal() == shop.form()
    assert (shop.looks, read.parts) == (1, None)
    unread = in_parts(Contest(Arena()), ask, shop)
    assert unread.options("buy") == [Option("axe", "An axe")]
    assert as_corrected(Contest(Arena()), shop, shop.anew).looks == 1
    assert as_corrected(Contest(Arena(), events), shop, shop.anew).looks == 2
