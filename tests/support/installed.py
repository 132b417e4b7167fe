"""The games that are installed, whatever a test has registered for itself in this process."""

from importlib.metadata import entry_points

from agonist.kernel import Game, game

__all__ = ["installed_games"]


def installed_games() -> list[Game]:
    """The games of the package's entry points, by name."""
    return [game(name) for name in sorted({entry.name for entry in entry_points(group="agonist.games")})]
