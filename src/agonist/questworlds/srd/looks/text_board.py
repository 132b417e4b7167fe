"""The board in a terminal: five points a side, advantage as a bar, resolve as boxes, and the pool as stars."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from agonist.kernel import SeatView
from agonist.tabletop import minus, signed

from ...chassis.text_board import View, ap_bar, board
from ..kinds.scored import out_in


def draw(seen: SeatView, width: int) -> RenderableType:
    """The board as one seat sees it."""
    state = seen.state
    below: list[tuple[str, str]] = []
    if state["helpers"]:
        below.append(("Beside: " + ", ".join(each["name"] for each in state["helpers"]), "dim"))
    if len(state.get("bouts", ())) > 1:
        below.append(
            ("Pairs: " + "; ".join(f"{each['one']} / {each['two']}" for each in state["bouts"]), "dim")
        )
    if state.get("sums"):
        below.append(
            ("Successes: " + ", ".join(f"{side} {count}" for side, count in state["sums"].items()), "dim")
        )
    if state["options"]["story_points"]:
        below.append((f"{'★' * state['story_points'] or 'no'} story points for all", "yellow"))
    return board(
        seen,
        width,
        lambda each, style: _tally(state, each, width, style),
        _standing,
        [Text(each, style=style) for each, style in below],
    )


def _tally(state: View, each: View, width: int, style: str) -> Text:
    kind = state.get("kind", "chained" if "helped" in state else "")
    if kind == "scored":
        out = out_in(state)
        left = max(0, out - each["rp"])
        return Text("●" * left + "○" * (out - left), style=style).append(f" {left} from defeat", "bold")
    if kind == "wagered":
        bar = ap_bar(state, each, width, style)
        return bar.append(f", wagers {each['wager']}") if each["wager"] and "ap" in each else bar
    return _boxes(each, style) if kind == "chained" else Text("")


def _boxes(each: View, style: str) -> Text:
    if "resolve" not in each:
        return Text("×" * each["points"] + " resolve lost" if each["points"] else "", style="dim")
    left = max(0, each["resolve"])
    boxes = "■" * left + "□" * (each["starting_resolve"] - left)
    return Text(boxes, style=style).append(f" {minus(each['resolve'])} resolve", "bold")


def _standing(each: View) -> list[str]:
    words = []
    if each["status"] != "in":
        words.append((each["result"] or each["status"]).replace("-", " "))
    if each["stance"] in ("gambit", "defensive"):
        words.append(each["stance"])
    for one in each.get("lasting", []):
        words += [f"{one['label']} {signed(one['value'])}"] if one["gone"] == "no" else []
    return words + [one["name"] for one in each.get("followers", []) if one["status"] == "here"]
