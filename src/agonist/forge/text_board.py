"""The board in a terminal: morale tracks that cross zero, characters with their boxes, the dice of a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import SeatView
from agonist.tabletop import signed

View = Mapping[str, Any]

FACES = " ⚀⚁⚂⚃⚄⚅"
WIDEST_TRACK = 6
WIDE, WIDE_FOR_STRESS = 76, 96
"""From so many columns on traits have room beside the boxes; with the earlier edition's four tracks of boxes later."""


def draw(seen: SeatView, width: int) -> RenderableType:
    state = seen.state
    parts: list[RenderableType] = list(_heading(state))
    parts += [_team(team) for team in state.get("teams", [])]
    parts += _characters(state, seen.seat, width)
    if state["test"]:
        parts += _test(state["test"], state["hits_from"], state.get("goal", ""))
    return Group(*parts)


def _heading(state: View) -> Iterator[Text]:
    line = Text(state.get("goal", ""), style="bold")
    if state.get("round"):
        line.append(f"Round {state['round']} · {state['skill'].title()}", "bold")
        if state.get("active"):
            line.append(f" · {state['active']} to act", "dim")
    if line.plain:
        yield line
    if state["environment"]:
        yield Text("Around: " + _traits(state["environment"]), style="dim")
    if state.get("ahead"):
        yield Text(f"Passed {state['passed']}, ahead: " + _traits(state["ahead"]), style="dim")


def _team(team: View) -> Text:
    """A team, with its morale where that is kept on a track from below zero to above it."""
    words = Text(f"{team['name']:<14}", style="bold")
    if "morale" in team:
        words = Text.assemble(words, " morale ", _track(team["morale"]), " " + signed(team["morale"]))
    if team["lost"]:
        words.append("  lost", "bold red")
    elif team["achieved"]:
        words.append("  goal achieved", "bold green")
    return words.append(f"  {team['goal']}", "dim")


def _track(morale: int) -> Text:
    reach = max(WIDEST_TRACK, abs(morale))
    track = Text()
    for step in range(-reach, reach + 1):
        here = step == morale
        mark = "◆" if here else "┼" if step == 0 else "─"
        track.append(mark, "bold green" if here and morale >= 0 else "bold red" if here else "dim")
    return track


def _characters(state: View, seat: str, width: int) -> Iterator[RenderableType]:
    """A row each; traits stand at its end, or where there is no room for them below the table."""
    conflict = state["edition"] == "conflict"
    roomy = width >= (WIDE_FOR_STRESS if conflict else WIDE)
    captains = {team["captain"] for team in state.get("teams", [])}
    table = Table.grid(padding=(0, 1))
    table.add_column(max_width=max(16, width // 4), overflow="fold")
    for style in ("", "yellow", ""):
        table.add_column(no_wrap=True, style=style)
    table.add_column(overflow="fold")
    tracks = "physical · mental · social" if conflict else "misfortune"
    heads = ("", "Vig Int Rea", "Favor", f"{tracks} · injury", "traits" if roomy else "")
    table.add_row(*(Text(head, style="dim") for head in heads))
    for each in state["characters"]:
        name = Text(each["name"], style="bold cyan" if each["seat"] == seat else "bold")
        marks = [word for word, there in _badges(each, captains, seat) if there]
        if marks:
            name.append(f" ({', '.join(marks)})", "not bold dim")
        dice = f"{each['vigor']:^3} {each['intuition']:^3} {each['reason']:^3}"
        useful = _useful(each) if roomy else ""
        table.add_row(name, dice, "●" * each["favor"] or "none", _harm(state, each), useful)
    yield table
    if not roomy:
        for each in state["characters"]:
            yield Text(f"{each['name']}: ").append_text(_useful(each))


def _badges(each: View, captains: set[str], seat: str) -> tuple[tuple[str, bool], ...]:
    return (
        ("you", each["seat"] == seat),
        ("captain", each["name"] in captains),
        ("last stand", each["last_stand"] == "in"),
        (each["out"], bool(each["out"])),
    )


def _harm(state: View, each: View) -> Text:
    """Boxes by size, empty or marked."""
    conflict = state["edition"] == "conflict"
    tracks = list(each["stress"].values()) if conflict else [each["misfortune"]]
    return Text(" · ").join([*(_boxes(track) for track in tracks), _boxes(each["injury"])])


def _useful(each: View) -> Text:
    """What can be used for or against somebody: traits, boons and banes, and the names of harm."""
    words = Text(
        _traits([*each["traits"], *each.get("secrets", []), *each["boons"], *each["banes"]]), style="dim"
    )
    for known in each.get("knows", []):
        ratings = ", ".join(map(str, known["ratings"]))
        words.append(
            f"{'; ' if words.plain else ''}knows {known['of']}’s {known['trait']} {ratings}".rstrip()
        )
    tracks = [*each["stress"].values(), each["misfortune"], each["injury"]]
    if named := [box["harm"] for track in tracks for box in track if box["harm"]]:
        words.append(("; " if words.plain else "") + ", ".join(named), "not dim red")
    return words


def _boxes(boxes: list[View]) -> Text:
    drawn = Text()
    for n, box in enumerate(boxes):
        if n and box["size"] != boxes[n - 1]["size"]:
            drawn.append(" ")
        drawn.append("☒" if box["harm"] else "☐", "bold red" if box["harm"] else "")
    return drawn


def _test(test: View, hits_from: Mapping[str, int], heading: str) -> Iterator[Text]:
    contested = len(test["sides"]) > 1
    about = [test["goal"]] if test["goal"] and test["goal"] != heading else []
    wanted = [] if contested else [f"difficulty {test['difficulty']}"]
    if about or wanted:
        yield Text(" · ".join([*about, *wanted]), style="bold yellow")
    for side in test["sides"]:
        for one in side["members"]:
            yield _dice(one, hits_from[one["name"]], side["role"])


def _dice(one: View, least: int, role: str) -> Text:
    words = Text.assemble(
        (one["name"], "bold"), f" {role}s, {one['skill'].title()} with {one['attribute'].title()}: "
    )
    for face in one["dice"]:
        hit = face >= least
        words.append(f"{FACES[face]} ", "bold green" if hit else "dim")
    if one["rolled"]:
        return words.append(f" effort {one['effort']}", "bold").append(f" ({least}+ hits)", "dim")
    return words.append(f"to roll ({least}+ hits)", "dim")


def _traits(traits: list[View]) -> str:
    return ", ".join(f"{each['name']} {each['rating']}" for each in traits)
