"""Contests: effort against effort, alone, in groups, among several teams (FG-21, FG-24, FG-25)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from agonist.odds.answer import Odds
from agonist.odds.distribution import Distribution
from agonist.odds.refusal import refuse

from .pools import Pool, effort, parse_pool

_MOST_TEAMS = 4


def contest(
    *,
    attack: Sequence[str] | str,
    defend: str = "",
    attack_minimum: int = 0,
    defend_minimum: int = 0,
    attack_added: int = 0,
    defend_added: int = 0,
) -> Odds:
    """A contest from the attacker's view. A tie is the defender's, who takes no harm from it.

    A side is a pool such as 8@5+focus, or a group: 8@5,4@6, the main actor first. With several attacking sides, or
    without a defender, `teams` has every side's chance to win.
    """
    attacks = [attack] if isinstance(attack, str) else list(attack)
    teams = [_group(text) for text in attacks]
    if not teams or not teams[0]:
        refuse("Nobody attacks.", "a pool such as 8@5", "attack")
    defence = _group(defend)
    teams[0] = _helped(teams[0], attack_added, attack_minimum)
    if defence:
        defence = _helped(defence, defend_added, defend_minimum)
    if len(teams) > 1 or not defence:
        return _several(teams, defence)
    margin = margins(teams[0], defence)
    win = margin.at_least(1)
    numbers = {"win": win, "tie": margin[0], "lose": 1 - win - margin[0], "margin": margin}
    title = f"Contest of {_named(teams[0])} against {_named(defence)}"
    cut = float(margin.beyond)
    method = "solved" if cut else "exact"
    return Odds(title, numbers, method=method, error=cut, notes=_cut_off(cut), rules=("FG-21", "FG-24"))


def margins(attack: Sequence[Pool], defend: Sequence[Pool]) -> Distribution:
    """The attacker's effort less the defender's; either side's main actor gets a die for each one too many."""
    ours, theirs = _numbered(attack, len(defend)), _numbered(defend, len(attack))
    if not any(pool.fortune for pool in (*ours, *theirs)):
        return side_effort(ours).minus(side_effort(theirs))
    return _with_fortune(ours, theirs)


def side_effort(pools: Sequence[Pool]) -> Distribution:
    """The effort of a side, where Fortune goes for the most effort."""
    return sum((effort(pool) for pool in pools[1:]), start=effort(pools[0]))


def _with_fortune(ours: Sequence[Pool], theirs: Sequence[Pool]) -> Distribution:
    """The attacker rolls first and renews what is not likely enough to win; the defender knows what to reach."""
    if len(ours) > 1 or len(theirs) > 1:
        refuse("Fortune in a group contest is not solved exactly.", "one pool a side, or no fortune")
    answers: dict[int, Distribution] = {}

    def answer(made: int) -> Distribution:
        if made not in answers:
            answers[made] = effort(theirs[0], lambda number: int(number >= made))
        return answers[made]

    attack = effort(ours[0], lambda made: answer(made).below(made))
    parts = [(chance, made, answer(made)) for made, chance in attack.items()]
    low = min(made - reply.first - len(reply.weights) + 1 for _, made, reply in parts)
    high = max(made - reply.first for _, made, reply in parts)
    chances = [Fraction(0)] * (high - low + 1)
    for chance, made, reply in parts:
        for number, share in reply.items():
            chances[made - number - low] += chance * share
    common = lcm(*(chance.denominator for chance in chances))
    return Distribution(low, [int(chance * common) for chance in chances], common)


def _several(teams: list[list[Pool]], defence: list[Pool]) -> Odds:
    """FG-25: the greatest effort wins alone; tied attackers lose; who is left must beat the defender.

    FG-24: each main actor gets a die for each opponent beyond the first of a side.
    """
    if len(teams) > _MOST_TEAMS:
        refuse(f"{len(teams)} attacking sides are too many.", f"up to {_MOST_TEAMS}", "attack")
    if any(pool.fortune for team in (*teams, defence) for pool in team):
        refuse("Fortune in a contest of several sides is not solved exactly.", "pools without fortune")
    extra = sum(len(team) - 1 for team in (*teams, defence) if team)
    sides = [side_effort(_numbered(team, extra - len(team) + 2)) for team in teams]
    guard = side_effort(_numbered(defence, extra - len(defence) + 2)) if defence else None
    wins = [Fraction(0)] * len(teams)
    for made in itertools.product(*(list(side.items()) for side in sides)):
        chance = Fraction(1)
        for _, share in made:
            chance *= share
        efforts = [number for number, _ in made]
        best = next((e for e in sorted(set(efforts), reverse=True) if efforts.count(e) == 1), None)
        if guard is None:
            best = max(efforts) if efforts.count(max(efforts)) == 1 else None
        if best is not None:
            wins[efforts.index(best)] += chance * (guard.below(best) if guard else 1)
    nobody = 1 - sum(wins, start=Fraction(0))
    names = {f"attack-{number}": chance for number, chance in enumerate(wins, 1)}
    names |= {"defend": nobody} if guard else {"nobody": nobody}
    numbers = {"win": wins[0], "tie": Fraction(0), "lose": 1 - wins[0], "teams": names}
    cut = float(sum((side.beyond for side in (*sides, *([guard] if guard else []))), start=Fraction(0)))
    notes = tuple(f"{each} They count as nobody's." for each in _cut_off(cut))
    title, method = f"Contest of {len(teams) + bool(defence)} sides", "solved" if cut else "exact"
    return Odds(title, numbers, method=method, error=cut, notes=notes, rules=("FG-25",))


def _group(text: str) -> list[Pool]:
    pools = [parse_pool(each) for each in text.split(",")] if text.strip() else []
    if any(pool.fervor or pool.focus or pool.fortune for pool in pools[1:]):
        refuse("Only the main actor of a group, the first, uses traits (FG-20).", "helpers such as 4@5")
    return pools


def _helped(pools: list[Pool], added: int, minimum: int) -> list[Pool]:
    main = pools[0].with_dice(added)
    return [replace(main, minimum=max(main.minimum, minimum)), *pools[1:]]


def _numbered(pools: Sequence[Pool], others: int) -> list[Pool]:
    """FG-24: the main actor gets a die for each opponent beyond the first."""
    return [pools[0].with_dice(others - 1), *pools[1:]]


def _named(pools: Sequence[Pool]) -> str:
    return " and ".join(map(str, pools))


def _cut_off(chance: float) -> tuple[str, ...]:
    """FG-17: with Fervor there is no highest effort, and lists end somewhere."""
    return (
        (f"Efforts so high that all have a chance of {chance:.1e} together are cut off.",) if chance else ()
    )
