"""What was decided is told in words: who was asked what and what they answered, each once."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import (
    ONLOOKER,
    Ask,
    Choice,
    Dealt,
    Field,
    Fields,
    Form,
    Many,
    Number,
    Option,
    Play,
    Referee,
    Rolled,
    Seen,
    Several,
    Split,
    Text,
    corrections,
    game,
)
from agonist.kernel.forms import in_words
from agonist.table import Decision, bots_of
from agonist.table.annals import Annals
from tests.support.tables import Party

A, B = Option("a", "An axe"), Option("b", "A bow", then=Number(1, 6))


@pytest.mark.parametrize(
    ("form", "answer", "words"),
    [
        (Choice((A, B)), "a", "An axe"),
        (Choice((A, B)), {"pick": "b", "with": 3}, "A bow: 3"),
        (Several((A, B), 0, 2), ["b", "a"], "A bow, An axe"),
        (Several((A, B), 0, 2), [], "none"),
        (Split((A, B), 3, 3), {"a": 2, "b": 1}, "2 An axe, 1 A bow"),
        (
            Fields((Field("x", "Whom", Text(80)), Field("y", "AP", Number(1, 6)))),
            {"x": "Bera", "y": 2},
            "whom Bera, AP 2",
        ),
        (Many(Number(1, 6), 0, 3), [1, 2], "1; 2"),
        (Rolled((6, 6)), [3, 4], "3, 4"),
        (Dealt(("k", "q"), 1, {"k": "the king"}), ["k"], "the king"),
        (Text(80), "Run!", "Run!"),
    ],
)
def test_an_answer_in_words(form: Form, answer: Any, words: str) -> None:
    assert in_words(form, answer) == words


def played() -> Referee[Any]:
    rules = game("questworlds")
    kind = rules.type("extended")
    ready = kind.presets["bridge"]
    referee: Referee[Any] = Referee.start(rules, kind.name, ready.setup, ready.options, seed=bytes(32))
    policy = next(iter(bots_of(kind).values()))
    for _ in range(6):
        due = referee.pending[0]
        assert isinstance(due.request, Ask)
        referee.answer(due.id, policy(Seen(due.seat, referee.state), due.request))
    return referee


def test_every_point_has_its_decision() -> None:
    """What can be gone back to is what somebody decided, and each is told with its question and answer."""
    referee = played()
    told = Annals.of(referee).decisions((referee.at,))
    assert list(told) == referee.points()
    asked = "Ysolde, what do you do, and how much do you stake? You have 17 AP."
    assert told[0] == [Decision("Ysolde", asked, "Act, with a bid: ability Fencing 17, bid 3")]


def test_what_was_taken_back_is_not_told() -> None:
    """After an undo only what still counts is told, and a correction beside it."""
    referee = played()
    second = referee.points()[1]
    referee.undo(second, by="gm")
    assert list(Annals.of(referee).decisions((referee.at,))) == [0]
    referee.override("contestants.0.ap", 9, by="gm", reason="a slip")
    assert Annals.of(referee).decisions((referee.at,))[second] == [
        Decision("Game master", "Correction: Ysolde: advantage points", "9")
    ]


def kept(annals: Annals, referee: Referee[Any]) -> Any:
    seats = (*referee.seats, ONLOOKER)
    return (
        annals.decisions((referee.at,)),
        {seat: annals.moments(seat) for seat in seats},
        {seat: annals.steps(seat).numbers for seat in seats},
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("name", "kind"), [("standoff", "standoff"), ("questworlds", "extended")])
def test_what_is_kept_as_it_happens_is_what_a_replay_tells(name: str, kind: str, seed: int) -> None:
    """Through answers, dice, corrections and undos, at any moment at which one begins to keep it."""
    random = Random(seed)
    rules = game(name)
    preset = next(iter(rules.type(kind).presets.values()))
    referee: Referee[Any] = Referee.start(rules, kind, preset.setup, usual=random.choice(["sealed", "tap"]))
    annals = None
    for n in range(40):
        if referee.over:
            break
        if n == seed:
            annals = referee.watcher = Annals.of(referee)
        points, known = referee.points(), corrections(referee.state)
        if points and random.random() < 0.15:
            referee.undo(random.choice(points))
        elif known and random.random() < 0.15:
            one = random.choice(known)
            referee.override(one.path, one.form.sample(random), reason="so")
        else:
            due = random.choice(referee.pending)
            referee.answer(due.id, due.form().sample(random))
    if annals is not None:
        assert kept(annals, referee) == kept(Annals.of(referee), referee)


async def test_an_undo_plays_the_contest_once(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once somebody has looked, neither the list of decisions nor the course is found by playing again."""
    await party.start()
    for name in ("Ash", "Birch"):
        await party.answer(name, "wait")
    contests = party.service.contests
    before = await contests.course(party.gm, party.contest), await contests.tools(party.gm, party.contest)
    assert before[0][1:] != []

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("played again")

    monkeypatch.setattr(Play, "unplayed", never)
    await party.service.acts.undo(party.gm, party.contest, 1)
    course, tools = (
        await contests.course(party.gm, party.contest),
        await contests.tools(party.gm, party.contest),
    )
    assert len(course) < len(before[0])
    assert tools.points == []
