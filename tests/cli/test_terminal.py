"""`agonist play` at a real terminal: a person's keystrokes, a hot seat, a window that changes its size."""

import io
import json
import re
import time
from pathlib import Path

from rich.console import Console

from agonist.cli.terminal.board import Board
from agonist.kernel import Referee, Transcript, game, seat_view, verify
from examples.standoff import GAME as STANDOFF
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
    bid = (("choice [1]", "1"), ("What you do", ""), ("Ability", ""), ("Bid", "4"), ROLLS)
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
        for prompt, typed in (("choice [1]", "1"), ("What you do", ""), ("Ability", ""), ("Bid", "4")):
            terminal.until(prompt)
            terminal.type(typed)
        held = terminal.until(ROLLS[0])
        assert "Ysolde needs 17 or less" in held
        assert "Win " in held
        assert "→" in held
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
            ("choice [1]", "1"),
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
    kept = tmp_path / "agonist" / "contests" / "1" / "contest.json"
    secret = kept.with_name("contest.json.secret")
    assert all(file.stat().st_mode & 0o077 == 0 for file in (kept, secret))
    assert json.loads(secret.read_text())["seed"] not in kept.read_text()
    with Terminal("play", state=tmp_path) as terminal:
        terminal.until("Go on with the contest you left (A duel on the bridge)?")
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
    """A person who always takes the first answer comes to an end, is told why it went so, and can check the dice."""
    words = ("play", "goblin", "--me", "bera", "--seed", SEED)
    with Terminal(*words, state=tmp_path, rows=40) as terminal:
        terminal.until("Enter begins>")
        while terminal.answer("1"):
            pass
        page = " ".join(terminal.page.split())
        assert "The fight is won." in page
        for told in ("Why it went so", "Bera began at", "own decisions", "agonist review"):
            assert told in page
        assert terminal.ended() == 0
    kept = tmp_path / "agonist" / "contests" / "1" / "contest.json"
    assert verify(game("deckahedron"), Transcript.from_json(kept.read_bytes())).sealed
    assert not kept.with_name("contest.json.secret").exists()


def test_a_page_fits_the_screen_however_much_has_happened(tmp_path: Path) -> None:
    """Of a long story only the last lines stand between the board and the question; the rest is in the log.

    The largest board of all may push its title off, but nothing else; and a hint that goes on in another line beside
    odds, of which a quick machine has more, its next line.
    """
    pages = []
    with Terminal("play", "boarding", "--me", "pip", "--seed", SEED, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        line = ""
        for _ in range(5):
            if not terminal.answer(line):
                break
            if "Group extended contest" in terminal.page:
                pages.append(terminal.page)
            line = "" if "]" in terminal.page.rpartition("\n")[2] else "1"
    assert any("earlier: log" in page for page in pages)
    first = [page for page in pages if page.count("> ") == 1]
    assert len(first) > 3
    assert max(len(re.findall(r"\n(?!  \S)", page)) for page in first) <= 24


def test_a_word_to_the_program_keeps_what_was_answered(tmp_path: Path) -> None:
    """Help in the midst of a question comes back to the same part of it, with the parts before it as they were."""
    with Terminal(*BRIDGE, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        for line in ("", "1", "lunge", ""):
            assert terminal.answer(line)
        assert "Bid: 1 to 17 [3]" in terminal.page
        assert terminal.answer("?")
        assert "take back your last decision" in terminal.page
        terminal.raw = ""
        terminal.type("")
        assert "What you do:" in terminal.until("Bid: 1 to 17 [3] > ")
        terminal.raw = ""
        terminal.type(f"save {tmp_path / 'kept.json'}")
        terminal.until("Kept in")
        assert "What you do:" in terminal.until("Bid: 1 to 17 [3] > ")
        assert terminal.answer("5")
        assert "“lunge”" in terminal.page


def test_the_rest_as_offered_at_every_prompt(tmp_path: Path) -> None:
    """= is known wherever Enter is: at the list, before the first page, at a decision, before the dice."""
    seen = []
    with Terminal("play", "extended", "rooftops", "--seed", SEED, state=tmp_path) as terminal:
        terminal.until("> ")
        for _ in range(9):
            seen.append(terminal.page.rpartition("\n")[2])
            assert terminal.answer("=")
            assert "not known here" not in terminal.page
    assert any("Enter rolls" in prompt or "Enter lets it be" in prompt for prompt in seen)


def test_enter_alone_plays_the_desert_in_fifteen_keys(tmp_path: Path) -> None:
    """Who takes what is offered acts and rolls with one key."""
    with Terminal("play", "desert", "--no-review", "--seed", SEED, state=tmp_path) as terminal:
        terminal.until("> ")
        keys = 1
        while keys < 40 and terminal.answer(""):
            keys += 1
        assert "Its dice: agonist verify" in terminal.page
    assert keys <= 15


def test_a_scene_of_many_begins_with_who_is_who(tmp_path: Path) -> None:
    with Terminal("play", "boarding", "--me", "pip", "--seed", SEED, state=tmp_path) as terminal:
        terminal.until("Enter begins>")
        terminal.answer("")
        page = " ".join(terminal.page.split())
    assert "You play Pip, with Captain Vane, Doctor Quill and Bosun Tarr." in page
    assert "Against you: Lieutenant Dreux, Sergeant Brule, The gunner and The lookout." in page
    assert "earlier: log" not in page


def test_who_plays_several_knows_them_by_name(tmp_path: Path) -> None:
    """Where the story does not say who stands against whom; whose roll it is, and what is in an answer."""
    with Terminal("play", "brawl", "--seed", SEED, state=tmp_path) as terminal:
        terminal.until("1 to 5 [1]>")
        pages = [terminal.page for _ in range(9) if terminal.answer("")]
    asked = next(page for page in pages if "Scar, how do you" in page)
    assert "You play Scar, Lob and Pim." in asked
    assert "Against you: Maro and Cyrene." in asked
    assert any("\nScar: fight with vigor: it is your roll." in page for page in pages)
    offered = next(page for page in pages if "Scar, do you do anything about your roll?" in page)
    chances = offered.partition("Chance to win")[2].partition("1 Leave it as it is")[0]
    assert "Add 3 dice: Maro’s CARAVAN GUARD" in " ".join(chances.split())
    assert "Dice from" not in chances


def test_a_board_drawn_from_the_state_alone_shows_zeros() -> None:
    """A plug-in without a board of its own: who has nothing left has 0, not an empty place."""
    referee = Referee.start(STANDOFF, "standoff", {"nerve": 1}, seed=bytes(32))
    referee.override("rivals.0.nerve", 0, reason="shaken")
    console = Console(file=io.StringIO(), width=60, record=True)
    console.print(Board(referee.kind, seat_view(referee, "first")))
    (row,) = [line for line in console.export_text().splitlines() if "Ash" in line]
    assert " 0 " in f"{row} "
