"""A busy evening on a real server: see `tests.support.evening`.

`SOAK_TABLES` tables (100) play for `SOAK_SECONDS` seconds (600), with `SOAK_THINKING` seconds (2) on average between
two acts of a table. The streams are those of people's pages; with `SOAK_STREAMS=api` those of programs.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from agonist.kernel import Transcript, game, verify
from tests.support.evening import PEOPLE, UNLIMITED, Evening
from tests.support.servers import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    database = os.environ.get("SOAK_DATABASE", f"sqlite:///{tmp_path / 'evening.db'}")
    made = Server(database, limits=json.dumps(UNLIMITED))
    made.start()
    yield made
    made.stop()


@pytest.mark.soak
async def test_a_busy_evening(server: Server) -> None:
    """Every act is accepted, every stream hears of it, every finished contest verifies, and answers come quickly."""
    assert server.process is not None
    evening = Evening(
        tables=int(os.environ.get("SOAK_TABLES", "100")),
        seconds=float(os.environ.get("SOAK_SECONDS", "600")),
        thinking=float(os.environ.get("SOAK_THINKING", "2")),
        streams=os.environ.get("SOAK_STREAMS", "pages"),
    )
    figures = await evening.runs(server.address, psutil.Process(server.process.pid))
    print("\n" + ", ".join(f"{name} {value:,.1f}" for name, value in figures.items()))
    assert evening.acts > evening.tables * evening.seconds / evening.thinking / 4
    assert evening.heard >= evening.acts * PEOPLE * 0.9
    assert figures["p99_ms"] < 2000
    for document in evening.finished[:50]:
        transcript = Transcript.from_json(json.dumps(document))
        verify(game(transcript.game), transcript)
