"""Reviews at a table: made once by clerks, kept with the contest, shared and taken back by the game master."""

import asyncio
from typing import Any

import pytest

from agonist.table import LiveCurve, NotAllowed, NotFound, Refused, Reviewed, Service
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
    service.reviews.makers.scale = 0.01
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
        finn = party.seats["Finn"]
    async with opened(any_url) as service:
        again = await service.reviews.of(finn, contest)
        assert again == found


async def test_a_short_review_does_not_wait_behind_a_long_one(url: str) -> None:
    """Where all places at which pieces are worked on are taken, what is but one piece is done at once."""
    async with opened(url) as service:
        party = await gathered(service)
        service.house.reviewers.turns.heavy = 0
        assert (await reviewed(party, "gm", await a_duel(party))).status == "ready"


async def running_duel(party: Party, rating: int = 14) -> None:
    """Ash plays Ysolde against a Warden of the game master's, whose rating she does not know."""
    await party.start(
        game="questworlds",
        type="extended",
        preset="",
        setup=duel(17, rating),
        casting={"ysolde": party.seats["Ash"].id},
    )


async def curve_of(party: Party, name: str, seat: str = "") -> LiveCurve:
    found = await party.service.reviews.of(party.seats[name], party.contest, seat=seat)
    assert (found.status, found.review) == ("running", None)
    assert found.curve is not None
    return found.curve


async def bid(party: Party, name: str, much: int) -> None:
    asked = next(each for each in (await party.view(name)).view.asked if each.what == "plan")
    form: Any = asked.form
    answer = form.pick("exchange")
    answer["with"]["bid"] = much
    await party.service.acts.answer(party.seats[name], party.contest, asked.id, answer)


async def test_qw_13_while_it_runs_a_seat_sees_the_curve_that_it_can_know(url: str) -> None:
    """It grows with the contest, and is the same whatever the hidden rating is; the game master's is not."""
    async with opened(url) as service:
        curves, known = [], []
        for rating in (9, 19):
            party = await gathered(service)
            await running_duel(party, rating)
            first = await curve_of(party, "Ash")
            assert (first.seen_as, first.against) == (
                "ysolde",
                "best play of both sides, as if both knew all",
            )
            assert await curve_of(party, "Ash") == first
            await bid(party, "Ash", 3)
            await curve_of(party, "Ash")
            grown = await curve_of(party, "Ash")
            assert [len(side.curve) for side in grown.sides] == [2, 2]
            assert [side.curve[0] for side in grown.sides] == [side.curve[0] for side in first.sides]
            curves.append(first)
            known.append(await curve_of(party, "gm"))
        assert curves[0] == curves[1]
        assert known[0].sides != known[1].sides


async def test_what_was_taken_back_is_no_longer_in_the_curve(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        await running_duel(party)
        first = await curve_of(party, "Ash")
        await bid(party, "Ash", 17)
        await curve_of(party, "Ash")
        await service.acts.undo(party.gm, party.contest, 0)
        assert await curve_of(party, "Ash") == first


async def test_where_odds_are_hidden_so_is_the_curve_from_all_but_the_game_master(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        await running_duel(party)
        await service.people.change_table(party.gm, odds=False)
        assert (await curve_of(party, "Ash")).sides == ()
        assert (await curve_of(party, "gm")).sides
        with pytest.raises(NotFound):
            await curve_of(party, "Birch", "ysolde")


async def test_the_curve_of_a_game_that_only_this_process_knows_stays_empty(url: str) -> None:
    async with opened(url) as service:
        party = await gathered(service)
        await party.start()
        assert (await curve_of(party, "Finn")).sides == ()


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
