"""Studies can be kept, stopped, resumed, and run anywhere, and give the same digits."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from agonist.kernel import AgonistError
from agonist.odds.saying import worked_out_said
from agonist.odds.studies import load_study, run_study

ROOT = Path(__file__).resolve().parents[2]

QUESTION = """
title = "Who wins with the better roll"
question = "questworlds simple"
[sweep]
first = {from = 11, to = 15}
second = [13, "1M"]
better_roll = ["high", "low"]
[[charts]]
x = "first"
value = "win"
colour = "better_roll"
[[charts]]
x = "first"
y = "second"
value = "lose"
"""

SIMULATION = """
title = "Bids of the underdog"
game = "questworlds"
type = "extended"
contests = 40
seed = 5
[fixed]
"bots.gm" = "bold"
[sweep]
"options.better_roll" = ["high", "low"]
"setup.contestants.0.abilities.0.rating" = {from = 10, to = 13}
"""


def written(tmp_path, text):
    file = tmp_path / "study.toml"
    file.write_text(text)
    return load_study(file)


def test_a_study_leaves_tables_charts_and_a_report(tmp_path):
    rows = run_study(written(tmp_path, QUESTION), tmp_path / "out", processes=1)
    assert len(rows) == 5 * 2 * 2
    with (tmp_path / "out" / "table.csv").open() as file:
        table = list(csv.DictReader(file))
    assert float(table[0]["win"]) == rows[0]["win"]
    assert table[0]["better_roll"] == "high"
    from pyarrow import parquet

    assert parquet.read_table(tmp_path / "out" / "table.parquet").num_rows == 20
    report = (tmp_path / "out" / "report.html").read_text()
    assert report.count("<svg") == 2
    assert "Who wins with the better roll" in report
    assert f"<td>{worked_out_said(rows[0]['win'])}</td>" in report


def test_a_simulation_sweeps_set_up_options_and_bots(tmp_path):
    rows = run_study(written(tmp_path, SIMULATION), tmp_path / "out", processes=1)
    assert len(rows) == 8
    assert {row["method"] for row in rows} == {"simulated"}
    assert all(row["contests"] == 40 for row in rows)


def test_editions_are_compared_by_sweeping_the_type(tmp_path):
    text = """
title = "Which is deadlier?"
game = "questworlds"
type = "simple"
contests = 20
[sweep]
type = ["simple", "extended"]
"""
    rows = run_study(written(tmp_path, text), tmp_path / "out", processes=1)
    assert [row["type"] for row in rows] == ["simple", "extended"]


def test_what_is_done_is_not_done_again(tmp_path):
    """Run again it only reads; with a value more it only works out the new cells."""
    study = written(tmp_path, QUESTION)
    run_study(study, tmp_path / "out", processes=1)
    cells = tmp_path / "out" / "cells.jsonl"
    before = cells.read_bytes()
    run_study(study, tmp_path / "out", processes=1)
    assert cells.read_bytes() == before
    more = written(tmp_path, QUESTION.replace("to = 15", "to = 16"))
    run_study(more, tmp_path / "out", processes=1)
    assert len(cells.read_bytes().splitlines()) == 24


def test_a_line_that_was_cut_off_is_worked_out_again(tmp_path):
    study = written(tmp_path, QUESTION)
    rows = run_study(study, tmp_path / "out", processes=1)
    cells = tmp_path / "out" / "cells.jsonl"
    cells.write_bytes(cells.read_bytes()[:-25])
    assert run_study(study, tmp_path / "out", processes=1) == rows
    assert len(cells.read_bytes().splitlines()) == 20


UP_TO_20 = """
import time
from agonist.odds.studies.results_file import Results
add = Results.add
def wait(self, *cell):
    add(self, *cell)
    while len(self.done) >= 20:
        time.sleep(1)
Results.add = wait
"""
RUN = "from agonist.cli import main; main()"


@pytest.mark.unmeasured
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_200_cells_interrupted_and_resumed(tmp_path, stop):
    """Nothing that was done is lost or repeated, whether it was told to stop or killed."""
    file = tmp_path / "study.toml"
    file.write_text(SIMULATION.replace("to = 13", "to = 109").replace("contests = 40", "contests = 4"))
    out = tmp_path / "out"
    words = ["study", str(file), "--out", str(out), "--processes", "1"]
    run = subprocess.Popen(
        [sys.executable, "-c", UP_TO_20 + RUN, *words], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    cells = out / "cells.jsonl"
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and not (cells.exists() and cells.read_bytes().count(b"\n") >= 20):
        time.sleep(0.02)
    run.send_signal(stop)
    _, said = run.communicate(timeout=60)
    done = [
        json.loads(line)["key"]
        for line in cells.read_bytes().splitlines(keepends=True)
        if line.endswith(b"\n")
    ]
    assert len(done) == 20
    if stop == signal.SIGINT:
        assert run.returncode == 130
        assert "Run it again to go on" in said
    kept = cells.read_bytes().splitlines()[: len(done)]
    command = [sys.executable, "-c", RUN, *words]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    assert "200 cells" in finished.stdout
    after = cells.read_bytes().splitlines()
    assert after[: len(done)] == kept
    assert len(after) == len({json.loads(line)["key"] for line in after}) == 200


SLOW = """
import time
import agonist.odds.studies.working as working
work_out = working._simulated
def slowly(key, work):
    if work["changes"]["options.better_roll"] == "low":
        time.sleep(600)
    return work_out(key, work)
working._simulated = slowly
"""


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "stop",
    ["once", pytest.param("twice", marks=pytest.mark.soak), pytest.param("killed", marks=pytest.mark.soak)],
)
def test_an_interrupted_study_stops_at_once_and_leaves_no_process(tmp_path, stop):
    """Two processes at work that would not be done for ten minutes; the cells that are done are kept."""
    file = tmp_path / "study.toml"
    file.write_text(SIMULATION.replace("contests = 40", "contests = 4"))
    out = tmp_path / "out"
    words = ["study", str(file), "--out", str(out), "--processes", "2"]
    run = subprocess.Popen(
        [sys.executable, "-c", SLOW + RUN, *words],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    cells = out / "cells.jsonl"
    until(lambda: cells.exists() and cells.read_bytes().count(b"\n") == 4)
    here = psutil.Process(run.pid)
    until(lambda: len(here.children(recursive=True)) >= 2)
    family = here.children(recursive=True)
    if stop == "killed":
        run.kill()
    else:
        os.killpg(run.pid, signal.SIGINT)
    if stop == "twice":
        os.killpg(run.pid, signal.SIGINT)
    before = time.monotonic()
    _, said = run.communicate(timeout=60)
    gone, alive = psutil.wait_procs(family, timeout=10)
    assert not alive
    assert len(gone) == len(family)
    assert time.monotonic() - before < 10, "on a machine that has nothing else to do, within two seconds"
    assert cells.read_bytes().count(b"\n") == 4
    if stop == "once":
        assert run.returncode == 130
        assert "Stopped with 4 of 8 cells done" in said
        assert "Traceback" not in said


def until(holds, seconds=60):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_progress_counts_contests_as_they_are_played(tmp_path, processes):
    """From what was kept of an earlier run up to all of them, here and in several processes."""
    text = SIMULATION.replace("contests = 40", "contests = 20").replace("to = 13", "to = 10")
    told = []

    def tell(now, of):
        told.append((now, of))

    run_study(written(tmp_path, text), tmp_path / "out", processes=processes, contests=tell)
    assert told[0] == (0, 40)
    assert told[-1] == (40, 40)
    assert told == sorted(told)
    told.clear()
    more = written(tmp_path, text.replace("to = 10", "to = 11"))
    run_study(more, tmp_path / "out", processes=1, contests=tell)
    assert told[0] == (40, 80)


@pytest.mark.unmeasured
def test_a_cluster_gives_the_same_study_to_the_last_digit(tmp_path):
    """A Dask cluster of two workers, processes of this machine, and this process alone."""
    study = written(tmp_path, SIMULATION)
    alone = run_study(study, tmp_path / "alone", processes=1)
    local = run_study(study, tmp_path / "local", processes=2)
    with cluster() as address:
        spread = run_study(study, tmp_path / "spread", cluster=address)
    assert alone == local == spread
    names = ("alone", "local", "spread")
    tables = [sorted((tmp_path / name / "cells.jsonl").read_bytes().splitlines()) for name in names]
    assert tables[0] == tables[1] == tables[2]


class cluster:  # noqa: N801
    """A scheduler and two workers in processes of their own."""

    def __enter__(self):
        import socket

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"tcp://127.0.0.1:{port}"
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
        scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
        scheduler += ["--port", str(port), "--no-dashboard"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
        worker += ["--no-nanny", "--no-dashboard", "--memory-limit", "0"]
        self.processes = [subprocess.Popen(command, **quiet) for command in (scheduler, worker, worker)]
        return address

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait(15)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 3", "no study"),
        ("title = 'x'\n[sweep]\na = [1]", "question"),
        ("title = 'x'\nquestion = 'questworlds simple'\n[sweep]\nfirst = []", "no values"),
        (
            "title = 'x'\nquestion = 'questworlds simple'\n[sweep]\nfirst = [1]\n[[charts]]\nx = 'y'\nvalue = 'win'",
            "not swept",
        ),
        (
            "title = 'x'\nquestion = 'forge duel'\nsweep = {a = {from = 1, to = 400}, b = {from = 1, to = 400}}",
            "cells",
        ),
        ("not toml", "no study"),
    ],
)
def test_what_is_no_study_is_refused(tmp_path, text, said):
    with pytest.raises(AgonistError, match=said):
        written(tmp_path, text)


def test_a_path_that_leads_nowhere_is_refused(tmp_path):
    study = written(tmp_path, SIMULATION.replace("options.better_roll", "setup.nobody.better_roll"))
    with pytest.raises(AgonistError, match="leads nowhere"):
        run_study(study, tmp_path / "out", processes=1)


def test_two_runs_of_one_study_do_not_meet(tmp_path):
    from agonist.odds.studies.results_file import results_in

    with results_in(tmp_path / "out"), pytest.raises(AgonistError, match="running already"):
        run_study(written(tmp_path, QUESTION), tmp_path / "out", processes=1)


def test_a_study_may_be_json(tmp_path):
    file = tmp_path / "study.json"
    file.write_text(
        json.dumps(
            {
                "title": "x",
                "question": "forge challenge",
                "fixed": {"training": 5, "difficulty": 2},
                "sweep": {"dice": [3, 4]},
            }
        )
    )
    rows = run_study(load_study(file), tmp_path / "out", processes=1)
    assert rows[1]["success"] > rows[0]["success"]


def test_axes_are_in_words_and_every_line_is_one_setting(tmp_path):
    """What is swept is called as pages call it, people by their names; lines differ in colour, dash and mark."""
    study = written(
        tmp_path,
        SIMULATION.replace("contests = 40", "contests = 2").replace("to = 13", "to = 11")
        + '"knobs.critical" = [1, 3]\n[[charts]]\nx = "knobs.critical"\nvalue = "win"\n',
    )
    run_study(study, tmp_path / "out", processes=1)
    chart = (tmp_path / "out" / "chart-1.svg").read_text()
    assert re.findall("Faces from 1 up that are|a critical</tspan>", chart), "long, and cut by no edge"
    assert "Chance to win" in chart
    assert "Ysolde" in chart
    assert "high, 10" in chart
    assert chart.count("stroke-dasharray") >= 3
    report = (tmp_path / "out" / "report.html").read_text()
    assert 'title="options.better_roll">Between equal results' in report
