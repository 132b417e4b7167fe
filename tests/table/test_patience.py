"""A right is waited for: nobody's roll takes away what is somebody else's to decide, and nobody waits for long."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

import pytest

from agonist import kernel
from agonist.kernel import ActRefused, Answered, AnswerRefused, Roll
from agonist.table import Refused, patience
from tests.support.tables import Party, until
from tests.table.test_rolling import asked, begun, rolls

pytestmark = pytest.mark.usefixtures("unhurried")


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing runs out by itself unless a test says so."""
    for name in ("BREATH", "GRACE", "CLAIM", "FALLING"):
        monkeypatch.setattr(patience, name, 3600.0)


@asynccontextmanager
async def looking(party: Party, *names: str) -> AsyncIterator[None]:
    """These people have the table open."""
    async with AsyncExitStack() as stack:
        for name in names:
            stream = party.service.streams.follow(party.seats[name], party.tokens[name])
            await anext(stream)
            stack.push_async_callback(stream.aclose)  # type: ignore[attr-defined]
        yield


async def struck(party: Party, trick: str = "no", **more: Any) -> None:
    """Ash is about to roll for a blow at Birch."""
    await begun(party, **more)
    await party.answer("Ash", trick)


def granted(party: Party) -> list[tuple[str, str]]:
    live = party.service.house.hall.known(party.contest)
    assert live is not None
    found = [entry for entry in live.referee.transcript.entries if isinstance(entry, Answered)]
    return [(entry.seat, entry.granted) for entry in found]


async def test_a_roll_waits_for_whom_it_is_directed_at_and_falls_with_their_answer(party: Party) -> None:
    async with looking(party, "Ash", "Birch"):
        await struck(party)
        done = await party.answer("Ash", "sealed")
        assert done.kept
        assert rolls(party) == 0
        assert (await party.view("Birch")).kept[0].waits_for == ("birch",)
        assert asked(await party.view("Birch")) == [("birch", "guard", True)]
        await party.answer("Birch", "yes")
        await until(lambda: rolls(party) == 1)
        assert (await party.view("gm")).view.state["guards"] == 1
        assert (await party.view("gm")).kept == ()


async def test_who_lets_it_pass_is_waited_for_no_longer(party: Party) -> None:
    async with looking(party, "Ash", "Birch"):
        await struck(party)
        await party.answer("Ash", "sealed")
        await party.service.acts.let_pass(party.seats["Birch"], party.contest, "birch")
        await until(lambda: rolls(party) == 1)
        assert ("birch", "assumed") in granted(party)


async def test_patience_runs_out(party: Party) -> None:
    await party.service.people.change_table(party.gm, patience=1)
    async with looking(party, "Ash", "Birch"):
        await struck(party)
        assert (await party.answer("Ash", "sealed")).kept
        await until(lambda: rolls(party) == 1)
        assert ("birch", "assumed") in granted(party)


async def test_who_is_not_there_costs_no_time(party: Party) -> None:
    async with looking(party, "Ash"):
        await struck(party)
        assert not (await party.answer("Ash", "sealed")).kept
        assert rolls(party) == 1


async def test_a_table_without_patience_waits_for_nobody(party: Party) -> None:
    await party.service.people.change_table(party.gm, patience=0)
    async with looking(party, "Ash", "Birch", "gm"):
        await struck(party, "yes")
        assert not (await party.answer("Ash", "sealed")).kept
        assert rolls(party) == 1


async def test_what_is_open_to_somebody_can_be_claimed_for_a_breath(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game master may deny a trick: a tap on *wait* holds the dice until they have spoken."""
    async with looking(party, "Ash", "gm"):
        await struck(party, "yes")
        await party.answer("Ash", "sealed")
        await party.service.acts.wait(party.gm, party.contest)
        monkeypatch.setattr(patience, "BREATH", 0.0)
        assert rolls(party) == 0
        denied = next(each for each in (await party.view("gm")).view.asked if each.what == "objection")
        await party.service.acts.answer(party.gm, party.contest, denied.id, "yes")
        assert (await party.view("gm")).view.state["denied"] == 1
        assert rolls(party) == 0, "what was let fall was another blow"
        assert (await party.view("Ash")).kept == ()
        assert asked(await party.view("Ash")) == [("ash", "the blow", False)]


async def test_a_breath_that_nobody_claims_is_over_soon(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "BREATH", 0.1)
    async with looking(party, "Ash", "gm"):
        await struck(party, "yes")
        assert (await party.answer("Ash", "sealed")).kept
        await until(lambda: rolls(party) == 1)
        assert ("gm", "assumed") in granted(party)


async def test_a_claim_does_not_hold_for_ever(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "CLAIM", 0.3)
    async with looking(party, "Ash", "gm"):
        await struck(party, "yes")
        await party.answer("Ash", "sealed")
        await party.service.acts.wait(party.gm, party.contest)
        with pytest.raises(ActRefused):
            await party.service.acts.wait(party.gm, party.contest)
        await until(lambda: rolls(party) == 1)


async def test_a_game_master_who_trusts_the_table_is_never_waited_for(party: Party) -> None:
    await party.service.people.change_table(party.gm, heeds_gm="trust")
    async with looking(party, "Ash", "gm"):
        await struck(party, "yes")
        assert not (await party.answer("Ash", "sealed")).kept
        assert rolls(party) == 1


async def test_a_game_master_who_wants_to_be_waited_for_is(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await party.service.people.change_table(party.gm, heeds_gm="wait")
    monkeypatch.setattr(patience, "BREATH", 0.0)
    async with looking(party, "Ash", "gm"):
        await struck(party, "yes")
        assert (await party.answer("Ash", "sealed")).kept
        assert rolls(party) == 0
        await party.service.acts.let_pass(party.gm, party.contest, "gm")
        await until(lambda: rolls(party) == 1)


async def test_who_holds_several_seats_waits_for_none_of_them(party: Party) -> None:
    """A game master who plays Birch too has seen what Birch could do."""
    async with looking(party, "gm"):
        await begun(party, casting={"birch": party.gm.id, "ash": party.gm.id})
        await party.answer("gm", "yes")
        roll = next(each for each in (await party.view("gm")).view.asked if each.chance)
        assert not (await party.service.acts.answer(party.gm, party.contest, roll.id, "sealed")).kept


async def test_what_closes_by_itself_is_open_a_while_and_goes_on(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window beside no dice: whoever it is for can see it, and the contest goes on without them in the end."""
    async with looking(party, "Ash"):
        await struck(party)
        await party.answer("Ash", "sealed")
        assert asked(await party.view("Ash")) == [("ash", "salute", True)]
        monkeypatch.setattr(patience, "GRACE", 0.0)
        monkeypatch.setattr(patience, "FALLING", 0.0)
        await party.service.acts.wait(party.seats["Ash"], party.contest)
        await party.service.acts.let_pass(party.seats["Ash"], party.contest, "ash")
        await until(lambda: ("ash", "assumed") in granted(party))
        assert asked(await party.view("Birch")) == [("birch", "trick", False)]


async def test_dice_that_follow_were_let_fall_with_the_word_before(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has just asked for them taps no more; who may object has a breath, and no longer."""
    monkeypatch.setattr(kernel, "Roll", partial(Roll, follows=True))
    monkeypatch.setattr(patience, "BREATH", 0.1)
    await party.service.people.change_table(party.gm, patience=60)
    async with looking(party, "Ash", "gm"):
        await struck(party, "yes")
        assert asked(await party.view("Ash")) == []
        await until(lambda: rolls(party) == 1)
        assert ("gm", "assumed") in granted(party)


async def test_dice_are_let_fall_once_and_what_real_ones_show_is_checked_at_once(party: Party) -> None:
    async with looking(party, "Ash", "Birch"):
        await struck(party, dice={"ash": "typed"})
        with pytest.raises(AnswerRefused):
            await party.answer("Ash", [9])
        assert (await party.view("Ash")).kept == ()
        await party.answer("Ash", [5])
        with pytest.raises(ActRefused) as refused:
            await party.answer("Ash", [6])
        assert refused.value.code == "act.already-answered"
        assert "5" not in str((await party.view("Birch")).kept), "what the dice show is nobody's to know yet"
        await party.answer("Birch", "no")
        await until(lambda: rolls(party) == 1)
        assert (await party.view("gm")).view.state["points"]["birch"] == 2


async def test_kept_dice_survive_their_process(party: Party) -> None:
    """What was acknowledged is stored: a server that comes back lets them fall."""
    async with looking(party, "Ash", "Birch"):
        await struck(party)
        await party.answer("Ash", "sealed")
        party.service.house.hall.forget(party.contest)
        assert (await party.view("Ash")).kept[0].waits_for == ("birch",)
        await party.answer("Birch", "no")
        await until(lambda: rolls(party) == 1)


async def test_an_undo_forgets_dice_that_were_kept(party: Party) -> None:
    async with looking(party, "Ash", "Birch"):
        await struck(party)
        await party.answer("Ash", "sealed")
        await party.service.acts.undo(party.gm, party.contest, 0)
        await party.answer("Ash", "no")
        assert (await party.view("Ash")).kept == ()
        assert rolls(party) == 0


async def test_what_a_table_cannot_be_told_is_refused(party: Party) -> None:
    for wrong in ({"patience": -1}, {"patience": 61}, {"heeds_gm": "always"}):
        with pytest.raises(Refused):
            await party.service.people.change_table(party.gm, **wrong)
    info = (await party.service.people.table(party.gm)).table
    assert (info.patience, info.heeds_gm) == (8, "breath")


async def test_nobody_passes_or_waits_for_another(party: Party) -> None:
    async with looking(party, "Ash", "Birch"):
        await struck(party)
        before = granted(party)
        with pytest.raises(Exception, match="You do not play Birch"):
            await party.service.acts.let_pass(party.seats["Ash"], party.contest, "birch")
        with pytest.raises(ActRefused):
            await party.service.acts.wait(party.seats["Ash"], party.contest)
        assert granted(party) == before
