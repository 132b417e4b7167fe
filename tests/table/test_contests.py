"""Contests at a table: starting, acting, standing in, bots, pausing, ending, forking, characters, reading, moving."""

import asyncio
from random import Random

import msgspec
import pytest

from agonist.kernel import (
    ActRefused,
    AgonistError,
    Answered,
    Asked,
    Entry,
    SeatView,
    SetupRefused,
    Transcript,
    UnknownGame,
    game,
    register,
    verify,
)
from agonist.odds.counsel import Advice
from agonist.odds.situations import Situation
from agonist.odds.turns import Busy, TooLarge
from agonist.table import (
    Limits,
    NewContest,
    NotAllowed,
    NotFound,
    Refused,
    Seat,
    Service,
    TooFast,
    as_html,
    as_markdown,
    backup,
    restore,
)
from agonist.table.live import Live
from examples.standoff import GAME
from tests.support.installed import installed_games
from tests.support.stores import empty_store
from tests.support.tables import Party, alike, opened, until


async def test_seats_are_cast_by_name_and_the_rest_is_the_game_masters(party: Party) -> None:
    await party.start(setup={"names": ["Ash", "Oak"], "nerve": 1}, preset="")
    seen = await party.view("Ash")
    assert seen.holds == seen.asked_of == ("first",)
    assert {seat.seat: seat.holder for seat in seen.seats} == {
        "gm": None,
        "first": party.seats["Ash"].id,
        "second": None,
    }
    assert (await party.view("Birch")).seen_as == "onlooker"


async def test_an_answer_by_the_game_master_in_a_seats_place_is_marked(party: Party) -> None:
    await party.start()
    asked = (await party.view("gm")).view.asked[0]
    await party.service.acts.answer(party.gm, party.contest, asked.id, "wait", reason="Ash is away")
    seen = await party.play_on(Random(1))
    transcript = await party.service.exchange.transcript(party.gm, party.contest)
    assert seen.contest.status == "over"
    answers = [entry for entry in transcript.entries if isinstance(entry, Answered)]
    assert [(entry.by, entry.reason) for entry in answers if entry.reason] == [("gm", "Ash is away")]
    assert verify(game("standoff"), transcript).stand_ins


async def test_a_bot_plays_until_its_person_is_back(party: Party) -> None:
    await party.start(bots={"second": "first choice"})
    await party.answer("Ash", "wait")
    await until(lambda: not party.service.house.tasks)
    assert (await party.view("Birch")).asked_of == () or (await party.view("Ash")).view.lines[1:]
    await party.service.acts.set_bot(party.seats["Birch"], party.contest, "second", None)
    assert {seat.seat: seat.bot for seat in (await party.view("gm")).seats}["second"] is None
    with pytest.raises(NotAllowed):
        await party.service.acts.set_bot(party.seats["Ash"], party.contest, "second", "first choice")
    with pytest.raises(Refused, match="no bot"):
        await party.service.acts.set_bot(party.gm, party.contest, "second", "nobody")


async def test_bots_alone_play_to_the_end(party: Party) -> None:
    await party.start(bots=dict.fromkeys(("gm", "first", "second"), "any choice"))
    await until(lambda: not party.service.house.tasks)
    assert (await party.view("gm")).contest.status == "over"
    transcript = await party.service.exchange.transcript(party.gm, party.contest)
    assert {entry.reason for entry in transcript.entries if hasattr(entry, "reason")} == {"bot: any choice"}


async def entered(party: Party) -> list[Entry]:
    """What the contest's transcript has so far."""
    async with party.service.house.hall.hold(party.contest) as live:
        return list(live.referee.transcript.entries)


async def test_the_best_bot_thinks_in_a_clerk_and_holds_nobody_up(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it thinks others act; then it answers what its clerk found, if it is still asked that."""
    thinking, done, asked = asyncio.Event(), asyncio.Event(), []

    async def ask(
        _: str, function: str, situation: Situation, _asked: str, usual: object, **_how: object
    ) -> str:
        asked.append((function, situation.seat, usual))
        thinking.set()
        await done.wait()
        return "wait"

    monkeypatch.setattr(party.service.house.clerks, "ask", ask)
    await party.start(bots={"second": "best"})
    await asyncio.wait_for(thinking.wait(), 60)
    await party.answer("Ash", "wait")
    done.set()
    await until(lambda: len(asked) > 1 or not party.service.house.tasks)
    entries = await entered(party)
    said = [(each.seat, each.value) for each in entries if isinstance(each, Answered) and each.reason]
    assert said[0] == ("second", "wait")
    assert asked[0] == ("agonist.odds.best:best_answer", "second", "strike")


@pytest.mark.parametrize("problem", [TooLarge("slow"), Busy("busy"), UnknownGame("whose?")])
async def test_where_no_clerk_can_think_the_best_bot_answers_as_usual(
    party: Party, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """For one question too, which anybody may let it answer."""

    async def ask(*_: object, **_how: object) -> str:
        raise problem

    monkeypatch.setattr(party.service.house.clerks, "ask", ask)
    await party.start()
    question = (await party.view("Ash")).view.asked[0]
    await party.service.acts.bot_answers(party.seats["Ash"], party.contest, question.id, "best")
    entries = await entered(party)
    (said,) = (each for each in entries if isinstance(each, Answered))
    assert (said.value, said.reason) == ("strike", "bot: best")


async def test_a_paused_contest_waits_for_the_game_master(party: Party) -> None:
    await party.start()
    await party.service.acts.pause(party.gm, party.contest)
    assert (await party.view("Ash")).paused
    with pytest.raises(ActRefused, match="paused"):
        await party.answer("Ash", "wait")
    await party.service.acts.pause(party.gm, party.contest, False)
    await party.answer("Ash", "wait")


async def test_a_contest_ended_early_shows_its_seed_and_can_be_forked(party: Party) -> None:
    await party.start()
    await party.answer("Ash", "wait")
    assert (await party.view("Ash")).view.seed == ""
    await party.service.acts.end(party.gm, party.contest, reason="It is late.")
    seen = await party.view("Ash")
    assert (seen.contest.status, seen.contest.summary, len(seen.view.seed)) == ("ended", "It is late.", 64)
    assert seen.view.asked == []
    with pytest.raises(ActRefused, match="over"):
        await party.service.acts.undo(party.gm, party.contest, 1)
    fork = await party.service.contests.fork(party.gm, party.contest)
    assert fork.forked_from == party.contest
    party.contest = fork.id
    assert (await party.view("Ash")).view.commitment != seen.view.commitment
    assert (await party.play_on(Random(2))).contest.status == "over"


async def test_dice_can_be_typed_in(party: Party) -> None:
    await party.start(dice={"first": "typed"})
    await party.answer("Ash", "wait")
    await party.answer("Birch", "wait")
    (asked,) = (await party.view("Ash")).view.asked
    assert asked.chance
    with pytest.raises(AgonistError):
        await party.answer("Ash", [7])
    await party.answer("Ash", [6])
    assert (await party.view("gm")).view.state["rivals"][0]["nerve"] == 2


async def test_nonces_are_mixed_in_before_the_first_roll_only(party: Party) -> None:
    await party.start(nonces={"first": "c0ffee"})
    with pytest.raises(ActRefused, match="dice"):
        await party.service.acts.contribute(party.seats["Ash"], party.contest, "first", "aa")
    assert "c0ffee" in str((await party.view("Finn")).view.lines)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"type": "chess"}, UnknownGame),
        ({"preset": "chess"}, UnknownGame),
        ({"preset": "", "setup": {"names": ["A", "A"]}}, SetupRefused),
        ({"preset": "", "setup": {"nerve": "much"}}, SetupRefused),
        ({"preset": "", "setup": ["x" * 200_000]}, Refused),
        ({"bots": {"first": "nobody"}}, Refused),
        ({"bots": {"third": "first choice"}}, Refused),
        ({"casting": {"first": "nobody"}}, NotFound),
        ({"casting": {"gm": "nobody"}}, Refused),
        ({"dice": {"first": "loaded"}}, ActRefused),
        ({"nonces": {"first": "zz"}}, ActRefused),
        ({"characters": ["Nobody"]}, NotFound),
        ({"title": "x" * 100}, Refused),
    ],
)
async def test_what_cannot_be_started_is_refused_and_leaves_nothing(
    party: Party, wanted: dict, refusal: type
) -> None:
    with pytest.raises(refusal):
        await party.start(**wanted)
    assert (await party.service.contests.page(party.gm)).contests == []


async def test_only_a_game_master_starts_and_only_so_many(url: str) -> None:
    async with opened(url, Limits(running=2)) as service:
        party = await Party(service).gather()
        with pytest.raises(NotAllowed):
            await service.contests.start(party.seats["Ash"], NewContest("standoff", preset="noon"))
        for _ in range(2):
            await party.start()
        with pytest.raises(Refused, match="running"):
            await party.start()


async def test_acting_too_fast_is_refused(url: str) -> None:
    async with opened(url, Limits(acts=(2, 0.001))) as service:
        party = await Party(service).gather()
        await party.start()
        for _ in range(2):
            with pytest.raises(AgonistError):
                await service.acts.answer(party.seats["Ash"], party.contest, "nothing", 1)
        with pytest.raises(TooFast):
            await party.answer("Ash", "wait")


async def test_the_list_of_contests_has_pages(party: Party) -> None:
    made = [(await party.start(title=f"Number {n}")).id for n in range(5)]
    found, after = [], ""
    while True:
        page = await party.service.contests.page(party.seats["Finn"], after=after, limit=2)
        found += [contest.id for contest in page.contests]
        after = page.next
        if not after:
            break
    assert found == made[::-1]
    with pytest.raises(Refused):
        await party.service.contests.page(party.gm, after="nonsense")
    assert (await party.service.contests.page(party.gm, status="over")).contests == []


@pytest.mark.parametrize("name", [each.name for each in installed_games()])
async def test_every_games_first_preset_plays_to_its_end_and_moves_to_another_table(
    party: Party, name: str
) -> None:
    kind = game(name).types[0]
    await party.start(game=name, type=kind.name, preset=next(iter(kind.presets)))
    seen = await party.play_on(Random(3), most=2_000)
    assert seen.contest.status == "over"
    party.service.house.hall.forget(party.contest)
    assert (await party.view("gm")).view == seen.view
    info, lines = await party.service.contests.log(party.seats["Finn"], party.contest)
    assert as_markdown(info, lines).startswith("# ")
    assert "<script" not in as_html(info, lines)
    document = msgspec.json.encode(await party.service.exchange.export(party.gm))
    moved = await party.service.exchange.take_table(document)
    (again,) = (await party.service.contests.page(moved.seat)).contests
    assert again.summary == seen.contest.summary
    there = await party.service.exchange.transcript(moved.seat, again.id)
    assert there == await party.service.exchange.transcript(party.gm, party.contest)


async def test_an_unfinished_transcript_goes_on_with_a_seed_of_its_own(party: Party) -> None:
    await party.start()
    await party.answer("Ash", "wait")
    async with party.service.house.hall.hold(party.contest) as live:
        text = live.referee.transcript.to_json()
        old = live.referee.transcript.commitment
    info = await party.service.exchange.take_contest(party.gm, text)
    party.contest = info.id
    assert (await party.view("gm")).view.commitment != old
    assert (await party.play_on(Random(4))).contest.status == "over"


async def test_a_transcript_that_is_not_true_is_not_taken(party: Party) -> None:
    await party.start()
    await party.play_on(Random(5))
    transcript = await party.service.exchange.transcript(party.gm, party.contest)
    forged = Transcript.from_json(transcript.to_json().replace(b'"strike"', b'"wait"', 1))
    with pytest.raises(AgonistError) as refusal:
        await party.service.exchange.take_contest(party.gm, forged.to_json())
    assert refusal.value.code in {"verify.failed", "transcript.diverged"}


async def test_a_running_contest_is_exported_to_nobody(party: Party) -> None:
    await party.start()
    for name in party.seats:
        with pytest.raises(Refused, match="over"):
            await party.service.exchange.transcript(party.seats[name], party.contest)
        with pytest.raises(Refused, match="over"):
            await party.service.exchange.dice_record(party.seats[name], party.contest)
    document = await party.service.exchange.export(party.gm)
    assert (document.contests, document.left_out) == ([], ["High noon"])


async def test_what_people_write_stays_text(party: Party) -> None:
    await party.start(title="<script>alert(1)</script>")
    info, lines = await party.service.contests.log(party.gm, party.contest)
    assert "<script" not in as_html(info, lines)
    assert "<script" not in as_markdown(info, lines)


async def test_a_long_contest_is_rebuilt_from_a_snapshot_with_all_its_log(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agonist.table.stage.SNAPSHOT_EVERY", 10)
    await party.start(setup={"names": ["Ash", "Birch"], "nerve": 9}, preset="")
    await party.play_on(Random(6), most=16)
    before = [await party.view(name) for name in party.seats]
    party.service.house.hall.forget(party.contest)
    async with party.service.house.hall.hold(party.contest) as live:
        assert live.snapped > 0
        assert live.referee.log.first > 0
    assert (await party.view("Ash")).view == before[1].view
    party.service.house.hall.forget(party.contest)
    recent = await party.service.contests.view(party.gm, party.contest, after=before[0].position)
    assert (recent.view.lines, recent.whole) == ([], False)
    again = [await party.view(name) for name in party.seats]
    assert all(map(alike, again, before))


async def test_idle_contests_leave_memory(url: str) -> None:
    async with opened(url, most_live=3) as service:
        party = await Party(service).gather()
        for _ in range(6):
            await party.start()
        assert len(service.house.hall) == 3
        hall = service.house.hall
        hall.idle, usual = -1.0, hall.idle
        hall.make_room()
        assert len(hall) == 0
        hall.idle = usual
        assert (await party.view("Ash")).asked_of == ("first",)


async def test_a_backup_made_while_playing_restores_every_contest(party: Party, tmp_path, url: str) -> None:
    await party.start()
    await party.answer("Ash", "wait")
    before = await party.view("gm")
    file = tmp_path / "backup.jsonl"
    assert await backup(party.service.house.store, file) == 1
    assert file.stat().st_mode & 0o077 == 0
    assert await restore(party.service.house.store, file) == (0, 1)
    async with opened(empty_store(tmp_path / "other.db")) as other:
        assert await restore(other.house.store, file) == (1, 0)
        (seat,) = await other.people.holder(party.tokens["gm"])
        assert (await other.contests.view(seat, party.contest)).view == before.view
    for damaged in (b"", b"{}", b"\xff\n", file.read_bytes()[:-4], file.read_bytes() + b"{}\n"):
        (tmp_path / "damaged").write_bytes(damaged)
        with pytest.raises(Refused):
            await restore(party.service.house.store, tmp_path / "damaged")


async def test_odds_are_given_from_the_seats_own_view_if_the_game_master_shows_them(party: Party) -> None:
    await party.start()
    (asked,) = (await party.view("Ash")).view.asked
    contests = party.service.contests
    assert await contests.advice(party.seats["Ash"], party.contest, asked.id) is None
    asked_of: list[tuple[str, bool]] = []

    async def adviser(who: Seat, live: Live, seen: SeatView, ask: Asked, situation: Situation) -> Advice:
        assert situation.seat == seen.seat
        asked_of.append((seen.seat, "card" in seen.state["rivals"][1]))
        return Advice(f"{live.info.type} {ask.what}", (), None, "")

    contests.adviser = adviser
    advice = await contests.advice(party.seats["Ash"], party.contest, asked.id)
    assert advice is not None
    assert advice.measure == "standoff deed"
    assert asked_of == [("first", False)]
    with pytest.raises(ActRefused):
        await contests.advice(party.seats["Birch"], party.contest, asked.id)
    await party.service.people.change_table(party.gm, odds=False)
    assert await contests.advice(party.seats["Ash"], party.contest, asked.id) is None
    assert await contests.advice(party.gm, party.contest, asked.id) is not None


async def test_advice_is_worked_out_once_a_moment_however_many_look(party: Party) -> None:
    await party.start()
    (asked,) = (await party.view("Ash")).view.asked
    contests, worked_out = party.service.contests, list[str]()

    async def adviser(who: Seat, live: Live, seen: SeatView, ask: Asked, situation: Situation) -> Advice:
        worked_out.append(ask.id)
        return Advice("", (), None, "")

    contests.adviser = adviser
    for _ in range(2):
        for seat in (party.seats["Ash"], party.gm):
            assert await contests.advice(seat, party.contest, asked.id) is not None
    assert worked_out == [asked.id]
    await party.answer("Ash", "wait")
    (asked,) = (await party.view("Birch")).view.asked
    assert await contests.advice(party.seats["Birch"], party.contest, asked.id) is not None
    assert worked_out[1:] == [asked.id]


async def test_characters_are_written_back_and_every_version_is_kept(service: Service) -> None:
    """With whatever installed game has sheets, enlists characters and hands sheets back."""
    party = await Party(service).gather()
    tried = 0
    for each in installed_games():
        if each.sheet is None:
            continue
        for kind in each.types:
            preset = next(iter(kind.presets))
            await party.start(game=each.name, type=kind.name, preset=preset)
            seen = await party.play_on(Random(7), most=3_000)
            async with service.house.hall.hold(party.contest) as live:
                sheets = dict(live.referee.result.sheets) if live.referee.result else {}
            assert await service.characters.new_from(party.gm, party.contest) == [
                name
                for name in sheets
                if name not in {each.name for each in await service.characters.all(party.gm)}
            ]
            for name in list(sheets)[:1]:
                kept = await service.characters.keep(
                    party.gm, party.contest, name, seat=party.seats["Ash"].id
                )
                assert name not in await service.characters.new_from(party.gm, party.contest)
                async with service.house.hall.hold(party.contest) as live:
                    cast = {live.referee.seats[at]: who for at, who in live.controls.casting.items()}
                for seat in party.seats.values():
                    told = await service.characters.kept_for(seat, party.contest)
                    assert told == ([name] if cast.get(name) == seat.id else [])
                assert (kept.name, kept.game, kept.seat) == (name, each.name, party.seats["Ash"].id)
                hidden = await service.characters.get(party.seats["Birch"], name)
                assert hidden.sheet is None
                tried += 1
            assert seen.contest.status == "over"
            break
    assert tried


async def test_the_end_of_a_contest_adds_a_version_to_the_tables_characters(service: Service) -> None:
    party = await Party(service).gather()
    for each in (found for found in installed_games() if found.sheet is not None):
        kind = each.types[0]
        wanted = {"game": each.name, "type": kind.name, "preset": next(iter(kind.presets))}
        await party.start(**wanted)
        await party.play_on(Random(8), most=3_000)
        async with service.house.hall.hold(party.contest) as live:
            sheets = dict(live.referee.result.sheets) if live.referee.result else {}
        for name in list(sheets)[:1]:
            first = await service.characters.keep(party.gm, party.contest, name)
            await party.start(**wanted)
            await party.play_on(Random(9), most=3_000)
            versions = await service.characters.versions(party.gm, name)
            assert [version.version for version in versions] == [first.version + 1, first.version]
            assert versions[0].contest == party.contest
            await service.characters.remove(party.gm, name)
            with pytest.raises(NotFound):
                await service.characters.get(party.gm, name)
            return
    pytest.fail("no game hands sheets back")


async def test_the_log_of_an_ended_contest_stays_readable_when_its_rules_have_changed(
    party: Party,
) -> None:
    await party.start()
    await party.play_on(Random(10))
    as_sent = {
        name: msgspec.json.encode((await party.service.contests.log(seat, party.contest))[1])
        for name, seat in party.seats.items()
    }
    register(msgspec.structs.replace(game("standoff"), rules_version="2"))
    try:
        party.service.house.hall.forget(party.contest)
        with pytest.raises(AgonistError) as refusal:
            await party.view("Ash")
        assert refusal.value.code == "transcript.rules-version"
        for name, seat in party.seats.items():
            info, lines = await party.service.contests.log(seat, party.contest)
            assert (info.status, msgspec.json.encode(lines)) == ("over", as_sent[name])
        strangers = await Party(party.service).gather()
        with pytest.raises(NotFound):
            await party.service.contests.log(strangers.gm, party.contest)
    finally:
        register(GAME)
