"""Flow: how often a contest stops to ask, for every preset, played by its first bot.

Questions are decisions that the contest waits for; windows that may be used and need not are none, nor is what has one
legal answer. Taps on *Roll* are counted apart, and so is what a player's first question has in sight: its deeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from agonist.kernel import GM, Ask, ContestType, DiceMode, Game, Policy, Preset, Referee, Seen
from agonist.tabletop import offered
from tests.support.installed import installed_games

CONTESTS = 30
MOST = 20_000


@dataclass
class Asked:
    """What one contest asked for."""

    questions: int = 0
    game_master: int = 0
    rolls: int = 0
    rounds: int = 1
    in_sight: int = 0


def play(game: Game, kind: ContestType[Any], preset: Preset, bot: Policy, random: Random) -> Asked:
    """One contest in which everybody is a person who plays like the bot."""
    seats = {GM, *kind.seats(kind.setup_from(preset.setup, preset.options)[0])}
    dice: dict[str, DiceMode] = dict.fromkeys(seats, "tap")
    referee = Referee.start(
        game,
        kind.name,
        preset.setup,
        preset.options,
        seed=random.randbytes(32),
        dice=dice,
        patient_with=lambda begun: frozenset(begun.seats),
    )
    asked, left_alone = Asked(), set[str]()
    for _ in range(MOST):
        if referee.over:
            break
        pending = next((p for p in referee.pending if p.id not in left_alone), None)
        if pending is None:
            referee.let_pass()
            continue
        request = pending.request
        if not isinstance(request, Ask):
            asked.rolls += 1
            referee.answer(pending.id, "sealed")
            continue
        answer = bot(Seen(pending.seat, referee.state), request)
        if not (asked.in_sight or pending.window or pending.seat == GM):
            opening = offered(request.legal())
            asked.in_sight = len(opening.deeds) if opening else 0
        if pending.window and answer == request.assumed():
            left_alone.add(pending.id)
            continue
        if not pending.window:
            asked.questions += 1
            asked.game_master += pending.seat == GM
        referee.answer(pending.id, answer)
    asked.rounds = max(1, getattr(referee.state, "round", 1))
    return asked


def measured(game: Game, kind: ContestType[Any], name: str) -> dict[str, Any]:
    """The averages over some contests of the first bot."""
    bot, random = next(iter(kind.bots.values())), Random(f"{game.name} {kind.name} {name}")
    played = [play(game, kind, kind.presets[name], bot, random) for _ in range(CONTESTS)]
    return {
        "game": game.name,
        "type": kind.name,
        "preset": name,
        "questions": round(fmean(each.questions for each in played), 1),
        "game_master": round(fmean(each.game_master for each in played), 1),
        "rolls": round(fmean(each.rolls for each in played), 1),
        "in_sight": max(each.in_sight for each in played),
        "forms_a_round": round(sum(p.questions for p in played) / sum(p.rounds for p in played), 1),
    }


def run() -> list[dict[str, Any]]:
    figures = []
    print("| game | type | preset | questions | of the game master | rolls | in sight | forms a round |")
    print("|---|---|---|---:|---:|---:|---:|---:|")
    for game in installed_games():
        for kind in game.types:
            for name in kind.presets:
                found = measured(game, kind, name)
                figures.append(found)
                print("| " + " | ".join(str(value) for value in found.values()) + " |", flush=True)
    return figures
