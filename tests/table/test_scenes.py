"""A contest that goes on in the scene of another: what that one carries over stands in its set-up."""

from random import Random
from typing import Any

import pytest

from agonist.table import NewContest, NotAllowed, NotFound, Refused
from examples.standoff import Setup
from tests.support import weary
from tests.support.tables import Party

weary.install()


async def nerve_of(party: Party, **wanted: Any) -> int:
    await party.start(game="weary", **wanted)
    nerve: int = (await party.view("gm")).view.state["rivals"][0]["nerve"]
    return nerve


async def ended(party: Party) -> str:
    await nerve_of(party)
    assert (await party.play_on(Random(3))).contest.status == "over"
    return party.contest


async def test_what_an_outcome_carries_stands_where_the_set_up_says_nothing(party: Party) -> None:
    before = await ended(party)
    assert await nerve_of(party) == Setup().nerve == 2
    assert await nerve_of(party, follows=before) == 1
    assert await nerve_of(party, preset="", follows=before) == 1
    assert await nerve_of(party, preset="", setup={"nerve": 5}, follows=before) == 5


async def test_nothing_is_carried_into_another_game(party: Party) -> None:
    before = await ended(party)
    await party.start(game="standoff", follows=before)
    assert (await party.view("gm")).view.state["rivals"][0]["nerve"] == 2


async def test_the_last_contest_that_carries_something_is_offered_to_be_followed(party: Party) -> None:
    last_scene = party.service.contests.last_scene
    assert await last_scene(party.gm, "weary") is None
    before = await ended(party)
    await party.start(game="standoff")
    await party.play_on(Random(3))
    assert await last_scene(party.gm, "standoff") is None
    found = await last_scene(party.gm, "weary")
    assert found is not None
    assert found.id == before
    with pytest.raises(NotAllowed):
        await last_scene(party.seats["Ash"], "weary")


async def test_what_is_carried_is_shown_to_nobody(party: Party) -> None:
    await ended(party)
    for name in ("gm", "Ash", "Finn"):
        assert "carried" not in ((await party.view(name)).view.outcome or {})


async def test_only_a_contest_of_this_table_that_was_played_to_its_end_can_be_followed(party: Party) -> None:
    await nerve_of(party)
    running = party.contest
    with pytest.raises(Refused) as refused:
        await party.start(game="weary", follows=running)
    assert refused.value.place == "follows"
    before, stranger = await ended(party), await Party(party.service).gather()
    for follows in (before, "nothing"):
        with pytest.raises(NotFound):
            await party.service.contests.start(stranger.gm, NewContest("weary", follows=follows))
