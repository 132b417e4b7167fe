"""The board in a terminal: five points a side, advantage as a bar, resolve as boxes, and the pool as stars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import SeatView

from ..kinds.scored import out_in
from ..people.modifiers import signed

View = Mapping[str, Any]


def draw(seen: SeatView, width: int) -> RenderableType:
    """The board as one seat sees it."""
    state = seen.state
    heading = Text.assemble(("At stake: ", "dim"), (state["prize"] or "the prize", "bold"))
    if state.get("round"):
        heading.append(f" · round {state['round']}", "dim")
    parts: list[RenderableType] = [heading, _contestants(state, seen.seat, width)]
    if state["helpers"]:
        parts.append(Text("Beside: " + ", ".join(each["name"] for each in state["helpers"]), style="dim"))
    if len(state.get("bouts", ())) > 1:
        pairs = "; ".join(f"{each['one']} / {each['two']}" for each in state["bouts"])
        parts.append(Text(f"Pairs: {pairs}", style="dim"))
    if state.get("sums"):
        sums = ", ".join(f"{side} {count}" for side, count in state["sums"].items())
        parts.append(Text(f"Successes: {sums}", style="dim"))
    if state["options"]["story_points"]:
        parts.append(Text(f"{'★' * state['story_points'] or 'no'} story points for all", style="yellow"))
    return Group(*parts)


def _contestants(state: View, seat: str, width: int) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(max_width=max(14, width // 4), overflow="fold")
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for each in state["contestants"]:
        style = "red" if each["opposition"] else "cyan"
        name = Text(each["name"], style=f"bold {style}")
        if each["seat"] == seat:
            name.append(" (you)", "not bold dim")
        table.add_row(name, Text(_hand(each)), _tally(state, each, width, style), _standing(each))
    return table


def _tally(state: View, each: View, width: int, style: str) -> Text:
    kind = state.get("kind", "chained" if "helped" in state else "")
    if kind == "scored":
        out = out_in(state)
        left = max(0, out - each["rp"])
        return Text("●" * left + "○" * (out - left), style=style).append(f" {left} from defeat", "bold")
    if kind == "wagered":
        return _bar(state, each, max(10, width // 3), style)
    if kind == "chained":
        return _boxes(each, style)
    return Text("")


def _boxes(each: View, style: str) -> Text:
    if "resolve" not in each:
        return Text("×" * each["points"] + " resolve lost" if each["points"] else "", style="dim")
    left = max(0, each["resolve"])
    boxes = "■" * left + "□" * (each["starting_resolve"] - left)
    return Text(boxes, style=style).append(f" {each['resolve']} resolve".replace("-", "−"), "bold")


def _bar(state: View, each: View, room: int, style: str) -> Text:
    """AP from zero, the start marked with a stroke; what is not known is a question mark."""
    if "ap" not in each:
        return Text("? AP not known yet", style="dim")
    known = [max(one["ap"], one["starting_ap"]) for one in state["contestants"] if "ap" in one]
    scale = min(1.0, room / max([1, *known]))
    filled, start = round(max(0, each["ap"]) * scale), round(each["starting_ap"] * scale)
    cells = ["█"] * filled + ["·"] * max(0, start - filled)
    if start > filled:
        cells[start - 1] = "|"
    bar = Text("".join(cells) or "·", style=style).append(
        f" {each['ap']} AP".replace("-", "−"), f"bold {style}"
    )
    return bar.append(f", wagers {each['wager']}") if each["wager"] else bar


def _hand(each: View) -> str:
    """What is used now, with its rating if it is known."""
    return f"{each['hand']} {each['in_hand']['written'] if 'in_hand' in each else '?'}"


def _standing(each: View) -> Text:
    words = []
    if each["status"] != "in":
        words.append((each["result"] or each["status"]).replace("-", " "))
    if each["stance"] in ("gambit", "defensive"):
        words.append(each["stance"])
    words += [
        f"{one['label']} {signed(one['value'])}" for one in each.get("lasting", []) if one["gone"] == "no"
    ]
    words += [one["name"] for one in each.get("followers", []) if one["status"] == "here"]
    return Text(" · ".join(words), style="dim")
