"""Cut a release into dist/: sdist and wheel, the same bytes whoever builds them, their bill of materials, and hashes.

`make release` builds and checks, and publishes nothing. `make release T=--publish` also tags the commit and sends the
files to the package index whose credentials are in the environment (UV_PUBLISH_TOKEN).
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent
VENDOR = "src/agonist/web/static/vendor"
"""What the pages use from npm, and is not kept in git."""


def main() -> int:
    """Build, check, and publish if that was asked for."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument(
        "--publish", action="store_true", help="tag the commit and send the files to the index"
    )
    publish: bool = options.parse_args().publish
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    if problem := unfit(version, publish):
        print(problem, file=sys.stderr)
        return 1
    out = ROOT / "dist"
    shutil.rmtree(out, ignore_errors=True)
    files = build(ROOT, out)
    bill = out / f"agonist-{version}.cdx.json"
    bill.write_text(json.dumps(bill_of_materials(), indent=1) + "\n")
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in (*files, bill))
    (out / "SHA256SUMS").write_text(sums)
    print(sums, end="")
    if publish:
        subprocess.run(["git", "tag", "-a", f"v{version}", "-m", f"Agonist {version}"], cwd=ROOT, check=True)
        subprocess.run([TOOLS / "uv", "publish", *files], cwd=ROOT, check=True)
        print(f"Published. Push the tag: git push origin v{version}")
    else:
        print("Nothing was published. With credentials in UV_PUBLISH_TOKEN: make release T=--publish")
    return 0


def build(source: Path, out: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it. Every file in them is as old as the last commit."""
    environment = os.environ | {"SOURCE_DATE_EPOCH": _committed(), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    subprocess.run(words, env=environment, check=True, stdout=subprocess.DEVNULL)
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


def bill_of_materials() -> dict[str, Any]:
    """What a server consists of (CycloneDX): its packages by their hashes, and what its pages use from npm."""
    words = (
        "requirements",
        "requirements/server.lock",
        "--pyproject",
        "pyproject.toml",
        "--output-reproducible",
    )
    told = subprocess.run(
        [TOOLS / "cyclonedx-py", *words], cwd=ROOT, check=True, capture_output=True, text=True
    )
    bill: dict[str, Any] = json.loads(told.stdout)
    wanted = json.loads((ROOT / "package.json").read_text())["dependencies"]
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name in sorted(wanted):
        found = locked[f"node_modules/{name}"]
        place = f"pkg:npm/{name.replace('@', '%40')}@{found['version']}"
        bill["components"].append(
            {"type": "library", "bom-ref": place, "name": name, "version": found["version"], "purl": place}
        )
    return bill


def _committed() -> str:
    """When the last commit was made, in seconds since 1970."""
    words = ("git", "log", "-1", "--format=%ct")
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _changed() -> str:
    words = ("git", "status", "--porcelain")
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def behind_in(kept: Path) -> str:
    """In what the database that is kept of this version is not what it leaves behind, or "".

    A contest that does not go on there was played by rules that have changed since.
    """
    if not kept.exists():
        return f"There is no {kept.name} for the tests of later versions"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "kept.db")
        file.write_bytes(lzma.decompress(kept.read_bytes()))
        words = (TOOLS / "agonist", "upgrade", "--check", "--database", f"sqlite:///{file}")
        told = subprocess.run(words, capture_output=True, text=True, check=False)
    fresh = told.returncode == 0 and "To come:" not in told.stdout
    return "" if fresh else f"{kept.name} is of an earlier state of this version"


def unfit(version: str, publish: bool) -> str:
    """Why this tree is no release, or ""."""
    if _changed():
        return "There are changes that are not committed: commit them first."
    if f"\n## {version}" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        return f"CHANGELOG.md has nothing about {version}: add ## {version}."
    if behind := behind_in(ROOT / "tests" / "table" / "databases" / f"{version}.db.xz"):
        return f"{behind}: delete it unless {version} was published, and run scripts/keep_database.py."
    if publish and not os.environ.get("UV_PUBLISH_TOKEN"):
        return "There are no credentials to publish with: set UV_PUBLISH_TOKEN."
    return ""


if __name__ == "__main__":
    sys.exit(main())
