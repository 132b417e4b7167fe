"""Deckahedron odds against the enumerated real rules."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.deckahedron import cards as real_cards
from agonist.deckahedron.damage.slots import FITS
from agonist.deckahedron.damage.splits import Condition as RealCondition
from agonist.deckahedron.damage.splits import legal_splits
from agonist.deckahedron.deck.dice import parse
from agonist.deckahedron.deck.flips import flip as real_flip
from agonist.deckahedron.odds import cards
from agonist.deckahedron.odds.advice import condition
from agonist.deckahedron.odds.enduring import (
    ARMOUR,
    Condition,
    Endurance,
    endure,
    parse_damage,
    splits,
    undominated,
    ways,
)
from agonist.deckahedron.odds.fighting import Fighter, _Fight, fight
from agonist.deckahedron.odds.flips import flip, flip_from
from agonist.deckahedron.people.characters import CharacterSetup, made, supply_for
from agonist.deckahedron.people.scene import Scene
from agonist.kernel import (
    AgonistError,
    Ask,
    Course,
    Seen,
    answer_all,
    defaults,
    enumerate_procedure,
    game,
    realise,
    run,
)
from agonist.odds.readings import reading_of

SUITS = st.sampled_from(real_cards.SUITS)


def test_results_are_named_as_the_game_counts_them():
    """DK-1."""
    places = (real_cards.DOUBLE_CROSS, real_cards.CROSS, real_cards.CHECK, real_cards.DOUBLE_CHECK)
    assert [cards.RESULTS[place - 1] for place in places] == [
        "double-cross",
        "cross",
        "check",
        "double-check",
    ]


def enumerated(character, suit, net):
    """The results of a flip by the real rules, and the chance that a wound card shows."""
    scene = Scene([character], supply_for([character]), [])
    chances: dict[str, Fraction] = {}
    wounded = Fraction(0)

    def procedure(contest):
        found = yield from real_flip(contest, contest.state.characters[0], suit, net)
        return found.result, found.wounded

    for _, (result, wound), chance in enumerate_procedure(scene, procedure, defaults):
        name = cards.RESULTS[result - 1]
        chances[name] = chances.get(name, Fraction(0)) + chance
        wounded += chance * wound
    return chances, wounded


@settings(max_examples=16)
@given(SUITS, st.integers(-2, 1), st.sets(st.integers(0, 9), max_size=5), st.integers(0, 2))
def test_a_flip_from_known_cards_is_what_the_rules_enumerate(suit, net, lost, wounds):
    """DK-3, DK-4: with advantage, disadvantage and wound cards."""
    exhaustion = tuple(real_cards.STAMINA[n] for n in lost)
    character = made(CharacterSetup(name="Bera", exhaustion=exhaustion, wounds=wounds))
    chances, wounded = enumerated(character, suit, net)
    ours, shown = flip_from(character.deck, suit, net)
    assert {name: chance for name, chance in ours.items() if chance} == chances
    assert shown == wounded


@settings(max_examples=16)
@given(
    SUITS,
    st.integers(-4, 4),
    st.lists(st.sampled_from(real_cards.DECKAHEDRON), min_size=6, max_size=8, unique=True),
)
def test_no_more_than_three_cards_are_flipped(suit, net, deck):
    """DK-4: two more at the most, however many advantages or disadvantages there are."""
    character = made(CharacterSetup(name="Bera", deck=tuple(deck)))
    chances, _ = enumerated(character, suit, net)
    more = {"advantage": max(net, 0), "disadvantage": max(-net, 0)}
    ours = flip(suit=suit, deck=deck, **more).outcomes
    assert {name: chance for name, chance in ours.items() if chance} == chances


@pytest.mark.parametrize("left", [1, 5, 6])
def test_a_small_deck_is_reshuffled_before_a_flip(left):
    """DK-3: with 5 cards or fewer the discard pile comes in first."""
    deck = ("1111", "1232", "1434", "2234", "2323", "1223")[:left]
    discard = tuple(card for card in real_cards.DECKAHEDRON if card not in deck)
    character = made(CharacterSetup(name="Bera", deck=deck, discard=discard))
    chances, _ = enumerated(character, "crown", 0)
    ours = flip(suit="crown", deck=deck, discard=discard).outcomes
    assert {name: chance for name, chance in ours.items() if chance} == chances


@settings(max_examples=8)
@given(SUITS, st.integers(0, 3), st.integers(0, 2), st.integers(-1, 1))
def test_lost_cards_are_averaged_over(suit, lost, wounds, net):
    """Which Stamina cards are lost, and which wound card came first, is as likely one way as another."""
    from itertools import combinations

    total = dict.fromkeys(cards.RESULTS, Fraction(0))
    number = 0
    for gone in combinations(range(10), lost):
        left = [card for n, card in enumerate(real_cards.STAMINA) if n not in gone]
        for wound_cards in combinations(real_cards.WOUND_CARDS, wounds):
            found, _ = flip_from([*real_cards.PLAIN, *left, *wound_cards], suit, net)
            number += 1
            for name, chance in found.items():
                total[name] += chance
    ours = flip(suit=suit, lost=lost, wounds=wounds, advantage=max(net, 0), disadvantage=max(-net, 0))
    assert ours.outcomes == {name: chance / number for name, chance in total.items()}


@settings(max_examples=60)
@given(st.integers(1, 10), st.integers(0, 2), st.integers(0, 2), st.integers(1, 14))
def test_what_a_split_leaves_is_what_the_rules_say(stamina, harm, wounds, hit):
    """DK-11, DK-13 to DK-17: without slots, split by split."""
    assert [tuple(split) for split in legal_splits(hit)] == splits(hit)
    for split in legal_splits(hit):
        then = RealCondition(stamina, harm, wounds).after(split.parts())
        states: set[Any] = {Condition(stamina, harm, wounds)}
        for part in split.parts():
            states = {each for state in states if state is not None for each in ways(state, part)} or states
        (state,) = states
        assert (state is None) == then.down
        if state is not None:
            assert (state.stamina, state.harm, state.wounds) == (then.stamina, then.harm, then.wounds)


CONDITIONS = st.builds(
    Condition,
    st.integers(1, 6),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 3),
)


@settings(max_examples=150)
@given(CONDITIONS, st.integers(1, 14))
def test_what_a_split_leaves_is_found_by_taking_part_after_part(now, hit):
    """DK-12 to DK-16: every way to use slots, and no split given up that could be survived."""
    lasting = Endurance(parse_damage("6"))
    for wounds, harm, stamina in splits(hit):
        states: set[Condition | None] = {now}
        for part in ("wound",) * wounds + ("harm",) * harm + ("stamina",) * stamina:
            states = {then for each in states for then in ([None] if each is None else ways(each, part))}
        assert lasting._leaves(now, (wounds, harm, stamina)) == undominated(states)


@given(CONDITIONS, st.sampled_from(("harm", "wound")))
def test_slots_take_what_the_game_lets_them_take(now, part):
    """DK-12: the more special slot first; or the part is suffered."""
    slots = ["harm"] * now.harm_slots + ["harm-or-wound"] * now.wound_slots
    takes = next((each for each in FITS[part] if each in slots), None)
    less = {"harm": "harm_slots", "harm-or-wound": "wound_slots"}
    absorbed = [now._replace(**{less[takes]: getattr(now, less[takes]) - 1})] if takes else []
    bare = now._replace(harm_slots=0, wound_slots=0)
    suffered = [
        then and then._replace(harm_slots=now.harm_slots, wound_slots=now.wound_slots)
        for then in ways(bare, part)
    ]
    assert ways(now, part) == absorbed + suffered


def by_the_rules(policy, damage, armour=()):
    """The hits survived by the real rules, until the character is incapacitated; the policy picks the split."""
    kind = game("deckahedron").type("hit")
    state = kind.begin(
        *kind.setup_from({"characters": [{"name": "Bera", "protection": armour}], "damage": damage})
    )

    def survived(random):
        character, number = state.characters[0], 0
        while True:
            scene = state.copy()
            scene.characters[0] = character.copy()
            after = _last_state(kind, scene, policy, random)
            if after.standing != "up":
                return number
            character, number = after, number + 1

    return survived


def _last_state(kind, scene, policy, random):
    course: Course = Course(kind, scene, log=False)
    while course.result is None:
        for slot, request in enumerate(course.slots):
            if isinstance(request, Ask):
                course.fill(slot, policy(Seen(request.seat, course.contest.state), request))
            else:
                course.fill(slot, realise(request, lambda _, n: random.randrange(n)))
    return course.contest.state.characters[0]


def splitter(lasting):
    """A policy for the real rules that takes the calculated split, and absorbs where that was the better way."""

    def decide(seen, ask):
        form = ask.legal()
        me = seen.state["characters"][0]
        now = condition(me, "physical")
        if ask.what == "split":
            hit = seen.state["hits"][0]["damage"]
            wounds, harm, stamina = lasting.split(now, hit) or (0, 0, hit)
            parts = [
                f"{n}{part}" for n, part in ((wounds, "wound"), (harm, "harm"), (stamina, "stamina")) if n
            ]
            return form.pick("+".join(parts))
        if ask.what in ("stamina", "harm", "wound"):
            slots = [option.key for option in form.options if option.key[0].isdigit()]
            plain = sorted(slots, key=lambda key: key.endswith("harm-or-wound"))
            if plain and (
                ask.what == "stamina" or absorbs(lasting, now, ask.what, seen.state["hits"][0]["left"])
            ):
                return plain[0]
        return form.fallback()

    return decide


def absorbs(lasting, now, part, left):
    """Whether to absorb this part, with the rest of the hit still to come."""
    values = []
    for then in ways(now, part):
        states: set[Any] = {then}
        for other in left:
            states = {each for state in states if state is not None for each in ways(state, other)} or {None}
        values.append(max(-1 if state is None else lasting.hits(state) for state in states))
    return len(values) > 1 and values[0] >= max(values[1:])


@pytest.mark.unmeasured
def test_slots_are_what_the_real_rules_make_of_them():
    """DK-12, DK-20: with padded armour and an endurance move, within 4 standard errors of play by the rules."""
    lasting = Endurance(parse_damage("1d10"), "best")
    armour = [{"name": "padded"}, {"name": "good cardio", "level": 2}]
    survived = by_the_rules(splitter(lasting), "1d10", armour)
    expected = float(endure(damage="1d10", armour="padded", cardio=2).mean)
    random = Random(6)
    counts = [survived(random) for _ in range(200)]
    mean = sum(counts) / 200
    spread = (sum((count - mean) ** 2 for count in counts) / 200) ** 0.5
    assert mean == pytest.approx(expected, abs=4 * spread / 200**0.5)


@pytest.mark.parametrize("cardio", [0, 1, 2])
@pytest.mark.parametrize("stamina", [1, 2, 3])
@pytest.mark.parametrize("damage", [3, 4, 6, 9])
def test_dk_12_endurance_takes_a_harms_point_in_play_as_in_the_odds(damage, stamina, cardio):
    """DK-12, DK-15, DK-16: whoever takes a hit as the odds do stays up in play just where a split lets them."""
    kind = game("deckahedron").type("hit")
    armour = [{"name": "good cardio", "level": cardio}] if cardio else []
    lost = real_cards.STAMINA[stamina:]
    bera = {"name": "Bera", "protection": armour, "exhaustion": lost}
    scene = kind.begin(*kind.setup_from({"characters": [bera], "damage": str(damage)}))
    values = Endurance(parse_damage(str(damage))).by_split(Condition(stamina + cardio), damage)
    after = _last_state(kind, scene, kind.bots["sensible"], Random(1))
    assert (after.standing == "up") == any(value is not None for value in values.values())


@pytest.mark.unmeasured
@pytest.mark.parametrize("policy", ["best", "stamina", "wound-first"])
@pytest.mark.parametrize("damage", ["1d6", "2d6"])
def test_hits_survived_are_what_the_real_rules_give(policy, damage):
    """DK-10 to DK-17: the mean within 4 standard errors of play by the rules."""
    lasting = Endurance(parse_damage(damage), policy)
    expected = endure(damage=damage, policy=policy)
    survived = by_the_rules(splitter(lasting), damage)
    random = Random(5)
    n = 250
    counts = [survived(random) for _ in range(n)]
    mean = sum(counts) / n
    spread = (sum((count - mean) ** 2 for count in counts) / n) ** 0.5
    assert mean == pytest.approx(float(expected.mean), abs=4 * spread / n**0.5 + 0.02)


@pytest.mark.parametrize("armour", ARMOUR)
@pytest.mark.parametrize("damage", [3, 7, 12])
def test_the_best_splits_are_found_by_trying_all(damage, armour):
    """DK-11, DK-12: no sequence of splits, and no use of slots, lasts longer; for damage that is always the same."""
    from functools import cache

    @cache
    def most(now):
        best = -1
        for wounds, harm, stamina in splits(damage):
            states: set[Condition | None] = {now}
            for part in ("wound",) * wounds + ("harm",) * harm + ("stamina",) * stamina:
                states = {then for each in states for then in ([None] if each is None else ways(each, part))}
            best = max(best, *(-1 if then is None else most(then) for then in states))
        return best + 1

    expected = most(Condition(10, 0, 0, *ARMOUR[armour]))
    assert endure(damage=str(damage), armour=armour).mean == expected


@pytest.mark.parametrize("damage", ["1", "1d4", "1d6", "1d10", "2d6"])
def test_the_best_policy_is_the_best(damage):
    best, *others = (
        endure(damage=damage, policy=policy).mean for policy in ("best", "stamina", "wound-first")
    )
    assert all(best >= other for other in others)


def test_the_mean_is_that_of_the_distribution():
    odds = endure(damage="1d6")
    assert sum(odds.hits.values()) == 1
    assert sum(number * chance for number, chance in odds.hits.items()) == odds.mean


def test_armour_helps_and_has_the_games_slots():
    """DK-20."""
    from agonist.deckahedron.people.characters import READY

    for name, (harm, either) in ARMOUR.items():
        if name != "none":
            slots = [slot.takes for slot in READY[name.replace("-", " ")].slots]
            assert (slots.count("harm"), slots.count("harm-or-wound")) == (harm, either)
    assert endure(damage="1d6", armour="leather").mean > endure(damage="1d6").mean
    assert endure(damage="1", cardio=2).mean == endure(damage="1").mean + 2


@pytest.mark.parametrize("damage", ["", "0", "1d0", "2d6+", "lots", "0d6"])
def test_what_is_no_damage_is_refused(damage):
    with pytest.raises(AgonistError, match="1d6"):
        endure(damage=damage)


@pytest.mark.parametrize("damage", ["d6", "1d6", "3", "2d6+1", "2d20+19", "d4+1"])
def test_whatever_a_hit_accepts_as_damage_its_odds_accept_too(damage):
    """DK-10: with the same lowest and highest value."""
    game("deckahedron").type("hit").setup_from({"characters": [{"name": "Bera"}], "damage": damage})
    dice = parse(damage)
    found = [value for value, chance in parse_damage(damage).items() if chance]
    assert (min(found), max(found)) == (dice.dice + dice.more, dice.dice * dice.sides + dice.more)


def test_dk_15_wounds_first_takes_a_harm_that_becomes_a_wound_rather_than_fall():
    """DK-15, DK-16: as many Wounds as leave one up, then as much Harm: 3 Stamina and two Harm tokens survive a 3."""
    now = Condition(stamina=3, harm=2)
    lasting = Endurance(parse_damage("3"), "wound-first")
    assert lasting.split(now, 3) == (0, 1, 0)
    assert lasting.hits(now) == 2, "two Harm that become Wounds; the third is the end"
    assert Endurance(parse_damage("6"), "wound-first").split(Condition(), 6) == (1, 0, 0)
    assert Endurance(parse_damage("12"), "wound-first").split(Condition(wounds=1), 12) == (1, 2, 0)


def test_standing_is_standing():
    """DK-16: who fell by a third Wound with Stamina left is not up."""
    kind = game("deckahedron").type("hit")
    setup = {"characters": [{"name": "Bera", "wounds": 2}], "damage": "", "wounds": 1}
    outcome: Any = run(kind, kind.begin(*kind.setup_from(setup)), kind.bots["sensible"], Random(1))
    assert outcome.left["Bera"].stamina > 0
    verdict, name, _ = reading_of("deckahedron", kind, None)(outcome)
    assert (verdict, name) == ("lose", "0 up")


def test_a_fight_can_be_simulated_by_name():
    """DK-35: any preset plays to its end with the game's own bots."""
    kind = game("deckahedron").type("fight")
    preset = kind.presets["goblin"]
    assert run(kind, kind.begin(preset.setup, preset.options), kind.bots["sensible"], Random(1)).winners


def reshuffler(lasting):
    """The player whom the fight was solved for: reshuffles whenever it is allowed, attacks, splits well."""
    split = splitter(lasting)

    def decide(seen, ask):
        form = ask.legal()
        keys = [option.key for option in getattr(form, "options", ()) if not option.unavailable]
        if ask.what == "reshuffle":
            return "yes"
        if "reshuffle" in keys:
            return "reshuffle"
        match ask.what:
            case "act":
                return {"pick": "melee:0", "with": seen.state["foes"][0]["name"]}
            case "opening":
                return "add"
            case "foe":
                return form.pick("attack")
            case "stamina":
                return "lose"
        return split(seen, ask)

    return decide


def left_of(state, suit):
    """What a round has left of somebody: cards as the solver counts them, blessings, and the foe's Stamina."""
    who, foe = state.characters[0], state.foes[0].stamina
    if who.standing != "up" or foe <= 0:
        return "won" if foe <= 0 else "lost"
    there = [*who.deck, *who.discard]
    stamina = [card for card in there if real_cards.has_stamina(card)]
    critical = real_cards.CRITICAL_SUCCESS in stamina
    plain = Counter(real_cards.face(card, suit) for card in stamina if card != real_cards.CRITICAL_SUCCESS)
    wounds = sum(1 << bit for bit, card in enumerate(real_cards.WOUND_CARDS) if card in there)
    fighter = Fighter((plain[1], plain[2], plain[3], plain[4]), int(critical), wounds, who.harm)
    blessings = Counter(real_cards.face(card, suit) for card in there if real_cards.is_blessing(card))
    return fighter, blessings[3], blessings[4], foe


def after_a_round(kind, state, policy, random):
    course: Course = Course(kind, state.copy(), log=False)
    first = course.contest.state.round
    while course.result is None and course.contest.state.round == first:
        answer_all(course, policy, random)
    return course.contest.state


def marginals(ways):
    """The chance of each thing that can be seen of what is left."""
    found: Counter = Counter()
    for left, chance in ways:
        if isinstance(left, str):
            found[left] += chance
            continue
        who, checks, doubles, foe = left
        seen = {
            "foe": foe,
            "points": who.points,
            "harm": who.harm,
            "wounds": who.wounds,
            "card": who.critical,
        }
        for name, value in (seen | {"checks": checks, "doubles": doubles}).items():
            found[name, value] += chance
    return found


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("lost", "harm", "wounds", "blessings"),
    [(0, 0, 0, 0), (7, 2, 2, 4), (6, 1, 0, 0), (5, 2, 1, 6)],
)
def test_a_round_of_a_fight_is_what_the_real_rules_give(lost, harm, wounds, blessings):
    """DK-3, DK-5, DK-13 to DK-17, DK-30, DK-31: whatever is left after a round, within 4 standard errors of play."""
    suit: Any = "blade"
    kind = game("deckahedron").type("fight")
    gone = [card for card in real_cards.STAMINA if card != real_cards.CRITICAL_SUCCESS][:lost]
    there = [*real_cards.DECKAHEDRON, *real_cards.WOUND_CARDS[:wounds], *real_cards.BLESSINGS[:blessings]]
    for card in gone:
        there.remove(card)
    who = {"name": "Bera", "strength": suit, "weapons": [{"name": "axe", "damage": "1d4"}], "deck": there}
    hurt = {"exhaustion": gone, "harm": harm, "wounds": wounds}
    setup = {"characters": [who | hurt], "foes": [{"name": "Foe", "stamina": 12, "damage": "1d6"}]}
    begun: Any = kind.begin(*kind.setup_from(setup))
    course = _Fight(suit, parse_damage("1d4"), 12, parse_damage("1d6"))
    fighter, checks, doubles, foe = left_of(begun, suit)
    start = course.nothing()
    start[checks, doubles, foe] = 1
    ways = [
        ((each, *map(int, place)), shares[place])
        for each, shares in course.round({fighter: start}).items()
        for place in zip(*shares.nonzero(), strict=True)
    ]
    expected = marginals([*ways, ("won", course.won), ("lost", course.lost)])
    policy, random, n = reshuffler(Endurance(parse_damage("1d6"))), Random(12), 1_000
    counted = marginals((left_of(after_a_round(kind, begun, policy, random), suit), 1 / n) for _ in range(n))
    assert sum(expected[each] for each in ("won", "lost")) + sum(
        chance for _, chance in ways
    ) == pytest.approx(1)
    for what in {*expected, *counted}:
        p = expected[what]
        assert counted[what] == pytest.approx(p, abs=4 * (p * (1 - p) / n) ** 0.5 + 1e-9), what


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("suit", "weapon", "foe", "damage"), [("blade", "1d6", 8, "1d6"), ("crown", "1d4", 9, "1d4")]
)
def test_a_fight_is_what_the_real_rules_give(suit, weapon, foe, damage):
    """DK-13 to DK-16, DK-31, DK-33: one against one, within 4 standard errors of play by the rules."""
    kind = game("deckahedron").type("fight")
    setup = {
        "characters": [{"name": "Bera", "strength": suit, "weapons": [{"name": "axe", "damage": weapon}]}],
        "foes": [{"name": "Foe", "stamina": foe, "damage": damage}],
    }
    state = kind.begin(*kind.setup_from(setup))
    policy = reshuffler(Endurance(parse_damage(damage)))
    random = Random(12)
    n = 400
    wins = sum(run(kind, state, policy, random).winners == ("Bera",) for _ in range(n))
    odds = fight(suit=suit, weapon=weapon, foe=foe, damage=damage)
    assert odds.win + odds.lose == pytest.approx(1, abs=odds.error)
    assert wins / n == pytest.approx(odds.win, abs=4 * (odds.win * odds.lose / n) ** 0.5)
