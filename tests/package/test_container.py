"""The image: small steps, nobody's rights, a root that cannot be written to. Built by an engine where one runs;
everywhere else its steps are done one by one in a bare root."""

import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from agonist.web import Settings
from tests.support.image import built, running, steps
from tests.support.index import ROOT, VERSION, made_index

FILE = ROOT / "Containerfile"
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_the_image_is_nobodys_and_checks_its_health() -> None:
    found = steps(FILE)
    last = found[max(n for n, step in enumerate(found) if step.word == "FROM") :]
    words = [step.word for step in last]
    assert words.count("USER") == words.count("VOLUME") == words.count("HEALTHCHECK") == 1
    user = next(step.rest for step in last if step.word == "USER")
    assert int(user.partition(":")[0]) > 1000
    assert words.index("USER") > max(n for n, word in enumerate(words) if word in ("RUN", "COPY"))
    for word, rest in last:
        if word in ("ENTRYPOINT", "CMD"):
            assert json.loads(rest)
        if word == "HEALTHCHECK":
            assert json.loads(rest.partition("CMD ")[2])
    for word, rest in found:
        assert word != "ADD"
        if word == "FROM":
            assert re.fullmatch(r"\S+:\d[\w.-]*( AS \w+)?", rest), "a version is named"
        if word == "RUN" and "pip install" in rest:
            assert "--no-deps" in rest


def test_what_is_composed_is_closed_and_named_as_settings_are() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"agonist", "backup", "database", "caddy"}
    for ours in ("agonist", "backup"):
        assert services[ours]["read_only"] is True
        assert services[ours]["cap_drop"] == ["ALL"]
        for name in services[ours]["environment"]:
            assert name.removeprefix("AGONIST_").lower() in Settings.__struct_fields__
    assert [name for name, each in services.items() if "ports" in each] == ["caddy"]
    for each in services.values():
        for volume in each.get("volumes", ()):
            assert volume.partition(":")[0] in COMPOSE["volumes"]


def test_its_caddyfile_is_one(tmp_path: Path) -> None:
    if not (program := shutil.which("caddy")):
        pytest.skip("caddy is not here: apt-get install caddy")
    text = re.sub(r"\$\{AGONIST_HOST_NAME:[^}]*\}", "localhost", COMPOSE["configs"]["caddyfile"]["content"])
    (tmp_path / "Caddyfile").write_text(text)
    words = [program, "validate", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    told = subprocess.run(words, capture_output=True, text=True, check=False, env={"HOME": str(tmp_path)})
    assert told.returncode == 0, told.stderr


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What a builder is given, and an index to install from."""
    place = tmp_path_factory.mktemp("context")
    index = made_index(tmp_path_factory.mktemp("index"))
    for folder in ("dist", "requirements"):
        (place / folder).mkdir()
    shutil.copy(next(index.glob("agonist-*.whl")), place / "dist")
    shutil.copy(ROOT / "requirements/server.lock", place / "requirements")
    return place, index


@pytest.mark.soak
def test_its_steps_make_a_server_on_a_root_that_cannot_be_written_to(
    context: tuple[Path, Path], tmp_path: Path
) -> None:
    """Where no engine can run: Debian's own Python stands in for the image that it begins with."""
    place, index = context
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(index), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    root = built(FILE, place, tmp_path, offline)
    health = next(step.rest for step in steps(FILE) if step.word == "HEALTHCHECK")
    check = json.loads(health.partition("CMD ")[2])
    with running(FILE, root) as inside:
        deadline = time.monotonic() + 60
        while subprocess.run([*inside, *check], check=False, capture_output=True).returncode:
            assert time.monotonic() < deadline
            time.sleep(0.3)
        written = subprocess.run(
            [*inside, "touch", "/srv/agonist/x"], check=False, capture_output=True, text=True
        )
        assert "Read-only file system" in written.stderr
        assert (
            subprocess.run([*inside, "id", "-u"], check=True, capture_output=True).stdout.strip() == b"10001"
        )
    assert (root / "var/lib/agonist/agonist.db").stat().st_uid == 10001
    taken = sum(each.stat().st_size for each in (root / "srv/agonist").rglob("*") if not each.is_symlink())
    print(f"\n/srv/agonist: {taken / 1e6:.0f} MB")


@pytest.mark.soak
def test_an_engine_builds_it(context: tuple[Path, Path]) -> None:
    docker = shutil.which("docker") or shutil.which("podman")
    if not docker or subprocess.run([docker, "info"], check=False, capture_output=True).returncode:
        pytest.skip("no container engine runs here")
    words = [docker, "build", "--file", str(FILE), "--tag", "agonist:test", str(context[0])]
    subprocess.run(words, check=True)
    told = subprocess.run(
        [docker, "run", "--rm", "--read-only", "agonist:test", "--version"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout.strip() == VERSION
