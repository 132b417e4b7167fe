"""How long a contest may become, and where the work is done that grows with it: never on the event loop."""

import asyncio
import threading
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import pytest

from agonist import kernel as k
from agonist.kernel import Overridden, Referee, Rewound, Transcript
from agonist.table import Limits, NewContest, Refused, Service
from agonist.table.aside import LONG, Aside
from tests.support.tables import UNHURRIED, Party, opened

PLAYED: list[str] = []
"""The threads that played a turn of the game below."""


class Steps(k.State):
    taken: Annotated[int, k.OPEN, k.Correctable(k.Number(0, 10_000), "steps")] = 0


class Walk(k.ContestType[Steps]):
    """Somebody takes one step after the other, and it is known in which thread."""

    name, title, state_type, setup_type = "walk", "A walk", Steps, k.NoOptions
    presets = {"long": k.Preset("A long walk", "", k.NoOptions())}

    def begin(self, setup: object, options: object) -> Steps:
        return Steps()

    def turn(self, contest: k.Contest[Steps]) -> k.Procedure[None]:
        PLAYED.append(threading.current_thread().name)
        yield k.Ask(k.GM, "step", k.Number(1, 9))
        contest.state.taken += 1

    def outcome(self, state: Steps) -> k.Outcome | None:
        return k.Outcome(summary="There.") if state.taken >= 10_000 else None

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        return {"steps": float(seen["taken"])}


k.register(k.Game(name="walk", title="Walk", blurb="", rules_version="1", types=(Walk(),)))


async def walked(party: Party, steps: int) -> str:
    """A walk of so many steps."""
    contest = (await party.start(game="walk", preset="long")).id
    for n in range(steps):
        await party.service.acts.answer(party.gm, contest, f"{n}.0.0", 1)
    return contest


def on_the_loop() -> int:
    """How many turns the loop's own thread played since this was last asked."""
    count = PLAYED.count(threading.main_thread().name)
    PLAYED.clear()
    return count


async def test_what_plays_a_long_contest_again_is_done_aside(url: str) -> None:
    async with opened(url) as service:
        party = await Party(service).gather()
        contest = await walked(party, LONG + 20)
        gm = party.gm
        on_the_loop()
        assert len((await service.contests.tools(gm, contest)).points) == LONG + 20
        await service.contests.fork(gm, contest, 50)
        await service.acts.undo(gm, contest, 45)
        await service.contests.course(gm, contest)
        await service.acts.undo(gm, contest, 44)
        assert len(await service.contests.course(gm, contest)) > 40
        service.house.hall.forget(contest)
        await service.contests.view(gm, contest)
        await service.acts.end(gm, contest)
        data = (await service.exchange.transcript(gm, contest)).to_json()
        await service.exchange.take_contest(gm, data)
        assert on_the_loop() == 0


async def test_a_contest_ends_at_its_limit_and_its_own_export_is_taken_back(url: str) -> None:
    limits = msgspec.structs.replace(UNHURRIED, entries=10)
    async with opened(url, limits) as service:
        party = await Party(service).gather()
        contest = await walked(party, 10)
        with pytest.raises(Refused, match="10 entries") as refused:
            await service.acts.answer(party.gm, contest, "10.0.0", 1)
        assert "fork it from an earlier point" in refused.value.accepted
        assert (await service.contests.fork(party.gm, contest, 5)).status == "running"
        await service.acts.end(party.gm, contest)
        data = (await service.exchange.transcript(party.gm, contest)).to_json()
        assert (await service.exchange.take_contest(party.gm, data)).status == "ended"
        whole = msgspec.json.encode(await service.exchange.export(party.gm))
        await service.exchange.take_table(whole)


async def test_bots_stop_at_the_limit_too(url: str) -> None:
    limits = msgspec.structs.replace(UNHURRIED, entries=30)
    async with opened(url, limits) as service:
        party = await Party(service).gather()
        info = await service.contests.start(
            party.gm, NewContest(game="walk", preset="long", bots={"gm": "first choice"})
        )
        async with asyncio.timeout(60):
            while (await service.contests.view(party.gm, info.id)).view.at < 29:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        # One of the thirty entries says that the game master's dice wait for a word.
        assert (await service.contests.view(party.gm, info.id)).view.at == 29


async def test_corrections_and_undos_are_counted_whether_they_still_count_or_not(url: str) -> None:
    limits = msgspec.structs.replace(UNHURRIED, corrections=3, undos=2)
    async with opened(url, limits) as service:
        party = await Party(service).gather()
        contest = await walked(party, 2)
        for value in (5, 6, 7):
            await service.acts.override(party.gm, contest, "taken", value, reason="so")
        with pytest.raises(Refused, match="corrected 3 times"):
            await service.acts.override(party.gm, contest, "taken", 8, reason="so")
        for to in (2, 1):
            await service.acts.undo(party.gm, contest, to)
        with pytest.raises(Refused, match="corrected 3 times"):
            await service.acts.override(party.gm, contest, "taken", 8, reason="so")
        with pytest.raises(Refused, match="taken back 2 times"):
            await service.acts.undo(party.gm, contest, 0)


def corrected(times: int) -> Transcript:
    contest: Referee[Any] = Referee.start(k.game("walk"), "walk", {}, seed=bytes(32))
    for n in range(times):
        contest.override("taken", n, reason="so")
    return contest.transcript


def undone(times: int) -> Transcript:
    contest: Referee[Any] = Referee.start(k.game("walk"), "walk", {}, seed=bytes(32))
    for n in range(times):
        contest.answer(f"0.0.{n}", 1)
        contest.undo(0)
    return contest.transcript


@pytest.mark.parametrize(("made", "kind"), [(corrected, Overridden), (undone, Rewound)])
async def test_no_longer_contest_is_imported_than_can_be_played(url: str, made: Any, kind: type) -> None:
    limits = msgspec.structs.replace(UNHURRIED, corrections=5, undos=5)
    async with opened(url, limits) as service:
        party = await Party(service).gather()
        await service.exchange.take_contest(party.gm, made(5).to_json())
        with pytest.raises(Refused, match="too long") as refused:
            await service.exchange.take_contest(party.gm, made(6).to_json())
        assert refused.value.accepted == "up to 5"


async def test_an_export_is_never_larger_than_an_import_takes(url: str) -> None:
    async with opened(url) as service:
        party = await Party(service).gather()
        for _ in range(4):
            contest = await walked(party, 20)
            await service.acts.end(party.gm, contest)
    one = len((corrected(0)).to_json())
    limits = msgspec.structs.replace(UNHURRIED, document=one + 6_000)
    async with opened(url, limits) as service:
        document = await service.exchange.export(party.gm)
        data = msgspec.json.encode(document)
        assert len(data) <= limits.document
        assert len(document.contests) + len(document.left_out) == 4
        assert document.contests
        assert document.left_out
        await service.exchange.take_table(data)


async def test_a_view_and_a_page_of_the_log_hold_the_last_lines_only(service: Service, party: Party) -> None:
    contest = await walked(party, 1)
    for n in range(40):
        await service.acts.override(party.gm, contest, "taken", n + 1, reason=f"number {n}")
    view = await service.contests.view(party.gm, contest, most=10)
    assert [line.facts["reason"] for line in view.view.lines] == [f"number {n}" for n in range(30, 40)]
    first = view.view.lines[0].n
    _, before = await service.contests.log(party.gm, contest, before=first, most=5)
    assert [line.facts["reason"] for line in before] == [f"number {n}" for n in range(25, 30)]


async def test_work_is_finished_before_a_cancelled_asker_lets_go() -> None:
    aside, go, done = Aside(), threading.Event(), list[str]()
    try:

        def work() -> None:
            go.wait(5)
            done.append("done")

        asker = asyncio.create_task(aside.do(work))
        await asyncio.sleep(0.01)
        asker.cancel()
        await asyncio.sleep(0.01)
        assert not asker.done()
        go.set()
        with pytest.raises(asyncio.CancelledError):
            await asker
        assert done == ["done"]
    finally:
        aside.close()


def test_the_usual_limits_let_every_real_contest_be_played() -> None:
    """The longest ready contest, played by bots, has some 900 entries; people correct and take back a few times."""
    assert Limits().entries >= 3 * 920
    assert Limits().corrections >= 100
    assert Limits().undos >= 100
