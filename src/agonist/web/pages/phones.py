"""On a phone: what makes the pages an app, and what it takes along for where there is no network."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from itertools import product
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import MediaType, Response, get

from agonist.kernel import AgonistError, games
from agonist.odds.inquiries import Question, question, questions
from agonist.table import NotFound, Service

from ..static_files import STATIC, version_of
from ..who import Here, Id, peer_of
from .calculators import example_of, link_of, shown
from .drawing import page
from .visit import AnyRequest, settings_of


@get("/app.webmanifest", include_in_schema=False, media_type="application/manifest+json")
async def manifest(request: AnyRequest) -> dict[str, Any]:
    """What a phone needs to know to install this."""
    at = settings_of(request).path
    icons = [
        {
            "src": at(f"/static/icons/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in (("192", 192, "any"), ("512", 512, "any"), ("whole", 512, "maskable"))
    ]
    return {
        "id": at("/"),
        "name": "Agonist",
        "short_name": "Agonist",
        "description": "The referee for the decisive scene of a tabletop role-playing game.",
        "start_url": at("/"),
        "scope": at("/"),
        "display": "standalone",
        "background_color": "#14110f",
        "theme_color": "#14110f",
        "icons": icons,
        "shortcuts": [
            {"name": name, "url": at(place)} for name, place in (("Odds", "/odds"), ("Rules", "/rules"))
        ],
    }


@get("/worker.js", include_in_schema=False, media_type="text/javascript")
async def worker() -> bytes:
    """The script beside the pages, which only works for what lies below it: so it lies above all of them."""
    return (STATIC / "js" / "worker.js").read_bytes()


@get("/phone", include_in_schema=False)
async def phone(request: AnyRequest) -> Response[str]:
    """To install this, and to keep rules and odds."""
    return page(request, "phone.html")


@get("/away", include_in_schema=False)
async def away(request: AnyRequest) -> Response[str]:
    """What is shown instead of a page that needs the network."""
    return page(request, "away.html")


@get("/phone/list", include_in_schema=False)
async def taken_along(request: AnyRequest) -> dict[str, Any]:
    """All that works without a network: under which address it is kept, and where it is got."""
    at = settings_of(request).path
    places = ["/away", "/phone", "/rules", "/odds"]
    places += [f"/rules/{game.name}" for game in games()] + [f"/static/{name}" for name in _files()]
    kept = {at(place): at(place) for place in places}
    for asked in (each for game in games() for each in questions(game.name)):
        kept[at(f"/odds/{asked.game}")] = at(f"/odds/{asked.game}")
        place = at(f"/odds/{asked.game}/{asked.name}")
        kept[place] = f"{place}?{usual_link(asked)}"
        for value in asked.along[0][1] if asked.along else ():
            row = f"{place}/along?{urlencode({'of': value})}"
            kept[row] = row
    return {"version": _version(), "kept": kept}


@get("/odds/{name:str}/{which:str}/along", include_in_schema=False)
async def along(request: AnyRequest, service: Here, name: Id, which: Id) -> Response[bytes]:
    """The answers that a phone takes along, for one value of what varies first."""
    service.allow("ask", peer_of(request))
    asked, of = question(name, which), request.query_params.get("of", "")
    value = next((each for each in (asked.along[0][1] if asked.along else ()) if str(each) == of), None)
    if value is None:
        raise NotFound("Of that nothing is taken along.", accepted="a value that the list names")
    row = (name, which, of)
    if row not in _ROWS:
        _ROWS[row] = msgspec.json.encode(await _row(service, peer_of(request), asked, value))
    return Response(_ROWS[row], media_type=MediaType.JSON)


_ROWS: dict[tuple[str, str, str], bytes] = {}
"""What was worked out once: no more than games have declared."""


async def _row(service: Service, peer: str, asked: Question, value: Any) -> dict[str, Any]:
    """All answers for it, by the other values; what is refused is not among them."""
    (first, _), *others = asked.along
    answers = {}
    for rest in product(*(values for _, values in others)):
        values = _usual(asked) | {first: value} | dict(zip((key for key, _ in others), rest, strict=True))
        try:
            answered = shown(asked, await service.odds(peer, asked.game, asked.name, asked.settled(values)))
        except AgonistError:
            continue
        told: dict[str, Any] = {
            "head": answered.head,
            "chart": answered.chart,
            "certainty": answered.certainty,
        }
        told["bars"] = [(bar.name, round(bar.share, 4), bar.text) for bar in answered.bars]
        answers[" ".join(map(str, rest))] = told
    return answers


def _usual(asked: Question) -> dict[str, Any]:
    """What a question begins with where there is no network: what varies as in its example, all else as usual."""
    example, defaults = example_of(asked), {each.key: each.default for each in asked.parameters}
    return {key: example.get(key, defaults[key]) for key, _ in asked.along} if asked.along else example


def usual_link(asked: Question) -> str:
    """The same as a link."""
    return link_of(asked, asked.settled(_usual(asked)))


@cache
def _files() -> tuple[str, ...]:
    """The files that pages are made of."""
    kinds = {".js", ".css", ".woff2", ".svg", ".png"}
    found = (path.relative_to(STATIC) for path in sorted(STATIC.rglob("*")) if path.suffix in kinds)
    return tuple(path.as_posix() for path in found if "vendor/icons" not in path.as_posix())


@cache
def _version() -> str:
    """Changes with whatever is taken along."""
    parts = [version("agonist"), *(f"{game.name} {game.rules_version}" for game in games())]
    return hashlib.sha256("\n".join((*parts, *map(version_of, _files()))).encode()).hexdigest()[:12]


PHONES = [manifest, worker, phone, away, taken_along, along]
