"""Drawing pages: the templates, what they can use, and the boards that games bring along."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import jinja2
from litestar import MediaType, Request, Response
from markupsafe import Markup

from agonist.kernel import Form, forms, game, games
from agonist.kernel import own_file as file_beside
from agonist.tabletop import offered

from ..static_files import STATIC, version_of
from .said_once import said_once
from .swift import SwiftEnvironment

HERE = Path(__file__).resolve().parent.parent
THEMES = ("lamplight", "daylight")

OWN = ("board.html", "card.html", "end.html", "line.html", "option.html")
"""What a game may draw itself."""

SIDES = ("ours", "theirs", "third", "fourth")


@cache
def icon(name: str) -> Markup:
    """An icon as part of the page, so that it has the colour of its words."""
    path = STATIC / "vendor" / "icons" / f"{name}.svg"
    if not path.is_file():
        return Markup("")
    svg = re.sub(
        r"<!--.*?-->|\s(?:class|width|height)=\"[^\"]*\"", "", path.read_text("utf-8"), flags=re.DOTALL
    )
    return Markup(svg.replace("<svg", '<svg class="icon" aria-hidden="true"', 1).strip())  # noqa: S704  our own file


@cache
def own_file(name: str, file: str) -> str | None:
    """A file that a game brings along beside its contest types, or None."""
    return file_beside(type(game(name).types[0]).__module__, file)


def _own_template(name: str) -> str | None:
    """Templates called ``games/NAME/FILE`` come from the game's own folder."""
    parts = name.split("/")
    return own_file(parts[1], parts[2]) if len(parts) == 3 and parts[0] == "games" else None


def words(name: str) -> str:
    """A name from the program as words: ``hero_points`` becomes ``Hero points``."""
    text = name.replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]


def rule_text(name: str, number: str) -> str:
    """What a rule says, or nothing."""
    return game(name).rules.get(number, "")


def plain(value: Any) -> str:
    """A value of a view or a fact as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(key)).lower()} {plain(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(plain, value))
    return str(value).replace("-", "−") if isinstance(value, int | float) else str(value)


def _words_last(fields: Sequence[forms.Field]) -> list[forms.Field]:
    """The parts of an answer as people think of them: whom and how much, then how, then in which words."""

    def rank(field: forms.Field) -> int:
        if field.key.startswith("target") or isinstance(field.form, forms.Number | forms.Split):
            return 0
        return 2 if isinstance(field.form, forms.Text) else 1

    return sorted(fields, key=rank)


@cache
def environment() -> jinja2.Environment:
    """All templates, with everything escaped that is not known to be safe."""
    made = SwiftEnvironment(
        loader=jinja2.ChoiceLoader(
            [jinja2.FileSystemLoader(HERE / "templates"), jinja2.FunctionLoader(_own_template)]
        ),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.ChainableUndefined,
    )
    made.filters |= {"kind": _kind, "words": words, "plain": plain, "signed": _signed, "compact": json.dumps}
    made.filters |= {"words_last": _words_last, "offered": offered, "said_once": said_once}
    made.globals |= {
        "icon": icon,
        "version_of": version_of,
        "rule_text": rule_text,
        "own_file": own_file,
        "side_of": lambda n: SIDES[n % len(SIDES)],
    }
    return made


def _kind(form: object) -> str:
    return str(form.__struct_config__.tag) if isinstance(form, Form) else ""


def _signed(value: float) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def load_templates() -> None:
    """Read what the pages of contests are drawn from, before anybody waits for it."""
    for folder in ("contest", "parts"):
        for path in (HERE / "templates" / folder).glob("*.html"):
            environment().get_template(f"{folder}/{path.name}")
    for name, file in product((each.name for each in games()), OWN):
        if own_file(name, file):
            environment().get_template(f"games/{name}/{file}")


def draw(template: str, /, **context: Any) -> str:
    """A template, filled in."""
    return environment().get_template(template).render(context)


def page(
    request: Request[Any, Any, Any], template: str, status: int = 200, /, **context: Any
) -> Response[str]:
    """A whole page as a response."""
    return Response(
        draw(template, **(frame_of(request) | context)),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"vary": "HX-Request"},
    )


def fragment(
    request: Request[Any, Any, Any], template: str, status: int = 200, /, **context: Any
) -> Response[str]:
    """A part of a page as a response."""
    return page(request, template, status, **context)


def frame_of(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What every page needs to know of the request."""
    theme = request.cookies.get("theme", "")
    return {
        "base": request.app.state.settings.base_path,
        "theme": theme if theme in THEMES else "",
        "here": request.url.path,
    }
