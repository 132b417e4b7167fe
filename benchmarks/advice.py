"""Advice: how long every question of every preset takes to be advised on, and how far its chances may be off."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator
from typing import Any

from agonist.kernel import Ask, Game, Pending, Referee, Seen, defaults, seat_view
from agonist.odds.counsel import Advice, advise
from agonist.odds.situations import situation_of
from tests.support.installed import installed_games

from ._skill import everybody

MOST = int(os.environ.get("ADVICE_QUESTIONS", "40"))
"""How many kinds of question of a preset are asked at most."""


def questions(found: Game, type_name: str, preset: str) -> Iterator[tuple[Referee[Any], Pending]]:
    """Each kind of question that comes up as the first bot plays, for every seat once."""
    kind = found.type(type_name)
    chosen = kind.presets[preset]
    referee = Referee.start(
        found, type_name, chosen.setup, chosen.options, seed=bytes(32), patient_with=everybody
    )
    policy = next(iter(kind.bots.values()), defaults)
    asked: set[tuple[str, str]] = set()
    for _ in range(600):
        if referee.over or len(asked) >= MOST:
            return
        pending = next((each for each in referee.pending if isinstance(each.request, Ask)), None)
        if pending is None:
            referee.answer(referee.pending[0].id, "sealed")
            continue
        request = pending.request
        assert isinstance(request, Ask)
        if (request.what, pending.seat) not in asked:
            asked.add((request.what, pending.seat))
            yield referee, pending
        answer = request.assumed() if pending.window else policy(Seen(pending.seat, referee.state), request)
        referee.answer(pending.id, answer)


def advised(referee: Referee[Any], pending: Pending) -> tuple[float, Advice | None]:
    """The processor's seconds for a piece of advice, and the advice."""
    view = seat_view(referee, pending.seat)
    asked = next(each for each in view.asked if each.id == pending.id)
    begun = time.process_time()
    found = advise(referee.game.name, referee.kind.name, view, asked, situation_of(referee, pending))
    return time.process_time() - begun, found


def run() -> list[dict[str, object]]:
    print("| preset | questions | advised on | longest | median | largest ± of a best answer |")
    print("|---|---:|---:|---:|---:|---:|")
    figures: list[dict[str, object]] = []
    for each in installed_games():
        for kind in each.types:
            for preset in kind.presets:
                told = [advised(*one) for one in questions(each, kind.name, preset)]
                if not told:
                    continue
                good = [found for _, found in told if found is not None and found.choices]
                row: dict[str, Any] = {
                    "preset": f"{each.name} {kind.name} {preset}",
                    "questions": len(told),
                    "advised": len(good),
                    "longest": max(seconds for seconds, _ in told),
                    "median": statistics.median(seconds for seconds, _ in told),
                    "error": max((found.error for found in good), default=0.0),
                }
                figures.append(row)
                print(
                    f"| `{preset}` ({each.name} {kind.name}) | {len(told)} | {len(good)} | {row['longest']:.2f} s "
                    f"| {row['median']:.2f} s | {100 * row['error']:.0f} |",
                    flush=True,
                )
    return figures
