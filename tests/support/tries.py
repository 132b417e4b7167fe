"""How often a property of play is tried: a few times in `make test`, as often as the profile says in `make soak`."""

from hypothesis import settings

USUAL = 100


def tries(some: int) -> settings:
    """So many examples, and in `make soak` as many times more as its profile has hundreds."""
    return settings(max_examples=max(some, settings().max_examples * some // USUAL))
