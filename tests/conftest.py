"""What all tests share: how hard Hypothesis tries, what is not measured, which event loop is used, a PostgreSQL."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.memory import write_into_memory
from tests.support.postgres import Postgres

# `make test` tries the same examples every time, so that a failure is a failure of the change at hand.
settings.register_profile(
    "default", derandomize=True, database=None, deadline=None, print_blob=True, max_examples=60
)
# A quick look while writing: HYPOTHESIS_PROFILE=quick pytest …
settings.register_profile("quick", settings.get_profile("default"), max_examples=20)
# `make soak` looks for new ones and keeps what it finds in .hypothesis.
settings.register_profile(
    "soak",
    derandomize=False,
    deadline=None,
    max_examples=2_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure() -> None:
    """Started in the background, a process ignores control-C, and so would all that the tests start and interrupt.

    What they start need not compile the package each time anew.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        write_into_memory()


def pytest_collection_finish() -> None:
    """What collecting has made stays to the end: to look through it for garbage again and again took a sixth of all."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Tests marked `unmeasured` play the real rules so often that coverage, seven times slower, is not for them.

    The `no_cover` of pytest-cov does not reach the second collector that it starts in each worker.
    """
    if item.get_closest_marker("unmeasured") is None:
        return (yield)
    trace = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the session; do not stop it, others use it."""
    with Postgres.started() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """The URL of an empty PostgreSQL database."""
    return postgres.new_database()
