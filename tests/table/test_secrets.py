"""What a curious player tries at a table, and does not learn."""

from random import Random
from typing import Any

import msgspec

from agonist.kernel import GM, game
from tests.support.tables import Party

HIDDEN = {"name": "Sworn to the lich", "rating": 2, "secret": True}


def quarrel(villain_seat: str) -> tuple[dict[str, Any], str]:
    """A contest whose second character has a secret trait and is played by this seat, and that one's name."""
    setup = msgspec.to_builtins(game("forge").type("contest").presets["kerfuffle-at-court"].setup)
    villain = setup["teams"][1]["members"][0]
    villain["seat"], villain["sheet"]["traits"] = villain_seat, [HIDDEN]
    return setup, villain["name"]


async def test_a_namesake_of_the_game_masters_villain_does_not_get_the_villains_sheet(party: Party) -> None:
    setup, name = quarrel(GM)
    characters, ash = party.service.characters, party.seats["Ash"]
    await characters.put(ash, name, "forge", {}, seat=ash.id)
    await party.start(game="forge", type="contest", preset="", setup=setup)
    seen = await party.play_on(Random(5))
    assert seen.contest.status == "over"
    mine = await characters.get(ash, name)
    assert mine.version == 1
    assert b"lich" not in msgspec.json.encode(mine)


async def test_a_players_own_character_comes_back_from_a_contest_that_was_set_up_by_hand(
    party: Party,
) -> None:
    setup, name = quarrel("ash")
    characters, ash = party.service.characters, party.seats["Ash"]
    await characters.put(ash, name, "forge", {}, seat=ash.id)
    await party.start(game="forge", type="contest", preset="", setup=setup, casting={"ash": ash.id})
    await party.play_on(Random(5))
    mine = await characters.get(ash, name)
    assert (mine.version, mine.contest) == (2, party.contest)
