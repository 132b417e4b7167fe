"""Reviews at a table: made once by clerks, kept with the contest, shared and taken back by the game master."""

import asyncio
from typing import Any

import pytest

from agonist.table import NotAllowed, NotFound, Refused, Reviewed, Service
from tests.review.played import duel, played
from tests.support.tables import Party, opened


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def any_url(request: pytest.FixtureRequest, url: str) -> str:
    """Both kinds of database."""
    found: str = url if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return found


async def reviewed(party: Party, name: str, contest: str) -> Reviewed:
    """The review once it is there."""
    for _ in range(1_200):
        found = await party.service.reviews.of(party.seats[name], contest)
        if found.status != "working":
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("It takes too long.")


async def a_duel(party: Party, rating: int = 14, seed: int = 2) -> str:
    transcript = played("questworlds", "extended", setup=duel(17, rating), bots="steady", seed=seed)
    return (await party.service.exchange.take_contest(party.gm, transcript.to_json())).id


async def gathered(service: Service) -> Party:
    service.reviews.scale = 0.01
    return await Party(service).gather()


async def test_a_review_is_made_once_told_as_it_comes_and_kept(any_url: str) -> None:
    async with opened(any_url) as service:
        party = await gathered(service)
        contest = await a_duel(party)
        first = await service.reviews.of(party.seats["Finn"], contest)
        assert first.status == "working"
        found = await reviewed(party, "Finn", contest)
        assert found.review is not None
        assert found.review.method == "solved"
        table = party.gm
    async with opened(any_url) as service:
        again = await service.reviews.of(table, contest)
        assert again == found


async def test_while_it_runs_a_seat_is_told_its_own_chance_alone(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        await party.start()
        found = await service.reviews.of(party.seats["Finn"], party.contest)
        assert (found.status, found.review, found.chance) == ("running", None, None)


async def test_a_contest_that_ended_early_has_no_review(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        await party.start()
        await service.acts.end(party.gm, party.contest, reason="Late.")
        found = await service.reviews.of(party.gm, party.contest)
        assert (found.status, found.review) == ("none", None)


async def test_nobody_of_another_table_gets_a_review(url: str) -> None:
    async with opened(url) as service:
        party, others = await gathered(service), await gathered(service)
        contest = await a_duel(party)
        with pytest.raises(NotFound):
            await service.reviews.of(others.gm, contest)


async def test_the_club_adds_up_what_was_reviewed(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        one, two = await a_duel(party), await a_duel(party, seed=3)
        await reviewed(party, "gm", one)
        before = await service.reviews.club(party.gm)
        assert (before.contests, before.waiting) == (1, 1)
        await reviewed(party, "gm", two)
        club = await service.reviews.club(party.seats["Ash"])
        assert (club.contests, club.waiting) == (2, 0)
        ysolde, warden = (next(m for m in club.members if m.name == n) for n in ("Ysolde", "The Warden"))
        assert ysolde.contests == 2
        assert ysolde.won + warden.won == 2
        assert ysolde.luck.value == pytest.approx(-warden.luck.value)
        assert ysolde.luck.error > 0


# Public pages


async def shared(party: Party, contest: str) -> Any:
    link = await party.service.sharing.share(party.gm, contest)
    for _ in range(1_200):
        page = await party.service.sharing.page(link)
        if not page.working:
            return page
        await asyncio.sleep(0.05)
    raise AssertionError("It takes too long.")


async def test_the_game_master_makes_a_page_public_and_takes_it_back(any_url: str) -> None:
    async with opened(any_url) as service:
        party = await gathered(service)
        contest = await a_duel(party)
        with pytest.raises(NotAllowed):
            await service.sharing.share(party.seats["Ash"], contest)
        page = await shared(party, contest)
        link = await service.sharing.link(party.gm, contest)
        assert page.summary
        assert page.review is not None
        assert page.review.knowledge == "onlooker"
        assert await service.sharing.share(party.gm, contest) == link
        await service.sharing.take_back(party.gm, contest)
        with pytest.raises(NotFound):
            await service.sharing.page(link)
        assert await service.sharing.share(party.gm, contest) != link


async def test_what_still_runs_is_not_shared(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        await party.start()
        with pytest.raises(Refused, match="over"):
            await service.sharing.share(party.gm, party.contest)
