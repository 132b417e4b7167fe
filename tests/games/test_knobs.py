"""House rules without a fork: the knobs that a game declares are read by its rules, seen by all, known to its odds."""

import re
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from agonist.kernel import Choice as ChoiceForm
from agonist.kernel import Course, Game, Referee, SetupRefused, Viewer, answer_all, game, random_policy, see
from agonist.kernel import Number as NumberForm
from agonist.odds import question, simulate
from agonist.odds.enumerating import enumerate_odds
from agonist.odds.studies import Study
from agonist.odds.studies.working import work_out
from agonist.questworlds.classic.rolls.knobs import QuestKnobs
from agonist.tabletop import Knob, knob_fields, knobs_of, turned
from tests.questworlds_srd.scenes import foe, hero
from tests.support.boards import terminal_board

GAMES = [game(name) for name in ("questworlds", "questworlds-srd", "forge", "deckahedron")]
KINDS = [pytest.param(each, kind, id=f"{each.name}-{kind.name}") for each in GAMES for kind in each.types]
NAMED = pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)


def knobs(each: Game) -> tuple[Knob, ...]:
    kind: Any = each.knobs
    return knobs_of(kind)


def ends(each: Game, first: bool) -> dict[str, Any]:
    """Every knob at one of its ends."""
    kind: Any = each.knobs
    found: dict[str, Any] = {}
    for field in knob_fields(kind, kind.__struct_fields__).fields:
        match field.form:
            case NumberForm(least, most):
                found[field.key] = least if first else most
            case ChoiceForm(options):
                found[field.key] = options[0 if first else -1].key
            case _:
                found[field.key] = not field.default
    return found


def pair(one: int, two: int) -> dict[str, Any]:
    """Two of today's or of the older QuestWorlds with one ability each."""
    hero = {"name": "Hero", "abilities": [{"name": "Wits", "rating": one}]}
    return {
        "contestants": [
            hero,
            {"name": "Foe", "resistance": True, "abilities": [{"name": "It", "rating": two}]},
        ]
    }


@NAMED
def test_a_game_declares_at_least_fifteen_knobs_by_name_rule_range_and_default(each: Game) -> None:
    found = knobs(each)
    assert len(found) >= 15
    assert len({knob.label for knob in found}) == len(found)
    for knob in found:
        assert knob.rule in each.rules, f"{knob.name} follows {knob.rule}"
        assert knob.accepts
        assert knob.default is not None


@NAMED
def test_the_guide_lists_every_knob_as_it_is(each: Game) -> None:
    """docs/knobs.md says what `agonist knobs` says."""
    page = (Path(__file__).parents[2] / "docs" / "knobs.md").read_text("utf-8")
    for knob in knobs(each):
        usual = (
            str(knob.default).lower()
            if isinstance(knob.default, bool)
            else str(knob.default).replace("-", "−")
        )
        assert f"| `{knob.name}` | {usual} | {knob.rule} | {knob.label} | {knob.accepts} |\n" in page


@NAMED
def test_every_knob_is_read_by_the_rules(each: Game) -> None:
    """It is named in the game's source outside its declaration, or in a table that the declaration makes of it."""
    kind: Any = each.knobs
    place = Path(sys.modules[kind.__module__].__file__ or "").parents[1]
    text = "\n".join(path.read_text("utf-8") for path in place.rglob("*.py") if "odds" not in path.parts)
    for name in kind.__struct_fields__:
        family = re.sub(r"_[^_]+$", "_", name)
        used = re.search(rf"(self|knobs|house|state\.options\.house|costs)\.{name}\b", text)
        assert (
            used or f'"{family}{{' in text or "{kind}_{size}" in text or "{better.word}_{worse.word}" in text
        ), name


@pytest.mark.parametrize(("each", "kind"), KINDS)
def test_a_contest_is_played_with_every_knob_at_either_end(each: Game, kind: Any) -> None:
    """No value in a knob's range breaks the rules, a correction's form or a board."""
    preset = next(iter(kind.presets.values()))
    for first in (True, False):
        options = {**msgspec.to_builtins(preset.options), "knobs": ends(each, first)}
        setup, chosen = kind.setup_from(preset.setup, options)
        random = Random(first)
        course = Course(kind, kind.begin(setup, chosen), log=True)
        for _ in range(60):
            if course.result is not None:
                break
            answer_all(course, random_policy(random), random)
        for event in course.take_events():
            assert event.text()


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_what_is_turned_is_shown_to_everybody_marked_in_the_log_and_kept(each: Game) -> None:
    """The first lines after the seal say it with its rule; the transcript has it, and plays back."""
    kind = next(kind for kind in each.types if kind.presets)
    preset, knob = next(iter(kind.presets.values())), knobs(each)[0]
    value = ends(each, first=False)[knob.name]
    options = {**msgspec.to_builtins(preset.options), "knobs": {knob.name: value}}
    referee = Referee.start(each, kind.name, preset.setup, options, seed=bytes(32))
    marked = referee.lines[1].event
    assert marked.cites() == knob.rule
    assert knob.label in marked.text()
    assert marked.audience is None
    assert referee.transcript.options["knobs"] == {knob.name: value}
    seen = see(referee.state, Viewer("somebody", referee.state))
    assert (seen.get("knobs") or seen["options"]["knobs"])[knob.name] == value
    again = Referee.replay(each, referee.transcript, bytes(32))
    assert again.state.key() == referee.state.key()
    assert [line.event for line in again.lines] == [line.event for line in referee.lines]


@NAMED
def test_nothing_turned_leaves_no_trace(each: Game) -> None:
    """Transcripts of before open, and new ones are as they were."""
    for kind in each.types:
        for preset in kind.presets.values():
            setup, options = kind.setup_from(preset.setup, preset.options)
            assert "knobs" not in msgspec.to_builtins(options)
            assert kind.foreword(setup, options) == ()


@NAMED
def test_a_value_out_of_range_or_an_unknown_knob_is_refused_with_what_is_right(each: Game) -> None:
    kind = next(kind for kind in each.types if kind.presets)
    preset, knob = next(iter(kind.presets.values())), knobs(each)[0]
    usual = msgspec.to_builtins(preset.options)
    with pytest.raises(SetupRefused) as refused:
        kind.setup_from(preset.setup, {**usual, "knobs": {knob.name: 10_000}})
    assert refused.value.accepted == f"a whole number from {knob.accepts}"
    assert refused.value.place == f"options.knobs.{knob.name}"
    with pytest.raises(SetupRefused, match="There is no knob 'pace'"):
        simulate(each.name, kind.name, knobs={"pace": 3}, contests=1, processes=1)


CLASSIC: list[dict[str, Any]] = [
    {"critical": 2, "fumble": 3},
    {"critical": 0, "fumble": 0},
    {"mastery_bumps": 2, "critical": 2},
    {"steps_marginal": 1, "steps_minor": 2, "steps_major": 3},
]


@pytest.mark.parametrize("turn", CLASSIC, ids=str)
def test_odds_of_the_older_simple_contest_read_the_knobs_exactly(turn: dict[str, Any]) -> None:
    """QW-3, QW-4, QW-7: as the rules enumerate them."""
    for one, two in ((17, 14), (7, 27)):
        real = enumerate_odds("questworlds", "simple", setup=pair(one, two), knobs=turn)
        ours = question("questworlds", "simple").ask(first=str(one), second=str(two), knobs=turn)
        assert {key: chance for key, chance in ours.outcomes.items() if chance} == real.outcomes
        assert any("House rules" in note for note in ours.notes)


@pytest.mark.parametrize(
    "turn",
    [
        {"critical": 8, "fumble": 0, "critical_failure": "lose 3", "marginal_down_to": 0},
        pytest.param(
            {"failure_failure": "transfer 1", "transfer_gap": 1, "starting_percent": 200},
            marks=pytest.mark.soak,
        ),
    ],
    ids=str,
)
def test_odds_of_the_older_extended_contest_read_the_knobs(turn: dict[str, Any]) -> None:
    """QW-11, QW-17, QW-18, QW-22: as the rules enumerate them."""
    setup, bots = {**pair(2, 3), "first": "Hero"}, {"": "const:1"}
    real = enumerate_odds("questworlds", "extended", setup=setup, knobs=turn, bots=bots, enough=0.02)
    ours = question("questworlds", "extended").ask(
        first="2", second="3", policy="const:1", against="const:1", knobs=turn
    )
    for name, chance in ours.outcomes.items():
        assert float(chance) == pytest.approx(float(real.outcomes.get(name, 0)), abs=float(real.error) + 1e-9)


STORY: list[dict[str, Any]] = [
    {"critical": 2},
    {"big_success": 1},
    {"big_faces": 4, "mastery": 2, "success": 2},
]


@pytest.mark.parametrize("turn", STORY, ids=str)
def test_odds_of_a_contest_read_the_knobs_exactly(turn: dict[str, Any]) -> None:
    """QS-4, QS-5: as the rules enumerate them."""
    options = {"story_points": False}
    for one, two in ((15, 10), (7, 27)):
        setup = {"contestants": [hero("One", abilities={"Wits": one}), foe(resistance=two)]}
        real = enumerate_odds("questworlds-srd", "contest", setup=setup, options=options, knobs=turn)
        ours = question("questworlds-srd", "contest").ask(first=str(one), second=str(two), knobs=turn)
        assert ours.win == real.win
        assert ours.tie == real.tie


@pytest.mark.parametrize(
    "turn",
    [
        {"critical": 2, "out": 1},
        pytest.param({"least_points": 2, "lead_by_degree": 1, "out": 4}, marks=pytest.mark.soak),
    ],
    ids=str,
)
def test_odds_of_a_scored_sequence_read_the_knobs(turn: dict[str, Any]) -> None:
    """QS-45, QS-46: as the rules enumerate them."""
    setup = {"contestants": [hero("One", abilities={"Wits": 9}), foe(resistance=8)]}
    options = {"story_points": False}
    real = enumerate_odds(
        "questworlds-srd",
        "scored",
        setup=setup,
        options=options,
        knobs=turn,
        bots={"": "thrifty"},
        enough=0.02,
    )
    ours = question("questworlds-srd", "scored").ask(
        first="9", second="8", policy="steady", against="steady", knobs=turn
    )
    assert float(ours.win) == pytest.approx(float(real.win), abs=float(real.error) + 1e-9)


def test_a_question_that_does_not_know_a_knob_refuses_it() -> None:
    """An algorithm that assumes the rules as they are says so, and what answers instead."""
    for name, asked, turn in (
        ("forge", "duel", {"injury_3": 2}),
        ("deckahedron", "endure", {"harm_worth": 2}),
        ("questworlds-srd", "wagered", {"critical": 2}),
    ):
        with pytest.raises(SetupRefused, match="A simulation plays by it"):
            question(name, asked).ask(knobs=turn)


def test_a_study_sweeps_any_knob() -> None:
    """Of a question and of a simulation, by the same name."""
    asked = Study(
        title="t",
        question="questworlds-srd scored",
        fixed={"first": "15", "second": "15"},
        sweep={"policy": ["steady"], "against": ["steady"], "knobs.critical": [0, 2]},
    )
    rounds = [work_out(cell.key, cell.work)["rounds"] for cell in asked.cells()]
    assert rounds[1] < rounds[0]
    played = Study(
        title="t",
        game="deckahedron",
        type="fight",
        preset="goblin",
        contests=10,
        sweep={"knobs.weapon_1d6": ["1d6", "1d8"], "options.knobs.scratch": ["3"]},
    )
    assert [work_out(cell.key, cell.work)["contests"] for cell in played.cells()] == [10, 10]


def test_the_gap_between_exact_and_turned_is_what_was_turned() -> None:
    """QW-3: two critical faces instead of one, against a rating that never succeeds."""
    ours = question("questworlds", "simple").ask(first="1", second="-5", knobs={"critical": 5, "fumble": 1})
    assert ours.outcomes["major-victory"] == Fraction(5, 20)
    assert turned(QuestKnobs(critical=2)) == {"critical": 2}


def test_boards_count_to_what_the_table_plays_to() -> None:
    """QS-45: out at three, with three points to draw."""
    kind = game("questworlds-srd").type("scored")
    preset = next(iter(kind.presets.values()))
    for options, points in (({"knobs": {"out": 3}}, 3), ({}, 5)):
        referee = Referee.start(game("questworlds-srd"), "scored", preset.setup, options, seed=bytes(32))
        drawn = terminal_board(referee, "gm")
        seen = see(referee.state, Viewer("gm", referee.state))
        assert set(kind.gauges(seen).values()) == {points}
        assert drawn.count(f"{points} from defeat") == 3
        assert drawn.count("●") == points * 2
