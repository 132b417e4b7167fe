"""The page of the addresses that a table tells whose turn it is."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from agonist.table import MadeHook, NewHook, Refused, Service

from ..reachable import place_for_others
from ..who import Here, Id
from .answers import fields_of
from .drawing import page
from .visit import AnyRequest, Visit, go, table_visit


@get("/tables/{table_id:str}/hooks", include_in_schema=False)
async def hooks_page(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """Where this table tells whose turn it is."""
    return await _shown(request, service, await table_visit(request, service, table_id))


async def _shown(
    request: AnyRequest, service: Service, visit: Visit, made: MadeHook | None = None
) -> Response[str]:
    view = await service.people.table(visit.who)
    found = await service.hooks.all(visit.who)
    return page(request, "hooks.html", visit=visit, view=view, hooks=found, made=made)


@post("/tables/{table_id:str}/hooks", include_in_schema=False)
async def add_hook(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """Tell an address; its secret is shown this once."""
    visit, data = await table_visit(request, service, table_id), await fields_of(request)
    minutes = data.get("minutes", "1").strip()
    try:
        new = msgspec.convert(
            {
                "url": data.get("url", "").strip(),
                "shape": data.get("shape", "standard"),
                "after": int(minutes) * 60 if minutes.isdecimal() and len(minutes) < 5 else 60,
                "again": data.get("again") == "yes",
            },
            NewHook,
        )
    except msgspec.ValidationError as problem:
        raise Refused(
            "That cannot be an address to tell.", accepted="one such as https://example.org/hook", place="url"
        ) from problem
    return await _shown(
        request, service, visit, await service.hooks.add(visit.who, new, base=place_for_others(request))
    )


@post("/tables/{table_id:str}/hooks/{hook_id:str}/again", include_in_schema=False)
async def try_again(request: AnyRequest, service: Here, table_id: Id, hook_id: Id) -> Redirect:
    """Try an address again that was given up."""
    visit = await table_visit(request, service, table_id)
    await service.hooks.again(visit.who, hook_id)
    return go(visit.link(f"/tables/{table_id}/hooks"))


@post("/tables/{table_id:str}/hooks/{hook_id:str}/remove", include_in_schema=False)
async def remove_hook(request: AnyRequest, service: Here, table_id: Id, hook_id: Id) -> Redirect:
    """Tell an address nothing more."""
    visit = await table_visit(request, service, table_id)
    await service.hooks.remove(visit.who, hook_id)
    return go(visit.link(f"/tables/{table_id}/hooks"))


HOOKS = [hooks_page, add_hook, try_again, remove_hook]
