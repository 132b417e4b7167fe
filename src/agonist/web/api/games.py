"""The API of games: what can be played, and with which set-ups, options, presets, bots and rules."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get

from agonist.client.documents import GameDocument, GameSummary, PresetDocument, TypeDocument
from agonist.kernel import ContestType, Game, game, games
from agonist.table import bots_of

from ..who import Id


class GamesApi(Controller):
    """What can be played."""

    path = "/games"
    tags = ("Games",)

    @get("/", summary="All games", security=[{}])
    async def list_games(self) -> list[GameSummary]:
        """In short."""
        return [
            GameSummary(
                each.name, each.title, each.blurb, each.rules_version, [kind.name for kind in each.types]
            )
            for each in games()
        ]

    @get("/{game_name:str}", summary="One game", security=[{}])
    async def see_game(self, game_name: Id) -> GameDocument:
        """With everything it declares."""
        return _document(game(game_name))


def _document(found: Game) -> GameDocument:
    return GameDocument(
        name=found.name,
        title=found.title,
        blurb=found.blurb,
        rules_version=found.rules_version,
        credits=found.credits,
        types=[_type(kind) for kind in found.types],
        rules=dict(found.rules),
        sheet=None if found.sheet is None else found.sheet_form.schema(),
    )


def _type(kind: ContestType[Any]) -> TypeDocument:
    return TypeDocument(
        name=kind.name,
        title=kind.title,
        blurb=kind.blurb,
        setup=kind.setup_form.schema(),
        options=kind.options_form.schema(),
        presets=[
            PresetDocument(
                name,
                each.title,
                each.blurb,
                msgspec.to_builtins(each.setup),
                msgspec.to_builtins(each.options),
            )
            for name, each in kind.presets.items()
        ],
        bots=list(bots_of(kind)),
    )
