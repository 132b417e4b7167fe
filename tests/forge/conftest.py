"""Rules hold in both manners of play: as usual, and strictly, where everything is asked."""

from collections.abc import Iterator

import pytest

from . import stage

ONCE = {
    "test_bots",
    "test_golden",
    "test_lockstep",
    "test_manners",
    "test_properties",
    "test_setup",
    "test_sheet",
}
"""Modules that play in manners of their own."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] not in ONCE and "manner" in metafunc.fixturenames:
        metafunc.parametrize("manner", [False, True], ids=["usual", "strict"], indirect=True)


@pytest.fixture(autouse=True)
def manner(request: pytest.FixtureRequest) -> Iterator[None]:
    stage.STRICT = getattr(request, "param", False)
    yield
    stage.STRICT = False
