"""What the boards of both editions have in common in a terminal: a line for everybody, advantage as a bar from zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import SeatView
from agonist.tabletop import minus

View = Mapping[str, Any]


def board(
    seen: SeatView,
    width: int,
    tally: Callable[[View, str], Text] | None,
    words: Callable[[View], Sequence[str]],
    below: Sequence[Text],
) -> RenderableType:
    """What is at stake; everybody with what they use, a tally in their colour, and words on how they stand; and what
    else is `below`."""
    state = seen.state
    heading = Text.assemble(("At stake: ", "dim"), (state["prize"] or "the prize", "bold"))
    if state.get("round"):
        heading.append(f" · round {state['round']}", "dim")
    table = Table.grid(padding=(0, 1))
    table.add_column(max_width=max(14, width // 4), overflow="fold")
    table.add_column(overflow="fold")
    if tally is not None:
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for each in state["contestants"]:
        style = "red" if each.get("opposition", each.get("resistance")) is True else "cyan"
        name = Text(each["name"], style=f"bold {style}")
        if each["seat"] == seen.seat:
            name.append(" (you)", "not bold dim")
        hand = f"{each['hand']} {each['in_hand']['written'] if 'in_hand' in each else '?'}"
        told = [tally(each, style)] if tally is not None else []
        table.add_row(name, Text(hand), *told, Text(" · ".join(words(each)), style="dim"))
    return Group(heading, table, *below)


def ap_bar(state: View, each: View, width: int, style: str) -> Text:
    """AP from zero, the start marked with a stroke; what is not known is a question mark."""
    if "ap" not in each:
        return Text("? AP not known yet", style="dim")
    known = [max(one["ap"], one["starting_ap"]) for one in state["contestants"] if "ap" in one]
    scale = min(1.0, max(10, width // 3) / max([1, *known]))
    filled, start = round(max(0, each["ap"]) * scale), round(each["starting_ap"] * scale)
    cells = ["█"] * filled + ["·"] * max(0, start - filled)
    if start > filled:
        cells[start - 1] = "|"
    return Text("".join(cells) or "·", style=style).append(f" {minus(each['ap'])} AP", f"bold {style}")
