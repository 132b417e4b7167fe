"""The built wheel, installed into an environment that has nothing but what it asks for, serves pages without Node.

The environment is an empty virtual one. The wheel is installed into it by pip; the packages of
``requirements/runtime.lock`` are linked in from the environment of the tests instead of being fetched again, and
nothing else can be imported there: no optional part, no tool, not this checkout.
"""

import importlib.metadata
import re
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    [found] = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of programs of an environment with the wheel in it."""
    place = tmp_path_factory.mktemp("installed") / "env"
    venv.create(place, with_pip=False, symlinks=True)
    programs = place / "bin"
    told = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "pip",
                "--disable-pip-version-check",
                "--python",
                str(programs / "python"),
            ),
            *("install", "--quiet", "--no-index", "--no-deps", str(wheel)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    [packages] = place.glob("lib/python*/site-packages")
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements/runtime.lock").read_text(), re.MULTILINE):
        link_distribution(name, packages)
    return programs


def link_distribution(name: str, packages: Path) -> None:
    """Make one package of this environment importable in another."""
    try:
        found = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return  # for another platform
    for top in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
        source, target = Path(str(found.locate_file(top))), packages / top
        if source.exists() and not target.exists():
            target.symlink_to(source)


def run(programs: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command with nothing else on the path."""
    return subprocess.run(
        [str(programs / "agonist"), *words],
        cwd=cwd,
        env={"PATH": str(programs), "HOME": str(cwd), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def server(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that the installed command runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place = tmp_path_factory.mktemp("served")
    process = subprocess.Popen(
        [str(installed / "agonist"), "serve", "--port", str(port), "--log-level", "warning"],
        cwd=place,
        env={"PATH": str(installed), "HOME": str(place)},
        stderr=subprocess.PIPE,
        text=True,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise AssertionError(process.stderr.read() if process.stderr else "")
            try:
                urllib.request.urlopen(f"{address}/ready", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise AssertionError("the server did not get ready")
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=20)


def get(address: str) -> tuple[int, str, bytes]:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.status, answer.headers.get_content_type(), answer.read()


def test_the_start_page_comes_with_everything_it_uses(server: str) -> None:
    """Scripts, styles, fonts and icons are in the wheel; nothing is fetched from elsewhere."""
    status, kind, page = get(f"{server}/")
    assert (status, kind) == (200, "text/html")
    used = set(re.findall(r'(?:src|href)="(/static/[^"#]+)"', page.decode()))
    assert any(".js" in each for each in used)
    assert any(".css" in each for each in used)
    for each in used:
        assert get(server + each)[0] == 200, each
        if ".css" in each:
            style = get(server + each)[2].decode()
            base = each.rpartition("/")[0]
            for font in re.findall(r"url\([\"']?([^)\"']+\.woff2)", style):
                inside = font if font.startswith("/") else f"{base}/{font}"
                assert get(server + inside)[0] == 200, font
    elsewhere = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css|woff2))"', page.decode())
    assert elsewhere == []


def test_the_api_and_the_rules_are_there(server: str) -> None:
    games = get(f"{server}/api/games/")[2].decode()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for game in project["entry-points"]["agonist.games"]:
        assert f'"{game}"' in games


def test_the_about_page_names_the_makers_of_the_games(server: str) -> None:
    page = get(f"{server}/about")[2].decode()
    for maker in ("Moon Design Publications", "sjbrown", "Rumpunzel", "not affiliated"):
        assert maker in page


def test_the_command_works_and_tells_its_version(installed: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert run(installed, "--version", cwd=tmp_path).stdout.strip() == project["version"]
    examined = run(installed, "doctor", cwd=tmp_path)
    assert examined.returncode == 0, examined.stdout + examined.stderr
    assert "pip install 'agonist[charts]'" in examined.stdout


def test_it_is_not_this_checkout_that_was_tested(installed: Path, tmp_path: Path) -> None:
    code = "import agonist.kernel, importlib.util as u; print(agonist.kernel.__file__); print(u.find_spec('pytest'))"
    told = subprocess.run(
        [str(installed / "python"), "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": str(installed)},
    ).stdout.split()
    assert str(ROOT / "src") not in told[0]
    assert told[1] == "None"


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("odds", "questworlds", "simple", "17", "14", "--chart", "simple.svg"), "charts"),
        (
            ("simulate", "questworlds", "simple", "--contests", "10", "--cluster", "tcp://127.0.0.1:1"),
            "cluster",
        ),
        (("serve", "--database", "postgresql://nobody@127.0.0.1:1/none"), "postgres"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_an_optional_part_that_is_missing_is_one_line(
    installed: Path, tmp_path: Path, words: tuple[str, ...], extra: str
) -> None:
    told = run(installed, *words, cwd=tmp_path)
    assert told.returncode != 0
    assert f"pip install 'agonist[{extra}]'" in told.stderr
    assert "Traceback" not in told.stderr
    assert len(told.stderr.splitlines()) == 1, told.stderr


def test_the_wheel_holds_licence_notice_and_rules(wheel: Path) -> None:
    import zipfile

    names = zipfile.ZipFile(wheel).namelist()
    for part in ("licenses/LICENSE", "licenses/NOTICE", "agonist/py.typed"):
        assert any(name.endswith(part) for name in names), part
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["agonist.games"]
    folders = {Path(name).parent.as_posix() for name in names if name.endswith("/rules.md")}
    games = {place.partition(":")[0].replace(".", "/") for place in named.values()}
    assert folders == games | {"agonist/cli/template"}
    assert not [name for name in names if Path(name).name.startswith("test_")]


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    """Boards, options, words of set-ups, templates, styles, fonts, icons: all that stands in the source."""
    import zipfile

    there = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("agonist/")}
    source = ROOT / "src"
    wanted = {
        file.relative_to(source).as_posix()
        for file in (source / "agonist").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert any(name.endswith("/board.html") for name in wanted)
    assert any(name.endswith(".woff2") for name in wanted)
    assert wanted - there == set()


def test_a_contest_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """With its board and its odds, to the end, and its dice are checked."""
    played = subprocess.run(
        [str(installed / "agonist"), "play", "goblin", "--seed", "wolf", "--odds", "--save", "goblin.json"],
        cwd=tmp_path,
        env={"PATH": str(installed), "HOME": str(tmp_path), "COLUMNS": "80"},
        input="odds\n" + "1\n" * 20,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert "▮▮▮▮▮ 5  damage 1d6" in played.stdout
    assert "Chance to win" in played.stdout
    assert "The fight is won." in played.stdout
    assert run(installed, "verify", "goblin.json", cwd=tmp_path).returncode == 0
