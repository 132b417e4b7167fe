"""The command `agonist`. Each command stands in a module of its own, imported only when that command is run."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["main"]

TRACEBACK = "--traceback"
"""A word that may stand anywhere: show where in the program an error arose."""

COMMANDS = {
    "play": ("agonist.cli.play:play", "Play a contest in the terminal."),
    "contests": ("agonist.cli.contests:app", "The contests that you played: review, replay, go on, delete."),
    "serve": ("agonist.cli.serve:serve", "Run a server for tables."),
    "mcp": ("agonist.cli.assistant:mcp", "Give a language model a seat, by the Model Context Protocol."),
    "backup": ("agonist.cli.backups:backup", "Copy all tables into a file, while the server runs."),
    "restore": (
        "agonist.cli.backups:restore",
        "Put the tables of a backup, or one of them, into a database.",
    ),
    "admin": ("agonist.cli.admin:app", "Look after the tables of a server, on its machine."),
    "upgrade": ("agonist.cli.upgrading:upgrade", "Bring a database up to date, or say what that would do."),
    "install-service": (
        "agonist.cli.service:install_service",
        "Run Agonist on this machine from now on, with a backup every night.",
    ),
    "odds": ("agonist.cli.odds:app", "Tell the chances: of a roll, a contest, a whole scene."),
    "simulate": ("agonist.cli.simulate:simulate", "Play a contest thousands of times and count how it ends."),
    "study": ("agonist.cli.study:study", "Ask for many settings at once: tables, charts, a report."),
    "balance": ("agonist.cli.balance:balance", "Tell how a contest is balanced, and what would change it."),
    "knobs": ("agonist.cli.knobs:knobs", "List what a table may turn of a game's rules."),
    "review": ("agonist.cli.review:review", "Tell luck from skill in a finished contest, moment by moment."),
    "verify": ("agonist.cli.checking:verify", "Check the dice and answers of a finished contest."),
    "rules": ("agonist.cli.rules:rules", "Look up rules by number, word or game."),
    "check": ("agonist.cli.check:check", "Hold a game of your own to the contract that all games keep."),
    "doctor": (
        "agonist.cli.doctor:doctor",
        "Check this installation, or a server that runs, and say what to do.",
    ),
    "completion": ("agonist.cli.completion:completion", "Let your shell complete commands and options."),
}
"""What each command is called, the function that it runs as ``module:function``, and what it does in a sentence."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command. Without arguments it takes those of the process, and shows what there is if there are none."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    traceback = TRACEBACK in words
    words = [_signed(word) for word in words if word != TRACEBACK]
    _write_anywhere()
    if not words:
        from .welcome import welcome

        welcome()
        return
    from .errors import told_to_people

    with told_to_people(words[0] if words[0] in COMMANDS else "", words=words, traceback=traceback):
        command(words[0])(words, exit_on_error=False, print_error=False)


def _signed(word: str) -> str:
    """What begins with a negative number, such as the pair -5:7M, is a value and no option: none is called so."""
    return re.sub(r"^-(?=\d[\d.]*[^\d.])", "−", word)


def command(running: str = "") -> App:
    """The whole command, its parts not loaded yet; the one that is about to run tells its own purpose at length."""
    from cyclopts import App

    app = App(
        name="agonist",
        help="The referee for the decisive scene of a tabletop role-playing game.",
        help_epilogue=f"If something goes wrong that should not, add {TRACEBACK} to see where.",
        version=_version,
    )
    for name, (place, purpose) in COMMANDS.items():
        app.command(place, name=name, help=None if name == running else purpose)
    return app


def _write_anywhere() -> None:
    """A terminal that knows no ★ gets a ? instead of an error."""
    for out in (sys.stdout, sys.stderr):
        if isinstance(out, TextIOWrapper):
            out.reconfigure(errors="replace")


def _version() -> str:
    from importlib.metadata import version

    return version("agonist")
