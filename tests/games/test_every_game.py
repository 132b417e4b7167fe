"""What holds for every installed game, whichever it is."""

from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from agonist.kernel import (
    GM,
    Answer,
    Answered,
    Ask,
    Chance,
    ContestType,
    Course,
    Game,
    Preset,
    Referee,
    Seen,
    State,
    Viewer,
    defaults,
    drive,
    play_on,
    play_some,
    seat_view,
    see,
    speaks_at,
)
from agonist.kernel.chance import Outcome, realise
from agonist.kernel.contract import check_closed, check_contract
from agonist.kernel.seal import Seal
from tests.golden import golden_files
from tests.support.installed import installed_games

TESTS = Path(__file__).parent.parent
PRESETS = [
    pytest.param(game, kind, preset, id=f"{game.name}-{kind.name}-{name}")
    for game in installed_games()
    for kind in game.types
    for name, preset in kind.presets.items()
]
KINDS = [
    pytest.param(game, kind, id=f"{game.name}-{kind.name}")
    for game in installed_games()
    for kind in game.types
]


def begun(kind: ContestType[Any], preset: Preset) -> tuple[Any, State]:
    setup, options = kind.setup_from(preset.setup, preset.options)
    return setup, kind.begin(setup, options)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_contest_type_declares_what_people_need(game: Game, kind: ContestType[Any]) -> None:
    """A title and a line about it, presets to start from, bots to play against, schemas to draw forms from."""
    assert kind.title
    assert kind.blurb
    assert kind.presets
    assert kind.bots
    assert game.credits


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_the_forms_of_a_set_up_take_what_its_presets_say(game: Game, kind: ContestType[Any]) -> None:
    """The form made of a type accepts the type's own values, and so does its JSON schema."""
    for preset in kind.presets.values():
        for form, given in ((kind.setup_form, preset.setup), (kind.options_form, preset.options)):
            data = msgspec.json.decode(msgspec.json.encode(given))
            assert form.check(form.check(data)) == form.check(data)
            jsonschema_rs.validator_for(form.schema()).validate(data)


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.name)
def test_a_game_has_golden_transcripts(game: Game) -> None:
    """A game without worked contests that people can read and check is not finished."""
    assert golden_files(TESTS / game.name.replace("-", "_") / "golden")


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_a_field_that_nobody_opened_is_hidden(game: Game, kind: ContestType[Any], preset: Preset) -> None:
    setup, state = begun(kind, preset)
    check_closed(state, list(kind.seats(setup)))


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_bots_play_a_preset_to_its_end_and_cite_real_rules(
    game: Game, kind: ContestType[Any], preset: Preset
) -> None:
    """Every bot finishes every preset; every line and every question that cites a rule cites one that exists, and the
    sheets that are left can be read again."""
    for bot in kind.bots.values():
        referee = Referee.start(game, kind.name, preset.setup, preset.options, seed=bytes(32))
        asked: set[str] = set()
        for _ in range(20_000):
            if referee.over:
                break
            pending = next(each for each in referee.pending if not each.window)
            assert isinstance(pending.request, Ask)
            assert pending.request.text, f"{pending.request.what} is not a question in words"
            asked.add(pending.request.rule)
            drive(referee, {pending.seat: bot}, most=100_000)
        assert referee.result is not None
        assert referee.result.summary
        for sheet in referee.result.sheets.values() if game.sheet else ():
            assert msgspec.convert(msgspec.to_builtins(sheet), game.sheet)
        cited = {line.event.cites() for line in referee.lines} | asked
        assert cited - {""} <= set(game.rules)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_the_contract_holds_from_a_preset(game: Game, kind: ContestType[Any], preset: Preset) -> None:
    """Random legal play from every preset: replay, restore, undo, views, refusals."""
    check_contract(game, kind.name, preset.setup, preset.options, Random(7), most=80)


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_gauges_come_from_a_seats_view(game: Game, kind: ContestType[Any], preset: Preset) -> None:
    """The numbers of the live chart are made from what a seat sees, for every seat and an onlooker."""
    referee = Referee.start(game, kind.name, preset.setup, preset.options, seed=bytes(32))
    for seat in [*referee.seats, "onlooker"]:
        assert all(
            isinstance(value, int | float) for value in kind.gauges(seat_view(referee, seat).state).values()
        )


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_game_declares_what_pages_show_of_it(game: Game, kind: ContestType[Any]) -> None:
    """What is at stake is a field of the state, the headline one of the outcome, and a preset for one person has one
    seat that is asked four times or more in a contest between bots."""
    assert kind.stake in {"", *kind.state_type.__struct_fields__}
    for preset in kind.presets.values():
        referee: Referee[Any] = Referee.start(game, kind.name, preset.setup, preset.options, seed=bytes(32))
        bot = next(iter(kind.bots.values()), defaults)
        result = drive(referee, dict.fromkeys(referee.seats, bot)).result
        assert not kind.headline or hasattr(result, kind.headline)
        seats = [seat for seat in referee.seats if seat != GM]
        asked = [
            each.seat for each in referee.transcript.entries if isinstance(each, Answered) and each.seat != GM
        ]
        assert preset.solo == (len(seats) == 1 and len(asked) >= 4), preset.title


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.name)
def test_what_dice_showed_is_declared(game: Game) -> None:
    """What a line shows as dice are whole numbers of its event, named by the event itself."""
    for kind in game.types:
        for preset in list(kind.presets.values())[:1]:
            referee: Referee[Any] = Referee.start(
                game, kind.name, preset.setup, preset.options, seed=bytes(32)
            )
            bot = next(iter(kind.bots.values()), defaults)
            drive(referee, dict.fromkeys(referee.seats, bot))
            for line in referee.lines:
                faces = line.event.dice_shown()
                assert all(type(face) is int and face >= 1 for face in faces)
                assert all(name in type(line.event).__struct_fields__ for name in line.event.faces)


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_leaving_windows_closed_is_leaving_them_as_they_are(
    game: Game, kind: ContestType[Any], preset: Preset
) -> None:
    """Windows that nobody uses need not be opened: with the same dice everything ends the same."""
    _, start = begun(kind, preset)
    for policy in (*kind.bots.values(), defaults):
        if getattr(policy, "uses", None) is None:
            continue
        ends = []
        for asked in (policy, partial(policy)):
            course = Course(kind, start.copy(), log=False)
            ends.append((play_on(course, asked, Random(7)), course.contest.uses, course.contest.state))
        (quick, used, reached), (slow, unknown, there) = ends
        assert used is not None
        assert unknown is None
        assert quick == slow
        assert msgspec.json.encode(reached) == msgspec.json.encode(there)


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_a_simulated_bot_sees_the_state_as_it_stands(
    game: Game, kind: ContestType[Any], preset: Preset
) -> None:
    """What a bot looks with is kept from question to question; what it sees is not."""
    bot = next(iter(kind.bots.values()), defaults)
    course = Course(kind, begun(kind, preset)[1], log=False)

    def watched(seen: Seen, ask: Ask) -> Answer:
        assert seen.seat == ask.seat
        assert seen.state == see(course.contest.state, Viewer(ask.seat, course.contest.state))
        return bot(seen, ask)

    play_some(course, speaks_at(*getattr(bot, "uses", ()))(watched), Random(3), 60)


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_bots_do_not_stall(game: Game, kind: ContestType[Any], preset: Preset) -> None:
    """Every shipped bot against itself comes to an end; the longest ready contest takes some 300 requests."""
    for bot in kind.bots.values():
        _, state = begun(kind, preset)
        for seed in range(3):
            play_on(Course(kind, state.copy(), log=False), bot, Random(seed), most=3_000)


class _Loaded(Seal):
    """Dice that show what a source of numbers says, in the order of the contest's rolls, as those of simulations do."""

    def __init__(self, referee: Referee[Any], random: Random) -> None:
        super().__init__(bytes(32))
        self.course, self.random = referee.course, random
        self.shown: dict[int, Outcome] = {}

    def outcome(self, chance: Chance, counter: int) -> Outcome:
        """Dice of one request that are tapped in another order show the same."""
        if counter not in self.shown:
            together = [each for each in self.course.slots if isinstance(each, Chance)]
            for n, each in enumerate(together, start=self.course.rolls):
                self.shown[n] = realise(each, lambda _, sides: int(self.random.random() * sides))
        return self.shown[counter]


@pytest.mark.parametrize(("game", "kind", "preset"), PRESETS)
def test_a_simulated_contest_is_the_referees(game: Game, kind: ContestType[Any], preset: Preset) -> None:
    """What simulations leave out, nobody could have seen: with equal dice all ends as under the whole referee, which
    keeps a log and a transcript, checks answers and makes every form."""
    _, start = begun(kind, preset)
    for policy in {id(bot): bot for bot in (*kind.bots.values(), defaults)}.values():
        for seed in range(2):
            course = Course(kind, start.copy(), log=False)
            outcome = play_on(course, policy, Random(seed))
            whole = Referee.start(game, kind.name, preset.setup, preset.options, usual="tap", seed=bytes(32))
            whole.dice.seal = _Loaded(whole, Random(seed))
            for seat, what in product(whole.seats, kind.usual_orders(start)):
                whole.order(seat, what)
            drive(whole, dict.fromkeys(whole.seats, policy))
            assert outcome == whole.result
            assert course.contest.state.key() == whole.state.key()
