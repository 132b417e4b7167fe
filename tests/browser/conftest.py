"""What the tests in a browser share: a server, a browser, and people who sit down at screens."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.axe import Audit
from tests.browser.desks import Desks
from tests.browser.people import PATIENCE, Person
from tests.browser.serving import Server
from tests.support.chromium import FLAGS, executable

RESULTS = Path(__file__).resolve().parents[2] / "test-results" / "browser"

Sit = Callable[..., Person]


LONGEST = ("test_three_games", "test_questworlds_today", "test_accessible")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser go first, the longest before all, so that no worker is left with one at the end."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(900))
    items.sort(key=lambda item: (item.get_closest_marker("browser") is None, item.path.stem not in LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.kill()


class House:
    """The browser of a worker, from its first test in a browser to its last in a row.

    While it is open its event loop runs, and no other can: so it closes before a test of another kind.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._desks: Desks | None = None

    def desks(self, url: str) -> Desks:
        if self._desks is None:
            playwright = self._open.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=str(executable()), args=list(FLAGS))
            self._open.callback(browser.close)
            self._desks = Desks(browser, url)
        return self._desks

    def close(self) -> None:
        self._desks = None
        self._open.close()


HOUSE = House()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if nextitem is None or nextitem.get_closest_marker("browser") is None:
        HOUSE.close()


@pytest.fixture
def browser(server: Server) -> Browser:
    return HOUSE.desks(server.url).browser


@pytest.fixture
def sit(server: Server, request: pytest.FixtureRequest) -> Iterator[Sit]:
    """Lets somebody sit down: `sit("Ana", viewport=PHONE)`. Whatever a screen complains of fails the test."""
    desks, people = HOUSE.desks(server.url), list[Person]()

    def down(name: str, **options: Any) -> Person:
        people.append(desks.sit(name, **options))
        return people[-1]

    yield down
    failed = request.node.stash.get(FAILED, False)
    complaints = [f"{person.name}: {text}" for person in people for text in person.complaints]
    for person in people:
        if failed or complaints:
            person.close(RESULTS / request.node.name)
        else:
            desks.leave(person)
    assert complaints == [] or failed, complaints


@pytest.fixture(params=["by turns", pytest.param("thoroughly", marks=pytest.mark.soak)])
def audit(request: pytest.FixtureRequest) -> Iterator[Audit]:
    """Looks at pages with axe-core. Whatever it finds fails the test."""
    made = Audit(thoroughly=request.param == "thoroughly")
    yield made
    assert made.found == []


expect.set_options(timeout=PATIENCE)
os.environ.setdefault("PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS", "1")
