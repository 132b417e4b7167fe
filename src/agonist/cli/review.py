"""Why did I lose: `agonist review`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from agonist.review import Review


def review(
    file: Path | None = None,
    /,
    *,
    processes: int | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    chart: Path | None = None,
) -> int:
    """Review a finished contest: its chances moment by moment, luck told from skill.

    Example: agonist review contest.json --chart contest.svg

    Parameters
    ----------
    file
        A transcript, as a table's page, the API or agonist play exports it; "-" reads standard input. Without one, the
        contest that was finished last in this terminal.
    processes
        How many processes to use; all cores by default.
    json
        Print one JSON object.
    chart
        Draw the curve into FILE.svg.
    """
    from agonist.kernel import AgonistError, Transcript
    from agonist.review import review as reviewed
    from agonist.review.drawing import svg_curve

    from .errors import fitted
    from .files import written
    from .simulate import progress_bar

    if chart is not None and chart.suffix != ".svg":
        raise AgonistError(
            f"{chart} is no picture that can be drawn.", accepted="a name that ends in .svg", place="chart"
        )
    if file is None:
        from .terminal.shelf import last

        file = last(over=True).file
    transcript = Transcript.from_json(sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes())
    with progress_bar("moments") as progress:
        found = reviewed(transcript, processes=processes, progress=progress)
    if chart is not None:
        written(chart, svg_curve(found).encode())
    if json:
        import msgspec

        print(msgspec.json.encode(found).decode())
    else:
        print(fitted("\n".join(_lines(found)), sys.stdout))
    return 0


def _lines(found: Review) -> Iterator[str]:
    """The whole review, line by line."""
    from agonist.review import ACCURACY
    from agonist.review.drawing import spark
    from agonist.review.grading import GRADES
    from agonist.review.telling import (
        lessons,
        percent,
        share,
        skill_of,
        steady,
        sums_of,
        swings,
        turned,
        verdict,
    )

    yield found.summary
    yield f"\nThe {found.aim}, against {found.against}:"
    for side in found.sides:
        began, ended = percent(side.curve[0]), percent(side.curve[-1])
        yield f"  {began:>9} {spark(side.curve)} {ended:>4}  {side.name}"
    if why := verdict(found):
        yield f"\n{why}"
    turn = turned(found)
    yield f"\nIt turned here: {turn}" if turn else f"\n{steady(found)}"
    yield "\nLuck and skill, in points of that chance:"
    for who in found.people:
        yield (
            f"  {who.name}: began at {percent(who.start)}; "
            + ", ".join(f"{words}: {share(each)}" for words, each in sums_of(who))
            + f". {skill_of(who)}"
        )
    if thrown := swings(found):
        yield "\nThe throws that moved it most:"
        for _, words in thrown:
            yield f"  {words}"
    if graded := lessons(found):
        yield "\nWhat would have been better, for what was known then:"
        for moment, words in graded:
            yield f"  {moment.who}, {moment.judged.grade if moment.judged else ''}: {words}"
    yield ""
    yield from (*found.notes, f"Called an {GRADES} points.", f"Accuracy is {ACCURACY}.")
