"""`agonist contests`: what was played in this terminal; looked at, reviewed, gone on with, taken away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table
from rich.text import Text

from agonist.kernel import GM, AgonistError

from .terminal import shelf
from .terminal.screen import Aside, Ended, Screen
from .terminal.session import STOPPED
from .terminal.story import told

app = App(name="contests", help="The contests that you played in this terminal: all are kept.")


@app.default
def every(*, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """List them, the last first.

    Parameters
    ----------
    json
        Print one JSON list.
    """
    found = shelf.shelved()
    if json:
        import msgspec

        print(msgspec.json.encode([msgspec.structs.asdict(each) for each in found], enc_hook=str).decode())
        return 0
    screen = Screen()
    if not found:
        screen.say("None yet. To play one: agonist play")
        return 0
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="yellow", no_wrap=True)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for each in found:
        label = each.label
        words = Text(label.title, "bold").append(f"  {label.game}", "not bold dim")
        ended = label.ended or ("over" if each.over else f"goes on; {label.here or 'you'} to play")
        table.add_row(str(each.number), f"{each.when:%d %b %H:%M}", words.append(f"\n{ended}", "not bold"))
    screen.show(table)
    screen.say("\nagonist contests review, replay, continue or delete, each with a number", "dim")
    return 0


@app.command
def review(number: int, /) -> int:
    """Why did it end so? Luck told from skill, moment by moment; agonist review FILE can do more.

    Parameters
    ----------
    number
        The contest's number in the list.
    """
    from .review import review as reviewed

    return reviewed(_over(number))


@app.command
def replay(number: int, /) -> int:
    """Tell a contest from its beginning, a page at a time.

    Parameters
    ----------
    number
        The contest's number in the list; one that still goes on is told as the player saw it.
    """
    from .terminal.saves import open_kept

    contest, screen = shelf.taken(number), Screen()
    referee, kept = open_kept(contest.file)
    seat = kept.here[0] if len(kept.here) == 1 and not referee.over else GM if referee.over else ""
    screen.say(f"{contest.label.title}. {contest.label.about}", "bold yellow")
    room = screen.height - 3
    for row in told(referee, seat):
        height = screen.rows(row)
        if screen.alive and height > room:
            try:
                if screen.read("Enter goes on, q ends> ").casefold() in ("q", "quit"):
                    return STOPPED
            except (Ended, Aside, KeyboardInterrupt):
                return STOPPED
            room = screen.height - 1
        room -= height
        screen.show(row)
    if referee.result:
        screen.say(referee.result.summary, "bold")
    return 0


@app.command(name="continue")
def go_on(number: int, /) -> int:
    """Go on with a contest that is not over.

    Parameters
    ----------
    number
        The contest's number in the list.
    """
    from .play import play

    return play(load=shelf.taken(number).file)


@app.command
def delete(*numbers: int, yes: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Take contests away for good.

    Parameters
    ----------
    numbers
        Their numbers in the list.
    yes
        Do not ask again.
    """
    if not numbers:
        raise AgonistError("Say which contest.", accepted="numbers from the list: agonist contests")
    screen = Screen()
    for contest in [shelf.taken(number) for number in dict.fromkeys(numbers)]:
        if not yes and not screen.alive:
            raise AgonistError("What is deleted is gone.", accepted="--yes to say that this is meant")
        if not yes and not _sure(screen, contest):
            screen.say("Kept.")
            continue
        shelf.remove(contest)
        screen.say(f"Deleted: {contest.number}, {contest.label.title}.")
    return 0


def _sure(screen: Screen, contest: shelf.Shelved) -> bool:
    try:
        line = screen.read(f"Delete {contest.number}, {contest.label.title}, for good? y/n [n]> ")
    except (Ended, Aside):
        return False
    return line.strip().casefold() in ("y", "yes")


def _over(number: int) -> Path:
    contest = shelf.taken(number)
    if not contest.over:
        raise AgonistError(
            f"Contest {number} is not over yet.", accepted=f"first agonist contests continue {number}"
        )
    return contest.file
