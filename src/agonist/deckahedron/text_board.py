"""The board in a terminal: breath left as a bar, the three piles, tokens and slots, foes with ticks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import SeatView

from .cards import named

View = Mapping[str, Any]

FULL = 10
HOW_GOOD = {"anvil": "poor", "blade": "fair", "crown": "good", "dragon": "best"}
SLOT = {"harm": "Harm", "wound": "Wound", "harm-or-wound": "Harm or Wound", "stamina": "Stamina"}


def draw(seen: SeatView, width: int) -> RenderableType:
    state = seen.state
    parts: list[RenderableType] = []
    now = f"  round {state['round']}" if state.get("round") else ""
    for n, each in enumerate(state["characters"]):
        parts += _character(each, width, "" if n else now, mine=each["seat"] == seen.seat)
    if state.get("foes"):
        parts.append(_foes(state["foes"], width))
    parts += [_hit(hit) for hit in state["hits"]]
    return Group(*parts)


def _character(each: View, width: int, now: str, *, mine: bool) -> Iterator[RenderableType]:
    """One's own character with everything, others in a line."""
    name = Text(each["name"], style="bold cyan").append(" (you)" if mine else "", "not bold dim")
    stamina = each["stamina"]
    name.append("  Stamina ").append("█" * stamina, "green").append("·" * max(0, FULL - stamina), "dim")
    name.append(f" {stamina}", "bold green")
    name.append("".join(f"  {what}" for what in _tokens(each)), "bold red")
    if each["standing"] != "up":
        name.append(f"  {each['standing']}", "bold red")
    name.append(now, "not bold dim")
    if not mine:
        yield name.append(f"  deck {each['deck']}", "not bold dim")
        return
    yield name
    piles = [
        f"deck {each['deck']}",
        f"discard {len(each['discard'])}",
        f"Exhaustion {len(each['exhaustion'])}",
    ]
    if each["shown"]:
        piles.append("last card " + named(each["shown"][-1]))
    yield Text(_in_rows(piles, width), style="dim")
    yield Text(_in_rows(list(_means(each)), width))


def _in_rows(things: Sequence[str], width: int) -> str:
    """Things beside each other, indented; none is broken in two."""
    rows = [things[0]]
    for thing in things[1:]:
        longer = f"{rows[-1]} · {thing}"
        rows[-1:] = [longer] if cell_len(longer) + 2 <= width else [rows[-1], thing]
    return "\n".join(f"  {row}" for row in rows)


def _tokens(each: View) -> Iterator[str]:
    for count, what in ((each["harm"], "Harm"), (each["wounds"], "Wound")):
        if count:
            yield f"{count} {what}{'s' if count > 1 and what == 'Wound' else ''}"


def _means(each: View) -> Iterator[str]:
    """What one's suits, weapons and protection are."""
    for attribute, suit in each["suits"].items():
        yield f"{attribute.capitalize()} {suit.capitalize()} ({HOW_GOOD[suit]})"
    for weapon in each["weapons"]:
        shots = f", {each['ammo']} ammo" if weapon["ranged"] else ""
        yield f"{weapon['name']} {weapon['damage']}{shots}"
    for item in each["protection"]:
        slots = [f"{'☒' if slot['filled'] else '☐'} {SLOT[slot['takes']]}" for slot in item["slots"]]
        yield f"{item['name']} {' '.join(slots) or 'shield'}"


def _foes(foes: list[View], width: int) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=max(16, width // 3), overflow="fold")
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for foe in foes:
        down = foe["standing"] != "up"
        ticks = Text("▮" * max(0, foe["stamina"]), style="red")
        ticks.append("▯" * (foe["most"] - max(0, foe["stamina"])), "dim").append(
            f" {foe['stamina']}", "bold red"
        )
        traits = [f"damage {foe['damage']}"]
        traits += [f"{'▣' * foe['squares']} armour"] if foe["squares"] else []
        traits += [word for word in ("tough", "unaware") if foe[word]]
        traits += ["gained an advantage"] if foe["edge"] else []
        words = foe["standing"] if down else ", ".join([*traits, *_tokens(foe)])
        table.add_row(Text(foe["name"], style="dim" if down else "bold red"), ticks, Text(words, style="dim"))
    return table


def _hit(hit: View) -> Text:
    damage = f"{hit['damage']} damage" if hit["damage"] is not None else hit["dice"]
    return Text(f"{hit['source']} hits {hit['victim']}: {damage}", style="bold yellow")
