"""The command `agonist`. Each command stands in a module of its own, imported only when that command is run."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]

COMMANDS = {
    "serve": ("agonist.cli.serve:serve", "Run a server for tables."),
    "backup": ("agonist.cli.keeping:backup", "Copy all tables into a file, while the server runs."),
    "restore": ("agonist.cli.keeping:restore", "Put the tables of a backup into an empty database."),
    "odds": ("agonist.cli.odds:app", "Tell the chances: of a roll, a contest, a whole scene."),
    "verify": ("agonist.cli.checking:verify", "Check the dice and answers of a finished contest."),
}
"""What each command is called, the function that it runs as ``module:function``, and what it does in a sentence."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command. Without arguments it takes those of the process, and shows what there is if there are none."""
    from cyclopts import App

    app = App(name="agonist", help="The referee for the decisive scene of a tabletop role-playing game.")
    for name, (place, purpose) in COMMANDS.items():
        app.command(place, name=name, help=purpose)
    app(arguments)
