"""What holds over random people, random teams and random legal play, in every contest type."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.forge import GAME
from agonist.forge.gauntlet.enterprise import Enterprise
from agonist.forge.gauntlet.morale import MoraleMoved
from agonist.forge.gauntlet.teams import Gauntlet
from agonist.forge.gauntlet.turns import TurnBegins
from agonist.forge.people.knobs import BOOK
from agonist.forge.scene import Scene
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.steps import Declared
from agonist.kernel import (
    Ask,
    Choice,
    Fields,
    Form,
    Referee,
    Text,
    corrections,
    drive,
    random_policy,
    run,
    seat_view,
)
from agonist.kernel.contract import check_closed, check_contract, play_randomly
from tests.support.tries import tries

from .people import contests

TYPES = [kind.name for kind in GAME.types]
PRESETS = [(kind.name, name) for kind in GAME.types for name in kind.presets]
SOME = tries(12)


def check_people(referee: Referee[Any]) -> None:
    """FG-4, FG-30, FG-3: boxes as many as there are, Favor not below 0, ratings at least 1."""
    state: Scene = referee.state
    for character in state.characters:
        assert character.favor >= 0
        assert tuple(box.size for box in character.misfortune) == BOOK.boxes("misfortune")
        assert tuple(box.size for box in character.injury) == BOOK.boxes("injury")
        assert all(
            tuple(box.size for box in track) == BOOK.boxes("stress") for track in character.stress.values()
        )
        assert all(asset.quality >= 0 for asset in character.assets)
        assert all(boon.rating >= 1 for boon in character.boons)
        assert all(bane.rating >= 1 for bane in character.banes)
        assert all(trait.rating >= 1 for trait in character.own_traits())
        assert all(3 <= skill.training <= 6 for skill in character.skills.values())


def known_to(state: Scene, seat: str) -> set[str]:
    """The secrets that a seat may see: those of its own characters, and those that these have learned."""
    own = [character for character in state.characters if character.seat == seat]
    learned = {known.trait for character in own for known in character.knows}
    return {trait.name for character in own for trait in character.secrets} | learned


def check_secrets(referee: Referee[Any], ever: set[str]) -> None:
    """FG-46: no view has a secret trait that the seat does not know. `ever` collects all that there were."""
    state: Scene = referee.state
    ever |= {trait.name for character in state.characters for trait in character.secrets}
    for seat in [*referee.seats, "a passer-by"]:
        if seat == "gm":
            continue
        text = msgspec.json.encode(seat_view(referee, seat)).decode()
        for name in ever - known_to(state, seat):
            owner = state.who(name.rpartition(" ")[2])
            if owner.seat != seat and not _was_told(referee, seat, name):
                assert name not in text, f"{seat} sees {name}"


def _was_told(referee: Referee[Any], seat: str, name: str) -> bool:
    """A seat keeps the lines of the log in which it learned a secret that has been given up since."""
    return any(
        line.event.seen_by(seat)
        and getattr(line.event, "trait", "") == name
        and line.event.audience is not None
        for line in referee.lines
    )


def check_actions(referee: Referee[Any]) -> None:
    """FG-43, FG-41: nobody acts twice in a turn or after leaving."""
    state = referee.state
    if isinstance(state, Gauntlet):
        assert len(state.acted) == len(set(state.acted))
        for pending in referee.pending:
            if isinstance(pending.request, Ask) and pending.request.what in (
                "act",
                "defend",
                "join the defence",
                "go on",
            ):
                assert not state.who(pending.request.about).out
            if isinstance(pending.request, Ask) and pending.request.what == "act":
                assert pending.request.about not in state.acted


def check_sources(referee: Referee[Any]) -> None:
    """FG-15: of each kind one source of added dice for a roll."""
    used: Counter[tuple[str, bool]] = Counter()
    for line in referee.lines:
        if isinstance(line.event, Declared):
            used.clear()
        elif isinstance(line.event, AddedDice):
            used[line.event.name, line.event.kind == "environmental trait"] += 1
            assert max(used.values()) == 1


def check_morale(referee: Referee[Any]) -> None:
    """FG-50: a team's morale is the sum of its causes in the log."""
    state = referee.state
    if not isinstance(state, Gauntlet):
        return
    sums: Counter[str] = Counter()
    for line in referee.lines:
        if isinstance(line.event, MoraleMoved):
            sums[line.event.team] += line.event.change
            assert sums[line.event.team] == line.event.morale
    assert all(team.morale == sums[team.name] for team in state.teams)
    if isinstance(state, Enterprise):
        assert state.journey_morale == sums["The journey"]


@pytest.mark.unmeasured
@pytest.mark.parametrize("type_name", TYPES)
@SOME
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_random_play_ends_and_keeps_the_rules(type_name: str, data: st.DataObject, seed: int) -> None:
    """FG-41: a contest ends; boxes, Favor, morale, turns, sources of dice and secrets are in order all the while."""
    setup, options = data.draw(contests(type_name))
    ever: set[str] = set()
    random = Random(seed)

    def watch(referee: Referee[Any]) -> None:
        check_people(referee)
        check_actions(referee)
        if random.random() < 0.03:
            check_secrets(referee, ever)

    referee = play_randomly(GAME, type_name, setup, options, random, watch=watch, most=5_000)
    assert referee.over
    check_sources(referee)
    check_morale(referee)
    check_secrets(referee, ever)
    check_outcome(referee)


def check_outcome(referee: Referee[Any]) -> None:
    """The end names winners, losers, the perished, epiphanies, XP and the new sheets."""
    result, state = referee.result, referee.state
    assert result is not None
    assert result.summary
    assert set(result.sheets) == {character.name for character in state.characters}
    assert not set(result.winners) & set(result.losers)  # type: ignore[attr-defined]
    for character in state.characters:
        assert (character.name in result.perished) == bool(character.fate)  # type: ignore[attr-defined]
        assert result.xp.get(character.name, {}) == character.earned  # type: ignore[attr-defined]
    assert state.test is None


@pytest.mark.unmeasured
@pytest.mark.parametrize("type_name", TYPES)
@tries(15)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_game_master_may_correct_anything_at_any_time(
    type_name: str, data: st.DataObject, seed: int
) -> None:
    """Whatever is corrected in the middle of a question, play goes on, and a replay is equal."""
    setup, options = data.draw(contests(type_name))
    random = Random(seed)

    def correct(referee: Referee[Any]) -> None:
        if not referee.over and random.random() < 0.2:
            chosen = random.choice(corrections(referee.state))
            referee.override(chosen.path, chosen.form.sample(random), reason="a whim")

    referee = play_randomly(GAME, type_name, setup, options, random, watch=correct, most=600)
    check_people(referee)
    again = Referee.replay(GAME, referee.transcript)
    assert again.state == referee.state
    assert again.lines == referee.lines


@pytest.mark.unmeasured
@pytest.mark.parametrize("type_name", TYPES)
@tries(8)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_type_keeps_the_contract(type_name: str, data: st.DataObject, seed: int) -> None:
    """Replays are equal, accepted answers never fail, refusals change nothing, views are made of data."""
    setup, options = data.draw(contests(type_name))
    referee = check_contract(GAME, type_name, setup, options, Random(seed), most=150)
    check_closed(referee.state, list(referee.seats))


def _awkward(random: Random) -> Any:
    """Any legal answer, with names that are awkward."""

    def spoil(form: Form, answer: Any) -> Any:
        if isinstance(form, Text) and form.least:
            return random.choice(["A:B", "MARKED FOR LIFE", "AN EDGE", "own:VAIN", "VAIN (2)"])
        if isinstance(form, Choice) and isinstance(answer, dict):
            then = next(option.then for option in form.options if option.key == answer["pick"])
            assert then is not None
            return {"pick": answer["pick"], "with": spoil(then, answer["with"])}
        if isinstance(form, Fields):
            return {field.key: spoil(field.form, answer[field.key]) for field in form.fields}
        return answer

    policy = random_policy(random)
    return lambda seen, ask: spoil(ask.legal(), policy(seen, ask))


@pytest.mark.unmeasured
@pytest.mark.parametrize("type_name", TYPES)
@tries(8)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_next_contest_starts_from_the_sheets_of_the_last(
    type_name: str, data: st.DataObject, seed: int
) -> None:
    """FG-46: XP, Favor, boxes, traits and assets come back, whatever they are called, and what was only for the
    gauntlet does not."""
    setup, options = data.draw(contests(type_name))
    referee: Referee[Any] = Referee.start(GAME, type_name, setup, options, seed=bytes(32))
    drive(referee, dict.fromkeys(referee.seats, _awkward(Random(seed))), most=5_000)
    assert referee.result is not None
    kind = GAME.type(type_name)
    again = setup
    for name, sheet in referee.result.sheets.items():
        assert not sheet.get("fate") or name in referee.result.perished  # type: ignore[attr-defined]
        assert not any(boon["passing"] for boon in [*sheet.get("boons", []), *sheet.get("banes", [])])
        assert not any(asset["lent_by"] for asset in sheet.get("assets", []))
        again = kind.enlist(again, name, {**sheet, "fate": ""}, "one")
    before = {e.name: e.sheet for team in setup.teams for e in team.members}
    for name, sheet in before.items():
        kept = {asset["name"] for asset in referee.result.sheets[name].get("assets", [])}
        assert kept == {asset.name for asset in sheet.assets}
    kind.begin(*kind.setup_from(again, options))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("type_name", "preset"), PRESETS)
@tries(8)
@given(seed=st.integers(0, 2**32))
def test_whatever_bots_sit_at_a_table_it_comes_to_an_end(type_name: str, preset: str, seed: int) -> None:
    """FG-44: passing is allowed, but no bot passes for ever, with whichever others it plays."""
    kind, random = GAME.type(type_name), Random(seed)
    setup, options = kind.setup_from(kind.presets[preset].setup, kind.presets[preset].options)
    bots = [*kind.bots.values(), random_policy(random)]
    policies = {seat: random.choice(bots) for seat in ("gm", *kind.seats(setup))}
    assert run(kind, kind.begin(setup, options), policies, random, most=5_000).summary


def test_fg_43_rounds_are_told() -> None:
    """FG-43: every team has one turn a round."""
    for seed in range(10):
        setup = GAME.type("subjugate").presets["cultists-ritual"].setup
        referee = play_randomly(GAME, "subjugate", setup, {}, Random(seed))
        turns = [(e.round, e.team) for line in referee.lines if isinstance(e := line.event, TurnBegins)]
        assert len(turns) == len(set(turns))
