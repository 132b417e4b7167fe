"""A picture of a review for chats: 1200 × 630, the title, who won, the curve, and what the dice gave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

from agonist.odds.refusal import refuse

from .drawing import svg_curve
from .model import Review
from .telling import luck_by_side, share

WIDTH, HEIGHT = 1200, 630
_INK, _FAINT, _GROUND = "#231c15", "#645645", "#fffaf0"


def can_draw() -> bool:
    """Whether what draws pictures is installed."""
    from importlib.util import find_spec

    return find_spec("vl_convert") is not None


def picture_svg(title: str, summary: str, found: Review | None) -> str:
    """The picture as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_GROUND}"/>',
        f'<rect width="{WIDTH}" height="14" fill="#8a5a00"/>',
        _text(60, 92, 46, title[:48], weight=700),
    ]
    parts += [
        _text(60, 146 + 38 * n, 28, line, colour=_FAINT) for n, line in enumerate(_lines(summary, 74)[:2])
    ]
    if found is not None and found.sides:
        curve = svg_curve(found, 1080, 300).replace(
            "<svg ", '<svg x="60" y="215" width="1080" height="300" ', 1
        )
        parts.append(curve)
        shown = found.sides[-1].name if len(found.sides) == 2 else "each side"
        parts.append(_text(60, 212, 18, f"100%: the {found.aim} of {shown}"[:90], colour=_FAINT))
        name, luck = max(luck_by_side(found), key=lambda each: (each[0] == shown, abs(each[1].value)))
        parts.append(_text(60, 560, 26, f"The dice for {name[:40]}: {share(luck)}."))
    parts += [_text(60, 605, 20, "Agonist, the referee for the decisive scene", colour=_FAINT), "</svg>"]
    return "".join(parts)


@lru_cache(maxsize=32)
def picture(title: str, summary: str, found: bytes) -> bytes:
    """The picture as PNG, from a review as JSON (or nothing)."""
    import msgspec

    review = msgspec.json.decode(found, type=Review) if found else None
    return _drawn(picture_svg(title, summary, review))


def _drawn(svg: str) -> bytes:
    try:
        import vl_convert
    except ImportError:
        refuse("Pictures need vl-convert: install it with pip install 'agonist[charts]'.")
    converter: Any = vl_convert
    return bytes(converter.svg_to_png(svg))


def _text(x: int, y: int, size: int, words: str, *, colour: str = _INK, weight: int = 400) -> str:
    font = f'font-family="Georgia, DejaVu Serif, serif" font-size="{size}" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {font} fill="{colour}">{escape(words)}</text>'


def _lines(text: str, most: int) -> Sequence[str]:
    """A text in lines of so many characters at most; what is too long ends in an ellipsis."""
    import textwrap

    return textwrap.wrap(text, most, max_lines=2, placeholder=" …")
