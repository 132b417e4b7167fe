"""The ways in which people install Agonist, each from an index on this disk, with nothing of this checkout.

The index holds the wheel, as `make release` builds it, and what it asks for; whatever else an installer wants it does
not get. Fetching that index takes the network, so these tests are run by `make soak`.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.index import ROOT, TOOLS, VERSION, done, made_index

pytestmark = pytest.mark.soak

HAS = "import importlib.util as u; print(*(n for n in ('asyncpg', 'faker', 'pytest', 'agonist') if u.find_spec(n)))"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_index(tmp_path_factory.mktemp("index"))


def alone(place: Path, index: Path) -> dict[str, str]:
    """An environment of its own: a home, no settings of installers, no network."""
    return {
        "HOME": str(place),
        "PATH": os.pathsep.join([str(place / ".local/bin"), str(place / "bin"), os.environ["PATH"]]),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(index),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_FIND_LINKS": str(index),
        "UV_NO_CONFIG": "1",
        "UV_PYTHON": sys.executable,
        "UV_CACHE_DIR": str(place / "cache"),
        "COLUMNS": "100",
    }


def by_pipx(place: Path, env: dict[str, str]) -> tuple[Path, str]:
    done(TOOLS / "pipx", "install", "--backend", "pip", "agonist", env=env, cwd=place)
    return place / ".local/bin/agonist", "faker agonist"


def by_pipx_without_fake_data(place: Path, env: dict[str, str]) -> tuple[Path, str]:
    program, _ = by_pipx(place, env)
    done(TOOLS / "pipx", "runpip", "agonist", "uninstall", "-y", "faker", "polyfactory", env=env, cwd=place)
    return program, "agonist"


def by_uv(place: Path, env: dict[str, str]) -> tuple[Path, str]:
    done(TOOLS / "uv", "tool", "install", "--no-index", "agonist", env=env, cwd=place)
    return place / ".local/bin/agonist", "faker agonist"


def by_uv_without_fake_data(place: Path, env: dict[str, str]) -> tuple[Path, str]:
    (place / "left-out.txt").write_bytes((ROOT / "requirements/left-out.txt").read_bytes())
    left_out = "--excludes", "left-out.txt"
    done(TOOLS / "uv", "tool", "install", "--no-index", *left_out, "agonist[postgres]", env=env, cwd=place)
    return place / ".local/bin/agonist", "asyncpg agonist"


def by_pip(place: Path, env: dict[str, str]) -> tuple[Path, str]:
    done(sys.executable, "-m", "venv", place / "env", env=env)
    done(place / "env/bin/pip", "install", "--quiet", "agonist[postgres]", env=env)
    return place / "env/bin/agonist", "asyncpg faker agonist"


def by_lock(place: Path, env: dict[str, str]) -> tuple[Path, str]:
    """As a container does: what is pinned, by its hashes, and the wheel without asking for more."""
    done(sys.executable, "-m", "venv", place / "env", env=env)
    pip = (place / "env/bin/pip", "install", "--quiet", "--no-deps")
    done(*pip, "--require-hashes", "-r", ROOT / "requirements/server.lock", env=env)
    done(*pip, "agonist", env=env)
    return place / "env/bin/agonist", "asyncpg agonist"


@pytest.mark.parametrize(
    "install", [by_pipx, by_pipx_without_fake_data, by_uv, by_uv_without_fake_data, by_pip, by_lock]
)
def test_it_is_installed_in_a_line(
    install: Callable[[Path, dict[str, str]], tuple[Path, str]], index: Path, tmp_path: Path
) -> None:
    """It tells its version, finds itself whole, and has nothing that it did not ask for."""
    env = alone(tmp_path, index)
    program, there = install(tmp_path, env)
    assert done(program, "--version", env=env, cwd=tmp_path).strip() == VERSION
    assert "All is well." in done(program, "doctor", env=env, cwd=tmp_path)
    python = program.resolve().parent / "python"
    assert done(python, "-c", HAS, env=env, cwd=tmp_path).strip() == there
    place = done(python, "-c", "import agonist.kernel as k; print(k.__file__)", env=env, cwd=tmp_path)
    assert str(ROOT) not in place
    taken = sum(each.stat().st_size for each in python.parents[1].rglob("*") if not each.is_symlink())
    print(f"{install.__name__}: {taken / 1e6:.0f} MB")
