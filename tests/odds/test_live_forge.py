"""Forge's calculators against the real rules, run on from tests of live play."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod
from random import Random
from typing import Any

import pytest

from agonist.forge.odds.challenges import challenge, group_challenge, morale
from agonist.forge.odds.contests import margins, side_effort
from agonist.forge.odds.dueling import Body, Duel
from agonist.forge.odds.pools import Pool, effort
from agonist.forge.scene import Scene, handicap
from agonist.forge.test.attempt import Side
from agonist.forge.test.challenge import _outcome
from agonist.forge.test.contested import _compared
from agonist.forge.test.pool import modify, roll_pools
from agonist.kernel import (
    GM,
    Contest,
    Course,
    Procedure,
    Roll,
    answer_all,
    defaults,
    enumerate_procedure,
    enumerate_turn,
    game,
)
from tests.odds.live_turns import turn
from tests.odds.real_forge import Forgetful, begin, fighter

Chances = dict[Any, Fraction]


def about_to_roll(contests: int) -> Iterator[Scene]:
    """Live contests, as bots play them, each time where somebody is about to roll the first dice of a side.

    In most of them those who contest are weak, so that all their dice can be gone through.
    """
    forge = game("forge")
    ready = [(kind, preset) for kind in forge.types for preset in kind.presets.values()]
    for seed in range(contests):
        random = Random(seed)
        kind, preset = ready[seed % len(ready)]
        bot = random.choice(list(kind.bots.values()))
        begun: Any = kind.begin(*kind.setup_from(preset.setup, preset.options))
        for who in begun.characters if random.random() < 0.7 else ():
            who.vigor, who.intuition, who.reason = (random.randint(1, 2) for _ in range(3))
        course = Course(kind, begun, log=False)
        while course.result is None:
            if any(isinstance(each, Roll) and each.rule == "FG-10" for each in course.slots):
                yield course.contest.state.copy()
            answer_all(course, bot, random)


def rolling(scene: Scene) -> int:
    """The side that is about to roll."""
    return next(n for n, side in enumerate(scene.running().sides) if not side.main.rolled)


def pools_of(scene: Scene, side: Side, *, numbered: bool = True) -> list[Pool]:
    """What somebody who reads the sheets would ask the calculators about; FG-24's dice may be left to those."""
    others = [each for each in scene.running().sides if each is not side]
    pools = []
    for attempt in side.members:
        who = scene.who(attempt.name)
        more = attempt.bonus + (scene.numbers(side, attempt) if numbered else 0)
        worse = any(other.disposed == attempt.attribute for other in others)
        training = min(6, who.skills[attempt.skill].training + worse)
        floors = [handicap(scene, scene.who(other.main.name), other.main.skill) for other in others]
        floor = min(floors, default=0) if attempt is side.main else 0
        pools.append(
            Pool(getattr(who, attempt.attribute) + more, training, minimum=max(attempt.least, floor))
        )
    return pools


def ways(pools: list[Pool]) -> int:
    return prod(comb(pool.dice + 5, 5) for pool in pools)


def enumerated(scene: Scene, procedure: Any) -> Chances:
    chances: Chances = {}
    for _, result, chance in enumerate_procedure(scene, procedure, defaults):
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def rolled(scene: Scene, n: int, *modifiers: Any) -> Chances:
    """Everybody's effort on a side, by the real rules."""

    def roll(contest: Contest[Any]) -> Procedure[tuple[int, ...]]:
        side = contest.state.running().sides[n]
        yield from roll_pools(contest, side)
        yield from modify(contest, side, side.main, list(modifiers))
        return tuple(contest.state.effort(side, each) for each in side.members)

    return enumerated(scene, roll)


def summed(chances: Chances, count: Any) -> Chances:
    found: Chances = {}
    for made, chance in chances.items():
        found[count(made)] = found.get(count(made), Fraction(0)) + chance
    return found


def without_nothing(chances: Any) -> Chances:
    return {key: chance for key, chance in chances.items() if chance}


def check_efforts(scene: Scene) -> None:
    """FG-10, FG-20, FG-23, FG-24: what each on a side makes, and all together."""
    n = rolling(scene)
    pools, real = pools_of(scene, scene.running().sides[n]), rolled(scene, n)
    for place, pool in enumerate(pools):
        assert without_nothing(effort(pool)) == summed(real, lambda made, at=place: made[at])
    assert without_nothing(side_effort(pools)) == summed(real, sum)


def check_modifiers(scene: Scene) -> None:
    """FG-17: the main actor's 1s rolled again, or all dice where a new roll is worth more than what lies there."""
    n = rolling(scene)
    pool = pools_of(scene, scene.running().sides[n])[0]
    assert without_nothing(
        effort(Pool(pool.dice, pool.training, focus=True, minimum=pool.minimum))
    ) == summed(rolled(scene, n, "focus"), lambda made: made[0])
    needed = 1 + pool.dice // 2
    first = summed(rolled(scene, n), lambda made: made[0])
    again = sum(chance for made, chance in first.items() if made >= needed)
    best = sum(chance * max(int(made >= needed), again) for made, chance in first.items())
    ours = challenge(
        dice=pool.dice, training=pool.training, difficulty=needed, fortune=True, minimum=pool.minimum
    )
    assert ours.success == best


def check_challenge(scene: Scene) -> None:
    """FG-11, FG-20, FG-52: success against a difficulty, what each lacks, and whether morale holds."""
    (side,) = scene.running().sides
    pools, needed = pools_of(scene, side), scene.running().difficulty + side.raised

    def test(contest: Contest[Any]) -> Procedure[tuple[bool, tuple[int, ...]]]:
        here = contest.state.running().sides[0]
        yield from roll_pools(contest, here)
        result = _outcome(contest, here)
        return result.success, tuple(result.short.values())

    real = enumerated(scene, test)
    fails = sum(chance for (success, _), chance in real.items() if not success)
    ours = group_challenge(members=list(map(str, pools)), difficulty=needed - len(pools) + 1)
    assert ours.success == 1 - fails
    lost = {short: chance for (success, short), chance in real.items() if not success}
    for place in range(len(pools)):
        harm = summed(lost, lambda short, at=place: short[at])
        assert dict(ours.numbers[f"harm_{place + 1}"]) == {lack: p for lack, p in harm.items() if lack > 0}
    if scene.running().goal == "Keep morale":
        below = needed - len(pools) + 1
        kept = morale(captain=str(pools[0]), below=below, helpers=list(map(str, pools[1:])))
        assert kept.collapse == fails


def check_contest(scene: Scene) -> None:
    """FG-21, FG-23, FG-24: who prevails and by how much, a tie being the defender's."""
    sides = scene.running().sides

    def contested(contest: Contest[Any]) -> Procedure[int]:
        attack, defence = contest.state.running().sides
        yield from roll_pools(contest, attack)
        yield from roll_pools(contest, defence)
        result = _compared(contest, attack, defence)
        return result.margin if result.attacker_wins else -result.margin

    ours = margins(*(pools_of(scene, side, numbered=False) for side in sides))
    assert without_nothing(ours) == enumerated(scene, contested)


def check(contests: int, most: int, least: dict[str, int], share: float = 1) -> None:
    """Of every test of live play what can be gone through in at most so many ways, ten times that where two roll."""
    done, luck = dict.fromkeys(least, 0), Random(4)
    for scene in about_to_roll(contests):
        if len(scene.running().sides) > 1 and luck.random() > share:
            continue
        sides, n = scene.running().sides, rolling(scene)
        pools = pools_of(scene, sides[n])
        if ways(pools) > (10 * most if len(sides) == 1 else most):
            continue
        check_efforts(scene)
        done["efforts"] += 1
        if ways(pools[:1]) * ways(pools) <= 10 * most:
            check_modifiers(scene)
            done["modifiers"] += 1
        if len(sides) == 1:
            check_challenge(scene)
            done["challenges"] += 1
            done["morale"] += scene.running().goal == "Keep morale"
        both = [pool for side in sides for pool in pools_of(scene, side)]
        leads = all(side.original is side.main for side in sides)
        if len(sides) == 2 and n == 0 and sides[1].role == "defend" and leads and ways(both) <= 10 * most:
            check_contest(scene)
            done["contests"] += 1
    assert all(done[what] >= count for what, count in least.items()), done


def bodies(scene: Scene) -> tuple[Body, Body]:
    """FG-4: which boxes are marked."""

    def body(who: Any) -> Body:
        unlucky = Counter(box.size for box in who.misfortune if box.harm)
        injured = sum(1 << box.size - 1 for box in who.injury if box.harm)
        return Body(injured, unlucky[1], unlucky[2], unlucky[3])

    one, two = map(body, scene.characters)
    return one, two


def next_up(state: Any) -> int:
    """FG-43: which of two acts next."""
    active = [who.team for who in state.characters].index(state.active)
    return 1 - active if state.acted or state.phase != "act" else active


def worn(random: Random, *, injured: bool) -> dict[str, Any]:
    """Harm that somebody brings along: no injuries where the other does, since two such may never end it."""

    def marked(boxes: tuple[int, ...]) -> list[dict[str, Any]]:
        return [{"box": box, "name": f"harm {n}"} for n, box in enumerate(boxes) if random.random() < 0.7]

    return {"injuries": marked((1, 2, 3))[:2] if injured else [], "misfortunes": marked((1, 1, 1, 2, 2, 3))}


def check_duels(contests: int, most: int, least: int) -> None:
    """FG-23, FG-30 to FG-32, FG-42: an exchange by the real rules, and what the solver says of all it leads to."""
    kind, checked = Forgetful(), 0
    for seed in range(contests):
        random = Random(seed)
        pools = [Pool(random.randint(1, 2), random.randint(3, 6)) for _ in range(2)]
        hurt = random.choice(("Ann", "Ben"))
        teams = [
            [fighter(name, each.dice, each.training, **worn(random, injured=name == hurt))]
            for name, each in zip(("Ann", "Ben"), pools, strict=True)
        ]
        state, solver = begin("destruction", *teams)[1], Duel(*pools)

        def chance_to_win(here: Any, solver: Duel = solver) -> float:
            over = kind.outcome(here)
            if over is not None:
                return float(over.winners == ("North",))
            return sum(solver.run(bodies(here), next_up(here))[0].values())

        for _ in range(80):
            if checked == most or kind.outcome(state) is not None:
                break
            if state.phase == "act" and not state.acted and random.random() < 0.4:
                after = enumerate_turn(kind, state, defaults).values()
                real = sum(float(chance) * chance_to_win(each) for each, chance in after)
                assert real == pytest.approx(chance_to_win(state), abs=1e-9)
                checked += 1
            turn(kind, state, dict.fromkeys((GM, "ann", "ben"), defaults), random)
    assert checked >= least


@pytest.mark.unmeasured
def test_an_exchange_of_a_live_duel_leads_where_the_solver_says() -> None:
    check_duels(50, 30, 30)


@pytest.mark.unmeasured
def test_tests_of_live_play_are_what_the_real_rules_make_of_them() -> None:
    check(14, 100, {"efforts": 30, "modifiers": 15, "challenges": 10, "contests": 5, "morale": 5}, share=0.25)


@pytest.mark.soak
def test_hundreds_of_tests_of_live_play_are_what_the_real_rules_make_of_them() -> None:
    check(70, 300, {"efforts": 300, "modifiers": 200, "challenges": 60, "contests": 100, "morale": 30})
    check_duels(400, 300, 200)
