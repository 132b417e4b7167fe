"""A person who knows none of the games wins one, with only what is on the screen."""

import re
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from rich.console import Console

from agonist.cli.terminal.choosing import first_of
from agonist.cli.terminal.moments import before_the_dice, comes_to
from agonist.cli.terminal.saves import Kept
from agonist.cli.terminal.screen import Screen
from agonist.cli.terminal.session import Session
from agonist.kernel import Ask, ContestType, Referee, Seen, games
from agonist.odds import simulate
from tests.cli.terminals import Terminal
from tests.support.installed import installed_games


def reply(page: str) -> str:
    """What somebody answers who reads only the page: what is marked as best, or what the word best takes.

    Where nothing is known to be better: the usual answer, else the first.
    """
    prompt = page.rpartition("\n")[2]
    if "the word best takes" in page:
        return "best"
    if found := re.search(r"(\w+): \d+ to \d+", prompt):
        worth = re.findall(rf"{found[1]} (\d+) (\d+\.\d)%", page)
        if worth:
            return max(worth, key=lambda each: float(each[1]))[0]
    best = re.findall(r"^\s*(\d+) .* best$", page.rpartition("On the right:")[2], re.MULTILINE)
    if best and "your choice" in prompt:
        return best[0]
    if "your choice" in prompt and "──" in page and "%" not in page and "known to be better" not in page:
        return "best"
    return "" if re.search(r"\[.+\] >|Enter|^> ", prompt) else "1"


@pytest.mark.parametrize(
    ("contest", "won"),
    [
        ("bridge", "Ysolde wins the prize"),
        ("goblin", "The fight is won"),
        ("guards-at-the-gate", "Cyrene succeeded"),
        pytest.param("duel-to-the-death", "Victory for Maro", marks=pytest.mark.soak),
    ],
)
def test_a_newcomer_wins_with_only_what_is_on_the_screen(contest: str, won: str, tmp_path: Path) -> None:
    """One in each game; with other dice they may lose, and then they press Enter and try again."""
    page = ""
    for seed in ("lamplight", "raven", "dusk", "ember", "frost", "harbour", "willow"):
        with Terminal("play", contest, "--no-review", "--seed", seed, state=tmp_path, rows=24) as terminal:
            terminal.until("> ")
            line = "1"
            for _ in range(300):
                if not terminal.answer(line):
                    break
                line = reply(terminal.page)
            page = " ".join(terminal.page.split())
        if won in page:
            return
    raise AssertionError(page)


def test_the_first_contest_on_the_list_is_in_doubt() -> None:
    """Who presses Enter at every list has something to play for, and sees that: nothing is hidden (QS-70)."""
    first = first_of(games()[0])
    found = simulate(*first.names[:2], preset=first.key, contests=300, seed=1, processes=1)
    assert 0.6 < found.win < 0.85
    assert first.preset.options.show_resistance == "open"


def test_a_story_point_is_offered_with_what_it_would_come_to() -> None:
    """QS-31: also where one roll settles it, and nobody has anything left to lose that would tell."""
    first = first_of(games()[0])
    contest = Referee.start(
        first.game, first.kind.name, first.preset.setup, first.preset.options, seed=bytes(32)
    )
    contest.patient_with = frozenset({"sable"})
    bot = first.kind.bots["steady"]
    while not all(each.window for each in contest.pending):
        asked = next(each for each in contest.pending if not each.window)
        assert isinstance(asked.request, Ask)
        contest.answer(asked.id, asked.request.completed(bot(Seen(asked.seat, contest.state), asked.request)))
    (said,) = before_the_dice(contest, "sable")
    window = next(each for each in contest.pending if each.seat == "sable")
    brings = comes_to(contest, window)
    assert re.fullmatch(r"So far: .+ (got the better|level).+ \((victory|defeat|tie).*\)\.", said)
    assert re.search(r"story point: .+ \((victory|defeat|tie) .*\)\.", brings)


@pytest.mark.parametrize(
    ("kind", "preset"),
    [(kind, key) for game in installed_games() for kind in game.types for key in kind.presets],
)
def test_the_first_page_tells_how_it_goes_and_fits(kind: ContestType[Any], preset: str) -> None:
    """What one is after, what the numbers mean, what is wise, and how to answer: in 24 rows of 80 columns."""
    written = StringIO()
    console = Console(file=written, width=80, height=24, force_terminal=True)
    ready = kind.presets[preset]
    game = next(game for game in installed_games() if kind in game.types)
    referee = Referee.start(game, kind.name, ready.setup, ready.options)
    here = next(seat for seat in referee.seats if seat != "gm")
    bots = {seat: "sensible" for seat in referee.seats if seat != here}
    about = f"{ready.title}. {ready.blurb}"
    session = Session(Screen(console, alive=True), referee, Kept("", (here,), bots), {}, None, about=about)
    with mock.patch.object(Screen, "pause") as pause:
        session.introduce()
    told = written.getvalue()
    assert kind.primer
    assert all(" ".join(words.split())[:30] in " ".join(told.split()) for words in kind.primer)
    assert told.count("\n") + 2 <= 24
    assert pause.called
