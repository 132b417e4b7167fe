"""A table under random acts, legal, illegal, late, doubled and crossed: nothing is lost, doubled, diverges or leaks."""

import asyncio
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from agonist.kernel import AgonistError, seat_view
from agonist.table import Once, Service
from agonist.table.live import read_contest, rebuilt
from tests.support.postgres import Postgres
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED, Party, alike

TRIES = settings().max_examples
"""100 in `make test`, many more in `make soak`."""

PEOPLE = ("gm", "Ash", "Birch", "Finn")
SEATS = ("gm", "first", "second", "onlooker")
GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


class TableMachine(RuleBasedStateMachine):
    """Two services on one store where the store can be shared; one that forgets its contests where it cannot."""

    url = ""
    shared = False

    @initialize(nerve=st.integers(1, 9), seed=st.integers(0, 2**32))
    def sit_down(self, nerve: int, seed: int) -> None:
        self.random = Random(seed)
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        url = self.url or empty_store(Path(self.folder.name) / "table.db")
        self.opened = [Service.open(url, limits=UNHURRIED) for _ in range(2 if self.shared else 1)]
        self.services = [self.run(each.__aenter__()) for each in self.opened]
        self.party = self.run(Party(self.services[0]).gather())
        self.run(self.party.start(setup={"names": ["Ash", "Birch"], "nerve": nerve}, preset=""))
        self.taken: list[tuple[str, str, Any]] = []
        self.stored = self.entries()
        self.heard: dict[str, list[Any]] = {name: [] for name in PEOPLE}
        self.followers = [self.runner.get_loop().create_task(self.follow(name)) for name in PEOPLE]

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    async def follow(self, name: str) -> None:
        service = self.services[-1]
        party = self.party
        async for change in service.streams.follow(party.seats[name], party.tokens[name], party.contest):
            if change.view is not None:
                self.heard[name].append(change.view)

    def service(self) -> Service:
        return self.random.choice(self.services)

    def entries(self) -> int:
        return len(self.run(self._stored()).entries)

    async def _stored(self) -> Any:
        return await self.services[0].house.store.read(lambda c: read_contest(c, self.party.contest))

    def refused(self, work: Any) -> str:
        """The code with which this is refused; and nothing was stored."""
        with pytest.raises(AgonistError) as refusal:
            self.run(work)
        assert self.entries() == self.stored
        return refusal.value.code

    def asked(self, name: str) -> list[Any]:
        seat = self.party.seats[name]
        return self.run(self.service().contests.view(seat, self.party.contest)).view.asked

    def note(self, acted: Any) -> None:
        assert acted.entries > self.stored
        self.stored = acted.entries
        assert self.entries() == self.stored

    # Legal acts

    @rule(name=st.sampled_from(("Ash", "Birch", "gm")))
    def answer(self, name: str) -> None:
        for asked in self.asked(name)[:1]:
            value = asked.form.sample(self.random)
            act = self.service().acts.answer(self.party.seats[name], self.party.contest, asked.id, value)
            self.note(self.run(act))
            self.taken.append((name, asked.id, value))

    @rule()
    def undo(self) -> None:
        tools = self.run(self.service().contests.tools(self.party.gm, self.party.contest))
        if tools.points:
            to = self.random.choice(tools.points).at
            self.note(
                self.run(self.service().acts.undo(self.party.gm, self.party.contest, to, reason="again"))
            )

    @rule()
    def correct(self) -> None:
        tools = self.run(self.service().contests.tools(self.party.gm, self.party.contest))
        if tools.corrections and self.asked("gm"):
            where = self.random.choice(tools.corrections)
            value = where.form.sample(self.random)
            act = self.service().acts.override(
                self.party.gm, self.party.contest, where.path, value, reason="so"
            )
            self.note(self.run(act))

    @rule(
        seat=st.sampled_from(("first", "second", "gm")), mode=st.sampled_from(("sealed", "typed", "either"))
    )
    def change_dice(self, seat: str, mode: Any) -> None:
        if self.asked("gm"):
            self.note(self.run(self.service().acts.set_dice(self.party.gm, self.party.contest, seat, mode)))

    @rule()
    def let_a_bot_answer(self) -> None:
        for asked in self.asked("gm")[:1]:
            if not asked.chance:
                act = self.service().acts.bot_answers(
                    self.party.gm, self.party.contest, asked.id, "any choice"
                )
                self.note(self.run(act))

    @rule(name=st.sampled_from(("Ash", "Birch", "gm")))
    def the_same_again_with_a_key(self, name: str) -> None:
        for asked in self.asked(name)[:1]:
            value = asked.form.sample(self.random)
            once = Once.of(name, str(self.random.random()), "secret", asked.id.encode())
            what = (self.party.seats[name], self.party.contest, asked.id, value)
            first = self.run(self.service().acts.answer(*what, once=once))
            self.note(first)
            assert self.run(self.service().acts.answer(*what, once=once)) == first
            assert self.entries() == self.stored

    # Crossed acts

    @rule(name=st.sampled_from(("Ash", "Birch", "gm")), rivals=st.integers(2, 4))
    def race(self, name: str, rivals: int) -> None:
        """Several answers to one request at once, from everywhere: exactly one is taken."""
        for asked in self.asked(name)[:1]:
            who = [self.party.seats[name], self.party.gm]
            sent = [
                self.service().acts.answer(
                    self.random.choice(who), self.party.contest, asked.id, asked.form.sample(self.random)
                )
                for _ in range(rivals)
            ]

            async def all_at_once(sent: Any = sent) -> list[Any]:
                return await asyncio.gather(*sent, return_exceptions=True)

            results = self.run(all_at_once())
            taken = [each for each in results if not isinstance(each, BaseException)]
            assert len(taken) == 1, results
            codes = {each.code for each in results if isinstance(each, AgonistError)}
            assert codes <= {"act.already-answered", "act.over"}, results
            self.note(taken[0])

    # What is refused

    @rule(name=st.sampled_from(("Ash", "Birch", "Finn")))
    def answer_for_another(self, name: str) -> None:
        mine = {asked.id for asked in self.asked(name)}
        for asked in self.asked("gm"):
            if asked.id not in mine:
                act = self.service().acts.answer(
                    self.party.seats[name], self.party.contest, asked.id, asked.form.sample(self.random)
                )
                assert self.refused(act) == "act.not-yours"

    @precondition(lambda self: self.taken)
    @rule()
    def answer_late_or_doubled(self) -> None:
        name, request, value = self.random.choice(self.taken)
        if request not in {asked.id for asked in self.asked("gm")}:
            act = self.service().acts.answer(self.party.seats[name], self.party.contest, request, value)
            assert self.refused(act) in {"act.already-answered", "act.not-pending", "act.over"}

    @rule(value=GARBAGE, name=st.sampled_from(("Ash", "Birch", "gm")))
    def answer_nonsense(self, value: Any, name: str) -> None:
        for asked in self.asked(name)[:1]:
            try:
                asked.form.check(value)
            except AgonistError:
                act = self.service().acts.answer(self.party.seats[name], self.party.contest, asked.id, value)
                assert self.refused(act).startswith("answer.")

    @rule(name=st.sampled_from(("Ash", "Birch", "Finn")))
    def play_game_master(self, name: str) -> None:
        who, contest, acts = self.party.seats[name], self.party.contest, self.service().acts
        for act in (acts.undo(who, contest, 0), acts.pause(who, contest), acts.end(who, contest)):
            assert self.refused(act) == "table.not-allowed"

    @rule(name=st.sampled_from(("Ash", "Birch")))
    def act_while_paused(self, name: str) -> None:
        asked = self.asked(name)
        if asked:
            acts, contest = self.service().acts, self.party.contest
            self.run(acts.pause(self.party.gm, contest))
            answer = self.services[0].acts.answer(self.party.seats[name], contest, asked[0].id, "strike")
            if not self.shared:
                assert self.refused(answer) == "act.paused"
            else:
                answer.close()
            self.run(acts.pause(self.party.gm, contest, False))

    @rule()
    def come_from_another_table(self) -> None:
        async def strangers() -> Party:
            return await Party(self.services[0]).gather()

        others = self.run(strangers())
        for work in (
            self.service().contests.view(others.gm, self.party.contest),
            self.service().acts.undo(others.gm, self.party.contest, 0),
            self.service().acts.end(others.gm, self.party.contest),
            self.service().contests.fork(others.gm, self.party.contest),
            self.service().exchange.transcript(others.gm, self.party.contest),
        ):
            assert self.refused(work) == "table.not-found"

    @rule()
    def forget(self) -> None:
        """A contest that leaves memory comes back as it was."""
        service = self.service()
        before = [
            self.run(service.contests.view(self.party.seats[name], self.party.contest)) for name in PEOPLE
        ]
        service.house.hall.forget(self.party.contest)
        after = [
            self.run(service.contests.view(self.party.seats[name], self.party.contest)) for name in PEOPLE
        ]
        assert all(map(alike, after, before))

    # What always holds

    @invariant()
    def everything_stored_is_what_everybody_sees(self) -> None:
        if not hasattr(self, "party"):
            return
        stored = self.run(self._stored())
        whole = msgspec.structs.replace(stored, snapshot=None)
        again = rebuilt(whole)
        for name, seat in zip(PEOPLE, SEATS, strict=True):
            for service in self.services:
                live = self.run(service.contests.view(self.party.seats[name], self.party.contest))
                if live.position.rsplit(".", 1)[0] == again.position().rsplit(".", 1)[0]:
                    assert live.view == seat_view(again.referee, seat)
                else:
                    assert service is not self.services[0] or self.shared

    @invariant()
    def nobody_sees_anothers_card(self) -> None:
        if not hasattr(self, "party"):
            return
        for name, own in (("Ash", "first"), ("Birch", "second"), ("Finn", None)):
            seen = self.run(self.service().contests.view(self.party.seats[name], self.party.contest))
            for rival in seen.view.state["rivals"]:
                assert ("card" in rival) == (rival["seat"] == own)
            assert {asked.seat for asked in seen.view.asked} <= {own}
            if seen.contest.status == "running":
                assert seen.view.seed == ""
                assert self.refused(
                    self.service().exchange.transcript(self.party.seats[name], self.party.contest)
                ) == ("act.not-over")

    def teardown(self) -> None:
        if not hasattr(self, "runner"):
            return
        try:
            self.run(self._streams_missed_nothing())
        finally:
            for follower in self.followers:
                follower.cancel()
            for each in self.opened:
                self.run(each.__aexit__(None, None, None))
            self.runner.close()
            self.folder.cleanup()

    async def _streams_missed_nothing(self) -> None:
        """What each stream told, put together, is what a fresh look shows."""
        for name in PEOPLE:
            async with asyncio.timeout(60):
                while True:
                    now = await self.services[-1].contests.view(self.party.seats[name], self.party.contest)
                    if self.heard[name] and self.heard[name][-1].position == now.position:
                        break
                    await asyncio.sleep(0.002)
            lines: dict[int, Any] = {}
            for view in self.heard[name]:
                if view.whole:
                    lines.clear()
                lines |= {line.n: line for line in view.view.lines}
            assert list(lines.values()) == now.view.lines
            assert self.heard[name][-1].view.state == now.view.state


def test_a_table_on_sqlite_survives_everything() -> None:
    run_state_machine_as_test(
        TableMachine, settings=settings(max_examples=TRIES // 12, stateful_step_count=25)
    )


@pytest.mark.postgres
def test_two_servers_on_postgresql_survive_everything(postgres: Postgres) -> None:
    class Shared(TableMachine):
        url = postgres.new_database()
        shared = True

    run_state_machine_as_test(Shared, settings=settings(max_examples=TRIES // 20, stateful_step_count=20))
