"""The course of a contest: its numbers at every moment, as each seat may know them."""

from typing import Any

import pytest

from agonist.kernel import GM, ONLOOKER
from agonist.table import CoursePoint, NotFound
from examples.standoff import Duel
from tests.support.tables import Party


@pytest.fixture(autouse=True)
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nerve of both rivals, and the cards that the seat sees, as numbers to chart."""

    def gauges(self: Duel, seen: dict[str, Any]) -> dict[str, float]:
        nerve = {rival["name"]: rival["nerve"] for rival in seen["rivals"]}
        return nerve | {f"{r['name']}'s card": int(r["card"]) for r in seen["rivals"] if r.get("card")}

    monkeypatch.setattr(Duel, "gauges", gauges)


async def course(party: Party, name: str) -> list[CoursePoint]:
    return await party.service.contests.course(party.seats[name], party.contest)


async def played(party: Party) -> None:
    """A round in which both wait, and the first decision of the next."""
    for name in ("Ash", "Birch", "Ash"):
        await party.answer(name, "wait")


async def test_every_moment_is_as_the_seat_saw_it(party: Party) -> None:
    """The beginning, the cards of a round, the deeds and the dice: a moment for each, without the other's cards."""
    await party.start()
    await played(party)
    whole, ours, theirs, over_there = [await course(party, name) for name in ("gm", "Ash", "Birch", "Finn")]
    assert [moment.at for moment in whole] == [-1, 0, 1, 2, 3]
    assert [m.at for m in ours] == [m.at for m in theirs] == [m.at for m in over_there] == [-1, 0, 1, 2, 3]
    assert whole[0].gauges == {"Ash": 2, "Birch": 2}
    assert all(set(moment.gauges) == {"Ash", "Birch", "Ash's card"} for moment in ours[1:])
    assert all(set(moment.gauges) == {"Ash", "Birch", "Birch's card"} for moment in theirs[1:])
    assert all(set(moment.gauges) == {"Ash", "Birch"} for moment in over_there)
    for moments, name in ((whole, "gm"), (ours, "Ash"), (theirs, "Birch"), (over_there, "Finn")):
        assert moments[-1].gauges == Duel().gauges((await party.view(name)).view.state)


async def test_what_is_undone_leaves_the_course_and_a_correction_shows_at_once(party: Party) -> None:
    await party.start()
    await played(party)
    before = await course(party, "Ash")
    (nerve, *_) = (await party.service.contests.tools(party.gm, party.contest)).corrections
    await party.service.acts.override(party.gm, party.contest, nerve.path, 9, reason="I misread it.")
    corrected = await course(party, "Ash")
    assert corrected[:-1] == before[:-1]
    assert corrected[-1] == CoursePoint(before[-1].at, before[-1].gauges | {"Ash": 9})
    await party.service.acts.undo(party.gm, party.contest, 1)
    assert await course(party, "Ash") == before[:2]
    await party.answer("Birch", "strike")
    assert [moment.at for moment in await course(party, "Ash")] == [-1, 0]


async def test_the_course_is_the_same_after_the_contest_left_memory(party: Party) -> None:
    await party.start()
    await played(party)
    await party.service.acts.undo(party.gm, party.contest, 1)
    before = await course(party, "gm")
    party.service.house.hall.forget(party.contest)
    assert await course(party, "gm") == before


async def test_it_is_for_this_table_and_for_seats_that_one_holds(party: Party) -> None:
    await party.start()
    stranger = await Party(party.service).gather()
    contests = party.service.contests
    with pytest.raises(NotFound):
        await contests.course(stranger.gm, party.contest)
    assert await contests.course(party.seats["Ash"], party.contest, seat=ONLOOKER) == await course(
        party, "Finn"
    )
    for seat in (GM, "second"):
        with pytest.raises(NotFound):
            await contests.course(party.seats["Ash"], party.contest, seat=seat)
