"""The board in a terminal: each contestant's advantage as a bar from zero, marked where it started."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import SeatView

View = Mapping[str, Any]


def draw(seen: SeatView, width: int) -> RenderableType:
    """The board as one seat sees it."""
    state = seen.state
    heading = Text.assemble(("At stake: ", "dim"), (state["prize"], "bold"))
    if state.get("round"):
        heading.append(f" · round {state['round']}", "dim")
    parts: list[RenderableType] = [heading, _contestants(state, seen.seat, width)]
    if state["outsiders"]:
        parts.append(
            Text("Looking on: " + ", ".join(each["name"] for each in state["outsiders"]), style="dim")
        )
    if state.get("declared"):
        parts.append(_declared(state["declared"]))
    if state.get("scores"):
        parts.append(Text("Outcome points: " + _counts(state["scores"]), style="dim"))
    return Group(*parts)


def _contestants(state: View, seat: str, width: int) -> Table:
    extended = "round" in state
    most = max([1, *(max(each.get("ap", 0), each.get("starting_ap", 0)) for each in state["contestants"])])
    table = Table.grid(padding=(0, 1))
    table.add_column(max_width=max(14, width // 4), overflow="fold")
    table.add_column(overflow="fold")
    if extended:
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for each in state["contestants"]:
        style = "red" if each["resistance"] else "cyan"
        name = Text(each["name"], style=f"bold {style}")
        if each["seat"] == seat:
            name.append(" (you)", "not bold dim")
        bar = [_bar(each, most, max(10, width // 3), style)] if extended else []
        table.add_row(
            name, Text(_hand(each)), *bar, _standing(each, edges=state["options"].get("edges", False))
        )
    return table


def _bar(each: View, most: int, room: int, style: str) -> Text:
    """AP from zero, the start marked with a stroke; what is not known is a question mark."""
    if "ap" not in each:
        return Text("? AP not known yet", style="dim")
    scale = min(1.0, room / most)
    filled, start = round(max(0, each["ap"]) * scale), round(each["starting_ap"] * scale)
    cells = ["█"] * filled + ["·"] * max(0, start - filled)
    if start and start > filled:
        cells[start - 1] = "|"
    return Text("".join(cells) or "·", style=style).append(f" {_signed(each['ap'])} AP", f"bold {style}")


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _hand(each: View) -> str:
    """What is used now, with its rating if it is known."""
    return f"{each['hand']} {each['in_hand']['written'] if 'in_hand' in each else '?'}"


def _standing(each: View, *, edges: bool) -> Text:
    """What there is to know of a contestant besides AP; an edge that does not count is said to be so (QW-20)."""
    words = []
    if each["status"] != "in":
        words.append(each["level"].replace("-", " ") if each.get("level") else each["status"])
    if not each["resistance"]:
        words.append("★" * each["hero_points"] if each["hero_points"] else "no hero points")
    if each.get("edge"):
        words.append(f"edge {each['edge']:+}".replace("-", "−") + ("" if edges else ", without effect"))
    words += [one["effect"] for one in each.get("lasting", []) if one.get("faded") != "yes"]
    return Text(" · ".join(words), style="dim")


def _declared(declared: list[View]) -> Text:
    """Who bids how much against whom, or does something else."""
    told = []
    for each in declared:
        bids = [f"{part['bid']} → {part['target']}" for part in each["plan"].get("parts", ())]
        told.append(f"{each['name']} {', '.join(bids) or each['plan']['kind'].replace('-', ' ')}")
    return Text("Bids: " + "; ".join(told), style="dim")


def _counts(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {points}" for side, points in scores.items())
