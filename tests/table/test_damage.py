"""What is damaged or in the way is said, and nothing else stands still for it."""

import logging
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from agonist.cli.serving import cut_short
from agonist.kernel import Transcript, TranscriptError, VerificationFailed, game, verify
from agonist.table import NotFound, Refused, StoreUnavailable, backup, restore, schema
from tests.support.tables import Party, opened


async def test_a_contest_that_was_ended_early_verifies_and_is_taken_in(party: Party) -> None:
    await party.start()
    await party.answer("Ash", "strike")
    await party.answer("Birch", "wait")
    await party.service.acts.end(party.gm, party.contest, reason="It is late.")
    found = await party.service.exchange.transcript(party.gm, party.contest)
    verdict = verify(game("standoff"), found)
    assert not verdict.over
    assert verdict.sealed > 0
    assert "ended early" in verdict.summary
    data = found.to_json()
    assert (await party.service.exchange.take_contest(party.gm, data)).status == "ended"
    other = Transcript.from_json(data.replace(b'"strike"', b'"wait"'))
    with pytest.raises(VerificationFailed):
        verify(game("standoff"), other)


async def test_a_contest_that_cannot_be_read_any_more_is_told_so_and_can_be_ended(party: Party) -> None:
    await party.start()
    await party.answer("Ash", "strike")
    service, contest = party.service, party.contest
    damaged = (
        update(schema.entries).where(schema.entries.c.contest_id == contest).values(entry=b'{"entry":"x"}')
    )
    await service.house.store.write(lambda connection: connection.execute(damaged))
    service.house.hall.forget(contest)
    with pytest.raises(TranscriptError, match="cannot be read"):
        await service.contests.view(party.gm, contest)
    stranger = await Party(service).gather()
    with pytest.raises(NotFound):
        await service.acts.end(stranger.gm, contest)
    assert (await service.acts.end(party.gm, contest, reason="It is broken.")).status == "ended"
    (listed,) = (await service.contests.page(party.gm)).contests
    assert (listed.status, listed.summary) == ("ended", "It is broken.")
    assert (await service.people.table(party.gm)).running == []


async def test_a_backup_with_one_changed_character_is_refused(party: Party, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    await backup(party.service.house.store, file)
    whole = file.read_text()
    file.write_text(whole.replace("Friday", "Fridax"))
    with pytest.raises(Refused, match="changed after it was written"):
        await restore(party.service.house.store, file)


async def test_a_server_on_a_full_disk_is_not_ready(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as service:
        assert (await service.ready()).ready
        monkeypatch.setattr("agonist.table.store.LEAST_ROOM", 2**80)
        assert not (await service.ready()).ready


async def test_a_server_that_cannot_write_is_not_ready_until_it_can(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(url) as service:
        party, store = await Party(service).gather(), service.house.store
        full = OSError(28, "No space left on device")

        async def fails(_: Any) -> None:
            raise full

        with monkeypatch.context() as broken:
            broken.setattr(store.database, "write", fails)
            with caplog.at_level(logging.WARNING), pytest.raises(StoreUnavailable):
                await service.people.change_table(party.gm, name="Monday")
            assert "No space left on device" in caplog.text
            assert not (await service.ready()).ready
        assert (await service.ready()).ready


async def test_failed_reads_are_logged_with_what_the_database_said(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(url) as service:

        async def fails(_: Any) -> None:
            raise OSError("The line is dead")

        monkeypatch.setattr(service.house.store.database, "read", fails)
        with caplog.at_level(logging.WARNING), pytest.raises(StoreUnavailable):
            await service.house.table("nowhere")
        assert "OSError: The line is dead" in caplog.text


@pytest.mark.postgres
async def test_a_zero_that_postgresql_cannot_keep_is_refused_as_such(postgres_url: str) -> None:
    async with opened(postgres_url) as service:
        party = await Party(service).gather()
        for bad in ({"follows": "\0"}, {"characters": ["a\0"]}):
            with pytest.raises(Refused, match="cannot be kept"):
                await party.start(**bad)
        with pytest.raises(Refused, match="cannot be kept"):
            await service.contests.page(party.gm, after="1.0-\0")
        assert (await service.ready()).ready


def test_a_log_that_was_cut_short_is_noticed(tmp_path: Path) -> None:
    file, log = tmp_path / "x.db", tmp_path / "x.db-wal"
    assert not cut_short(file)
    header = bytes(8) + (4096).to_bytes(4, "big") + bytes(20)
    log.write_bytes(header + bytes(2 * (24 + 4096)))
    assert not cut_short(file)
    log.write_bytes(header + bytes(2 * (24 + 4096) - 1))
    assert cut_short(file)
