"""The board in a terminal: each contestant's advantage as a bar from zero, marked where it started."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from agonist.kernel import SeatView

from ...chassis.text_board import View, ap_bar, board


def draw(seen: SeatView, width: int) -> RenderableType:
    """The board as one seat sees it."""
    state, below = seen.state, []
    if state["outsiders"]:
        below.append("Looking on: " + ", ".join(each["name"] for each in state["outsiders"]))
    if state.get("declared"):
        below.append("Bids: " + "; ".join(_declared(each) for each in state["declared"]))
    if state.get("scores"):
        scores = ", ".join(f"{side} {points}" for side, points in state["scores"].items())
        below.append(f"Outcome points: {scores}")
    edges = state["options"].get("edges", False)
    return board(
        seen,
        width,
        (lambda each, style: ap_bar(state, each, width, style)) if "round" in state else None,
        lambda each: _standing(each, edges=edges),
        [Text(each, style="dim") for each in below],
    )


def _standing(each: View, *, edges: bool) -> list[str]:
    """What there is to know of a contestant besides AP; an edge that does not count is said to be so (QW-20)."""
    words = []
    if each["status"] != "in":
        words.append(each["level"].replace("-", " ") if each.get("level") else each["status"])
    if not each["resistance"]:
        words.append("★" * each["hero_points"] if each["hero_points"] else "no hero points")
    if each.get("edge"):
        words.append(f"edge {each['edge']:+}".replace("-", "−") + ("" if edges else ", without effect"))
    return words + [one["effect"] for one in each.get("lasting", []) if one.get("faded") != "yes"]


def _declared(each: View) -> str:
    """Who bids how much against whom, or does something else."""
    bids = [f"{part['bid']} → {part['target']}" for part in each["plan"].get("parts", ())]
    return f"{each['name']} {', '.join(bids) or each['plan']['kind'].replace('-', ' ')}"
