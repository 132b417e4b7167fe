"""Agonist, the referee for the decisive scene of a tabletop role-playing game.

The rooms are imported by name (``agonist.kernel``, ``agonist.odds``, …); this package itself holds only the
version, so that importing it costs nothing.
"""

__all__ = ["__version__"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    __version__: str


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("agonist")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
