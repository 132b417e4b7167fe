"""What others do to a contest beside playing it is told to those whom it concerns, with who did it, while it is so."""

import pytest

from agonist.kernel import ONLOOKER
from tests.support.tables import Party


@pytest.fixture
async def party(party: Party) -> Party:
    """Ash and Birch play the two seats of a contest; nobody has been told anything."""
    await party.start()
    for seat, name in (("first", "Ash"), ("second", "Birch")):
        await party.service.acts.cast(party.gm, party.contest, seat, party.seats[name].id)
        await party.answer(name, "wait")
    for name in party.seats:
        assert (await party.view(name)).told == []
    return party


async def told(party: Party) -> dict[str, list[str]]:
    return {name: lines for name in party.seats if (lines := (await party.view(name)).told)}


async def test_a_seat_that_changes_hands_is_told_to_both(party: Party) -> None:
    """To who lost it as long as another plays it, to who got it until they play."""
    acts, finn = party.service.acts, party.seats["Finn"].id
    await acts.cast(party.gm, party.contest, "first", finn)
    lost, got = ["Mia has given the seat of Ash to Finn."], ["Mia has given you the seat of Ash."]
    assert await told(party) == {"Ash": lost, "Finn": got}
    await party.answer("Finn", "wait")
    assert await told(party) == {"Ash": lost}
    await acts.cast(party.gm, party.contest, "first", None)
    assert await told(party) == {"Finn": ["Mia has given the seat of Ash back to the game master."]}
    await acts.cast(party.gm, party.contest, "first", party.seats["Ash"].id)
    assert await told(party) == {"Ash": got}


async def test_a_bot_in_ones_place_is_told_unless_one_wanted_it(party: Party) -> None:
    acts, gm, contest = party.service.acts, party.gm, party.contest
    await acts.pause(gm, contest)
    await acts.set_bot(gm, contest, "first", "first choice")
    assert await told(party) == {"Ash": ["Mia lets a bot play Ash in your place."]}
    await acts.set_bot(gm, contest, "first", None)
    assert await told(party) == {"Ash": ["Mia has given Ash back to you: no bot plays it any more."]}
    await acts.set_bot(party.seats["Ash"], contest, "first", "first choice")
    assert await told(party) == {}


async def test_an_undo_is_told_to_everybody_else_until_play_goes_on(party: Party) -> None:
    await party.service.acts.undo(party.gm, party.contest, 1, reason="That was a joke")
    line = ["Mia has taken the contest back to an earlier decision: That was a joke"]
    assert await told(party) == {"Ash": line, "Birch": line, "Finn": line}
    await party.answer("Birch", "wait")
    assert await told(party) == {}


async def test_a_correction_is_told_with_what_each_may_know(party: Party) -> None:
    tools = await party.service.contests.tools(party.gm, party.contest)
    one = next(each for each in tools.corrections if isinstance(each.value, int))
    await party.service.acts.override(party.gm, party.contest, one.path, one.value + 1, reason="It was a hit")
    line = [f"Mia has corrected {one.label} from {one.value} to {one.value + 1}: It was a hit"]
    assert await told(party) == {"Ash": line, "Birch": line, "Finn": line}


async def test_a_room_is_told_of_an_undo_also_on_the_screen_of_who_did_it(party: Party) -> None:
    await party.service.acts.undo(party.gm, party.contest, 1)
    seen = await party.service.contests.view(party.gm, party.contest, seat=ONLOOKER)
    assert seen.told == ["Mia has taken the contest back to an earlier decision."]


async def test_who_did_it_is_known_after_a_restart(party: Party) -> None:
    await party.service.acts.undo(party.gm, party.contest, 1)
    party.service.house.hall.forget(party.contest)
    seen = await party.view("Ash")
    assert seen.told == ["Mia has taken the contest back to an earlier decision."]
