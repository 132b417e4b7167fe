"""Deckahedron odds against the enumerated real rules."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.deckahedron import cards as real_cards
from agonist.deckahedron.characters import CharacterSetup, made, supply_for
from agonist.deckahedron.dice import parse
from agonist.deckahedron.flips import flip as real_flip
from agonist.deckahedron.odds import cards
from agonist.deckahedron.odds.advice import condition
from agonist.deckahedron.odds.enduring import ARMOUR, Condition, Endurance, endure, parse_damage, splits, ways
from agonist.deckahedron.odds.fighting import fight
from agonist.deckahedron.odds.flips import flip, flip_from
from agonist.deckahedron.scene import Scene
from agonist.deckahedron.splits import Condition as RealCondition
from agonist.deckahedron.splits import legal_splits
from agonist.kernel import AgonistError, Ask, Course, Seen, defaults, enumerate_procedure, game, realise, run
from agonist.odds.readings import reading_of

SUITS = st.sampled_from(cards.SUITS)


def real_face(card: str, suit: Any) -> int:
    return real_cards.face(card, suit)


def test_the_cards_are_the_games():
    """DK-1: what is repeated for quickness is the same."""
    assert cards.DECKAHEDRON == real_cards.DECKAHEDRON
    assert cards.WOUND_CARDS == real_cards.WOUND_CARDS
    assert set(cards.BLESSINGS) == set(real_cards.BLESSINGS)
    assert cards.SUITS == real_cards.SUITS
    for card in cards.DECKAHEDRON:
        for suit in cards.SUITS:
            assert cards.face(card, suit) == real_face(card, suit)


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
    exhaustion = tuple(cards.STAMINA[n] for n in lost)
    character = made(CharacterSetup(name="Bera", exhaustion=exhaustion, wounds=wounds))
    chances, wounded = enumerated(character, suit, net)
    ours, shown = flip_from(character.deck, suit, net)
    assert {name: chance for name, chance in ours.items() if chance} == chances
    assert shown == wounded


@settings(max_examples=16)
@given(
    SUITS,
    st.integers(-4, 4),
    st.lists(st.sampled_from(cards.DECKAHEDRON), min_size=6, max_size=8, unique=True),
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
    discard = tuple(card for card in cards.DECKAHEDRON if card not in deck)
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
        left = [card for n, card in enumerate(cards.STAMINA) if n not in gone]
        for wound_cards in combinations(cards.WOUND_CARDS, wounds):
            found, _ = flip_from([*cards.PLAIN, *left, *wound_cards], suit, net)
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


def test_the_best_splits_are_found_by_trying_all():
    """DK-11: no sequence of splits lasts longer; counted by hand for damage that is always 6."""
    from functools import cache

    kinds: tuple[Any, ...] = ("wound", "harm", "stamina")

    @cache
    def most(now):
        best = -1
        for split in splits(6):
            parts = [part for part, count in zip(kinds, split, strict=True) for _ in range(count)]
            then = RealCondition(*now).after(parts)
            if not then.down:
                best = max(best, most((then.stamina, then.harm, then.wounds)))
        return best + 1

    assert endure(damage="6").mean == most((10, 0, 0))


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
    from agonist.deckahedron.slots import READY

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


@pytest.mark.parametrize("damage", ["d6", "1d6", "3", "2d6+1", "9d20+99", "d4+1"])
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
