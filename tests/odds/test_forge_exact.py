"""Forge odds against the enumerated real rules."""

import itertools
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.forge.gauntlet.ending import keep_morale
from agonist.forge.harm.suffering import suffer
from agonist.forge.odds.challenges import challenge, group_challenge, morale
from agonist.forge.odds.contests import contest, margins
from agonist.forge.odds.dueling import Body, Duel, _harmed, duel
from agonist.forge.odds.pools import Pool, effort, mean_effort, parse_pool, plain
from agonist.forge.people.character import entered, severity
from agonist.forge.people.sheet import Box, Sheet
from agonist.forge.scene import Memory, Scene
from agonist.forge.single.versus import judge
from agonist.forge.test.challenge import Hardship
from agonist.forge.test.challenge import challenge as real_challenge
from agonist.forge.test.pool import modify, roll_pools
from agonist.forge.trial import Attempt, Side, Trial
from agonist.kernel import (
    AgonistError,
    Contest,
    defaults,
    enumerate_contest,
    enumerate_procedure,
    realise,
    run,
)
from tests.odds.real_forge import Forgetful, begin, fighter, margin, rolled

TRAININGS = st.integers(3, 6)


@settings(max_examples=12)
@given(st.integers(1, 4), TRAININGS, st.booleans())
def test_effort_is_what_the_rules_enumerate(dice, training, focus):
    """FG-10, FG-17: plain pools, and with every 1 rolled again once."""
    real = rolled(dice, training, ["focus"] if focus else [])
    assert dict(effort(Pool(dice, training, focus=focus)).items()) == real


def exploding(dice, training, focus, depth=7):
    """FG-17 by hand: the effort of dice, step by step, where each 6 adds a die; at most `depth` in a row."""

    def one(again, left):
        chances: dict[int, Fraction] = {}
        for face in range(1, 7):
            if face == 1 and again:
                ways = one(again=False, left=left)
            elif face == 6 and left:
                ways = {1 + made: chance for made, chance in one(again=False, left=left - 1).items()}
            else:
                ways = {int(face >= training): Fraction(1)}
            for made, chance in ways.items():
                chances[made] = chances.get(made, Fraction(0)) + chance / 6
        return chances

    single = one(focus, depth)
    total = {0: Fraction(1)}
    for _ in range(dice):
        following: dict[int, Fraction] = {}
        for (a, p), (b, q) in itertools.product(total.items(), single.items()):
            following[a + b] = following.get(a + b, Fraction(0)) + p * q
        total = following
    return total


@pytest.mark.parametrize(
    ("dice", "training", "focus"), [(1, 6, False), (3, 5, False), (2, 4, True), (3, 3, True)]
)
def test_fervor_adds_a_die_for_each_six(dice, training, focus):
    """FG-17: exact below the depth to which the count by hand goes."""
    ours = effort(Pool(dice, training, fervor=True, focus=focus))
    by_hand = exploding(dice, training, focus)
    for made in range(7):
        assert ours[made] == by_hand[made]
    assert ours.beyond < Fraction(1, 10**20)


def test_fervor_through_the_real_rules():
    """FG-17: a pool with Focus and Fervor, rolled 20 000 times by the rules; each effort within 4 standard errors."""
    _, state = begin("contest", [fighter("Ann", 3, 5)], [fighter("Ben", 1, 6)])
    random = Random(3)
    counts: dict[int, int] = {}
    n = 20_000
    for _ in range(n):
        attempt = Attempt("Ann", "ann", "fight", "vigor")
        side = Side(team="North", role="attack", members=[attempt])
        state.test = Trial(goal="", sides=[side])
        scene: Contest = Contest(state)
        for procedure in (roll_pools(scene, side), modify(scene, side, attempt, ["focus", "fervor"])):
            _played(procedure, random)
        made = state.effort(side, attempt)
        counts[made] = counts.get(made, 0) + 1
    ours = effort(Pool(3, 5, fervor=True, focus=True))
    for made, chance in ours.items():
        p = float(chance)
        assert counts.get(made, 0) / n == pytest.approx(p, abs=4 * (p * (1 - p) / n) ** 0.5 + 2 / n)


def _played(procedure, random):
    def below(_, n):
        return random.randrange(n)

    try:
        request = next(procedure)
        while True:
            slots = request if isinstance(request, tuple) else (request,)
            faces = tuple(realise(slot, below) for slot in slots)
            request = procedure.send(faces if isinstance(request, tuple) else faces[0])
    except StopIteration:
        return


@pytest.mark.parametrize("focus", [False, True])
@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_fortune_is_used_where_it_helps(difficulty, focus):
    """FG-17: by hand, for every roll of three dice: keep it or roll anew, whichever succeeds more often."""
    training = 5
    hit = Fraction(7 - training, 6)

    def reach(dice, needed):
        chance = 7 * hit / 6 if focus else hit
        return sum(
            (plain_binomial(dice, made, chance) for made in range(max(needed, 0), dice + 1)),
            start=Fraction(0),
        )

    again = reach(3, difficulty)
    best = Fraction(0)
    for faces in itertools.product(range(1, 7), repeat=3):
        made = sum(face >= training for face in faces)
        ones = faces.count(1) if focus else 0
        kept = sum(
            (plain_binomial(ones, more, hit) for more in range(max(0, difficulty - made), ones + 1)),
            start=Fraction(0),
        )
        best += max(kept, again) / 6**3
    assert (
        challenge(dice=3, training=training, difficulty=difficulty, focus=focus, fortune=True).success == best
    )


def plain_binomial(n, k, p):
    from math import comb

    return comb(n, k) * p**k * (1 - p) ** (n - k)


def test_fortune_after_fervor_is_never_worse():
    """With more means to succeed, success is at least as likely."""
    base: dict[str, Any] = {"dice": 4, "training": 6, "difficulty": 2}
    rising = [
        {},
        {"fervor": True},
        {"fervor": True, "focus": True},
        {"fervor": True, "focus": True, "fortune": True},
    ]
    chances = [challenge(**base, **more).success for more in rising]
    assert chances == sorted(chances)


@settings(max_examples=30)
@given(st.integers(0, 12), TRAININGS, st.booleans(), st.booleans(), st.integers(0, 4))
def test_means_and_sums_hold(dice, training, fervor, focus, minimum):
    """The chances of a pool add up to 1, and its mean is the one that is told."""
    pool = Pool(dice, training, fervor=fervor, focus=focus, minimum=minimum)
    made = effort(pool)
    assert sum(chance for _, chance in made.items()) + made.beyond == 1
    assert float(made.mean) == pytest.approx(float(mean_effort(pool)), abs=1e-15)
    assert made.at_least(minimum) == 1


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("attack", "defend"),
    [
        ([fighter("Ann", 3, 5)], [fighter("Ben", 2, 4)]),
        ([fighter("Ann", 2, 6)], [fighter("Ben", 3, 3)]),
        ([fighter("Ann", 2, 5), fighter("Cid", 1, 4)], [fighter("Ben", 2, 5)]),
        ([fighter("Ann", 2, 5)], [fighter("Ben", 1, 5), fighter("Dot", 2, 6)]),
        ([fighter("Ann", 3, 5)], [fighter("Ben", 2, 5, injuries=[{"box": 2, "name": "arm"}])]),
    ],
)
def test_margins_are_what_the_rules_enumerate(attack, defend):
    """FG-21, FG-23, FG-24: alone, in groups, and with an opponent's injury as a minimum."""
    injured = max((mark["box"] for mark in defend[0]["sheet"].get("injuries", [])), default=0)
    ours = contest(attack=[_side(attack)], defend=_side(defend), attack_minimum=injured)
    assert dict(ours.margin.items()) == margin(attack, defend)
    assert ours.win + ours.tie + ours.lose == 1


def _side(members):
    return ",".join(
        f"{each['sheet']['vigor']}@{each['sheet']['skills']['fight']['training']}" for each in members
    )


@pytest.mark.parametrize("who", ["attack", "defend"])
def test_added_dice_and_a_minimum_are_those_of_the_side_that_has_them(who):
    """FG-15, FG-23: dice that a side adds, and what it makes at least, as if they stood in its pool."""
    ours = contest(attack="2@5", defend="3@4", **{f"{who}_added": 2, f"{who}_minimum": 1})
    attack, defend = ("4@5+min1", "3@4") if who == "attack" else ("2@5", "5@4+min1")
    assert ours.margin == contest(attack=attack, defend=defend).margin
    assert ours.margin != contest(attack="2@5", defend="3@4").margin


def test_fortune_in_a_contest_by_hand():
    """FG-17, FG-21: the attacker decides before the defender rolls; the defender knows what to reach."""
    attack, defend = plain(2, 5), plain(2, 4)
    second = {made: 1 - (1 - defend.at_least(made)) ** 2 for made in range(3)}
    wins = {made: 1 - second[made] for made in range(3)}
    hope = sum((chance * wins[made] for made, chance in attack.items()), start=Fraction(0))
    best = sum((chance * max(wins[made], hope) for made, chance in attack.items()), start=Fraction(0))
    odds = contest(attack="2@5+fortune", defend="2@4+fortune")
    assert odds.win == best
    assert odds.win + odds.tie + odds.lose == 1


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 3), TRAININGS), min_size=2, max_size=3), st.booleans())
def test_several_teams_are_judged_as_the_rules_do(pools, guarded):
    """FG-25: the greatest effort alone wins, if it beats the defender's."""
    attacks = [f"{dice}@{training}" for dice, training in pools]
    defend = "2@5" if guarded else ""
    odds = contest(attack=attacks, defend=defend)
    sides = [*attacks, *([defend] if defend else [])]
    names = [*(f"attack-{n}" for n in range(1, len(attacks) + 1)), *(["defend"] if defend else [])]
    wins = dict.fromkeys([*names, "nobody"], Fraction(0))
    made = [list(effort(parse_pool(side)).items()) for side in sides]
    for way in itertools.product(*made):
        chance = Fraction(1)
        for _, share in way:
            chance *= share
        scores = {name: number for name, (number, _) in zip(names, way, strict=True)}
        wins[judge(scores, "defend" if defend else "") or "nobody"] += chance
    assert {name: chance for name, chance in odds.teams.items() if chance} == {
        n: c for n, c in wins.items() if c
    }


def test_groups_in_a_contest_of_several_teams_give_dice_to_the_others():
    """FG-24, FG-25: enumerated; the group of two is a die for the other side."""
    teams = [fighter("Ann", 1, 5), fighter("Abe", 1, 4)], [fighter("Ben", 1, 5)]
    kind, state = begin("contest-of-teams", *teams, harm_agreed=False, no_defender=True)
    real = enumerate_contest(kind, state, defaults, lambda _, outcome: outcome.winners)
    odds = contest(attack=["1@5,1@4", "1@5"])
    assert odds.teams == {"attack-1": real[("North",)], "attack-2": real[("South",)], "nobody": real[()]}
    assert float(contest(attack=["3@5,3@5", "3@5"], defend="3@5").win) == pytest.approx(0.3974, abs=5e-5)


def test_fortune_in_a_group_is_for_the_groups_success():
    """FG-17, FG-20: the main actor sees what the helpers have; a second chance where the first was not enough."""

    def twice(dice, training, needed):
        once = plain(dice, training).at_least(needed)
        return 1 - (1 - once) ** 2

    assert morale(captain="4@5+fortune", below=3).success == twice(4, 5, 3)
    assert float(morale(captain="4@5+fortune", below=3).success) == pytest.approx(0.2099, abs=5e-5)
    helped = sum((share * twice(3, 5, 4 - n) for n, share in plain(2, 4).items()), start=Fraction(0))
    assert morale(captain="3@5+fortune", helpers=["2@4"], below=3).success == helped
    group = group_challenge(members=["3@5+fortune", "2@4"], difficulty=3)
    assert group.success == helped
    for number in (1, 2):
        assert sum(getattr(group, f"harm_{number}").values()) == 1 - helped


def test_what_is_not_solved_exactly_is_refused():
    """FG-20: helpers use no traits; Fortune among several sides, and in a duel, has no exact answer here."""
    with pytest.raises(AgonistError, match="main actor"):
        group_challenge(members=["3@5", "3@5+focus"], difficulty=2)
    with pytest.raises(AgonistError, match="main actor"):
        contest(attack="3@5,3@5+fervor", defend="3@5")
    with pytest.raises(AgonistError, match="several sides"):
        contest(attack=["3@5+fortune", "3@5"], defend="3@5")
    with pytest.raises(AgonistError, match="duel"):
        duel(first="3@5+fortune", second="3@5")


@settings(max_examples=12)
@given(st.lists(st.tuples(st.integers(1, 2), TRAININGS), min_size=1, max_size=3), st.integers(1, 4))
def test_a_group_challenge_by_the_rules(pools, difficulty):
    """FG-11, FG-20: that a group succeeds, and what each lacks where it does not, enumerated."""
    names = ("Ann", "Ben", "Cid")
    members = [fighter(name, *pool) for name, pool in zip(names, pools, strict=False)]
    _, state = begin("challenge", members)

    def once(contest):
        group = [Attempt(each["name"], each["seat"], "fight", "vigor") for each in members]
        result = yield from real_challenge(contest, group, "win", Hardship({"wall": difficulty}))
        return tuple(result.short.values())

    harm: list[dict[int, Fraction]] = [{} for _ in pools]
    success = Fraction(0)
    for _, short, chance in enumerate_procedure(state, once, defaults):
        success += chance * (not short)
        for lacks, lack in zip(harm, short, strict=False):
            if lack > 0:
                lacks[lack] = lacks.get(lack, Fraction(0)) + chance
    written = [f"{dice}@{training}" for dice, training in pools]
    ours = group_challenge(members=written, difficulty=difficulty)
    assert ours.success == success
    assert [getattr(ours, f"harm_{n}") for n in range(1, len(pools) + 1)] == harm
    if len(pools) == 1:
        alone = challenge(dice=pools[0][0], training=pools[0][1], difficulty=difficulty)
        assert (alone.success, alone.harm) == (success, harm[0])


def test_worked_example_two():
    """FG-20: difficulty 3 for one is 4 for two; each adds a die from the scaffolding."""
    ours = group_challenge(members=["4@5+add1", "3@5+add1"], difficulty=3)
    assert ours.success == (plain(5, 5) + plain(4, 5)).at_least(4)


def test_keeping_morale_is_a_test_against_how_far_it_is_below():
    """FG-50 to FG-52."""
    assert morale(captain="4@5", below=2).collapse == plain(4, 5).below(2)
    assert morale(captain="4@5", below=2, helpers=["2@5"]).collapse == (plain(4, 5) + plain(2, 5)).below(3)
    mixed = morale(captain="4@5", below=0, tests=[0.5])
    assert mixed.broken == Fraction(1, 2)
    assert mixed.collapse == plain(4, 5).below(1) / 2
    twice = morale(captain="4@5", below=1, tests=[0.5, 0.25])
    assert twice.morale == {1: Fraction(1, 8), -1: Fraction(1, 2), -3: Fraction(3, 8)}
    assert twice.collapse == plain(4, 5).below(1) / 2 + plain(4, 5).below(3) * 3 / 8


def test_keeping_morale_with_help_is_what_the_rules_enumerate():
    """FG-52: who helps adds dice, and 1 to the difficulty."""
    _, state = begin("subjugate", [fighter("Ann", 2, 5), fighter("Amy", 2, 5)], [fighter("Ben", 2, 5)])
    state.teams[0].morale = -1

    def helps(seen, ask):
        return "vigor" if ask.what == "help keep morale" else defaults(seen, ask)

    kept = Fraction(0)
    for after, _, chance in enumerate_procedure(state, lambda c: keep_morale(c, c.state.teams[0]), helps):
        kept += chance * (after.teams[0].morale == 0)
    assert morale(captain="2@6", below=1, helpers=["2@6"]).success == kept


@pytest.mark.parametrize("text", ["", "8", "8@2", "8@7", "x@5", "8@5+luck", "999@5"])
def test_what_is_no_pool_is_refused(text):
    with pytest.raises(AgonistError, match=r"8@5|dice"):
        parse_pool(text)


@pytest.mark.unmeasured
def test_the_end_of_a_duel_is_what_the_rules_enumerate():
    """FG-23, FG-30 to FG-32, FG-42: from boxes that are nearly full, to the last digit."""
    worn = {"injuries": _marks(1, 2), "misfortunes": _marks(1, 1, 1, 2, 2)}
    spent = {"injuries": _marks(1, 2), "misfortunes": _marks(1, 1, 1, 2, 2, 3)}
    _, state = begin("destruction", [fighter("Ann", 2, 4, **worn)], [fighter("Ben", 3, 3, **spent)])
    real = enumerate_contest(Forgetful(), state, defaults, lambda _, o: o.winners, enough=1e-4, turns=400)
    bodies = Body(0b011, 3, 2, 0), Body(0b011, 3, 2, 1)
    won, lost = Duel(Pool(2, 4), Pool(3, 3)).run(bodies)
    assert sum(won.values()) == pytest.approx(float(real[("North",)]), abs=float(real.undecided) + 1e-12)
    assert sum(lost.values()) == pytest.approx(float(real[("South",)]), abs=float(real.undecided) + 1e-12)


def _marks(*boxes):
    return [{"box": box, "name": f"mark {number}"} for number, box in enumerate(boxes)]


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("first", "second"), [((5, 4), (4, 5)), pytest.param((4, 5), (4, 5), marks=pytest.mark.soak)]
)
def test_a_duel_is_what_simulated_play_gives(first, second):
    """FG-42, FG-45: within 4 standard errors of plain play by the real rules."""
    kind, state = begin("destruction", [fighter("Ann", *first)], [fighter("Ben", *second)])
    random = Random(11)
    n = 500
    wins = sum(run(kind, state, defaults, random).winners == ("North",) for _ in range(n))
    p = duel(first=f"{first[0]}@{first[1]}", second=f"{second[0]}@{second[1]}").win
    assert wins / n == pytest.approx(p, abs=4 * (p * (1 - p) / n) ** 0.5)


def test_boxes_take_harm_as_the_rules_say():
    """FG-30 to FG-32: the lowest box that can; what misfortune boxes cannot take becomes an injury."""
    fresh = Body()
    assert fresh.injured(2) == Body(injuries=0b010)
    assert Body(injuries=0b010).injured(2) == Body(injuries=0b110)
    assert Body(injuries=0b110).injured(2) is None
    assert fresh.injured(4) is None, "FG-32: no box is so large"
    assert fresh.unlucky(4) == Body(injuries=0b001, threes=1)
    assert _harmed(fresh, 2) == Body(injuries=0b010), "FG-42: who failed to defend"
    assert _harmed(fresh, -2) == Body(twos=1), "FG-42: who failed to attack"
    assert Body(ones=3, twos=2, threes=1).unlucky(2) == Body(injuries=0b010, ones=3, twos=2, threes=1)


@pytest.mark.parametrize("harm", ["injury", "misfortune"])
@pytest.mark.parametrize("rating", range(1, 6))
def test_boxes_of_a_duel_take_harm_as_the_game_s_do(harm, rating):
    """FG-30 to FG-32: whatever is marked already, two boxes of 1 as well as one; without Favor the door is shut."""
    for injuries, ones, twos, threes in itertools.product(range(8), range(4), range(3), range(2)):
        hurt = [size for size in (1, 2, 3) if injuries >> size - 1 & 1]
        sheet = {"injuries": _marks(*hurt), "misfortunes": _marks(*[1] * ones, *[2] * twos, *[3] * threes)}
        character = entered("Ann", "ann", "A", msgspec.convert(sheet, Sheet))
        contest = Contest(Scene(characters=[character], memory=Memory()))
        fate = _by_default(suffer(contest, "Ann", harm, rating))
        then = _harmed(Body(injuries, ones, twos, threes), rating if harm == "injury" else -rating)
        assert (fate == "ended") == (then is None)
        if then is not None:
            assert (then.ones, then.twos, then.threes) == tuple(
                sum(box.size == size and bool(box.harm) for box in character.misfortune) for size in (1, 2, 3)
            )
            assert then.injuries == sum(1 << box.size - 1 for box in character.injury if box.harm)


def _by_default(procedure):
    """What a procedure comes to if everybody takes what is offered first."""
    answer = None
    while True:
        try:
            answer = procedure.send(answer).legal().fallback()
        except StopIteration as end:
            return end.value


@given(st.integers(0, 7), st.integers(0, 3), st.integers(0, 2), st.integers(0, 1))
def test_the_highest_box_that_is_marked_counts(injuries, ones, twos, threes):
    """FG-23: of injuries and of misfortunes, as the rules count them."""
    body = Body(injuries, ones, twos, threes)
    injured = [Box(size, "hurt" if injuries >> size - 1 & 1 else "") for size in (1, 2, 3)]
    unlucky = [Box(size, "bad") for size, count in ((1, ones), (2, twos), (3, threes)) for _ in range(count)]
    assert (body.severity, body.trouble) == (severity(injured), severity(unlucky))


def test_margins_of_groups_give_dice_to_the_other_side():
    """FG-24: three against one is two more dice for the one."""
    lone, crowd = Pool(3, 5), [Pool(2, 5), Pool(1, 5), Pool(1, 6)]
    ours = margins(crowd, [lone])
    theirs = (plain(2, 5) + plain(1, 5) + plain(1, 6)).minus(plain(5, 5))
    assert ours == theirs
