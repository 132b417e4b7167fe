"""The commands are a contract: every form works, tells JSON of one shape, and refuses nonsense with what is right."""

import io
import json
import resource
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from agonist.kernel import SetupRefused
from agonist.odds import asked_games, declare, question, questions


class Done(NamedTuple):
    stdout: str
    stderr: str
    returncode: int


def agonist(*words, check=True):
    """Run the command as people do, but in this process."""
    from agonist.cli import main

    out, err = io.StringIO(), io.StringIO()
    code = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    assert not check or code == 0, err.getvalue()
    return Done(out.getvalue(), err.getvalue(), code)


def chance(value):
    return isinstance(value, float) and 0 <= value <= 1 + 1e-12


def ratio(value):
    return isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value)


SHAPES = {
    "win": chance,
    "tie": chance,
    "lose": chance,
    "success": chance,
    "wound": chance,
    "collapse": chance,
    "broken": chance,
    "mean": lambda value: isinstance(value, float),
    "bid": lambda value: isinstance(value, int) and value >= 1,
    "error": lambda value: isinstance(value, float) and value >= 0,
    "method": lambda value: value in ("exact", "solved", "simulated"),
    "bound": lambda value: value in ("proven", "residual"),
    "notes": lambda value: all(isinstance(note, str) for note in value),
    "split": lambda value: all(isinstance(split, str) for split in value.values()),
    "contests": lambda value: isinstance(value, int),
    "seed": lambda value: isinstance(value, int),
    "intervals": lambda value: all(low <= high for low, high in value.values()),
    "means": lambda value: all(isinstance(each, float) for each in value.values()),
}


def fits(data):
    """Every key has the shape that is promised; all others are objects of chances."""
    for key, value in data.items():
        if key == "exact":
            continue
        if key in SHAPES:
            assert SHAPES[key](value), (key, value)
        else:
            assert isinstance(value, dict), key
            assert all(chance(each) for each in value.values()), key
    for key, value in data.get("exact", {}).items():
        floats = data[key]
        if isinstance(value, dict):
            assert value.keys() == floats.keys()
            assert all(ratio(each) and each[0] / each[1] == floats[name] for name, each in value.items())
        else:
            assert ratio(value)
            assert value[0] / value[1] == floats
    assert ("exact" in data) == (data["method"] == "exact")
    assert data["method"] != "exact" or data["error"] == 0
    assert ("bound" in data) == (data["method"] == "solved")


CONTRACT = [
    ("questworlds simple 17 10M", {"win", "tie", "lose", "outcomes"}),
    ("questworlds simple 17 10M --better-roll low", {"win", "tie", "lose", "outcomes"}),
    ("questworlds exchange 17 14 --bid 5", {"win", "tie", "lose", "outcomes"}),
    ("questworlds exchange 17 14 --bid 5 --edge 3", {"win", "tie", "lose", "outcomes"}),
    ("questworlds exchange 17 14 --bid 5 --edge -3", {"win", "tie", "lose", "outcomes"}),
    ("questworlds extended 13 13", {"win", "tie", "lose", "outcomes", "bid"}),
    ("questworlds extended 13 13 --policy const:3 --against allin", {"win", "tie", "lose", "outcomes"}),
    ("questworlds extended 13 13 --policy fraction:0.5 --first resistance", {"win", "outcomes"}),
    ("forge challenge --dice 5 --training 5 --difficulty 2", {"success", "effort", "mean"}),
    (
        "forge challenge --dice 5 --training 5 --difficulty 2 --fervor --focus --fortune --minimum 1",
        {"success", "effort", "mean"},
    ),
    ("forge contest --attack 8@5 --defend 7@5", {"win", "tie", "lose", "margin"}),
    ("forge contest --attack 8@5 --defend 7@5 --attack-minimum 2", {"win", "tie", "lose", "margin"}),
    ("forge contest --attack 3@5 --attack 3@4 --defend 2@5", {"win", "tie", "lose", "teams"}),
    ("forge duel --first 4@5 --second 4@5", {"win", "tie", "lose"}),
    ("forge group --member 4@5 --member 3@6 --difficulty 2", {"success", "effort"}),
    ("forge morale --captain 4@5 --below 1 --test 0.5", {"success", "collapse"}),
    ("deckahedron flip --suit crown", {"outcomes"}),
    ("deckahedron flip --suit crown --lost 3 --wounds 1 --advantage 1", {"outcomes"}),
    ("deckahedron flip --suit crown --disadvantage 2", {"outcomes"}),
    ("deckahedron endure --damage 1d6", {"mean"}),
    ("deckahedron fight --suit dragon --foe 4 --damage 1", {"win", "tie", "lose", "mean"}),
    ("deckahedron endure --damage 1d6 --policy wound-first", {"mean"}),
    ("deckahedron endure --damage 1d6 --policy stamina", {"mean"}),
]


@pytest.mark.parametrize(("words", "keys"), CONTRACT)
def test_every_form_answers_in_json(words, keys):
    data = json.loads(agonist("odds", *words.split(), "--json").stdout)
    assert keys | {"method", "error"} <= data.keys()
    fits(data)


def test_outcomes_have_the_games_own_names():
    simple = json.loads(agonist("odds", "questworlds", "simple", "17", "10M", "--json").stdout)
    degrees = ("complete", "major", "minor", "marginal")
    sides = [f"{degree}-{side}" for side in ("victory", "defeat") for degree in degrees]
    assert set(simple["outcomes"]) == {*sides, "tie"}
    flip = json.loads(agonist("odds", "deckahedron", "flip", "--suit", "crown", "--json").stdout)
    assert list(flip["outcomes"]) == ["double-cross", "cross", "check", "double-check"]


@pytest.mark.parametrize("game", asked_games())
def test_every_question_shows_its_example_and_the_example_works(game):
    for each in questions(game):
        said = agonist("odds", game, each.name, "--help").stdout
        assert " ".join(each.example.split()) in " ".join(said.split())
        answer = agonist(*each.example.split()[1:]).stdout
        assert answer.count("\n") > 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("odds questworlds simple 17 foo", "7M"),
        ("odds questworlds exchange 17 14 --bid 0", "1 to 1000"),
        ("odds questworlds extended 13 13 --policy half", "const:N"),
        ("odds questworlds extended 13 13 --first nobody", "player, resistance"),
        ("odds forge challenge --dice 5 --training 9", "3 to 6"),
        ("odds forge contest --attack 8 --defend 7@5", "8@5"),
        ("odds deckahedron flip --suit hearts", "anvil, blade, crown, dragon"),
        ("odds deckahedron endure --damage lots", "1d6"),
        ("odds questworlds simple 17 14 --chart file.bmp", ".svg"),
        ("simulate questworlds extended --preset nowhere --contests 10", "Accepted"),
        ("simulate nothing extended --contests 10", "nothing"),
        ("study no-such-file.toml", "cannot be read"),
    ],
)
def test_bad_input_says_what_is_right(words, said):
    done = agonist(*words.split(), check=False)
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("group-contest -5:7M", "−5:7M"),
        ("group-contest 10:10 -5:7M 15:10 --json", '"win"'),
        ("group-contest 10:10 -5:10", "10:10, −5:10"),
        ("one-prize 15 -5 10", "15, −5, 10"),
        ("contest --story-points 1 -5 10", "−5 against 10"),
    ],
)
def test_qs_3_a_negative_rating_is_read_wherever_it_stands(words, says):
    """QS-3: a whole rating below 0 can be asked about, alone or in a pair, and is taken for no option."""
    assert says in agonist("odds", "questworlds-srd", *words.split()).stdout


def test_a_misspelt_option_is_taken_for_no_rating():
    done = agonist(*["odds", "questworlds-srd", "one-prize", "15", "10", "--jsn"], check=False)
    assert "Did you mean --json?" in done.stderr


def test_charts_are_drawn_into_files(tmp_path):
    for kind, begin in (("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")):
        file = tmp_path / f"chart.{kind}"
        agonist("odds", "forge", "challenge", "--dice", "5", "--training", "5", "--chart", str(file))
        assert file.read_bytes().lstrip().startswith(begin)


def test_simulate_is_seeded_and_tells_json():
    words = ["simulate", "questworlds", "simple", "--contests", "300", "--seed", "3", "--json"]
    one, two = (json.loads(agonist(*words).stdout) for _ in range(2))
    assert one == two
    assert one["method"] == "simulated"
    fits(one)


def test_a_small_contest_is_counted_instead_of_simulated():
    found = json.loads(agonist("simulate", "questworlds", "simple", "--exact", "--json").stdout)
    assert found["method"] == "exact"
    fits(found)


def test_simulate_takes_a_set_up_from_a_file(tmp_path):
    file = tmp_path / "contest.json"
    setup = {
        "contestants": [
            {"name": "One", "abilities": [{"name": "Wits", "rating": 20}]},
            {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": 5}]},
        ]
    }
    file.write_text(json.dumps({"setup": setup, "options": {"better_roll": "low"}}))
    words = ["simulate", "questworlds", "simple", "--setup", str(file), "--contests", "400", "--json"]
    found = json.loads(agonist(*words).stdout)
    exact = question("questworlds", "simple").ask(first=20, second=5, better_roll="low")
    assert found["win"] == pytest.approx(float(exact.win), abs=4 * 0.5 / 400**0.5)


def test_a_quick_question_loads_nothing_heavy():
    """The answer comes within a bare start plus 0.15 s, because neither arrays nor games are loaded for it."""
    code = (
        "import sys; from agonist.cli import main\n"
        "try: main(['odds', 'forge', 'challenge', '--dice', '5', '--training', '5'])\n"
        "except SystemExit: pass\n"
        "heavy = 'numpy', 'rich', 'agonist.forge.game', 'altair', 'litestar'\n"
        "print(*[name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


def test_quick_questions_are_quick():
    """A generous bound for a busy machine; `make bench` measures."""
    agonist("odds", "questworlds", "simple", "17", "10M")
    best = min(_seconds("odds", "questworlds", "simple", "17", "10M") for _ in range(5))
    bare = min(_seconds_of([sys.executable, "-c", "pass"]) for _ in range(5))
    assert best - bare < 0.6


def _seconds(*words):
    return _seconds_of([sys.executable, "-c", "from agonist.cli import main; main()", *words])


def _seconds_of(command):
    """The processor's time, which a busy machine does not stretch as it does the clock's."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def test_a_plugged_in_game_declares_its_questions(monkeypatch):
    """Nothing in the odds room knows Standoff: its own module says what can be asked, and answers by its rules."""
    from agonist.odds import declared

    monkeypatch.setattr(declared, "_by_hand", {})
    assert "standoff" not in asked_games()
    declare("standoff", "examples.standoff_odds")
    assert "standoff" in asked_games()
    found = question("standoff", "strike").ask(from_card=1, nerve=1)
    assert found.win == pytest.approx(0.5, abs=1e-6)
    assert question("standoff", "strike").ask(from_card=7, nerve=1).win > 0.75
    script = """
from agonist.odds import declare
declare("standoff", "examples.standoff_odds")
from agonist.cli import main
main(["odds", "standoff", "strike", "--from", "1", "--nerve", "1", "--json"])
"""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["win"] == pytest.approx(0.5, abs=1e-6)
    with pytest.raises(SetupRefused, match="10"):
        question("standoff", "strike").ask(nerve=10)
