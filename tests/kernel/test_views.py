"""Views: closed by default, one place for state, requests and log."""

from typing import Annotated, Any

import msgspec
import pytest

from agonist.kernel import (
    FOR_GM,
    FOR_OWNER,
    GM,
    ONLOOKER,
    OPEN,
    Ask,
    Contest,
    Correctable,
    Event,
    Number,
    Outcome,
    Procedure,
    Referee,
    Shown,
    State,
    Text,
    Viewer,
    derived,
    look,
    seat_view,
    see,
)
from agonist.kernel.contract import check_closed
from agonist.kernel.corrections import correct
from examples.standoff import GAME, Duel, Setup


class Note(msgspec.Struct, frozen=True):
    words: str


class Person(State):
    name: Annotated[str, OPEN]
    seat: str
    purse: Annotated[int, FOR_OWNER]
    fate: Annotated[str, FOR_GM]
    deck: Annotated[list[str], Shown(show=len)]
    note: Annotated[Note, OPEN]
    letter: Annotated[Note, Shown(whole=True)]
    wish: Annotated[str, Shown(when=lambda viewer, owner: viewer.state.over)]
    secret: str = "nobody marked this"

    @derived(FOR_OWNER)
    def rich(self) -> bool:
        return self.purse > 5

    @derived(OPEN)
    def title(self) -> Note:
        return Note(f"{self.name} the {'rich' if self.rich else 'poor'}")

    @property
    def whim(self) -> str:
        return "no property is shown unless it says so"


class World(State):
    people: Annotated[dict[str, Person], OPEN]
    over: bool = False


def world() -> World:
    person = Person("Ash", "first", 7, "doom", ["a", "b"], Note("hidden"), Note("shown"), "gold")
    return World({"ash": person})


def seen_by(seat: str, state: World) -> dict[str, object]:
    seen: dict[str, object] = see(state, Viewer(seat, state))["people"]["ash"]
    return seen


def test_a_field_that_nobody_opened_is_hidden_from_everybody() -> None:
    """Unmarked fields, and unmarked fields of structs inside marked ones, are in no view."""
    for seat in (GM, "first", "second"):
        seen = seen_by(seat, world())
        assert "secret" not in seen
        assert "seat" not in seen
        assert seen["note"] == {}
        assert seen["letter"] == {"words": "shown"}


def test_marks_decide_who_sees_what() -> None:
    state = world()
    assert "purse" in seen_by("first", state)
    assert "purse" in seen_by(GM, state)
    assert "purse" not in seen_by("second", state)
    assert "fate" in seen_by(GM, state)
    assert "fate" not in seen_by("first", state)
    assert seen_by("second", state)["deck"] == 2
    assert "wish" not in seen_by(GM, state)
    state.over = True
    assert seen_by("second", state)["wish"] == "gold"


def test_what_a_state_derives_is_seen_like_a_field() -> None:
    """By whom its mark names, as it is now, also where viewers share what they see alike; nothing unmarked is."""
    state = world()
    person = state.people["ash"]
    assert person.rich
    state.people |= {name: Person(name, name, 0, "", [], Note(""), Note(""), "") for name in ("Elm", "Oak")}
    seen_at_once = see(state, Viewer(GM, state, {}))["people"]
    assert [each["title"]["words"] for each in seen_at_once.values()] == [
        "Ash the rich",
        "Elm the poor",
        "Oak the poor",
    ]
    for purse, title in ((7, "Ash the rich"), (1, "Ash the poor")):
        person.purse = purse
        shared: dict[Any, Any] = {}
        for seat in (GM, "first", "second"):
            viewer = Viewer(seat, state, shared)
            for seen in (see(person, viewer), look(person, viewer), see(person, Viewer(seat, state))):
                assert seen["title"] == {"words": title}
                assert seen.get("rich") == (None if seat == "second" else purse == 7)
                assert "whim" not in seen


def test_one_more_field_of_the_example_game_shows_nowhere() -> None:
    kind = Duel()
    check_closed(kind.begin(Setup(), None), ["first", "second"])


def test_a_card_is_seen_by_its_owner_and_the_game_master_only() -> None:
    referee = Referee.start(GAME, "standoff", {}, seed=bytes(32))
    cards = {r.seat: r.card for r in referee.state.rivals}
    assert [r.get("card") for r in seat_view(referee, "first").state["rivals"]] == [cards["first"], None]
    assert [r.get("card") for r in seat_view(referee, "second").state["rivals"]] == [None, cards["second"]]
    assert [r.get("card") for r in seat_view(referee, "a passer-by").state["rivals"]] == [None, None]
    assert len(seat_view(referee, GM).asked) == 2
    (asked,) = seat_view(referee, "first").asked
    assert cards["first"] in asked.text
    assert all(not waiting.text for waiting in seat_view(referee, "first").waiting)


class Whisper(Event, frozen=True):
    rule = "XX-1"
    word: str

    def text(self) -> str:
        return f"Psst: {self.word}."


class Whispering(Duel):
    def turn(self, contest: Contest[Any]) -> Procedure[None]:
        contest.report(Whisper, "gold", audience=("first",))
        contest.report(Whisper, "all", under="XX-2")
        yield from super().turn(contest)


def test_events_pass_only_to_their_audience() -> None:
    game = msgspec.structs.replace(GAME, types=(Whispering(),))
    referee = Referee.start(game, "standoff", {}, seed=bytes(32))
    told = {seat: [line.text for line in seat_view(referee, seat).lines] for seat in ("first", "second")}
    assert "Psst: gold." in told["first"]
    assert "Psst: gold." not in told["second"]
    line = seat_view(referee, "second").lines[1]
    assert (line.rule, line.facts) == ("XX-2", {"event": "whisper", "word": "all"})


class Purse(State):
    seat: str
    gold: Annotated[int, FOR_OWNER, Correctable(Number(0, 99), "gold")]
    name: Annotated[str, OPEN] = "Ash"
    ended: bool = False


class Counting(Duel):
    state_type = Purse  # type: ignore[assignment]

    def begin(self, setup: Setup, options: object) -> Purse:  # type: ignore[override]
        return Purse("first", 5)

    def turn(self, contest: Contest[Any]) -> Procedure[None]:
        yield Ask(GM, "word", Text(9))
        contest.state.ended = True

    def outcome(self, state: Purse) -> Outcome | None:  # type: ignore[override]
        return Outcome(summary="Counted.") if state.ended else None


def test_a_hidden_value_stays_hidden_when_it_is_corrected() -> None:
    """Who may not see the value reads that there was a correction, and why, but not which."""
    game = msgspec.structs.replace(GAME, types=(Counting(),))
    referee = Referee.start(game, "standoff", {})
    referee.override("gold", 8, reason="a coin was counted twice")
    assert (
        seat_view(referee, "first")
        .lines[-1]
        .text.startswith("The game master corrects Ash: gold from 5 to 8")
    )
    other = seat_view(referee, "second").lines[-1]
    assert other.text == "The game master corrects a hidden value: a coin was counted twice"
    assert "8" not in msgspec.json.encode(other.facts).decode()
    assert seat_view(referee, ONLOOKER).lines[-1].text == other.text


class Coin(State):
    name: Annotated[str, OPEN]
    worth: Annotated[int, OPEN, Correctable(Number(0, 99), "worth")] = 1


class Chest(State):
    """Coins in four places: unmarked, for its owner, counted only, and open to everybody."""

    seat: str
    buried: list[Coin]
    locked: Annotated[list[Coin], FOR_OWNER]
    counted: Annotated[list[Coin], Shown(show=len)]
    shown: Annotated[list[Coin], OPEN]
    whole: Annotated[Coin, Shown(whole=True)]


@pytest.mark.parametrize(
    ("path", "knowing"),
    [
        ("buried.0.worth", ()),
        ("locked.0.worth", (GM, "first")),
        ("counted.0.worth", ()),
        ("shown.0.worth", (GM, "first", "second")),
        ("whole.worth", (GM, "first", "second")),
    ],
)
def test_what_stands_in_something_hidden_is_hidden_when_it_is_corrected(
    path: str, knowing: tuple[str, ...]
) -> None:
    coin = Coin("coin")
    chest = Chest("first", [coin.copy()], [coin.copy()], [coin.copy()], [coin.copy()], coin)
    told = correct(chest, path, 8).events(chest, "why", (GM, "first", "second"))
    for seat in (GM, "first", "second"):
        (line,) = [event for event in told if event.seen_by(seat)]
        assert ("coin" in line.text()) == (seat in knowing)


@pytest.mark.parametrize("seat", [GM, "first", "second", ONLOOKER])
def test_what_is_looked_at_is_what_is_seen(seat: str) -> None:
    """A look made field by field has the same fields and values as the whole view, and no more."""
    state = world()
    whole = see(state, Viewer(seat, state))
    glance = look(state, Viewer(seat, state))
    assert glance == whole
    assert repr(glance) == repr(whole)
    ash, seen = glance["people"]["ash"], whole["people"]["ash"]
    assert list(ash) == list(seen)
    assert len(ash) == len(seen)
    for field in Person.__struct_fields__:
        assert (field in ash) == (field in seen)
        assert ash.get(field, "hidden") == seen.get(field, "hidden")


def test_a_look_makes_only_what_is_looked_at() -> None:
    """Who looks at one field pays for one: the others are not made."""
    made: list[int] = []

    class Costly(State):
        cheap: Annotated[int, OPEN]
        dear: Annotated[int, Shown(show=lambda value: made.append(value) or value)]

    state = Costly(1, 2)
    glance = look(state, Viewer(GM, state))
    assert glance["cheap"] == 1
    assert made == []
    assert (glance["dear"], glance["dear"]) == (2, 2)
    assert made == [2]


class Guest(State):
    name: Annotated[str, OPEN]


class Masked(State):
    name: str


class Ball(State):
    guests: Annotated[list[Guest], OPEN]
    spies: Annotated[list[Guest], FOR_GM]
    masked: Annotated[list[Masked], OPEN]


@pytest.mark.parametrize(
    ("seat", "field", "there"),
    [("first", "guests", True), (GM, "spies", True), ("first", "spies", False), (GM, "masked", False)],
)
def test_one_of_many_is_found_by_an_open_name_in_an_open_list_only(
    seat: str, field: str, there: bool
) -> None:
    """Nobody learns from looking for somebody that there is somebody of that name."""
    state = Ball([Guest("Ash")], [Guest("Ash")], [Masked("Ash")])
    glance = look(state, Viewer(seat, state))
    if there:
        assert glance.named(field, "Ash") == {"name": "Ash"}
    else:
        with pytest.raises(LookupError):
            glance.named(field, "Ash")
    with pytest.raises(LookupError):
        glance.named(field, "Birch")


class Coat(State):
    name: Annotated[str, OPEN]
    size: Annotated[int, OPEN]
    torn: Annotated[bool, FOR_GM]
    lining: str = "nobody marked this"


class Wardrobe(State):
    coats: Annotated[list[Coat], OPEN]
    sealed: Annotated[list[Coat], FOR_GM]
    counted: Annotated[list[Coat], Shown(show=len)]
    buried: list[Coat]


@pytest.mark.parametrize("seat", [GM, "first", ONLOOKER])
def test_rows_have_what_everybody_sees_and_nothing_else(seat: str) -> None:
    """Of a list as it is shown, fields that are open to everybody; anything else is as if it were not there."""
    coats = [Coat("red", 3, True), Coat("blue", 5, False)]
    state = Wardrobe(coats, coats, coats, coats)
    glance = look(state, Viewer(seat, state))
    whole = see(state, Viewer(seat, state))
    assert glance.rows("coats", "name", "size") == [(each["name"], each["size"]) for each in whole["coats"]]
    for field, names in (
        ("coats", ("name", "torn")),
        ("coats", ("name", "lining")),
        ("counted", ("name", "size")),
        ("buried", ("name", "size")),
    ):
        with pytest.raises(KeyError):
            glance.rows(field, *names)
    if seat == GM:
        assert glance.rows("sealed", "name", "size") == [("red", 3), ("blue", 5)]
    else:
        with pytest.raises(KeyError):
            glance.rows("sealed", "name", "size")


class Fur(Coat):
    size: Annotated[int, FOR_GM]


def test_rows_are_read_of_each_as_its_own_type_shows_it() -> None:
    """A kind of coat that hides its size hides it among others too, and after them."""
    state = Wardrobe([Coat("red", 3, True)], [], [], [])
    glance = look(state, Viewer(GM, state))
    assert glance.rows("coats", "size") == [(3,)]
    state.coats.append(Fur(name="grey", torn=False, size=5))
    with pytest.raises(KeyError):
        glance.rows("coats", "size")


@pytest.mark.parametrize("seat", [GM, "first"])
def test_what_is_packed_is_what_is_seen(seat: str) -> None:
    coats = [Coat("red", 3, True), Coat("blue", 5, False)]
    ball = Ball([Guest("Ash")], [Guest("Birch")], [Masked("Oak")])
    for state in (Wardrobe(coats, coats, coats, coats), ball):
        glance, whole = look(state, Viewer(seat, state)), see(state, Viewer(seat, state))
        for field in state.__struct_fields__:
            if field in whole:
                assert msgspec.json.decode(glance.packed(field)) == whole[field]
            else:
                with pytest.raises(KeyError):
                    glance.packed(field)
