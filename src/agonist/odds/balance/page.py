"""A balance report as one page with pictures, which needs no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from .measuring import Balance, Played

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222 }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }}
th:first-child, td:first-child {{ text-align: left }}
.wide {{ overflow-x: auto }}
figure {{ margin: 1rem 0 }} svg {{ max-width: 100%; height: auto }}
.lead {{ font-size: 1.3rem }} .small {{ color: #555 }}
</style></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""


def summary(found: Balance) -> list[str]:
    """The report in a few lines."""
    lines = [f"{found.first}: {_chance(found.usual)} to win, both sides played by the usual bot."]
    others = {pair: each for pair, each in found.by_bots.items() if each.contests > 20}
    if len(others) > 1:
        low, high = min(others, key=lambda p: others[p].mean), max(others, key=lambda p: others[p].mean)
        lines.append(
            f"By who plays: from {_chance(others[low])} ({_pair(low)}) to {_chance(others[high])} ({_pair(high)})."
        )
    if len(found.stages) > 1:
        last = max(range(len(found.stages)), key=lambda n: found.stages[n])
        lines.append(
            f"Decided most in part {last + 1} of {len(found.stages)}: {found.stages[last]:.0%} of it."
        )
    if found.decisions:
        most = found.decisions[0]
        whom = "players" if most.by_players else "the game master"
        lines.append(f"The decision that matters most: {most.what}, of {whom} ({_points(most.costs)}).")
    if found.numbers:
        row = found.numbers[0]
        moved = "; ".join(
            f"{sign}{row.by}: {_points(each)}" for sign, each in (("−", row.less), ("+", row.more)) if each
        )
        lines.append(f"The number that matters most: {row.label} {row.value} ({moved}).")
    return lines


def page_of(found: Balance) -> str:
    """The whole page."""
    parts = [f'<p class="lead">{escape(line)}</p>' for line in summary(found)[:1]]
    parts += [f"<p>{escape(line)}</p>" for line in summary(found)[1:]]
    if found.knobs:
        turned = ", ".join(f"{name} = {value}" for name, value in found.knobs.items())
        parts.append(f"<p><strong>House rules:</strong> {escape(turned)}</p>")
    parts += _who_plays(found) + _where(found) + _decisions(found) + _numbers(found)
    parts += [f'<p class="small">{escape(each)}.</p>' for each in found.left_out]
    title = f"Balance: {found.title}"
    return _PAGE.format(title=escape(title), body="\n".join(parts))


def _who_plays(found: Balance) -> list[str]:
    rows = [
        {"players": one, "others": other, "win": each.mean}
        for (one, other), each in found.by_bots.items()
        if each.contests
    ]
    names = {
        "players": f"Who plays {found.first}",
        "others": f"Who plays for the {found.second.lower()}",
        "win": "Chance to win",
    }
    several = len({row["others"] for row in rows}) > 1
    picture = _picture("heat_map", rows, x="others", y="players", value="win", names=names) if several else ""
    if picture and len(rows) < len({row["players"] for row in rows}) * len({row["others"] for row in rows}):
        picture += '<p class="small">What is left white was not played.</p>'
    cells = [
        (one, other, _chance(each), f"± {each.error:.0%}", each.contests)
        for (one, other), each in found.by_bots.items()
    ]
    head = (names["players"], "against", "wins", "", "contests")
    return [f"<h2>How often {escape(found.first)} wins</h2>", picture, _table(head, cells)]


def _where(found: Balance) -> list[str]:
    if len(found.stages) < 2:
        return ["<h2>Where it is decided</h2>", "<p>All in one turn.</p>"] if found.stages else []
    rows = [{"part": n + 1, "share": each} for n, each in enumerate(found.stages)]
    names = {
        "part": f"Part of the contest, in {len(rows)} parts of as many turns",
        "share": "How much is decided in it",
    }
    text = "Of all by which the chance to win ever moves, how much it moves in each part of a contest."
    picture = _picture("columns", rows, x="part", y="share", names=names)
    return ["<h2>Where it is decided</h2>", f"<p>{text}</p>", picture]


def _decisions(found: Balance) -> list[str]:
    if not found.decisions:
        return []
    text = "What it costs a side, in chance to win, to give any legal answer instead of its bot's."
    rows = [
        {
            "what": f"{each.what} ({'players' if each.by_players else found.second.lower()})",
            "costs": each.costs.mean,
        }
        for each in found.decisions
    ]
    names = {"what": "", "costs": "Chance to win that it costs"}
    picture = _picture("rows", rows, x="costs", y="what", names=names)
    cells = [
        (each.what, "players" if each.by_players else found.second, _points(each.costs), each.costs.contests)
        for each in found.decisions
    ]
    return [
        "<h2>Which decisions matter</h2>",
        f"<p>{text}</p>",
        picture,
        _table(("decision", "whose", "costs", "contests"), cells),
    ]


def _numbers(found: Balance) -> list[str]:
    if not found.numbers:
        return ["<h2>A little more or less</h2>", "<p>This set-up has no numbers that are not as usual.</p>"]
    rows = [
        {"what": f"{row.label} {row.value}", "moved": f"{sign}{row.by}", "changes": each.mean}
        for row in found.numbers
        for sign, each in (("−", row.less), ("+", row.more))
        if each
    ]
    names = {"what": "", "changes": f"What it changes for {found.first}", "moved": "Moved by"}
    picture = _picture("rows", rows, x="changes", y="what", colour="moved", names=names)
    cells = [
        (
            f"{row.label} {row.value}",
            f"± {row.by}",
            *(_points(each) if each else "–" for each in (row.less, row.more)),
        )
        for row in found.numbers
    ]
    return [
        "<h2>Five points more or less</h2>",
        "<p>The same dice with one number moved: by five, or by one where it is small.</p>",
        picture,
        _table(("number", "by", "less", "more"), cells),
    ]


def _picture(kind: str, rows: Sequence[dict[str, Any]], **how: Any) -> str:
    """A picture, or nothing where charts are not installed."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        return ""
    from .. import charts

    made = getattr(charts, kind)(rows, **how)
    return f"<figure>{charts.svg_of(made)}</figure>"


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    top = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(each))}</td>" for each in row) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _chance(each: Played) -> str:
    return f"{each.mean:.0%}" if each.contests else "–"


def _points(each: Played) -> str:
    return f"{100 * each.mean:+.0f} ± {100 * each.error:.0f} of 100".replace("-", "−")


def _pair(pair: tuple[str, str]) -> str:
    return f"{pair[0]} against {pair[1]}"
