"""The API of characters."""

from __future__ import annotations

from litestar import Controller, delete, get, put
from litestar.params import JSONBody

from agonist.table import Character

from ..who import Here, Id, Who
from .bodies import PutCharacter


class CharactersApi(Controller):
    """Sheets that contests start from and write back to."""

    path = "/tables/{table_id:str}/characters"
    tags = ("Characters",)

    @get("/", summary="All characters of a table")
    async def list_characters(self, who: Who, service: Here, table_id: Id) -> list[Character]:
        """Sheets are shown to game masters and to the seat that plays them."""
        del table_id
        return await service.characters.all(who)

    @get("/{name:str}", summary="One character")
    async def see_character(self, who: Who, service: Here, table_id: Id, name: Id) -> Character:
        """In its newest version."""
        del table_id
        return await service.characters.get(who, name)

    @get("/{name:str}/versions", summary="A character's versions")
    async def list_versions(self, who: Who, service: Here, table_id: Id, name: Id) -> list[Character]:
        """The newest first."""
        del table_id
        return await service.characters.versions(who, name)

    @put("/{name:str}", summary="Write a character")
    async def write_character(
        self, who: Who, service: Here, table_id: Id, name: Id, data: JSONBody[PutCharacter]
    ) -> Character:
        """A new character, or a new version of one."""
        del table_id
        return await service.characters.put(who, name, data.game, data.sheet, seat=data.seat)

    @delete("/{name:str}", summary="Take a character away")
    async def remove_character(self, who: Who, service: Here, table_id: Id, name: Id) -> None:
        """Its earlier versions stay."""
        del table_id
        await service.characters.remove(who, name)
