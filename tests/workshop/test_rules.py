"""Every rule of the rules reference is cited by a test, and every number cited anywhere is one of its rules."""

from collections import Counter
from pathlib import Path

import pytest

from tests.workshop.house import PACKAGE, ROOT, citations, folder_of, registered_games, room_of, rooms, rules

REFERENCE = ROOT / "docs" / "rules"
HERE = Path(__file__).parent


def reference() -> list[str]:
    return rules(*sorted(REFERENCE.glob("*.md")))


def games() -> list[str]:
    """The registered games that stand already."""
    return [game for game in registered_games() if room_of(game) in rooms()]


def prefixes(numbers: list[str]) -> set[str]:
    return {number.partition("-")[0] for number in numbers}


def outside_this_folder(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Without the numbers that the workshop's own tests make up."""
    kept = {number: [place for place in places if str(HERE) not in place] for number, places in found.items()}
    return {number: places for number, places in kept.items() if places}


def uncited(known: list[str], cited: dict[str, list[str]]) -> list[str]:
    return [number for number in known if number not in cited]


def unknown(known: list[str], cited: dict[str, list[str]], *, complete: bool) -> dict[str, str]:
    """Numbers without a rule. Until the reference is complete, a prefix it does not have yet may be cited."""
    expected = prefixes(known)
    return {
        number: places[0]
        for number, places in sorted(cited.items())
        if number not in known and (complete or number.partition("-")[0] in expected)
    }


@pytest.mark.parametrize("game", registered_games())
def test_a_game_has_its_rules_and_the_reference_shows_them(game: str) -> None:
    """The text ships with the game; the documentation shows the same file."""
    folder = folder_of(game)
    if game not in games():
        assert not (PACKAGE / folder / "rules.md").exists(), f"{game} has rules but is no package"
        return
    text, page = PACKAGE / folder / "rules.md", REFERENCE / f"{game}.md"
    assert text.is_file(), f"{text.relative_to(ROOT)} is missing"
    assert page.is_symlink(), (
        f"make it a link: ln -s ../../src/agonist/{folder}/rules.md {page.relative_to(ROOT)}"
    )
    assert not page.readlink().is_absolute()
    assert page.resolve() == text.resolve()
    assert rules(page), "no line of the form `- **QW-1** …` on this page"


def test_every_rule_has_one_line() -> None:
    assert [number for number, times in Counter(reference()).items() if times > 1] == []


def test_every_rule_is_cited_by_a_test() -> None:
    cited = outside_this_folder(citations(ROOT / "tests"))
    assert uncited(reference(), cited) == []


def test_every_number_cited_is_a_rule() -> None:
    known = reference()
    cited = outside_this_folder(citations(ROOT / "tests", ROOT / "src", ROOT / "docs"))
    assert unknown(known, cited, complete=set(games()) == set(registered_games())) == {}


def test_the_check_finds_what_is_wrong(tmp_path: Path) -> None:
    page, tests = tmp_path / "one.md", tmp_path / "tests"
    tests.mkdir()
    page.write_text("# One\n\n- **QW-1** A rule.\n- **QW-2** Another, see QW-1.\n  More.\n")
    (tests / "test_one.py").write_text('"""QW-1, QW-3 and DK-9."""\n')
    known, cited = rules(page), citations(tests)
    assert known == ["QW-1", "QW-2"]
    assert uncited(known, cited) == ["QW-2"]
    assert list(unknown(known, cited, complete=False)) == ["QW-3"]
    assert list(unknown(known, cited, complete=True)) == ["DK-9", "QW-3"]
