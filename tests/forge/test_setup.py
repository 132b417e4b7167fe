"""Set-ups say what is wrong with them; characters of a table enter; the game master corrects; odds enumerate."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from agonist.forge import GAME
from agonist.forge.bots.policies import plain
from agonist.forge.people.sheet import Asset, Mark, Sheet, Trait
from agonist.kernel import SetupRefused, corrections, enumerate_contest, run

from .stage import Stage, challenge, duel, gauntlet, person, team


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
        (person("Ash", injuries=[Mark(4)]), "sheet.injuries", "at most 0 boxes of 4"),
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
