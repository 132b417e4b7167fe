"""The rules reference of every game."""

from __future__ import annotations

import re
from typing import Any

from litestar import Response, get
from markupsafe import Markup, escape

from agonist.kernel import game, games

from ..who import Id
from .drawing import environment, own_file, page
from .visit import AnyRequest


@get("/rules", include_in_schema=False)
async def rules_index(request: AnyRequest) -> Response[str]:
    """The games whose rules are here."""
    return page(request, "rules_index.html", games=games())


@get("/rules/{name:str}", include_in_schema=False)
async def rules(request: AnyRequest, name: Id) -> Response[str]:
    """A game's rules by number, under the headings of its reference."""
    return page(request, "rules.html", game=game(name), sections=_sections(name))


def _sections(name: str) -> list[dict[str, Any]]:
    """The rules in their order, divided as the game's own reference divides them."""
    known = game(name).rules
    sections: list[dict[str, Any]] = [{"title": "", "rules": []}]
    for line in (own_file(name, "rules.md") or "").splitlines():
        if line.startswith("## "):
            sections.append({"title": line[3:].strip(), "rules": []})
        elif found := re.match(r"- \*\*([A-Z]+-\d+)\*\*", line):
            sections[-1]["rules"].append((found[1], known.get(found[1], "")))
    listed = {number for section in sections for number, _ in section["rules"]}
    rest = [(number, text) for number, text in known.items() if number not in listed]
    sections.append({"title": "", "rules": rest})
    return [section for section in sections if section["rules"]]


def rule_words(text: str) -> Markup:
    """A rule's text with its emphasis, and with links to the rules that it names."""
    safe = str(escape(text))
    safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"(?<!\*)\*([^*]+)\*(?!\*)", r"<em>\1</em>", safe)
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    return Markup(re.sub(r"\b([A-Z]{2}-\d+)\b", r'<a href="#\1">\1</a>', safe))  # noqa: S704  escaped above


environment().filters["rule_words"] = rule_words

RULES = [rules_index, rules]
