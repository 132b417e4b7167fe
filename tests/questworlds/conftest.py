"""Rules hold in both manners: whether everybody is asked everything, or what can be is taken for granted."""

from collections.abc import Iterator

import pytest

from tests.questworlds import scenes


@pytest.fixture(scope="module", params=[False, True], ids=["usual", "strict"])
def manner(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Play the contests of a module's tests in the usual manner, and strictly."""
    scenes.MANNER["strict"] = request.param
    yield request.param
    scenes.MANNER["strict"] = False
