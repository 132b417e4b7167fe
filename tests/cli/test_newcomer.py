"""A person who knows none of the games wins one, with only what is on the screen."""

import re
from pathlib import Path

import pytest

from tests.cli.terminals import Terminal


def reply(page: str) -> str:
    """What somebody answers who reads only the page: the best odds, else the usual answer, else the first."""
    prompt = page.rpartition("\n")[2]
    if found := re.search(r"(\w+): \d+ to \d+", prompt):
        worth = re.findall(rf"{found[1]} (\d+) (\d+\.\d)%", page)
        if worth:
            return max(worth, key=lambda each: float(each[1]))[0]
    options = (
        page.rpartition("On the right:")[2] if "your choice" in prompt and "On the right:" in page else ""
    )
    odds = re.findall(r"^\s*(\d+) .*?(?:to )?(\d+\.\d)%?$", options, re.MULTILINE)
    if odds:
        return max(odds, key=lambda each: float(each[1]))[0]
    return "" if re.search(r"\[.+\] >|Enter|^> ", prompt) else "1"


@pytest.mark.parametrize(
    ("contest", "won"),
    [
        ("bridge", "Ysolde wins the prize"),
        ("goblin", "The fight is won"),
        ("guards-at-the-gate", "Cyrene succeeded"),
    ],
)
def test_a_newcomer_wins_with_only_what_is_on_the_screen(contest: str, won: str, tmp_path: Path) -> None:
    """One in each game; with other dice they may lose, and then they press Enter and try again."""
    page = ""
    for seed in ("lamplight", "raven", "dusk"):
        with Terminal("play", contest, "--seed", seed, state=tmp_path, rows=60) as terminal:
            terminal.until("1 to ")
            line = "1"
            for _ in range(300):
                if not terminal.answer(line):
                    break
                line = reply(terminal.page)
            page = " ".join(terminal.page.split())
        if won in page:
            return
    raise AssertionError(page)
