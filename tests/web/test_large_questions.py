"""Questions about odds that take longer than there is time for: refused with the command that answers them."""

from pathlib import Path

import msgspec
from litestar.testing import TestClient

from agonist.web import Settings, create_app
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED


def test_a_question_that_takes_too_long_is_refused_with_the_command_that_answers_it(tmp_path: Path) -> None:
    """This one takes minutes; a small one could be quicker than who waits no time at all."""
    limits = msgspec.structs.replace(UNHURRIED, odds=0.05)
    app = create_app(Settings(database=empty_store(tmp_path / "tables.db"), limits=limits))
    with TestClient(app) as client:
        page = client.get("/odds/questworlds/extended?first=20M9&second=20M9")
        assert page.status_code == 200
        assert "too large to answer here" in page.text
        assert "agonist odds questworlds extended 20M9 20M9" in page.text
