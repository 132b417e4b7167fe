"""Set-ups say what is wrong with them; characters of a table enter; the game master corrects; odds enumerate."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from agonist.forge import GAME
from agonist.forge.bots import plain
from agonist.forge.people.sheet import Asset, Bane, Boon, Mark, Sheet, Skill, Trait
from agonist.forge.types.setup import Journey
from agonist.kernel import AnswerRefused, Number, SetupRefused, corrections, enumerate_contest, run
from agonist.kernel.corrections import correct

from .stage import Stage, challenge, duel, enterprise, gauntlet, person, team


@pytest.mark.parametrize(
    ("entrant", "place", "right"),
    [
        (person("Ash", vigor=0), "sheet.vigor", "1 to 9"),
        (person("Ash", favor=-1), "sheet.favor", "0 to 99"),
        (
            person("Ash", traits=[Trait("A", 1, secret=True), Trait("A", 2, secret=True)]),
            "sheet.traits",
            "a name of its own",
        ),
        (person("Ash", traits=[Trait("A", 0)]), "sheet.traits[0].rating", "1 to 99"),
        (person("Ash:Birch", "ash"), "set-up.teams", "without a colon"),
        (person("Ash", assets=[Asset("AXE", "fight", 10)]), "sheet.assets[0].quality", "0 to 9"),
        (person("Ash", misfortunes=[Mark(3), Mark(3)]), "sheet.misfortunes", "at most 1 boxes of 3"),
        (person("Ash", injuries=[Mark(4)]), "sheet.injuries[0].box", "1 to 3"),
        (person("Ash", epiphanies=-1), "sheet.epiphanies", "0 to 99"),
        (person("Ash", epiphanies=100), "sheet.epiphanies", "0 to 99"),
        (person("Ash", skills={"craft": Skill(2)}), "sheet.skills.craft.training", "3 to 6"),
        (person("Ash", skills={"craft": Skill(6, -1)}), "sheet.skills.craft.xp", "0 to 9999"),
        (person("Ash", boons=[Boon("EDGE", 0, "vigor")]), "sheet.boons[0].rating", "1 to 99"),
        (person("Ash", banes=[Bane("SAND", 100)]), "sheet.banes[0].rating", "1 to 99"),
        (person("Ash", fate="perished"), "sheet.fate", "whose story goes on"),
        (person("Ash", " "), "seat", "game master's"),
        (person(" ", "ash"), "set-up.teams", "not blank"),
    ],
)
def test_a_sheet_that_cannot_be_played_is_refused_with_its_place(
    entrant: Any, place: str, right: str
) -> None:
    with pytest.raises(SetupRefused) as refusal:
        Stage("challenge", challenge(entrant))
    assert place in refusal.value.place
    assert right in refusal.value.accepted


@pytest.mark.parametrize(
    ("type_name", "setup", "place", "right"),
    [
        (
            "challenge",
            challenge(person("Ash"), opposing=[Trait("WALL", 10**6)]),
            "opposing[0].rating",
            "1 to 99",
        ),
        (
            "challenge",
            challenge(person("Ash"), opposing=[Trait("WALL", -3)]),
            "opposing[0].rating",
            "1 to 99",
        ),
        ("challenge", challenge(person("Ash"), opposing=[Trait(" ", 1)]), "opposing", "not blank"),
        (
            "challenge",
            challenge(person("Ash"), environment=[Trait("MUD", 0)]),
            "environment[0].rating",
            "1 to 99",
        ),
        ("navigate", enterprise(person("Ash"), chain=[Trait("SWAMP", 0)]), "chain[0].rating", "1 to 99"),
        ("navigate", enterprise(person("Ash"), chain=[Trait("", 1)]), "chain", "not blank"),
        ("explore", enterprise(person("Ash"), journey=Journey(0)), "journey.rating", "1 to 9"),
        ("explore", enterprise(person("Ash"), journey=Journey(3, 7)), "journey.training", "3 to 6"),
    ],
)
def test_fg_2_fg_60_numbers_beyond_their_limits_are_refused(
    type_name: str, setup: Any, place: str, right: str
) -> None:
    """FG-2, FG-60: what makes a challenge hard has limits too, and the refusal says which."""
    with pytest.raises(SetupRefused) as refusal:
        Stage(type_name, setup)
    assert place in refusal.value.place
    assert right in refusal.value.accepted


def test_a_table_s_sheet_beyond_its_limits_is_refused_with_its_place() -> None:
    """FG-1: a sheet that was stored with nonsense does not break the set-up of a contest."""
    kind = GAME.type("challenge")
    with pytest.raises(SetupRefused) as refusal:
        kind.enlist(challenge(person("Ash")), "Ash", {"vigor": 12}, "ash")
    assert refusal.value.place == "set-up.teams[0].members[0].sheet.vigor"
    assert "1 to 9" in refusal.value.accepted


@pytest.mark.parametrize("kind", GAME.types, ids=lambda kind: kind.name)
def test_whatever_can_be_corrected_can_be_set_up_so(kind: Any) -> None:
    """FG-1 to FG-3: a correction to either limit is refused beyond it, and leaves a sheet that can enter again."""
    preset = next(iter(kind.presets.values()))
    whole = corrections(kind.begin(preset.setup, preset.options))
    numbers = {each.path.rpartition(".")[2]: each for each in whole if isinstance(each.form, Number)}
    for found in numbers.values():
        assert isinstance(found.form, Number)
        for limit, step in ((found.form.least, -1), (found.form.most, 1)):
            state = kind.begin(preset.setup, preset.options)
            before = msgspec.json.encode(state)
            with pytest.raises(AnswerRefused) as refusal:
                correct(state, found.path, limit + step)
            assert f"{found.form.least} to {found.form.most}" in refusal.value.accepted
            assert msgspec.json.encode(state) == before
            correct(state, found.path, limit)
            assert msgspec.json.decode(msgspec.json.encode(state), type=kind.state_type) == state
            for name, sheet in kind.sheets(state).items():
                kind.enlist(preset.setup, name, sheet, "gm")


def test_what_a_set_up_does_not_know_is_refused() -> None:
    data: dict[str, Any] = msgspec.to_builtins(challenge(person("Ash")))
    data["teams"][0]["members"][0]["sheet"]["luck"] = 7
    with pytest.raises(SetupRefused, match="luck") as refusal:
        Stage("challenge", data)
    assert "teams[0].members[0].sheet" in refusal.value.place


def test_teams_are_checked() -> None:
    with pytest.raises(SetupRefused, match="two called"):
        Stage("contest", duel(person("Ash"), person("Ash")))
    with pytest.raises(SetupRefused, match="cannot be captain"):
        Stage("mediate", gauntlet(team("A", person("Ash"), captain="Birch"), team("B", person("Birch"))))
    with pytest.raises(SetupRefused, match="too many"):
        Stage(
            "contest",
            duel(
                person("A"), person("B"), teams=[team("A", person("A"), person("C")), team("B", person("B"))]
            ),
        )
    with pytest.raises(SetupRefused, match="at least two"):
        Stage("group-challenge", challenge(person("Ash")))
    with pytest.raises(SetupRefused, match="keeps no secrets"):
        Stage("challenge", challenge(person("Ash"), environment=[Trait("TRAPDOOR", 1, secret=True)]))
    with pytest.raises(SetupRefused, match="is not around"):
        Stage("challenge", challenge(person("Ash"), environment=[Trait("MUD", 1)], hindrance="SNOW"))
    with pytest.raises(SetupRefused, match="No team is called"):
        Stage("contest", duel(person("Ash"), person("Birch"), defender="Nobody"))


@pytest.mark.parametrize("kind", GAME.types, ids=lambda kind: kind.name)
def test_characters_of_a_table_enter_a_contest(kind: Any) -> None:
    """By name instead of a preset's, else as one more of the first team; sheets may be data."""
    preset = next(iter(kind.presets.values()))
    name = preset.setup.teams[0].members[0].name
    setup = kind.enlist(preset.setup, name, {"vigor": 2, "favor": 7}, "guest seat")
    first = setup.teams[0].members[0]
    assert (first.seat, first.sheet) == ("guest seat", Sheet(vigor=2, favor=7))
    setup = kind.enlist(preset.setup, "Newcomer", Sheet(), "guest seat")
    assert setup.teams[0].members[-1].name == "Newcomer"
    assert "guest seat" in kind.seats(setup)


@pytest.mark.parametrize("kind", GAME.types, ids=lambda kind: kind.name)
def test_a_set_up_and_a_state_survive_json(kind: Any) -> None:
    for preset in kind.presets.values():
        data = msgspec.json.decode(msgspec.json.encode(preset.setup))
        setup, options = kind.setup_from(data, msgspec.to_builtins(preset.options))
        assert setup == preset.setup
        state = kind.begin(setup, options)
        assert msgspec.json.decode(msgspec.json.encode(state), type=kind.state_type) == state
        assert kind.gauges(_seen(state)) is not None


def _seen(state: Any) -> dict[str, Any]:
    from agonist.kernel import Viewer, see

    seen: dict[str, Any] = see(state, Viewer("gm", state))
    return seen


def test_a_sheet_type_is_declared() -> None:
    """What a contest gives back is what the next one takes."""
    stage = Stage("challenge", challenge(person("Ash"))).play()
    assert GAME.sheet is Sheet
    msgspec.convert(stage.sheet("Ash"), Sheet)


def test_the_game_master_can_correct_what_stands_in_the_state() -> None:
    """Favor in the middle of an offer: the form follows at once."""
    actor = person("Ash", traits=[Trait("NIMBLE", 2)], favor=1)
    stage = Stage("challenge", challenge(actor))
    assert "use:NIMBLE" in stage.options("use a trait")
    stage.referee.override("characters.0.favor", 0, reason="miscounted")
    form: Any = stage.until("asset or detriment").legal()
    assert [field.key for field in form.fields] == ["last"]
    stage.referee.override("test.difficulty", 3, reason="a harder wall")
    stage.play()
    assert any("against 3" in text for text in stage.told())
    labels = {correction.label for correction in corrections(stage.state)}
    assert {"Ash: Favor", "Ash: attribute", "harm in a box"} <= labels


def chance_of(kind: str, setup: Any) -> Fraction:
    contest = GAME.type(kind)
    checked, options = contest.setup_from(setup)
    chances = enumerate_contest(
        contest, contest.begin(checked, options), plain, lambda _, end: bool(end.winners)
    )
    assert chances.undecided == 0
    return chances[True]


def test_odds_of_a_challenge_are_those_of_its_pool() -> None:
    """FG-10: three dice at 5+ against 1: 1 − (2/3)³."""
    assert chance_of("challenge", challenge(person("Ash"))) == 1 - Fraction(2, 3) ** 3


def test_odds_of_a_contest_are_exact() -> None:
    """FG-21: one die each at 5+: the attacker wins with a hit against a miss."""
    contest = GAME.type("contest")
    one: dict[str, Any] = {"vigor": 1, "intuition": 1, "reason": 1}
    checked, options = contest.setup_from(duel(person("Ash", **one), person("Birch", **one)))
    state = contest.begin(checked, options)
    chances = enumerate_contest(contest, state, plain, lambda _, end: end.winners)
    assert chances["Attackers",] == Fraction(1, 3) * Fraction(2, 3)
    assert chances["Defenders",] == 1 - Fraction(2, 9)


def test_a_bare_run_comes_to_an_end() -> None:
    """Simulations play without a log."""
    from random import Random

    contest = GAME.type("subjugate")
    preset = contest.presets["cultists-ritual"]
    state = contest.begin(preset.setup, preset.options)
    assert run(contest, state, contest.bots["sensible"], Random(1)).winners
