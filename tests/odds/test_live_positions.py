"""Algorithms that repeat rules, against the real rules run on from positions of live play."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from agonist.deckahedron.odds.advice import condition
from agonist.deckahedron.odds.enduring import Endurance, parse_damage
from agonist.kernel import (
    GM,
    Ask,
    Chance,
    Course,
    Fields,
    Option,
    Pending,
    Policy,
    Referee,
    Seen,
    Viewer,
    answer_all,
    defaults,
    game,
    seat_view,
    see,
)
from agonist.kernel import Choice as Form
from agonist.kernel.course import decisions_first
from agonist.odds import advise
from agonist.odds.situations import Position, situation_of
from agonist.questworlds.classic.odds.playing import solved
from agonist.questworlds.classic.odds.position import FIRST, position_of


def played(referee: Referee[Any], bot: Policy) -> Iterator[Pending]:
    """The questions of a contest, one after the other, as a bot answers them."""
    for _ in range(2_000):
        if referee.over:
            return
        due = next((each for each in referee.pending if isinstance(each.request, Ask)), referee.pending[0])
        request = due.request
        if not isinstance(request, Ask):
            referee.answer(due.id, "sealed")
            continue
        yield due
        seen = Seen(due.seat, referee.state)
        referee.answer(due.id, request.legal().check(bot(seen, request)))


# QuestWorlds: what a bid is worth


def duel(random: Random) -> Referee[Any]:
    """Two by chance: ratings, often as far apart as matters, who is a player's, edges, modifiers, hurts."""
    people = []
    one = random.randint(9, 30)
    apart = random.choice((0, 6, -6, 5))
    ratings = one, one + apart if apart else random.randint(3, 32)
    for name, rating in zip(("One", "Two"), ratings, strict=True):
        who: dict[str, Any] = {
            "name": name,
            "seat": name.lower(),
            "abilities": [{"name": "Wits", "rating": rating}],
            "edge": random.choice((0, 0, 3, -2)),
            "lasting": [] if apart else random.choice(([], [{"effect": "hurt"}])),
        }
        if not apart and random.random() < 0.6:
            who["modifiers"] = [{"label": "light", "value": random.choice((-6, 3))}]
        people.append(who)
    if random.random() < 0.6:
        people[1] |= {"resistance": True, "seat": GM, "modifiers": [], "lasting": []}
    options = {
        "better_roll": random.choice(("high", "low")),
        "surplus_bumps_down": random.random() < 0.5,
        "edges": random.random() < 0.7,
        "propose_bids": False,
    }
    setup = {"contestants": people, "first": random.choice(("One", "Two"))}
    return Referee.start(game("questworlds"), "extended", setup, options, seed=random.randbytes(32))


def bids(contests: int) -> Iterator[tuple[Referee[Any], Pending]]:
    """Questions how much to bid, of seats that know both totals."""
    for seed in range(contests):
        random = Random(seed)
        referee = duel(random)
        bot = random.choice(list(referee.kind.bots.values()))
        for pending in played(referee, bot):
            if pending.request.what == "plan" and random.random() < 0.3:
                yield referee, pending


def value(course: Course[Any]) -> float:
    """The first one's chance where the rules ask for the next plan, or have come to an end."""
    while course.result is None:
        asked = [each for each in course.slots if isinstance(each, Ask) and each.what == "plan"]
        state = course.contest.state
        if asked:
            here = position_of(state, asked[0].about)
            assert here is not None
            total = max(here.first_ap + here.second_ap, sum(each.starting_ap for each in state.contestants))
            whole = replace(here, first_ap=total - total // 2, second_ap=total // 2, acts=FIRST)
            return solved(whole).value(here.acts, here.first_ap, here.second_ap)
        at = course.at
        for slot in decisions_first(course.slots):
            request = course.slots[slot]
            assert isinstance(request, Ask), "only the exchange is rolled for"
            course.fill(slot, defaults(Seen(request.seat, state), request))
            if course.at != at:
                break
    return 0.5 if not course.result.winners else float("One" in course.result.winners)


def after_all_rolls(place: Position, answer: Any) -> float:
    """The first one's chance after an answer, by the real rules with each of the 400 pairs of faces."""
    chances = []
    for faces in itertools.product(range(1, 21), repeat=2):
        course = place.course(0)
        course.fill(place.slot, answer)
        left = list(faces)
        while left:
            at = course.at
            for slot in decisions_first(course.slots):
                request = course.slots[slot]
                dice = isinstance(request, Chance)
                shown = [left.pop(0)] if dice else defaults(Seen(request.seat, course.contest.state), request)  # type: ignore[arg-type]
                course.fill(slot, shown)
                if course.at != at:
                    break
        chances.append(value(course))
    return sum(chances) / 400


def check_bids(contests: int, most: int, least: int) -> None:
    random, checked = Random(1), 0
    for referee, pending in bids(contests):
        view = seat_view(referee, pending.seat)
        asked = next(each for each in view.asked if each.id == pending.id)
        found = advise("questworlds", "extended", view, asked)
        if found is None or found.averaged:
            continue
        choice, place = random.choice(found.choices), Position(situation_of(referee, pending))
        chance, whole = after_all_rolls(place, choice.answer), value(place.course(0))
        ours = pending.request.about == "One"
        assert choice.value == pytest.approx(chance if ours else 1 - chance, abs=1e-8)
        best = max(each.value for each in found.choices)
        assert best == pytest.approx(whole if ours else 1 - whole, abs=1e-8)
        checked += 1
        if checked == most:
            break
    assert checked >= least


@pytest.mark.unmeasured
def test_a_bid_is_worth_what_the_real_rules_make_of_it() -> None:
    """QW-15 to QW-20: positions of live play, with edges, modifiers and hurts, through every pair of faces."""
    check_bids(30, 14, 14)


@pytest.mark.soak
def test_hundreds_of_bids_are_worth_what_the_real_rules_make_of_them() -> None:
    check_bids(400, 400, 300)


# Deckahedron: what a split is worth


def splits(contests: int) -> Iterator[tuple[Referee[Any], Pending]]:
    """Questions how to take a hit, in ready fights and alone, as bots come to them."""
    found = game("deckahedron")
    ready = [("fight", name) for name in found.type("fight").presets] + [("hit", "arrow"), ("hit", "tomb")]
    for seed in range(contests):
        random = Random(seed)
        type_name, preset = random.choice(ready)
        chosen = found.type(type_name).presets[preset]
        referee = Referee.start(found, type_name, chosen.setup, chosen.options, seed=random.randbytes(32))
        bot = random.choice(list(referee.kind.bots.values()))
        for pending in played(referee, bot):
            if pending.request.what == "split":
                yield referee, pending


def uses(option: Option) -> Iterator[Any]:
    """Every way to meet a split with slots, and no shield, whose flips are not counted on."""
    then = option.then
    if not isinstance(then, Fields) or "use" not in (field.key for field in then.fields):
        yield option.key if then is None else {"pick": option.key, "with": then.fallback()}
        return
    slots = [each.key for each in then.field("use").form.options if not each.key.startswith("shield")]  # type: ignore[attr-defined]
    for size in range(len(slots) + 1):
        for used in itertools.combinations(slots, size):
            yield {"pick": option.key, "with": {**then.fallback(), "use": list(used)}}


def left_to_hope_for(place: Position, answer: Any, hit: dict[str, Any]) -> float:
    """How many more hits like it can be expected after an answer has been played out by the real rules; −1 if none."""
    course, random = place.course(0), Random(3)
    answer_all(course, defaults, random, {place.slot: answer})
    victim = hit["victim"]
    while course.result is None and any(each.victim == victim for each in course.contest.state.hits[:1]):
        if any(isinstance(each, Ask) and each.what == "split" for each in course.slots):
            break
        answer_all(course, defaults, random)
    seen = see(course.contest.state, Viewer(GM, course.contest.state))
    who = next(each for each in seen["characters"] if each["name"] == victim)
    if who["standing"] != "up":
        return -1.0
    lasting = Endurance(parse_damage(hit["dice"] or str(hit["damage"])))
    return float(lasting.hits(condition(who, hit["against"])))


def check_splits(contests: int, most: int, least: int) -> None:
    random, checked = Random(2), 0
    for referee, pending in splits(contests):
        view = seat_view(referee, pending.seat)
        asked = next(each for each in view.asked if each.id == pending.id)
        found = advise("deckahedron", referee.kind.name, view, asked)
        if found is None or found.chance or checked == most:
            continue
        form = pending.form()
        assert isinstance(form, Form)
        number = random.randrange(len(form.options))
        place = Position(situation_of(referee, pending))
        by_rules = [
            left_to_hope_for(place, each, view.state["hits"][0]) for each in uses(form.options[number])
        ]
        assert found.choices[number].value == pytest.approx(max(by_rules), abs=1e-9)
        checked += 1
    assert checked >= least


@pytest.mark.unmeasured
def test_a_split_is_worth_what_the_real_rules_leave() -> None:
    """DK-11 to DK-16: splits of hits in live fights, met with slots in every way."""
    check_splits(14, 100, 60)


@pytest.mark.soak
def test_hundreds_of_splits_are_worth_what_the_real_rules_leave() -> None:
    check_splits(150, 1_000, 600)
