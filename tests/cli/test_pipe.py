"""`agonist play` through a pipe: every preset of every game, for scripts."""

import hashlib
import io
import itertools
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from agonist.cli.play import play
from agonist.cli.terminal.choosing import Ready, bots_for, find
from agonist.kernel import GM, Answered, Ask, Referee, Transcript, drive, verify
from agonist.kernel import Text as FreeText
from tests.cli.terminals import SEED, called, piped
from tests.support.installed import installed_games

PRESETS = [ready for ready in find(()) if ready.game in installed_games()]


def script_for(
    ready: Ready, random: Random, me: tuple[str, ...] = (), *, most: int = 600
) -> tuple[list[str], list[Any]]:
    """Random legal answers of some seats, or the first player's, as lines to type, and what the transcript holds."""
    referee: Referee[Any] = Referee.start(
        ready.game,
        ready.kind.name,
        ready.preset.setup,
        ready.preset.options,
        seed=hashlib.sha256(SEED.encode()).digest(),
    )
    me = me or (next(seat for seat in referee.seats if seat != GM),)
    _, bots = bots_for(ready.kind, [seat for seat in referee.seats if seat not in me])
    lines: list[str] = []
    while not drive(referee, bots).over and len(lines) < most:
        due = next(each for each in referee.pending if not each.window)
        assert isinstance(due.request, Ask)
        form = due.form()
        answer = form.check(form.sample(random))
        lines.append(answer if isinstance(form, FreeText) else json.dumps(answer))
        referee.answer(due.id, answer)
    return lines, given_in(referee.transcript)


def given_in(transcript: Transcript) -> list[Any]:
    """The answers that somebody gave, without what was taken for granted."""
    answers = [entry for entry in transcript.entries if isinstance(entry, Answered) and not entry.granted]
    return [(entry.at, entry.seat, entry.value) for entry in answers]


@pytest.mark.parametrize("ready", PRESETS, ids=lambda ready: "-".join(ready.names))
def test_every_preset_can_be_played_by_a_script(
    ready: Ready, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same answers and the same seed give the same contest; nothing but a path is wider than 80 columns."""
    lines, expected = script_for(ready, Random(7))
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "contest.json"
    status = play(*ready.names, save=file, seed=SEED)
    transcript = Transcript.from_json(file.read_bytes())
    found = given_in(transcript)
    assert found[: len(expected)] == expected
    assert status == (0 if transcript.seed else 3)
    told = capsys.readouterr().out
    prompts = re.compile(r"> .*$")
    wide = [line for line in told.splitlines() if len(prompts.sub("", line)) > 80]
    assert [line for line in wide if str(tmp_path) not in line or " " in line.strip()] == []
    assert "\x1b" not in told
    if transcript.seed:
        assert verify(ready.game, transcript).summary in re.sub(r"\s+", " ", told)


def test_a_script_at_the_command_line(tmp_path: Path) -> None:
    """The end of the input stops the contest with status 3; it can be continued from its file."""
    file = tmp_path / "bridge.json"
    one = piped("play", "bridge", "--save", str(file), "--seed", SEED, answers="1\nlunge\n\n5\n")
    assert one.returncode == 3, one.stderr
    assert "“lunge”" in one.stdout
    assert f"To go on: agonist play --load {file}" in re.sub(r"\s+", " ", one.stdout)
    two = piped("play", "--load", str(file), answers="")
    assert two.returncode == 3, two.stderr
    assert "“lunge”" in two.stdout


def test_an_answer_that_is_not_legal_ends_a_script_with_the_reason() -> None:
    told = called("play", "bridge", "--seed", SEED, answers="1\nlunge\n\n99\n")
    assert told.returncode == 2
    assert "99 is outside the limits. Accepted: a whole number from 1 to 17" in told.stderr


def test_colour_only_where_it_is_wanted() -> None:
    """No control codes through a pipe, nor with NO_COLOR."""
    for env in ({}, {"NO_COLOR": "1"}):
        told = piped("play", "bridge", "--seed", SEED, env=env)
        assert "\x1b" not in told.stdout
    forced = piped("play", "bridge", "--seed", SEED, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b[" in forced.stdout


def test_typed_dice_are_asked_for() -> None:
    told = called("play", "bridge", "--dice", "typed", "--seed", SEED, answers="1\n\n\n5\n14\n")
    assert "what was rolled on 1d20" in told.stdout
    assert "Ysolde rolls 14" in told.stdout


def test_either_dice_are_a_choice() -> None:
    told = called("play", "bridge", "--dice", "either", "--seed", SEED, answers="1\n\n\n5\n2\n11\n")
    assert "Type what was rolled" in told.stdout
    assert "Ysolde rolls 11" in told.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nonsense"], "There is no contest 'nonsense'"),
        (["bridge", "--me", "nobody"], "There is no seat 'nobody'. Accepted: gm (Game master), ysolde, all"),
        (["bridge", "--bot", "clever"], "has no bot 'clever'"),
        (["bridge", "--bot", "ysolde=bold"], "No bot sits at 'ysolde'"),
        (["--load", "nothing.json"], "nothing.json cannot be read"),
        ([], "Say which contest. Accepted: "),
        (["caravan"], "Say which contest. Accepted: subjugate caravan-ambush, conflict caravan-ambush."),
        (["bridge", "--save", "/dev/null/x"], "/dev/null/x cannot be written"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(words: list[str], told: str) -> None:
    result = called("play", *words)
    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_kept_contest_needs_its_own_secret(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for file in (first, second):
        called("play", "bridge", "--save", str(file))
    (tmp_path / "a.json.secret").replace(tmp_path / "b.json.secret")
    told = called("play", "--load", str(second))
    assert "belongs to another contest" in told.stderr
    told = called("play", "--load", str(first))
    assert "a.json.secret cannot be read" in told.stderr


def test_words_narrow_the_choice() -> None:
    assert len(find(["bridge"])) == 1
    games = {ready.game.name for ready in PRESETS}
    assert {ready.game.name for name in games for ready in find([name])} == games
    assert find(["no-such-thing"]) == []


def test_a_plain_board_for_a_game_without_its_own() -> None:
    """The example game brings no board: one is drawn from what the seat sees."""
    from agonist.cli.terminal.board import Board
    from agonist.kernel import seat_view
    from examples.standoff import GAME, Setup

    contest = Referee.start(GAME, "standoff", Setup(), seed=bytes(32))
    out = io.StringIO()
    Console(file=out, width=60).print(Board(contest.kind, seat_view(contest, "first")))
    told = out.getvalue()
    assert "Ash" in told
    assert "Birch" in told
    assert told.count("3") == 1, "only one's own card"


def test_odds_stand_beside_the_answers_where_they_are_wanted() -> None:
    """Scripts get none unless they ask; what a seat cannot know is averaged over, and that is said."""
    words = ("play", "bridge", "--seed", SEED)
    assert "%" not in called(*words).stdout
    told = called(*words, "--odds", answers="1\n\n\n").stdout
    assert "On the right: chance to win." in told
    bids = re.findall(r"bid (\d+) (?:over |under )?\d+%", told)
    assert 3 in map(int, bids)
    assert all(1 <= int(bid) <= 17 for bid in bids)
    asked = " ".join(called(*words, answers="/odds\n").stdout.split())
    assert "as far as bots can tell who play on from here" in asked
    assert "hidden from you was made up again and again" in asked


def test_odds_of_a_split_are_numbers_of_hits() -> None:
    told = called("play", "arrow", "--seed", "wolf", "--odds", answers="1\n").stdout
    assert "hits like this (1d10) that you can still take" in " ".join(told.split())


def test_every_question_has_odds_or_says_why_not() -> None:
    """What bots play on to stands there too, however busy the machine is; where there is nothing, a line says why."""
    brawl = " ".join(
        called("play", "brawl-at-the-well", "--seed", "wolf", "--odds", answers="\n").stdout.split()
    )
    assert re.search(r"\d+% ± \d+", brawl)
    rest = " ".join(called("play", "fire", "--seed", "wolf", "--odds", answers="\n").stdout.split())
    assert "No odds: there is nothing to choose." in rest
    assert "%" not in called("play", "fire", "--seed", "wolf", answers="\n").stdout


def test_a_first_question_has_odds_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a processor take ages for a request, the numbers are rougher, and still there."""
    clock = itertools.count(step=10)
    monkeypatch.setattr("agonist.odds.counsel.time.process_time", lambda: next(clock))
    told = " ".join(called("play", "courtyard", "--seed", "wolf", "--odds", answers="\n").stdout.split())
    assert re.search(r"\d+% ± \d+", told)
    assert "No odds" not in told


def test_the_end_shows_several_people_what_everybody_may_see() -> None:
    """At a hot seat the last page belongs to nobody, so no seat's secret stands on it."""
    (ready,) = find(["duel-to-the-death"])
    lines, _ = script_for(ready, Random(3), ("maro", "murderer"), most=3_000)
    answers = "".join(line + "\n" for line in lines)
    told = called("play", "duel-to-the-death", "--me", "maro,murderer", "--seed", SEED, answers=answers)
    assert told.returncode == 0, told.stderr
    assert "FATHERLESS" in told.stdout
    _, _, last = told.stdout.rpartition("> ")
    assert "Vig" in last
    assert "FATHERLESS" not in last


def test_a_terminal_that_knows_only_ascii_is_no_error() -> None:
    told = piped("play", "bridge", "--seed", SEED, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert told.returncode == 3, told.stderr
    assert "17 AP ??" in told.stdout


def test_an_unknown_contest_is_answered_with_what_may_have_been_meant() -> None:
    told = called("play", "bridgehed")
    assert told.returncode == 2
    assert len(told.stderr.splitlines()) == 1
    assert "Accepted: bridge" in told.stderr
    assert "agonist play alone shows every contest" in told.stderr
    assert len(told.stderr) < 200


def test_a_contest_is_found_by_the_words_of_its_title() -> None:
    from agonist.cli.terminal.choosing import find

    assert [ready.key for ready in find(["sewers"])] == ["ghoul-in-the-sewers"]
    assert [ready.key for ready in find(["goblin in the alley"])] == ["goblin"]


def test_what_is_let_be_once_the_dice_lie_is_somebodys_decision(tmp_path: Path) -> None:
    """Else a review could say that a story point would have won, and call nothing a mistake."""
    file = tmp_path / "desert.json"
    words = ("play", "desert", "--dice", "tap", "--seed", SEED, "--save", str(file), "--no-odds")
    told = called(*words, answers="\n" * 40)
    entries = Transcript.from_json(file.read_bytes()).entries
    burns = [each for each in entries if isinstance(each, Answered) and each.at in (2, 5)]
    assert [(each.value, each.granted) for each in burns] == [("no", ""), ("no", "")]
    assert told.stdout.count("do you burn a") == 2
    assert "(out)" not in told.stdout
