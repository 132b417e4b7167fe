"""Pieces of a simulation: each plays a fixed number of contests with random numbers of its own.

What a piece does depends on the job and its number only, so the sum of all pieces is the same on one core, on many,
and on a cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from agonist.kernel import ContestType, Outcome, Policy, Referee, State, defaults, drive, game, run

from .best import BEST, best_bot
from .declared import known
from .luck import ADJUSTED, LUCK, watched_run
from .readings import Reading, reading_of
from .refusal import refuse


class Job(msgspec.Struct, frozen=True):
    """What to simulate, as plain data that can be sent anywhere."""

    game: str
    type: str
    setup: bytes
    options: bytes
    bots: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    piece: int = 200
    luck_adjusted: bool = False


class Tally(msgspec.Struct):
    """What came out of some contests: how many, by verdict and by outcome, and sums of numbers."""

    contests: int = 0
    verdicts: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    sums: dict[str, float] = {}
    squares: dict[str, float] = {}

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.contests += other.contests
        for name in ("verdicts", "outcomes", "sums", "squares"):
            ours: dict[str, Any] = getattr(self, name)
            for key, value in getattr(other, name).items():
                ours[key] = ours.get(key, 0) + value

    def note(self, name: str, value: float) -> None:
        """Count a number in whose mean and spread are wanted."""
        self.sums[name] = self.sums.get(name, 0.0) + value
        self.squares[name] = self.squares.get(name, 0.0) + value * value


def make_job(
    game_name: str,
    type_name: str,
    *,
    setup: Any,
    options: Any = None,
    bots: dict[str, str] | None = None,
    seed: int = 0,
    piece: int = 200,
    luck_adjusted: bool = False,
) -> Job:
    """A job, after checking that the contest can start and that the bots exist."""
    kind = game(game_name).type(type_name)
    checked, chosen = kind.setup_from(setup, options)
    wanted = tuple(sorted((bots or {}).items()))
    for _, name in wanted:
        _bot(game_name, kind, name)
    return Job(
        game_name,
        type_name,
        msgspec.json.encode(checked),
        msgspec.json.encode(chosen),
        wanted,
        seed,
        piece,
        luck_adjusted,
    )


def play_piece(job: Job, number: int) -> Tally:
    """Play one piece of a job."""
    kind, state, policy, read = ready(job)
    random = Random(f"{job.seed}:{number}")
    tally = Tally()
    verdicts: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    for _ in range(job.piece):
        luck = 0.0
        if job.luck_adjusted:
            ended, luck = watched_run(job.game, kind, state, policy, random)
        elif BEST in bots_of(job).values():
            ended = _refereed(job, policy, random)
        else:
            ended = run(kind, state, policy, random)
        verdict, outcome, numbers = read(ended)
        verdicts[verdict] += 1
        outcomes[outcome] += 1
        for name, value in numbers.items():
            tally.note(name, value)
        if job.luck_adjusted:
            tally.note(LUCK, luck)
            tally.note(ADJUSTED, (verdict == "win") - luck)
    tally.contests = job.piece
    tally.verdicts, tally.outcomes = dict(verdicts), dict(outcomes)
    return tally


def _refereed(job: Job, policy: Policy | Mapping[str, Policy], random: Random) -> Outcome:
    """Play a contest with a referee, for bots that play on from where they are asked."""
    setup, options = msgspec.json.decode(job.setup), msgspec.json.decode(job.options)
    seed = random.randbytes(32)
    referee = Referee.start(game(job.game), job.type, setup, options, seed=seed, patient_with=_all_seats)
    policies = {seat: policy if callable(policy) else policy[seat] for seat in referee.seats}
    ended = drive(referee, policies).result
    assert ended is not None
    return ended


def _all_seats(referee: Referee[Any]) -> frozenset[str]:
    return frozenset(referee.seats)


def bots_of(job: Job) -> dict[str, str]:
    """The names of the bots by seat, the one for all other seats under ``""``."""
    kind = game(job.game).type(job.type)
    given = dict(job.bots)
    return given | {"": given.get("", "") or next(iter(kind.bots), "")}


def said_of(job: Job) -> tuple[str, ...]:
    """What the bots of a job say of how they decide."""
    kind = game(job.game).type(job.type)
    bots = [_bot(job.game, kind, name) for name in dict.fromkeys(bots_of(job).values()) if name]
    return tuple(says for bot in bots if (says := getattr(bot, "says", "")))


@lru_cache(maxsize=8)
def ready(job: Job) -> tuple[ContestType[Any], State, Any, Reading]:
    """A job's contest type, its first state, who decides in it, and how to read its outcome."""
    kind = game(job.game).type(job.type)
    setup = msgspec.json.decode(job.setup, type=kind.setup_type)
    options = msgspec.json.decode(job.options, type=kind.options_type)
    given = bots_of(job)
    everybody = given.pop("")
    fallback = _bot(job.game, kind, everybody) if everybody else defaults
    policies: dict[str, Policy] = {seat: _bot(job.game, kind, name) for seat, name in given.items()}
    policy = _Seats(policies, fallback) if policies else fallback
    return kind, kind.begin(setup, options), policy, reading_of(job.game, kind, setup)


class _Seats(dict[str, Policy]):
    """The policies of seats, and one for all other seats."""

    def __init__(self, policies: dict[str, Policy], rest: Policy) -> None:
        super().__init__(policies)
        self._rest = rest

    def __missing__(self, seat: str) -> Policy:
        return self._rest


def _bot(game_name: str, kind: ContestType[Any], name: str) -> Policy:
    if name in kind.bots:
        return kind.bots[name]
    if name == BEST:
        return best_bot()
    if name == "defaults":
        return defaults
    maker: Callable[[str], Policy | None] | None = known(game_name, "policy")
    found = maker(name) if maker else None
    if found is None:
        refuse(f"{kind.title} has no bot {name!r}.", ", ".join([*kind.bots, BEST, "defaults"]), "bot")
    return found
