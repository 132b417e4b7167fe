"""The command as a whole: what it shows, how it fails, what it checks."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires

import pytest

from agonist.cli import COMMANDS
from agonist.cli.errors import EXTRAS, told_to_people
from agonist.kernel import AgonistError, games
from tests.cli.terminals import ROOT, called, piped
from tests.support.installed import installed_games


def test_without_words_it_shows_what_can_be_done() -> None:
    """Every example names a command that there is, and a contest that there is."""
    told = called()
    assert told.returncode == 0
    examples = re.findall(r"^  agonist (\S+)(?: (\S+))?", told.stdout, re.MULTILINE)
    assert {command for command, _ in examples} <= set(COMMANDS)
    presets = {key for game in games() for kind in game.types for key in kind.presets}
    played = {word for command, word in examples if command == "play" and not word.startswith("-")}
    assert played
    assert played - {"choose"} <= presets | {""}
    assert max(map(len, told.stdout.splitlines())) <= 80


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(command: str) -> None:
    told = called(command, "--help")
    assert told.returncode == 0, told.stderr
    assert "Usage: agonist" in told.stdout


def test_an_unknown_command_is_told_with_what_there_is() -> None:
    told = called("plai")
    assert told.returncode != 0
    assert "play" in told.stdout + told.stderr


def test_a_part_of_a_command_that_there_is_not() -> None:
    told = called("contests", "lose", "7")
    assert told.returncode == 2
    assert "takes no 'lose' there. Accepted: review, replay, continue, delete." in " ".join(
        told.stderr.split()
    )


def test_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert called("--version").stdout.strip() == project["version"]


def test_a_refusal_is_one_line_and_a_traceback_is_for_who_asks() -> None:
    refused = called("play", "nonsense")
    assert refused.stderr.startswith("agonist: There is no contest")
    assert "Traceback" not in refused.stderr
    asked = piped("play", "nonsense", "--traceback")
    assert "Traceback" in asked.stderr


@pytest.mark.parametrize(
    ("problem", "status", "words"),
    [
        (AgonistError("No.", accepted="yes"), 2, "agonist: No. Accepted: yes."),
        (ModuleNotFoundError("x", name="altair.vegalite"), 2, "pip install 'agonist[charts]'"),
        (ModuleNotFoundError("x", name="asyncpg"), 2, "pip install 'agonist[postgres]'"),
        (ModuleNotFoundError("x", name="distributed"), 2, "pip install 'agonist[cluster]'"),
        (
            FileNotFoundError(2, "No such file or directory", "a.json"),
            2,
            "a.json: No such file or directory.",
        ),
        (ZeroDivisionError("division"), 70, "--traceback"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_how_each_kind_of_error_is_told(
    problem: BaseException, status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended, told_to_people():
        raise problem
    assert ended.value.code == status
    assert words in capsys.readouterr().err


def test_every_optional_part_is_known() -> None:
    """The modules named for an extra are those that it brings."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(EXTRAS.values()) == set(extras)
    along = {"dask": "distributed", "gymnasium": "pettingzoo", "httpx2": "mcp", "mcp_types": "mcp"}
    for module, extra in EXTRAS.items():
        brought = extras[extra] if module not in along else requires(along[module]) or []
        names = [re.match(r"[\w-]+", each)[0].replace("-", "_") for each in brought]  # type: ignore[index]
        assert any(name.startswith(module) for name in names), (module, names)


def test_output_that_nobody_reads_is_no_error() -> None:
    import subprocess

    from tests.cli.terminals import AGONIST

    command = f"{AGONIST} rules | head -1; exit ${{PIPESTATUS[0]}}"
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=30)
    assert told.stderr == ""


def test_rules_by_number_by_word_by_game_and_all() -> None:
    assert "QW-15" in called("rules", "qw-15").stdout
    found = (
        called("rules", "questworlds", "desperation").stdout
        + called("rules", "questworlds", "current").stdout
    )
    assert "QW-" in found
    every = called("rules", "deckahedron").stdout
    assert "DK-1 " in every
    assert "DK-40" in every
    overview = called("rules").stdout
    assert all(game.title in overview for game in installed_games())
    assert called("rules", "zork").returncode == 2


def test_the_doctor_finds_this_installation_well() -> None:
    told = piped("doctor")
    assert told.returncode == 0, told.stdout
    assert "All is well." in told.stdout
    for game in installed_games():
        assert game.title in told.stdout


def test_the_doctor_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from agonist.cli import doctor
    from agonist.cli.finding import Finding

    def unwell() -> Iterator[Finding]:
        yield Finding("page assets", False, "missing", "make assets")
        yield Finding("charts", False, "not installed", "pip install it", needed=False)

    monkeypatch.setattr(doctor, "LOOKS", (unwell,))
    assert doctor.doctor() == 1
    told = capsys.readouterr().out
    assert "→ make assets" in told
    assert "1 to put right." in told


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_every_command(shell: str) -> None:
    told = called("completion", shell)
    assert told.returncode == 0, told.stderr
    assert all(command in told.stdout for command in COMMANDS)
