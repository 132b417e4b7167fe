"""The API of the addresses that a table tells whose turn it is."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import JSONBody

from agonist.table import Hook, MadeHook, NewHook

from ..reachable import place_for_others
from ..who import Asking, Here, Id, Who


class HooksApi(Controller):
    """Webhooks of a table, for its game master."""

    path = "/tables/{table_id:str}/hooks"
    tags = ("Webhooks",)

    @get("/", summary="List webhooks")
    async def list_hooks(self, who: Who, service: Here, table_id: Id) -> list[Hook]:
        """Where messages go, how many wait, and why one was given up."""
        del table_id
        return await service.hooks.all(who)

    @post("/", summary="Tell an address")
    async def add_hook(
        self, request: Asking, who: Who, service: Here, table_id: Id, data: JSONBody[NewHook]
    ) -> MadeHook:
        """By Standard Webhooks 1.0.0, or as Discord and Slack take it. It is said hello at once; the secret that
        messages are signed with is shown this once."""
        del table_id
        return await service.hooks.add(who, data, base=place_for_others(request))

    @post("/{hook_id:str}/again", summary="Try an address again", status_code=204)
    async def try_hook_again(self, who: Who, service: Here, table_id: Id, hook_id: Id) -> None:
        """One that was given up."""
        del table_id
        await service.hooks.again(who, hook_id)

    @delete("/{hook_id:str}", summary="Tell an address nothing more")
    async def remove_hook(self, who: Who, service: Here, table_id: Id, hook_id: Id) -> None:
        """What waits for it is dropped."""
        del table_id
        await service.hooks.remove(who, hook_id)
