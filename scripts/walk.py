"""Which way one bid goes from request to commit, traced: `python scripts/walk.py` tells its files and functions.

The files stand in the order in which they are first entered, each with the functions that run in it. What is drawn
after the commit is not counted, nor are comprehensions. The walk in docs/design.md is held to this by a test.
"""

import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from litestar.testing import TestClient
from sqlalchemy import Engine, event

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from agonist.kernel import Seen, game  # noqa: E402
from agonist.web import Settings, create_app  # noqa: E402
from tests.pages.test_forms import sent  # noqa: E402
from tests.support.stores import empty_store  # noqa: E402

SOURCES = f"{ROOT / 'src' / 'agonist'}/"


class Way:
    """The functions of the package that were entered, by file, in order: up to the commit, and after it."""

    def __init__(self) -> None:
        self.committed = False
        self.until: dict[tuple[str, str], None] = {}
        self.after: dict[tuple[str, str], None] = {}

    def note(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        name, comprehension = code.co_filename, code.co_name.endswith(("comp>", "expr>"))
        if what == "call" and name.startswith(SOURCES) and not comprehension:
            place = (name.removeprefix(SOURCES), f"{code.co_name}:{code.co_firstlineno}")
            (self.after if self.committed else self.until)[place] = None

    def commit(self, _: object) -> None:
        """What is kept beside, such as when somebody was seen, comes before the answer is looked at."""
        self.committed = self.committed or "kernel/referee.py" in self.files

    @property
    def files(self) -> list[str]:
        """The files up to the commit."""
        return list(dict.fromkeys(file for file, _ in self.until))

    @property
    def all_files(self) -> list[str]:
        return list(dict.fromkeys([*self.files, *(file for file, _ in self.after)]))

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Note what is entered from here on."""
        event.listen(Engine, "commit", self.commit)
        try:
            yield
        finally:
            event.remove(Engine, "commit", self.commit)


@contextmanager
def watched() -> Iterator[list[Way]]:
    """What is entered by any thread that begins from here on goes to the last of these ways."""
    ways = [Way()]

    def note(*what: Any) -> None:
        ways[-1].note(*what)

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield ways
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def ways_of_bids(count: int) -> list[Way]:
    """Bids of the first bot, sent by a page: the way of each, as long as the contest
    asks for bids; a first one only warms up."""
    rules = game("questworlds").type("extended")
    found = []
    with (
        watched() as ways,
        tempfile.TemporaryDirectory() as folder,
        TestClient(create_app(Settings(database=empty_store(Path(folder) / "walk.db")))) as client,
    ):
        made = client.post("/api/tables", json={"name": "Walk"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        new = {"game": "questworlds", "type": "extended", "preset": "bridge", "usual_dice": "sealed"}
        contests = f"/api/tables/{made['table']['id']}/contests"
        contest = client.post(contests, json=new, headers=head).json()["id"]
        client.cookies.set("agonist", made["token"])
        ours = {"sec-fetch-site": "same-origin", "accept": "text/html"}
        for _ in range(count + 1):
            client.get(f"/contests/{contest}", headers=ours)
            referee = client.app.state.service.house.hall.known(contest).referee
            if not referee.pending or referee.pending[0].request.what != "plan":
                break
            pending = referee.pending[0]
            answer = next(iter(rules.bots.values()))(Seen(pending.seat, referee.state), pending.request)
            fields: dict[str, Any] = {"request": pending.id} | sent(pending.form(), answer)
            ways.append(Way())
            with ways[-1].followed():
                assert client.post(f"/contests/{contest}/answer", data=fields, headers=ours).status_code < 400
            found.append(ways[-1])
            ways.append(Way())
    return found[1:]


def main() -> int:
    way = max(ways_of_bids(5), key=lambda each: len(each.until))
    functions = Counter(file for file, _ in way.until)
    for file in way.files:
        print(f"{functions[file]:4} {file}")
    print(f"{len(way.files)} files, {len(way.until)} functions from request to commit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
