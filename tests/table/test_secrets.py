"""What a curious player tries at a table, and does not learn."""

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import msgspec
import pytest

from agonist.kernel import GM, ONLOOKER, game
from agonist.table import ContestView, Refused, Update
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


async def next_view(stream: AsyncIterator[Update]) -> ContestView:
    """The next view of the contest that a stream brings."""
    async with asyncio.timeout(60):
        async for change in stream:
            if change.view is not None:
                return change.view
    raise AssertionError("the stream ended")


async def test_who_is_no_game_master_any_more_sees_as_much_as_everybody_from_then_on(party: Party) -> None:
    people = party.service.people
    invited = await people.add_seat(party.gm, "Co", "gm")
    await party.start()
    stream = party.service.streams.follow(invited.seat, invited.token, party.contest)
    assert (await next_view(stream)).seen_as == GM
    await people.change_seat(party.gm, invited.seat.id, role="spectator")
    seen = await next_view(stream)
    assert (seen.role, seen.seen_as, seen.whole, seen.view.asked) == ("spectator", ONLOOKER, True, [])


async def test_who_gets_a_seat_in_the_middle_reads_that_seats_whole_log(party: Party) -> None:
    finn, acts = party.seats["Finn"], party.service.acts
    await party.start()
    stream = party.service.streams.follow(finn, party.tokens["Finn"], party.contest)
    first = await next_view(stream)
    assert (first.seen_as, first.whole) == (ONLOOKER, True)
    await acts.pause(party.gm, party.contest)
    paused = await next_view(stream)
    assert (paused.paused, paused.whole) == (True, False)
    await acts.cast(party.gm, party.contest, "first", finn.id)
    given = await next_view(stream)
    assert (given.seen_as, given.whole) == ("first", True)
    resumed = party.service.streams.follow(finn, party.tokens["Finn"], party.contest, after=first.position)
    assert (await next_view(resumed)).whole


async def test_a_player_cannot_take_anothers_seat_by_taking_the_name(party: Party) -> None:
    """Not by themselves, and if the game master calls two alike, the name decides nothing."""
    people, birch = party.service.people, party.seats["Birch"]
    with pytest.raises(Refused):
        await people.change_seat(birch, birch.id, name="Ash")
    await people.change_seat(party.gm, birch.id, name="Ash")
    await party.start()
    async with party.service.house.hall.hold(party.contest) as live:
        names = live.referee.seats
        assert birch.id not in live.controls.casting.values(), names
    await people.change_seat(party.gm, party.seats["Ash"].id, contestants=["Ash"])
    await party.start()
    async with party.service.house.hall.hold(party.contest) as live:
        assert live.controls.casting == {"first": party.seats["Ash"].id}


async def test_an_open_answer_is_hidden_from_the_game_masters_tools_until_all_are_in(party: Party) -> None:
    await party.start()
    await party.answer("Ash", "strike")
    service = party.service
    tools = await service.contests.tools(party.gm, party.contest)
    assert b"Strike" not in msgspec.json.encode(tools.points)
    assert [each.answer for point in tools.points for each in point.decisions] == ["hidden until all have"]
    await party.answer("Birch", "wait")
    told = [
        each.answer
        for point in (await service.contests.tools(party.gm, party.contest)).points
        for each in point.decisions
    ]
    assert told == ["Strike", "Wait"]


async def test_who_see_the_same_get_one_view_and_nobody_else_gets_it(party: Party) -> None:
    contests = party.service.contests
    party.seats["Gale"] = (await party.service.people.add_seat(party.gm, "Gale", "spectator")).seat
    await party.start(casting={"first": party.seats["Ash"].id})
    begun = (await party.view("Finn")).position

    async def views() -> list[ContestView]:
        return [
            await contests.view(party.seats[name], party.contest, after=begun)
            for name in ("gm", "Ash", "Gale", "Finn")
        ]

    gm, first, gale, finn = await views()
    assert gale is finn
    assert (gm.seen_as, first.seen_as, finn.seen_as) == (GM, "first", ONLOOKER)
    assert (gm.view.asked != [], finn.view.asked) == (True, [])
    await party.service.acts.pause(party.gm, party.contest)
    later = await views()
    assert later[2] is later[3]
    assert (finn.paused, later[3].paused) == (False, True)
