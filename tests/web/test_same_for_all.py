"""What is drawn once for all who see the same is not shown to whoever sees it otherwise."""

from pathlib import Path
from random import Random

from agonist.table import NewContest, Service
from agonist.web.pages.contests import shown_of
from agonist.web.pages.showing import stage_event
from agonist.web.pages.visit import Visit
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED


async def test_the_stage_says_who_is_ahead_as_each_seat_sees_it(tmp_path: Path) -> None:
    """A game master looks with the players, so all sides are the same: but it is no side of theirs that is ahead."""
    async with Service.open(empty_store(tmp_path / "tables.db"), limits=UNHURRIED) as service:
        master = (await service.people.create_table("Friday", "Mia")).seat
        invited = await service.people.add_seat(master, "Ana", "player")
        player = (await service.invitations.join(invited.token)).seat
        new = NewContest(game="forge", type="destruction", preset="duel-to-the-death", usual_dice="sealed")
        contest = (await service.contests.start(master, new)).id
        cast = (await service.contests.view(master, contest)).seats[1].seat
        await service.acts.cast(master, contest, cast, player.id)
        seats, random, told = (master, player), Random(3), set[str]()
        after = dict.fromkeys((each.id for each in seats), "")
        for _ in range(60):
            for who in seats:
                view = await service.contests.view(who, contest, after=after[who.id])
                shown = await shown_of(service, Visit(who, (who,), ""), view, await service.people.table(who))
                after[who.id] = view.position
                for event in stage_event(shown, view.view.lines):
                    if b"in-all" in event:
                        assert shown.standing.ahead.encode() in event
                        told.add(shown.standing.ahead)
            asked = (await service.contests.view(master, contest)).view.asked
            if not asked or len(told) > 1:
                break
            await service.acts.answer(master, contest, asked[0].id, asked[0].form.sample(random))
        assert len(told) > 1
