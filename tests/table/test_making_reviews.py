"""Reviews are made fairly: one a contest, by address, resumed where they were left, dropped with the table."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from agonist.review.working import do
from agonist.table import NotFound, Service
from agonist.table.visitors import Visitor, visited_by
from tests.support.tables import Party, until
from tests.table.test_reviews import a_duel, gathered, reviewed, shared


class Desk:
    """Works out pieces of reviews here instead of in processes, while it is open; knows for whom."""

    def __init__(self, service: Service) -> None:
        self.asked: list[str] = []
        self.kinds: list[str] = []
        self.open = asyncio.Event()
        self.open.set()
        self.most = 10**9
        service.house.reviewers._worked_out = self.worked_out  # type: ignore[method-assign]

    async def worked_out(self, job: Any) -> Any:
        self.asked.append(job.asker)
        self.kinds.append(job.arguments[1].kind)
        if len(self.asked) > self.most:
            self.open.clear()
        await self.open.wait()
        await asyncio.sleep(0.001)
        return do(*job.arguments)


@pytest.fixture
async def desk(service: Service) -> AsyncIterator[Desk]:
    made = Desk(service)
    yield made
    made.open.set()


async def test_sharing_and_taking_back_again_and_again_makes_one_review(service: Service, desk: Desk) -> None:
    party = await gathered(service)
    contest = await a_duel(party)
    await shared(party, contest)
    once = len(desk.asked)
    for _ in range(25):
        await service.sharing.take_back(party.gm, contest)
        page = await shared(party, contest)
        assert page.review is not None
    assert len(desk.asked) == once


async def test_a_review_that_was_left_goes_on_where_it_was(
    service: Service, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken back and shared again: only what was being worked out when it was left is worked out anew."""
    monkeypatch.setattr("agonist.review.waves._PIECE", 100)
    service.reviews.makers.grace = 0.0
    party = await gathered(service)
    contest = await a_duel(party)
    await shared(party, contest)
    whole = len(desk.asked)
    assert whole > 10
    await service.sharing.take_back(party.gm, contest)
    service.reviews.makers._makings.clear()
    desk.asked.clear()
    for most in (3, 7, 10):
        desk.most = most
        await service.sharing.share(party.gm, contest)
        await until(lambda most=most: len(desk.asked) > most)
        await service.sharing.take_back(party.gm, contest)
        await asyncio.sleep(0.01)
        desk.open.set()
    desk.most = 10**9
    assert (await shared(party, contest)).review is not None
    assert len(desk.asked) <= whole + 3 * 3


async def test_eight_shares_at_once_give_one_link_that_lives(service: Service, desk: Desk) -> None:
    party = await gathered(service)
    contest = await a_duel(party)
    links = await asyncio.gather(*(service.sharing.share(party.gm, contest) for _ in range(8)))
    assert len(set(links)) == 1
    assert (await service.sharing.page(links[0])).title


async def test_what_is_not_public_is_taken_back_without_a_word_to_the_database(
    service: Service, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two thousand in a minute kept the database from neighbours' acts; what is public counts as a change."""
    party = await gathered(service)
    contest = await a_duel(party)
    await shared(party, contest)
    counted, written = list[str](), list[int]()
    monkeypatch.setattr(service.house.rates, "take", lambda what, *_: counted.append(what))
    monkeypatch.setattr(service.house.store.writer, "observe", lambda jobs, _: written.append(jobs))
    for _ in range(3):
        await service.sharing.take_back(party.gm, contest)
    assert (counted, written) == (["write"], [1])


async def test_many_reviews_of_one_address_do_not_keep_anothers(service: Service, desk: Desk) -> None:
    """Ten pages are made public at one address; a neighbour's one is there before the third of them."""
    greedy, modest = await gathered(service), await gathered(service)
    many, one = [await a_duel(greedy, seed=n) for n in range(2, 12)], await a_duel(modest)
    desk.open.clear()
    with visited_by(Visitor("203.0.113.1")):
        for contest in many:
            await service.sharing.share(greedy.gm, contest)
    await until(lambda: len(desk.asked) >= 2)
    with visited_by(Visitor("203.0.113.2")):
        link = await service.sharing.share(modest.gm, one)
    desk.open.set()
    async with asyncio.timeout(60):
        while (await service.sharing.page(link)).working:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    ours = [n for n, asker in enumerate(desk.asked) if "203.0.113.2" in asker]
    assert ours
    before = ours[-1] + 1 - len(ours)
    assert before <= 3 * len(ours), "they were worked out first"


async def test_reviews_are_dropped_with_their_table(service: Service, desk: Desk) -> None:
    party = await gathered(service)
    contests = [await a_duel(party, seed=n) for n in (2, 3, 4)]
    desk.open.clear()
    for contest in contests:
        await service.reviews.of(party.gm, contest)
        await service.sharing.share(party.gm, contest)
    await until(lambda: len(desk.asked) >= 2)
    asked = len(desk.asked)
    await service.people.delete_table(party.gm)
    await until(lambda: not service.house.tasks)
    assert not service.reviews.makers._makings
    assert (len(service.house.reviewers.turns), len(service.reviews.makers._reviews)) == (0, 0)
    desk.open.set()
    assert len(desk.asked) == asked
    with pytest.raises(NotFound):
        await service.reviews.of(party.gm, contests[0])


async def test_a_store_that_was_away_does_not_lose_a_review(
    service: Service, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agonist.table import StoreUnavailable

    party: Party = await gathered(service)
    contest, tries = await a_duel(party), 0
    really = service.house.store.write

    async def write(*given: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise StoreUnavailable("away")
        return await really(*given)

    await service.reviews.of(party.gm, contest)
    monkeypatch.setattr(service.house.store, "write", write)
    await until(lambda: tries == 1)
    await until(lambda: not service.house.tasks)
    asked = len(desk.asked)
    assert (await reviewed(party, "gm", contest)).review is not None
    assert len(desk.asked) == asked
