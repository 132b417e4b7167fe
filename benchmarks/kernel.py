"""The referee: requests a second on one core beside the bare generator, and replaying 10,000 answers."""

import time
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from agonist import kernel as k

ANSWERS = 10_000


class Count(k.State):
    left: Annotated[int, k.OPEN]
    sum: Annotated[int, k.OPEN] = 0


class Setup(Struct):
    answers: int


class Counted(k.Event, frozen=True):
    bid: int
    face: int

    def text(self) -> str:
        return f"A bid of {self.bid} meets a {self.face}."


class Bids(k.ContestType[Count]):
    """Turns of ten bids and ten dice each: a decision with a range, a die, and an event."""

    name, title, state_type, setup_type = "bids", "Bids", Count, Setup

    def begin(self, setup: Setup, options: object) -> Count:
        return Count(setup.answers)

    def turn(self, contest: k.Contest[Count]) -> k.Procedure[None]:
        state = contest.state
        for _ in range(min(10, state.left)):
            bid = yield k.Ask(k.GM, "bid", k.Number(1, 20), "XX-1", "How much?")
            (face,) = yield k.Roll((20,))
            state.sum += bid if face > 10 else -bid
            state.left -= 1
            contest.report(Counted, bid, face)

    def outcome(self, state: Count) -> k.Outcome | None:
        return None if state.left else k.Outcome(summary="Done.")


KIND = Bids()
GAME = k.Game(name="bids", title="Bids", blurb="", rules_version="1", types=(KIND,))


def bare() -> int:
    """The generator alone: the same turns, with nobody checking, keeping or logging anything."""
    contest = k.Contest(Count(ANSWERS))
    requests = 0
    while KIND.outcome(contest.state) is None:
        walk = KIND.turn(contest)
        try:
            request = next(walk)
            while True:
                requests += 1
                request = walk.send(7 if isinstance(request, k.Ask) else (13,))
        except StopIteration:
            pass
    return requests


def course() -> int:
    """The course without transcript, checks or dice: what simulations run on."""
    walk = k.Course(KIND, Count(ANSWERS), log=False)
    requests = 0
    while walk.result is None:
        requests += 1
        walk.fill(0, 7 if isinstance(walk.slots[0], k.Ask) else (13,))
    return requests


def referee(dice: k.DiceMode) -> k.Referee[Any]:
    played = k.Referee.start(GAME, "bids", {"answers": ANSWERS}, seed=bytes(32), dice={k.GM: dice})
    while not played.over:
        course = played.course
        request_id = f"{course.at}.0.0"
        played.answer(request_id, 7 if isinstance(course.slots[0], k.Ask) else [13])
    return played


def timed(act: Callable[[], Any], requests: int, repeat: int = 3) -> float:
    """The best of a few runs, in microseconds a request."""
    best = min(_seconds(act) for _ in range(repeat))
    return best / requests * 1e6


def _seconds(act: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def run() -> list[dict[str, object]]:
    requests = bare()
    transcript = referee("sealed").transcript
    generator = timed(bare, requests)
    rows = [
        ("bare generator", generator),
        ("course (simulation)", timed(course, requests)),
        ("referee, dice typed in", timed(lambda: referee("typed"), requests)),
        ("referee, dice sealed (one HMAC a die)", timed(lambda: referee("sealed"), requests)),
        ("replay", timed(lambda: k.Referee.replay(GAME, transcript), requests)),
        ("chaining the transcript", timed(lambda: _link(transcript), requests)),
    ]
    table = Table(
        "what", "µs a request", "requests a second", "over the generator", title=f"{requests:,} requests"
    )
    for what, each in rows:
        table.add_row(what, f"{each:.2f}", f"{1e6 / each:,.0f}", f"{each - generator:.2f} µs")
    Console().print(table)
    whole = rows[4][1] * requests / 1e6
    print(f"Replaying {ANSWERS:,} answers and their {ANSWERS:,} dice takes {whole:.3f} s.")
    return [{"what": what, "microseconds_a_request": each} for what, each in rows]


def _link(transcript: k.Transcript) -> None:
    transcript.chain.clear()
    transcript.linked()
