"""The story of a contest, told as a tale to read: as Markdown, and as a page of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from .model import Review
from .telling import turned

_SPECIAL = re.compile(r"([\\`*_\[\]#|~<>])")
_BREAK = re.compile(r"^(Round|Scene|Turn|Part|Phase) \d+")
_COUNTING = re.compile(r"→|\bXP\b|([✔✗]+ ){2}")
"""What a line has that keeps count for the players, and is no part of a tale."""
_FIGURES = re.compile(r":( [✔✗]+)+(?=\.)|[½\d]+ × \d+ = | \((\d*d\d+|[−+\d]+( \w+)?)\)")
"""Figures in a line that has more to tell: results of cards, a sum, dice and totals in brackets."""
_MOST = 7


def tale_of(lines: Sequence[str]) -> list[str]:
    """What was told, in paragraphs: a new one with each round, or when one gets long.

    >>> tale_of(["Round 1.", "Ysolde bids 9.", "The Warden loses ½ × 9 = 5.", "The Warden loses 5 AP: 14 → 9."])
    ['Ysolde bids 9. The Warden loses 5.']
    """
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        text = " ".join(line.split())
        if not text or (_COUNTING.search(text) and "“" not in text):
            continue
        text = _FIGURES.sub("", text)
        if _BREAK.match(text) or len(paragraphs[-1]) >= _MOST:
            paragraphs.append([])
        if not _BREAK.match(text):
            paragraphs[-1].append(text if text[-1] in ".!?…”" else f"{text}.")
    return [" ".join(each) for each in paragraphs if each]


def tale_markdown(title: str, day: str, summary: str, lines: Sequence[str], found: Review | None) -> str:
    """The tale as Markdown; what people wrote is text and nothing else."""
    parts = [f"# {_plain(title)}", "", f"*{_plain(day)}*", ""]
    for each in tale_of(lines):
        parts += [_plain(each), ""]
    parts += [f"**{_plain(summary)}**"]
    if found is not None and (turn := turned(found)):
        parts += ["", f"It turned here: {_plain(turn)}"]
    return "\n".join(parts) + "\n"


def tale_html(title: str, day: str, summary: str, lines: Sequence[str], found: Review | None) -> str:
    """The tale as a page of its own, without script and style of others."""
    told = "\n".join(f"<p>{escape(each)}</p>" for each in tale_of(lines))
    turn = turned(found) if found is not None else ""
    end = f"<p>It turned here: {escape(turn)}</p>\n" if turn else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n<p>{escape(day)}</p>\n{told}\n"
        f"<p><strong>{escape(summary)}</strong></p>\n{end}</body>\n</html>\n"
    )


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
