"""Forge's calculators against the real rules, run on from tests of live play."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, prod
from random import Random
from typing import Any

import pytest

from agonist.forge.odds.challenges import group_challenge, morale
from agonist.forge.odds.contests import margins, side_effort
from agonist.forge.odds.dueling import Body, Duel
from agonist.forge.odds.pools import Pool, effort
from agonist.forge.scene import Scene, handicap
from agonist.forge.test.after_roll import AFTER
from agonist.forge.test.challenge import _compared, _outcome
from agonist.forge.test.pool import Modifier, modify, roll_pools
from agonist.forge.test.sources import NOTHING
from agonist.forge.trial import Side
from agonist.kernel import (
    GM,
    Ask,
    Contest,
    Course,
    Fields,
    Procedure,
    Roll,
    Seen,
    answer_all,
    defaults,
    enumerate_procedure,
    enumerate_turn,
    game,
)
from agonist.odds.distribution import Distribution
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


def rolled(scene: Scene, n: int) -> Chances:
    """Everybody's effort on a side, by the real rules."""

    def roll(contest: Contest[Any]) -> Procedure[tuple[int, ...]]:
        side = contest.state.running().sides[n]
        yield from roll_pools(contest, side)
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


def modified(scene: Scene, n: int, chosen: Sequence[Modifier], most: int) -> Chances:
    """The main actor's effort with modifiers from dice that lie there, by the real rules; counted up to `most`,
    since Fervor could go on for ever and never lessens it."""

    def modifying(contest: Contest[Any]) -> Procedure[int]:
        state = contest.state
        side = state.running().sides[n]
        walk = modify(contest, side, side.main, list(chosen))
        try:
            request = next(walk)
            while "Fervor" not in str(request) or state.effort(side, side.main) < most:
                request = walk.send((yield request))
        except StopIteration:
            pass
        return min(most, state.effort(side, side.main))

    return enumerated(scene, modifying)


def after_first_dice(scene: Scene, n: int) -> list[tuple[Scene, Fraction]]:
    """What can lie there of the main actor's when a side has rolled."""

    def roll(contest: Contest[Any]) -> Procedure[tuple[int, ...]]:
        side = contest.state.running().sides[n]
        yield from roll_pools(contest, side)
        return tuple(side.main.dice)

    found: dict[tuple[int, ...], tuple[Scene, Fraction]] = {}
    for after, dice, chance in enumerate_procedure(scene, roll, defaults):
        found[dice] = after, chance + (found[dice][1] if dice in found else 0)
    return list(found.values())


def mixed(parts: Iterable[tuple[dict[Any, Any], Any]]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for chances, share in parts:
        for made, chance in chances.items():
            found[made] = found.get(made, 0) + share * chance
    return found


def counted_to(most: int, made: Distribution) -> Chances:
    chances = {number: made[number] for number in range(most)}
    return without_nothing(chances | {most: made.at_least(most)})


def check_modifiers(scene: Scene) -> None:
    """FG-17: a die more for each 6, 1s rolled again, both; and all dice anew where that is worth more than what lies
    there, with what is still to come of the others in mind."""
    n = rolling(scene)
    pool = pools_of(scene, scene.running().sides[n])[0]
    most, first = max(pool.dice, pool.minimum) + 2, after_first_dice(scene, n)
    every: tuple[list[Modifier], ...] = [], ["focus"], ["fervor"], ["focus", "fervor"]
    for chosen in every:
        kept = [(modified(after, n, chosen, most), chance) for after, chance in first]
        again = modified(first[0][0], n, ["fortune", *chosen], most)
        used = replace(pool, focus="focus" in chosen, fervor="fervor" in chosen)
        assert counted_to(most, effort(used)) == mixed(kept)
        assert again == mixed(kept)
        for needed in range(1, most):

            def reached(made: int, needed: int = needed) -> int:
                return int(made >= needed)

            def success(chances: Chances, reached: Any = reached) -> Fraction:
                return sum((chance * reached(made) for made, chance in chances.items()), start=Fraction(0))

            best = mixed((max(lies, again, key=success), chance) for lies, chance in kept)
            ours = effort(replace(used, fortune=True), reached)
            assert counted_to(most, ours) == best


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
        if ways(pools[:1]) * ways(pools) <= 10 * most and done["modifiers"] < least["modifiers"]:
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


def worn(random: Random, injuries: tuple[int, ...], unlucky: float) -> dict[str, Any]:
    """Harm that somebody brings along."""

    def marked(boxes: tuple[int, ...]) -> list[dict[str, Any]]:
        return [{"box": box, "name": f"harm {n}"} for n, box in enumerate(boxes)]

    misfortunes = tuple(box for box in (1, 1, 1, 2, 2, 3) if random.random() < unlucky)
    return {"injuries": marked(injuries), "misfortunes": marked(misfortunes)}


def uses_misfortunes(seen: Seen, ask: Ask) -> Any:
    """FG-23: adds dice for the other's worst misfortune to every roll, and does nothing else."""
    form = ask.legal()
    if ask.what != AFTER or not isinstance(form, Fields) or "dice" not in [each.key for each in form.fields]:
        return defaults(seen, ask)
    offered = [each.key for each in form.field("dice").form.options]  # type: ignore[attr-defined]
    dice = next((key for key in offered if key.startswith("misfortune:")), NOTHING)
    return {**form.fallback(), "dice": dice, "then": "done"}


def exchanged(pools: Sequence[Pool], now: tuple[Body, Body], *, misfortunes: bool) -> int:
    """In how many ways the dice of an exchange can fall."""
    more = [Pool(each.trouble, 6) for each in now] if misfortunes else []
    return ways([*pools, *more])


def check_duels(contests: int, most: int, least: int) -> None:
    """FG-23, FG-30 to FG-32, FG-42: an exchange by the real rules, and what the solver says of all it leads to; every
    other time with dice for misfortunes."""
    kind, checked = Forgetful(), Counter[bool]()
    for seed in range(contests):
        random, misfortunes = Random(seed), seed % 2 == 1
        policy = uses_misfortunes if misfortunes else defaults
        most_dice, unlucky = (1, 0.15) if misfortunes else (2, 0.7)
        pools = [Pool(random.randint(1, most_dice), random.randint(3, 6)) for _ in range(2)]
        hurt = random.choice(("Ann", "Ben", ""))  # two who are injured may never end it
        boxes = (1,) if misfortunes else random.choice(((1,), (2,), (3,), (1, 3), (2, 3)))
        teams = [
            [fighter(name, each.dice, each.training, **worn(random, boxes if name == hurt else (), unlucky))]
            for name, each in zip(("Ann", "Ben"), pools, strict=True)
        ]
        state, solver = begin("destruction", *teams)[1], Duel(*pools, misfortunes=misfortunes)

        def ends(here: Any, solver: Duel = solver) -> dict[tuple[int, int], float]:
            """Who wins, and with which severity of injuries."""
            over, now = kind.outcome(here), bodies(here)
            if over is not None:
                winner = ("North", "South").index(over.winners[0])
                return {(winner, now[winner].severity): 1.0}
            found = solver.run(now, next_up(here))
            return {(n, how): chance for n, each in enumerate(found) for how, chance in each.items()}

        before = checked[misfortunes]
        for _ in range(20):
            if checked[misfortunes] in (before + 2, most) or kind.outcome(state) is not None:
                break
            few = exchanged(pools, bodies(state), misfortunes=misfortunes) <= 2_100
            if few and state.phase == "act" and random.random() < 0.5:
                after = enumerate_turn(kind, state, policy).values()
                real = mixed((ends(each), float(chance)) for each, chance in after)
                assert real == pytest.approx(ends(state), abs=1e-9)
                checked[misfortunes] += 1
            turn(kind, state, dict.fromkeys((GM, "ann", "ben"), policy), random)
    assert min(checked[False], checked[True]) >= least, checked


@pytest.mark.unmeasured
def test_an_exchange_of_a_live_duel_leads_where_the_solver_says() -> None:
    check_duels(100, 10, 10)


@pytest.mark.unmeasured
def test_tests_of_live_play_are_what_the_real_rules_make_of_them() -> None:
    check(14, 100, {"efforts": 30, "modifiers": 15, "challenges": 10, "contests": 5, "morale": 5}, share=0.25)


@pytest.mark.soak
def test_hundreds_of_tests_of_live_play_are_what_the_real_rules_make_of_them() -> None:
    check(70, 300, {"efforts": 300, "modifiers": 200, "challenges": 60, "contests": 100, "morale": 30})
    check_duels(400, 300, 200)
