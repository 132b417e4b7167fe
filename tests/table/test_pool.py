"""The pool of story points is one for all contests of a table (QS-30)."""

import asyncio
from random import Random
from typing import Any

import pytest

from agonist.table import Refused, Service
from agonist.table.stage import Stage
from tests.support.tables import Party, opened

GAME = "questworlds-srd"
SETUP: dict[str, Any] = {
    "story_points": 1,
    "contestants": [
        {"name": "Ada", "seat": "ada", "abilities": [{"name": "Sailor", "rating": "17"}]},
        {"name": "The storm", "opposition": True, "resistance": "hard"},
    ],
}


async def begun(party: Party, points: int = 1) -> str:
    """A contest whose player can buy a plot edit for a point."""
    wanted = {"game": GAME, "type": "contest", "preset": "", "setup": SETUP | {"story_points": points}}
    info = await party.start(**wanted, casting={"ada": party.seats["Ash"].id})
    return info.id


async def edit(party: Party, contest: str, service: Service | None = None) -> int:
    """Propose a plot edit, have it taken for a marginal one, and pay; returns which question the last was."""
    served, ash = service or party.service, party.seats["Ash"]
    at = 0
    for seat, what, value in (
        (ash, "tactic", {"pick": "edit", "with": "A rope is there."}),
        (party.gm, "plot edit", "marginal"),
        (ash, "pay for the edit", "yes"),
    ):
        asked = (await served.contests.view(seat, contest)).view.asked
        (ours,) = [each for each in asked if each.what == what]
        at = ours.at
        await served.acts.answer(seat, contest, ours.id, value)
    return at


async def left(party: Party, contest: str) -> int:
    points: int = (await party.service.contests.view(party.gm, contest)).view.state["story_points"]
    return points


async def settled(party: Party, contest: str, points: int) -> None:
    async with asyncio.timeout(20):
        while await left(party, contest) != points:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def nothing(*_: Any) -> None:
    """Nobody tells the other contests."""


async def test_qs_30_two_contests_cannot_both_burn_the_last_point(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """QS-30: of two claims on the last point the first has it, though the other contest has not heard of it."""
    monkeypatch.setattr(Stage, "_level_pool", nothing)
    one, two = await begun(party), await begun(party)
    await edit(party, one)
    assert (await left(party, one), await left(party, two)) == (0, 1)
    with pytest.raises(Refused, match="another contest"):
        await edit(party, two)
    await settled(party, two, 0)
    asked = (await party.service.contests.view(party.seats["Ash"], two)).view.asked
    assert [each.what for each in asked] == ["pay for the edit"]
    await party.service.acts.answer(party.seats["Ash"], two, asked[0].id, "no")


async def test_qs_30_what_is_burned_in_one_contest_is_gone_from_the_others(party: Party) -> None:
    """QS-30: the others are corrected, and get it back when it is undone."""
    one, two = await begun(party, 3), await begun(party, 3)
    await edit(party, one)
    await settled(party, two, 2)
    paid = await edit(party, two)
    await settled(party, one, 1)
    await party.service.acts.undo(party.gm, two, paid, reason="a slip")
    await settled(party, two, 2)
    await settled(party, one, 2)


async def test_qs_30_the_next_contest_has_what_all_have_left(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """QS-30: though the one that ended last never heard of what another burned."""
    monkeypatch.setattr(Stage, "_level_pool", nothing)
    one, two = await begun(party, 3), await begun(party, 3)
    await edit(party, one)
    party.contest = two
    assert (await party.play_on(Random(4), most=3_000)).contest.status == "over"
    ended = await left(party, two)
    await party.start(game=GAME, type="contest", preset="", setup={**SETUP, "story_points": None}, casting={})
    assert await left(party, party.contest) == ended - 1


@pytest.mark.postgres
async def test_qs_30_a_pool_is_one_in_every_process(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """QS-30: a server that has the other contest in memory, and has heard of nothing, refuses as well."""
    monkeypatch.setattr(Stage, "_level_pool", nothing)
    async with opened(postgres_url) as here, opened(postgres_url) as there:
        party = await Party(here).gather()
        one, two = await begun(party), await begun(party)
        await there.contests.view(party.gm, two)
        await edit(party, one)
        with pytest.raises(Refused, match="another contest"):
            await edit(party, two, there)
