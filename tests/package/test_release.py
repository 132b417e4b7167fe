"""A release: the same bytes whoever builds it, with what it consists of; nothing is published by chance."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts import release
from tests.support.index import ROOT, VERSION


@pytest.mark.soak
def test_two_people_who_build_it_get_the_same_bytes(tmp_path: Path) -> None:
    """In another place, at another time, with other habits."""
    first = [file.read_bytes() for file in release.build(ROOT, tmp_path / "first")]
    files = subprocess.run(
        ("git", "ls-files", "-zco", "--exclude-standard"),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    copy = tmp_path / "elsewhere"
    vendor = [str(file.relative_to(ROOT)) for file in (ROOT / release.VENDOR).rglob("*") if file.is_file()]
    before = os.umask(0o077)
    try:
        for name in [*files.stdout.split("\0")[:-1], *vendor]:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name, follow_symlinks=False)
            if os.access(ROOT / name, os.X_OK) and not (copy / name).is_symlink():
                (copy / name).chmod(0o700)
            os.utime(copy / name, (1_000_000_000, 1_000_000_000), follow_symlinks=False)
        second = [file.read_bytes() for file in release.build(copy, tmp_path / "second")]
    finally:
        os.umask(before)
    assert [len(each) for each in first] == [len(each) for each in second]
    assert first == second


@pytest.mark.soak
def test_the_bill_names_everything_that_a_server_consists_of() -> None:
    bill = release.bill_of_materials()
    assert bill == release.bill_of_materials()
    assert bill["bomFormat"] == "CycloneDX"
    named = {(each["name"], each.get("version")) for each in bill["components"]}
    pinned = re.findall(
        r"^([\w.-]+)==([^ ;\\]+)", (ROOT / "requirements/server.lock").read_text(), re.MULTILINE
    )
    assert len(pinned) > 20
    assert set(pinned) <= named
    for name, version in json.loads((ROOT / "package.json").read_text())["dependencies"].items():
        assert (name, version) in named
    assert bill["metadata"]["component"]["name"] == "agonist"


def test_without_credentials_or_a_changelog_nothing_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "_changed", lambda: "")
    monkeypatch.setattr(release, "behind_in", lambda kept: "")
    monkeypatch.delenv("UV_PUBLISH_TOKEN", raising=False)
    assert release.unfit(VERSION, publish=False) == ""
    assert "UV_PUBLISH_TOKEN" in release.unfit(VERSION, publish=True)
    assert "CHANGELOG.md" in release.unfit("9.9.9", publish=False)
    monkeypatch.setattr(release, "_changed", lambda: " M Makefile")
    assert "commit them" in release.unfit(VERSION, publish=False)


def test_a_database_of_another_state_is_not_kept_as_this_versions() -> None:
    kept = ROOT / "tests" / "table" / "databases"
    assert "no 9.9.9.db.xz" in release.behind_in(kept / "9.9.9.db.xz")
    assert "earlier state" in release.behind_in(kept / "0.0.9.db.xz")
