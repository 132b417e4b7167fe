"""A slip: one's own last answer is taken back as long as nothing came of it, else the game master is asked."""

from typing import Any

import pytest

from agonist.kernel import ActRefused, Rewound, register
from agonist.table import NotAllowed
from tests.kernel.test_windows import GAME
from tests.support.tables import Party

register(GAME)


async def fencing(party: Party) -> Party:
    """Ash and Birch, each with their own screen, at a contest whose dice wait for them."""
    await party.start(game="bout", preset="", setup={}, usual_dice="tap")
    return party


def undone(party: Party) -> list[Rewound]:
    live = party.service.house.hall.known(party.contest)
    assert live is not None
    return [entry for entry in live.referee.transcript.entries if isinstance(entry, Rewound)]


async def can(party: Party) -> dict[str, str]:
    return {name: found for name in party.seats if (found := (await party.view(name)).take_back)}


async def take_back(party: Party, name: str) -> Any:
    return await party.service.slips.take_back(party.seats[name], party.contest)


async def test_nobody_can_take_back_before_they_have_answered(party: Party) -> None:
    await fencing(party)
    assert await can(party) == {}
    for name in ("Ash", "Birch", "Finn"):
        with pytest.raises(ActRefused, match="Nothing of yours"):
            await take_back(party, name)
    assert undone(party) == []


async def test_an_answer_of_which_nothing_came_is_taken_back_with_a_trace(party: Party) -> None:
    """The question comes back to who was asked; the story says who took back, to everybody but them also on top."""
    await fencing(party)
    asked = (await party.view("Ash")).view.asked[0].text
    await party.answer("Ash", "yes")
    assert await can(party) == {"Ash": "now"}
    await take_back(party, "Ash")
    assert [(each.to, each.by) for each in undone(party)] == [(0, "ash")]
    assert (await party.view("Ash")).view.asked[0].text == asked
    assert await can(party) == {}
    assert (await party.view("Birch")).told == ["Ash has taken back the last answer."]
    assert (await party.view("Ash")).told == []
    lines = (await party.service.contests.log(party.seats["Finn"], party.contest))[1]
    assert lines[-1].text == "Ash takes back the last answer."


async def test_what_others_did_since_needs_the_game_master(party: Party) -> None:
    """Birch has answered before Ash rolled: Ash asks, the game master reads one line, and says no, then yes."""
    await fencing(party)
    await party.answer("Ash", "yes")
    await party.answer("Birch", "yes")
    assert await can(party) == {"Ash": "ask", "Birch": "now"}
    with pytest.raises(ActRefused, match="Something has come of it"):
        await take_back(party, "Ash")
    slips, ash = party.service.slips, party.seats["Ash"]
    await slips.ask(ash, party.contest)
    assert (await can(party))["Ash"] == "asked"
    (one,) = (await party.view("gm")).asks_back
    assert (one.holder, one.name) == (ash.id, "Ash")
    for name in ("Ash", "Birch", "Finn"):
        assert (await party.view(name)).asks_back == ()
    await slips.decide(party.gm, party.contest, ash.id, yes=False)
    assert (await can(party))["Ash"] == "ask"
    assert (await party.view("gm")).asks_back == ()
    await slips.ask(ash, party.contest)
    await slips.decide(party.gm, party.contest, ash.id, yes=True)
    assert [(each.by, each.reason) for each in undone(party)] == [("gm", "Ash asked for it")]
    assert await can(party) == {}
    with pytest.raises(ActRefused, match="Nobody asks"):
        await slips.decide(party.gm, party.contest, ash.id, yes=True)


async def test_dice_that_were_shown_need_the_game_master(party: Party) -> None:
    """Nobody sees what the dice bring and then chooses anew; with the game master's word they show the same."""
    await fencing(party)
    await party.answer("Ash", "no")
    await party.answer("Ash", "sealed")
    assert (await can(party)).get("Ash") == "ask"
    with pytest.raises(ActRefused, match="Something has come of it"):
        await take_back(party, "Ash")


async def test_nobody_decides_over_another_s_answer(party: Party) -> None:
    """Only the game master says yes or no; who holds no seat asks for nothing; what the game master answered in
    somebody's place is not theirs to take back."""
    await fencing(party)
    roll = (await party.view("gm")).view.asked[0]
    await party.service.acts.answer(party.gm, party.contest, roll.id, "yes")
    assert await can(party) == {}
    for name in ("Birch", "Finn"):
        with pytest.raises(NotAllowed):
            await party.service.slips.decide(
                party.seats[name], party.contest, party.seats["Ash"].id, yes=True
            )
        with pytest.raises(ActRefused):
            await party.service.slips.ask(party.seats[name], party.contest)


async def test_a_plea_outlives_the_server_and_not_an_undo(party: Party) -> None:
    await fencing(party)
    await party.answer("Ash", "yes")
    await party.answer("Birch", "yes")
    await party.service.slips.ask(party.seats["Ash"], party.contest)
    party.service.house.hall.forget(party.contest)
    assert len((await party.view("gm")).asks_back) == 1
    await party.service.acts.undo(party.gm, party.contest, 0)
    assert (await party.view("gm")).asks_back == ()
