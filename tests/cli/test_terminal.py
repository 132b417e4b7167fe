"""`agonist play` at a real terminal: a person's keystrokes, a hot seat, a window that changes its size."""

import json
import re
import time
from pathlib import Path

from agonist.kernel import Transcript, game, verify
from tests.cli.terminals import SEED, Terminal

BRIDGE = ("play", "bridge", "--me", "ysolde", "--seed", SEED)
ROLLS = ("Enter rolls", "")
PASSES = ("Enter lets it be", "")
"""The moment before the dice fall."""


def test_a_newcomer_plays_with_enter_and_numbers(tmp_path: Path) -> None:
    """Everything needed to go on stands on the screen: who one is, what is asked, which keys answer."""
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        page = terminal.until("Enter begins>")
        assert "At this keyboard: Ysolde." in page
        terminal.type("")
        page = terminal.until("your choice [1]")
        assert "Ysolde (you)" in page
        assert "? AP not known yet" in page
        terminal.type("1")
        terminal.until("What you do:")
        terminal.type("lunge")
        terminal.until("Ability:")
        terminal.type("")
        terminal.until("Bid: 1 to 17 [3]")
        terminal.type("99")
        terminal.until("Accepted: a whole number from 1 to 17")
        terminal.type("5")
        terminal.until("“lunge”")


def test_a_resized_window_is_drawn_again_with_what_was_typed(tmp_path: Path) -> None:
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.type("")
        terminal.until("your choice [1]")
        terminal.type("act, w", enter=False)
        terminal.until("act, w")
        time.sleep(0.5)  # readline is back at waiting, where a signal is noticed at once
        terminal.raw = ""
        terminal.resize(48, 30)
        terminal.until("Leave the contest")
        page = terminal.until("act, w")
        assert max(map(len, page.splitlines())) <= 48


def test_words_to_the_program(tmp_path: Path) -> None:
    """Help, a rule, the log, undo and an unknown word; each comes back to the question."""
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.type("")
        terminal.until("your choice [1]")
        for typed, told in (
            ("?", "take back your last decision"),
            ("/rule QW-16", "QW-16"),
            ("/rule ZZ-1", "QW-1 to QW-40"),
            ("log", "The dice are sealed"),
            ("/odds", "Enter goes back"),
        ):
            terminal.type(typed)
            terminal.until(told)
            terminal.until("Enter goes back to the question>")
            terminal.type("")
            terminal.until("your choice [1]")
        terminal.type("undo")
        terminal.until("There is nothing to take back.")
        terminal.type("/nonsense")
        terminal.until("/nonsense is not known")


def test_undo_takes_back_ones_own_last_decision_and_keeps_the_dice(tmp_path: Path) -> None:
    bid = (("choice [1]", ""), ("What you do", ""), ("Ability", ""), ("Bid", "4"), ROLLS)
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.type("")
        for prompt, typed in bid:
            terminal.until(prompt)
            terminal.type(typed)
        rolled = next(line for line in terminal.until("Enter lets it be").splitlines() if "Ysolde: " in line)
        terminal.type("/undo")
        page = terminal.until("Taken back.")
        assert "(undone)" in page
        for prompt, typed in bid:
            terminal.until(prompt)
            terminal.type(typed)
        assert rolled in terminal.until("Enter lets it be")


def test_a_roll_is_told_in_six_lines(tmp_path: Path) -> None:
    """Need and stake before the dice; then the dice and why, what came of it and what it costs, and what can still be
    done about it with what that would come to."""
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.type("")
        for prompt, typed in (("choice [1]", ""), ("What you do", ""), ("Ability", ""), ("Bid", "4")):
            terminal.until(prompt)
            terminal.type(typed)
        held = terminal.until(ROLLS[0])
        assert "Ysolde needs 17 or less" in held
        assert "Win " in held
        assert " → " in held
        terminal.type("")
        lies = terminal.until("Enter lets it be")
        fell = next(line for line in lies.splitlines() if "Ysolde: " in line)
        assert "The Warden: " in fell
        assert "So far: " in lies
        assert " got the better of " in lies
        terminal.type("")
        after = terminal.until(ROLLS[0])
        assert " got the better of " in after
        assert "✓" in after or "✗" in after


def test_a_contest_is_kept_and_continued(tmp_path: Path) -> None:
    """Quitting keeps the contest; the seed lies beside it, readable by its owner only, until the end."""
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.type("")
        for prompt, typed in (
            ("choice [1]", ""),
            ("What you do", "feint"),
            ("Ability", ""),
            ("Bid", "4"),
            ROLLS,
            PASSES,
        ):
            terminal.until(prompt)
            terminal.type(typed)
        terminal.until("The Warden bids")
        terminal.type("/quit")
        terminal.until("To go on:", on_page=False)
        assert terminal.ended() == 3
    kept = tmp_path / "agonist" / "contest.json"
    secret = tmp_path / "agonist" / "contest.json.secret"
    assert secret.stat().st_mode & 0o077 == 0
    assert json.loads(secret.read_text())["seed"] not in kept.read_text()
    with Terminal("play", state=tmp_path) as terminal:
        terminal.until("Go on with the contest you left?")
        terminal.type("no")
        terminal.until("Which game?")
    with Terminal("play", "--last", state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.type("")
        assert "“feint”" in terminal.until(ROLLS[0])


def test_control_c_stops_and_keeps(tmp_path: Path) -> None:
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.answer("")
        assert terminal.ended(pressing="\x03") == 3
        assert "To go on:" in terminal.text


def test_a_home_that_cannot_be_written_does_not_stop_anybody(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a directory should be")
    with Terminal(*BRIDGE, state=blocked) as terminal:
        terminal.until("Enter begins>")
        terminal.answer("")
        assert "This contest is not kept." in terminal.page


def test_one_keyboard_for_two_hides_one_from_the_other(tmp_path: Path) -> None:
    """Between two seats the screen is empty until the next one says that nobody else is looking."""
    words = ("play", "duel-to-the-death", "--me", "maro,murderer", "--seed", SEED)
    secret = "FATHERLESS"
    seen: dict[str, bool] = {}
    with Terminal(*words, state=tmp_path, rows=50) as terminal:
        terminal.until("Enter begins>")
        line = ""
        while len(seen) < 2 and terminal.answer(line):
            page = terminal.page
            line = "1"
            if "it is your turn" in page:
                assert secret not in page
                assert "Vigor" not in page
                assert "\x1b[3J" in terminal.raw, "nobody can scroll back to what another saw"
                asked = "Maro" if "Maro, it is your turn" in page else "Teodor Kesh"
                assert terminal.answer("")
                seen[asked] = secret in terminal.page
    assert seen == {"Maro": True, "Teodor Kesh": False}


def test_a_whole_fight_by_number_ends_with_a_transcript_that_verifies(tmp_path: Path) -> None:
    """A person who always takes the first answer comes to an end, and can check the dice."""
    words = ("play", "goblin", "--me", "bera", "--seed", SEED)
    with Terminal(*words, state=tmp_path, rows=40) as terminal:
        terminal.until("Enter begins>")
        while terminal.answer("1"):
            pass
        assert "The fight is won." in terminal.page
        assert terminal.ended() == 0
    transcript = Transcript.from_json((tmp_path / "agonist" / "contest.json").read_bytes())
    assert verify(game("deckahedron"), transcript).sealed
    assert not (tmp_path / "agonist" / "contest.json.secret").exists()


def test_a_page_fits_the_screen_however_much_has_happened(tmp_path: Path) -> None:
    """Of a long story only the last lines stand between the board and the question; the rest is in the log.

    The largest board of all may push its title off, but nothing else; and a hint that goes on in another line beside
    odds, of which a quick machine has more, its next line.
    """
    pages = []
    with Terminal("play", "boarding", "--me", "pip", "--seed", SEED, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        line = ""
        for _ in range(12):
            if not terminal.answer(line):
                break
            if "Group extended contest" in terminal.page:
                pages.append(terminal.page)
            line = "" if "]" in terminal.page.rpartition("\n")[2] else "1"
    assert any("earlier: log" in page for page in pages)
    first = [page for page in pages if page.count("> ") == 1]
    assert len(first) > 3
    assert max(len(re.findall(r"\n(?!  \S)", page)) for page in first) <= 24
