"""What the bot `best` loses to best play in duels of QuestWorlds, decision by decision, by the exact solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from agonist.kernel import GM, Answer, Ask, Policy, Referee, Seen, drive, game
from agonist.odds.best import best_bot
from agonist.questworlds.classic.odds.playing import solved
from agonist.questworlds.classic.odds.position import FIRST, position_of


def lost_to_best_play(one: int, two: int, seed: int, *, requests: int = 1_000) -> dict[str, float]:
    """The chance to win that each seat's bids gave away in a contest of two, from 0 to 1."""
    who = {"name": "One", "seat": "one", "abilities": [{"name": "Wits", "rating": one}]}
    rival = {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": two}]}
    setup = {"contestants": [who, rival], "first": "One" if seed % 2 else "Two"}
    referee = Referee.start(game("questworlds"), "extended", setup, seed=Random(seed).randbytes(32))
    lost = {"one": 0.0, GM: 0.0}
    best = best_bot(requests)
    drive(referee, {seat: _watched(best, referee, lost) for seat in referee.seats})
    return lost


def _watched(best: Policy, referee: Referee[Any], lost: dict[str, float]) -> Callable[[Seen, Ask], Answer]:
    def decide(seen: Seen, ask: Ask) -> Answer:
        answer = best(seen, ask)
        if ask.what == "plan":
            here = position_of(referee.state, ask.about)
            assert here is not None
            total = sum(each.starting_ap for each in referee.state.contestants)
            whole = replace(here, first_ap=total - total // 2, second_ap=total // 2, acts=FIRST)
            chances = {bid: abs(here.acts - chance) for bid, chance in solved(whole).by_bid(here).items()}
            lost[seen.seat] += max(chances.values()) - chances[answer["with"]["bid"]]
        return answer

    return decide
