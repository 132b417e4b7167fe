"""The chance to win while a contest goes on, for what one seat knows: a curve that grows with every act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from agonist.kernel import GM, ContestType, Play, Transcript, game
from agonist.odds.situations import Position, Situation, situation_at
from agonist.odds.valued import valuer_for

from .judging import careful_error
from .model import Estimate, Side
from .places import Playouts, first_of, policy_of, walk
from .telling import together

CONTESTS, LEAST, REQUESTS = 100, 12, 8_000
"""How many contests are played on at most and at least, and with how many requests in all."""
IMAGINED = 20
"""In how many ways what is hidden is imagined where values are worked out."""
MOMENTS = 16
"""How many moments that nobody looked at are gone back to."""


class Chances(msgspec.Struct, frozen=True):
    """The chance of each seat that plays somebody, as far as one seat can know, and whose play it assumes."""

    seats: dict[str, Estimate]
    against: str


def situation_now(play: Play[Any], seat: str) -> Situation | None:
    """Where a contest stands for a seat, as data; None when it is over."""
    return None if play.over or play.course.turn_start is None else situation_at(play, seat)


def chances_now(
    situation: Situation,
    seats: Sequence[str],
    first: int = 0,
    *,
    contests: int = CONTESTS,
    requests: int = REQUESTS,
) -> Chances | None:
    """Everybody's chance as far as a seat can know; None where nobody says what hidden things might be. Play-outs are
    numbered from the contest's `first`: the moments of one share dice, those of two do not."""
    position = Position(situation)
    playing = [seat for seat in seats if position.kind.played_by(position.now, seat)]
    if not playing and type(position.kind).success is not ContestType.success:
        playing = [seat for seat in seats if seat != GM]
    if not position.imaginable or not playing:
        return None
    return _worked_out(situation, position, playing) or _played(position, playing, contests, requests, first)


def _worked_out(situation: Situation, position: Position, playing: list[str]) -> Chances | None:
    """By an algorithm that knows the value wherever the contest stands, over what the seat can imagine."""
    valuer = valuer_for(situation.game, situation.type, position.now)
    if valuer is None or set(valuer.seats) != set(playing):
        return None
    numbers = range(IMAGINED if position.hides else 1)
    found = [valuer.value(partial(position.course, number, log=True)) for number in numbers]
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        return None
    mean = sum(known) / len(known)
    error = careful_error(known) if position.hides else valuer.error
    one, other = valuer.seats
    against = "best play of both sides" + (", as if both knew all" if position.hides else "")
    return Chances({one: Estimate(mean, error), other: Estimate(1 - mean, error)}, against)


def _played(position: Position, playing: list[str], contests: int, requests: int, first: int) -> Chances:
    """By playing on with the game's own bot."""
    kind, found = position.kind, list[list[float]]()
    while len(found) < contests and (len(found) < LEAST or requests > 0):
        number = first + len(found)
        each, took = Playouts(number).successes(position.course(number), playing, policy_of(kind))
        found.append(each)
        requests -= took
    columns = zip(playing, zip(*found, strict=True), strict=True)
    chances = {seat: Estimate(sum(each) / len(each), careful_error(list(each))) for seat, each in columns}
    return Chances(chances, f"the bot {next(iter(kind.bots), 'defaults')!r} of this game")


def chances_before(
    data: bytes, seat: str, seats: Sequence[str], most: int = MOMENTS
) -> list[tuple[int, Chances]]:
    """The chances at moments of a contest so far, for what a seat knew then, by the number of the request."""
    transcript = Transcript.from_json(data)
    whole = walk(game(transcript.game), transcript)
    situations: dict[int, Situation] = {}
    for _ in whole:
        now = situation_now(whole.play, seat)
        if now is not None:
            situations[whole.play.at] = now
    ats = list(situations)
    chosen = ats[:: max(1, -(-len(ats) // most))]
    first = first_of(transcript)
    found = [(at, chances_now(situations[at], seats, first, requests=REQUESTS // 2)) for at in chosen]
    return [(at, each) for at, each in found if each is not None]


def sides_of(moments: Sequence[Chances], names: Mapping[str, str]) -> tuple[Side, ...]:
    """Curves, one for all seats whose chances were the same all the way."""
    groups: dict[tuple[Estimate, ...], list[str]] = {}
    for seat in moments[-1].seats if moments else ():
        curve = tuple(each.seats[seat] for each in moments if seat in each.seats)
        groups.setdefault(curve, []).append(seat)
    return tuple(
        Side(together([names[seat] for seat in members]), tuple(members), curve)
        for curve, members in groups.items()
    )
