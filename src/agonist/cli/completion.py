"""`agonist completion`: let the shell complete commands and options."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from agonist.kernel import AgonistError

from . import command

Shell = Literal["bash", "zsh", "fish"]


def completion(
    shell: Shell | None = None, *, install: Annotated[bool, Parameter(negative="")] = False
) -> int:
    """Print the completion script for a shell, or install it for you.

    Parameters
    ----------
    shell
        Which shell; without it, the one this runs in.
    install
        Put the script where the shell finds it, and say where that is.
    """
    from cyclopts.completion import ShellDetectionError

    app = command()
    try:
        if install:
            print(f"Written to {app.install_completion(shell=shell)}. It works in the next shell you open.")
        else:
            print(app.generate_completion(shell=shell))
    except ShellDetectionError:
        raise AgonistError(
            "Say for which shell.", accepted="bash, zsh or fish", code="shell.unknown"
        ) from None
    return 0
