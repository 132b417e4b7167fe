"""Reviews: how long it takes to say why a contest of every preset ended as it did, on two processes."""

from __future__ import annotations

import os
import resource
import time
from typing import Any

from agonist.kernel import Game, Referee, Transcript, defaults, drive
from agonist.questworlds.classic.odds.bots import bidder
from agonist.review import Review, review
from tests.support.installed import installed_games

from ._skill import everybody

ONLY = os.environ.get("REVIEW_ONLY", "")
"""A word that a preset's line must have, to be reviewed."""


def played(found: Game, type_name: str, preset: str, *, longest: int = 3) -> Transcript:
    """A preset's contest between its first bots: the longest of a few."""
    kind = found.type(type_name)
    chosen = kind.presets[preset]
    tried = []
    for seed in range(1, longest + 1):
        referee = Referee.start(
            found, type_name, chosen.setup, chosen.options, seed=seed.to_bytes(32), patient_with=everybody
        )
        drive(referee, dict.fromkeys(referee.seats, next(iter(kind.bots.values()), defaults)))
        tried.append(referee.transcript)
    return max(tried, key=lambda each: len(each.entries))


def processor() -> float:
    """The processor's seconds of this process and of those that it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def reviewed(transcript: Transcript) -> tuple[float, float, Review]:
    """By the clock and by the processor, and the review."""
    clock, used = time.perf_counter(), processor()
    found = review(transcript, processes=2)
    return time.perf_counter() - clock, processor() - used, found


def row(preset: str, transcript: Transcript) -> dict[str, Any]:
    clock, used, found = reviewed(transcript)
    return {
        "preset": preset,
        "method": found.method,
        "entries": len(transcript.entries),
        "decisions": sum(moment.kind == "decision" for moment in found.moments),
        "judged": sum(who.judged for who in found.people),
        "contests": found.contests,
        "error": max((each.error for side in found.sides for each in side.curve), default=0.0),
        "clock": clock,
        "processor": used,
    }


def duels(count: int = 12) -> list[dict[str, Any]]:
    """QuestWorlds duels of 30 decisions and more: bots that bid little take long."""
    found = next(each for each in installed_games() if each.name == "questworlds")
    policy = bidder("const:1")
    assert policy is not None
    people = [
        {"name": "Ysolde", "abilities": [{"name": "Fencing", "rating": 17}]},
        {"name": "The Warden", "resistance": True, "abilities": [{"name": "Halberd", "rating": 17}]},
    ]
    rows: list[dict[str, Any]] = []
    for seed in range(1, 40):
        setup = {"prize": "the bridge", "contestants": people, "opened_by": "Ysolde"}
        referee = Referee.start(found, "extended", setup, {}, seed=seed.to_bytes(32), patient_with=everybody)
        drive(referee, dict.fromkeys(referee.seats, policy))
        found_row = row("a duel", referee.transcript)
        if found_row["decisions"] >= 30:
            rows.append(found_row)
        if len(rows) == count:
            break
    return rows


def run() -> dict[str, Any]:
    print(f"load {os.getloadavg()[0]:.1f} at the beginning\n")
    print(
        "| preset | by | entries | decisions | judged | contests played on | largest ± | clock | processor |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    figures = []
    for each in installed_games():
        for kind in each.types:
            for preset in kind.presets:
                name = f"`{preset}` ({each.name} {kind.name})"
                if ONLY not in name:
                    continue
                try:
                    one = row(name, played(each, kind.name, preset))
                except Exception as problem:  # noqa: BLE001  it is told beside the others
                    print(f"| {name} | {problem} |", flush=True)
                    continue
                figures.append(one)
                print(
                    f"| {name} | {one['method']} | {one['entries']} | {one['decisions']} | {one['judged']} "
                    f"| {one['contests']} | {200 * one['error']:.0f} "
                    f"| {one['clock']:.1f} s | {one['processor']:.1f} s |",
                    flush=True,
                )
    long = duels()
    slowest, dearest = (max(each[name] for each in long) for name in ("clock", "processor"))
    most = max(each["decisions"] for each in long)
    print(
        f"\n{len(long)} duels of 30 to {most} decisions, solved: at most {slowest:.2f} s, "
        f"{dearest:.2f} s of a processor; load {os.getloadavg()[0]:.1f} at the end"
    )
    return {"presets": figures, "duels": long}
