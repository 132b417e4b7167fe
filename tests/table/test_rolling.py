"""At a table dice wait for their seat's word, who can speak up may until then, and bots keep nobody waiting."""

from typing import Any

import pytest

from agonist.kernel import Answered, Chanced, register
from agonist.table import bots as bots_module
from agonist.table import patience
from tests.kernel.test_windows import GAME
from tests.support.tables import Party, until

register(GAME)


async def begun(party: Party, **more: Any) -> Party:
    """Ash and Birch fence, each with their own screen."""
    await party.start(**{"game": "bout", "preset": "", "setup": {}, "usual_dice": "tap"} | more)
    return party


def asked(seen: Any) -> list[tuple[str, str, bool]]:
    return [(each.seat, each.what, each.window) for each in seen.view.asked]


def rolls(party: Party) -> int:
    live = party.service.house.hall.known(party.contest)
    assert live is not None
    return sum(isinstance(entry, Chanced) for entry in live.referee.transcript.entries)


async def test_a_persons_dice_wait_and_windows_are_open_until_they_fall(party: Party) -> None:
    await begun(party)
    await party.answer("Ash", "yes")
    assert asked(await party.view("Ash")) == [("ash", "the blow", False)]
    assert asked(await party.view("Birch")) == [("birch", "guard", True)]
    waits, can = await party.view("Ash"), await party.view("Birch")
    assert (waits.asked_of, can.asked_of) == (("ash",), ())
    assert [(each.seat, each.window, each.chance) for each in can.view.waiting] == [
        ("gm", True, False),
        ("ash", False, True),
    ]
    assert rolls(party) == 0
    await party.answer("Birch", "yes")
    assert rolls(party) == 0
    await party.answer("Ash", "sealed")
    assert rolls(party) == 1
    assert (await party.view("gm")).view.state["guards"] == 1


async def test_the_game_master_rolls_for_who_is_away(party: Party) -> None:
    await begun(party)
    await party.answer("Ash", "no")
    roll = next(each for each in (await party.view("gm")).view.asked if each.chance)
    await party.service.acts.answer(party.gm, party.contest, roll.id, "sealed")
    assert rolls(party) == 1


async def test_in_a_strict_contest_everybody_is_asked_before_the_dice(party: Party) -> None:
    await begun(party, strict=True)
    await party.answer("Ash", "no")
    assert asked(await party.view("Birch")) == [("birch", "guard", False)]
    assert asked(await party.view("Ash")) == []
    await party.answer("Birch", "no")
    assert asked(await party.view("Ash")) == [("ash", "the blow", False)]


async def test_a_standing_order_answers_from_then_on_until_it_is_taken_back(party: Party) -> None:
    await begun(party, strict=True)
    acts, birch = party.service.acts, party.seats["Birch"]
    await acts.order(birch, party.contest, "birch", "guard", "never")
    seen = await party.view("Birch")
    assert [(one.what, one.title) for one in seen.view.orders] == [("guard", "never")]
    await party.answer("Ash", "no")
    assert asked(await party.view("Ash")) == [("ash", "the blow", False)]
    await acts.order(birch, party.contest, "birch", "guard")
    assert (await party.view("Birch")).view.orders == []


async def test_bots_roll_at_once_where_nobody_can_say_anything(party: Party) -> None:
    await begun(party, bots={"ash": "first choice"})
    live = party.service.house.hall.known(party.contest)
    assert live is not None
    await until(
        lambda: [each.request.what for each in live.referee.pending] == ["trick"] and live.referee.at > 1
    )
    assert rolls(party) == 1


async def test_bots_give_who_is_there_and_can_speak_up_some_time(party: Party) -> None:
    """As long as that person has a window open; once it is shut by an answer they roll."""
    stream = party.service.streams.follow(party.seats["Birch"], party.tokens["Birch"])
    await anext(stream)
    await begun(party, bots={"ash": "first choice"})
    live = party.service.house.hall.known(party.contest)
    assert live is not None
    await until(lambda: live.referee.at == 1 and not live.lock.locked())
    assert isinstance(bots_module.due(live), float)
    assert rolls(party) == 0
    assert asked(await party.view("Birch")) == [("birch", "guard", True)]
    await party.answer("Birch", "no")
    await until(lambda: rolls(party) == 1)
    await stream.aclose()  # type: ignore[attr-defined]


async def test_bots_are_heard_where_nothing_waits_but_what_they_may_say(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the dice nothing is open but a bot's word."""
    monkeypatch.setattr("agonist.table.bots.defaults", lambda *_: "no")
    await begun(party, bots={"birch": "first choice", "ash": "first choice"})
    live = party.service.house.hall.known(party.contest)
    assert live is not None
    await until(lambda: rolls(party) > 1)
    said = [each for each in live.referee.transcript.entries if isinstance(each, Answered)]
    assert ("ash", "no", "") in [(each.seat, each.value, each.granted) for each in said[1:]]


async def test_the_time_that_bots_give_runs_out(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "GRACE", 0.05)
    await party.service.people.change_table(party.gm, patience=1)
    stream = party.service.streams.follow(party.seats["Birch"], party.tokens["Birch"])
    await anext(stream)
    await begun(party, bots={"ash": "first choice"})
    await until(lambda: rolls(party) == 1)
    await stream.aclose()  # type: ignore[attr-defined]
