"""What is counted is what the dashboard and the alerts ask for."""

import json
import os
import re
import shutil
import subprocess

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from agonist.cli.deploying import deployed

WORD = re.compile(r"\b(?:agonist|process)_\w+")
LABEL = re.compile(r"\{(\w+)[=!]")


@pytest.fixture
def counted(client) -> dict[str, set[str]]:
    """The names of all series after some use, and the labels of each."""
    client.post("/api/tables", json={"name": "Ours"})
    client.get("/health")
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def asked_by(file: str) -> list[str]:
    text = deployed(file)
    if file.endswith(".json"):
        return [target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]]
    return re.findall(r"expr: (?:>-\n)?((?:.+\n)+?)\s+for:", text)


@pytest.mark.parametrize("file", ["alerts.yml", "dashboard.json"])
def test_everything_that_is_asked_for_is_counted(file: str, counted: dict[str, set[str]]) -> None:
    asked = asked_by(file)
    assert len(asked) >= 7
    for expression in asked:
        names = WORD.findall(expression)
        assert names or expression.startswith("up{"), expression
        for name in names:
            assert name in counted, expression
        for label in set(LABEL.findall(expression)) - {"job"}:
            assert any(label in counted[name] for name in names), expression


def test_everything_of_ours_that_is_counted_is_shown(counted: dict[str, set[str]]) -> None:
    """A figure that nobody is shown is not worth counting."""
    shown = set(WORD.findall(" ".join(asked_by("dashboard.json"))))
    ours = {name for name in counted if name.startswith("agonist_")}
    beside = {name for name in ours if name.endswith(("_created", "_count", "_sum"))}
    assert ours - beside <= shown


def test_the_alerts_are_rules_of_prometheus(tmp_path) -> None:
    if not (promtool := shutil.which("promtool")):
        pytest.skip("promtool is not here: apt-get install prometheus")
    (tmp_path / "alerts.yml").write_text(deployed("alerts.yml"))
    told = subprocess.run(
        [promtool, "check", "rules", tmp_path / "alerts.yml"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert "7 rules found" in told.stdout


def test_the_last_backup_is_told(client, tmp_path) -> None:
    """Nothing without a directory, then the age of the newest that was found good."""
    app, place = client.app, tmp_path / "backups"
    place.mkdir()
    for at, name in ((100, "agonist-1.backup"), (200, "agonist-2.backup"), (300, "agonist-3.bad")):
        (place / name).touch()
        os.utime(place / name, (at, at))
    assert client.get("/ready").json()["backup"] is None
    app.state.settings = msgspec.structs.replace(app.state.settings, backups=str(place))
    app.state.metrics.watch(app.state.service, str(place))
    assert "agonist_last_backup_timestamp_seconds 200.0" in client.get("/metrics").text
    assert client.get("/ready").json()["backup"] > 1e9
