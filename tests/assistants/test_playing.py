"""A client of the official SDK plays contests through the tools, and every die it was shown is proved."""

from random import Random
from typing import Any

import pytest
from mcp import Client

from agonist.assistants import assistant
from agonist.kernel import GM, games
from tests.assistants.conftest import House
from tests.assistants.playing import Player, tell

EVERY = [f"{game.name} {kind.name} {key}" for game in games() for kind in game.types for key in kind.presets]


def all_but_soak(*quick: str) -> list[Any]:
    """Every ready contest, and these in `make test` too."""
    return [
        pytest.param(each, marks=() if each.endswith(quick) else pytest.mark.soak, id=each.replace(" ", "-"))
        for each in EVERY
    ]


async def played(client: Client, words: str, seed: int, by_schema: float = 0.5) -> Player:
    """A contest begun by words, played to its end, and its dice checked."""
    begun = await tell(client, "set_up", words=words)
    player = Player(client, Random(seed), by_schema=by_schema)
    ended = await player.play(begun["contest"])
    assert ended["status"] == "over"
    assert ended["summary"]
    found = await tell(client, "verify", contest=begun["contest"])
    assert found["verified"]
    assert found["proved"] == len(found["rolls"])
    assert found["sealed"] in begun["happened"][0]["says"]
    return player


@pytest.mark.parametrize("words", all_but_soak("courtyard", "arrow"))
async def test_an_assistant_runs_every_ready_contest_to_its_end(house: House, words: str) -> None:
    """As game master for everybody, by nothing but what the tools say."""
    async with Client(assistant(await house.host())) as client:
        await played(client, words, 1)


@pytest.mark.parametrize("words", all_but_soak("guards-at-the-gate"))
async def test_an_assistant_plays_a_seat_while_bots_play_the_rest(house: House, words: str) -> None:
    """It is asked nothing but what is its own to decide."""
    host = await house.host()
    desk = await house.player(host, "Ivo")
    desk.host, desk.plays = host, "ivo"
    async with Client(assistant(desk)) as client:
        begun = await tell(client, "set_up", words=words)
        assert begun["you_play"] != [GM]
        assert {each["seat"] for each in begun["asked"]} <= set(begun["you_play"])
        ended = await Player(client, Random(2)).play(begun["contest"])
        assert ended["status"] == "over"


async def test_a_client_of_the_older_protocol_plays_too(house: House) -> None:
    """The handshake of before 2026 is served by the SDK."""
    async with Client(assistant(await house.host()), mode="legacy") as client:
        assert client.protocol_version < "2026"
        await played(client, "deckahedron hit arrow", 3)


async def test_nearly_every_answer_made_by_a_schema_alone_is_accepted(house: House) -> None:
    """Schemas come from the forms; what they cannot say, such as a total, is refused with what would be right."""
    async with Client(assistant(await house.host())) as client:
        given = refused = 0
        while given < 8:
            player = await played(client, "questworlds extended bridge", given, by_schema=1)
            given, refused = given + player.given, refused + player.refused
    assert refused <= given / 2


@pytest.mark.soak
async def test_a_thousand_contests_are_played_and_no_state_is_illegal(house: House) -> None:
    """Every die checked; a server's own error would be told as one, and fails the test."""
    async with Client(assistant(await house.host())) as client:
        for n in range(1_000):
            await played(client, EVERY[n % len(EVERY)], n)
