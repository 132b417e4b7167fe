"""After the end: why it went so, in five lines."""

from __future__ import annotations

from collections.abc import Sequence

from agonist.kernel import AgonistError, Transcript

from .screen import Screen


def look_back(screen: Screen, transcript: Transcript, here: Sequence[str]) -> None:
    """Show the review in brief; control-C is for who does not want to wait."""
    from agonist.review import review
    from agonist.review.telling import in_brief

    from ..simulate import progress_bar

    try:
        with progress_bar("looking back; control-C skips it") as progress:
            found = review(transcript, progress=progress)
    except KeyboardInterrupt:
        return
    except AgonistError as problem:
        screen.say(f"\n{problem}", "dim")
        return
    screen.say("\nWhy it went so", "bold")
    for line in in_brief(found, here):
        screen.say(line)
