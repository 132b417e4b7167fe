"""What the tests in a browser share: a server, a browser, and people who sit down at screens."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.support.chromium import FLAGS, executable

RESULTS = Path(__file__).resolve().parents[2] / "test-results" / "browser"

Sit = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file: while it is open its event loop runs, and no other can."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(executable()), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def sit(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Sit]:
    """Lets somebody sit down: `sit("Ana", viewport=PHONE)`. Whatever a screen complains of fails the test."""
    people: list[Person] = []

    def down(name: str, **options: Any) -> Person:
        people.append(Person(browser, server.url, name, **options))
        return people[-1]

    yield down
    failed = request.node.stash.get(FAILED, False)
    complaints = [f"{person.name}: {text}" for person in people for text in person.complaints]
    keep = RESULTS / request.node.name if failed or complaints else None
    for person in people:
        person.close(keep)
    assert complaints == [] or failed, complaints


os.environ.setdefault("PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS", "1")
