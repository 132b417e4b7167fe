"""QW-10 to QW-13: framing a contest, starting AP, followers, and who knows what."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import GM, Ask, SetupRefused, seat_view
from agonist.questworlds.chassis.people import seats_of
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.clash.telling import Stands
from agonist.questworlds.classic.people.setup import (
    AugmentEntry,
    Carried,
    ExtendedSetup,
    FollowerEntry,
    GroupSetup,
    ModifierEntry,
    Sheet,
    SimpleSetup,
)
from tests.questworlds.scenes import (
    ap,
    asked,
    augment,
    bid,
    foe,
    go,
    hero,
    keys,
    option,
    part,
    plan,
    start,
    told,
    until,
    who,
)

pytestmark = pytest.mark.usefixtures("manner")


def duel(one, two, **setup):
    return start("extended", ExtendedSetup(contestants=(one, two), **({"first": one.name} | setup)))


def test_qw_10_prize_and_sides_are_framed() -> None:
    """QW-10: prize, sides, and for each contestant the ability and its modifiers."""
    referee = duel(hero("A", 17), foe("B", 14), prize="the bridge")
    until(referee, "plan")
    assert told(referee, "QW-10") == ["The prize: the bridge. A against B."]
    assert referee.state.prize == "the bridge"


@pytest.mark.parametrize("kind", ["simple", "extended"])
@pytest.mark.parametrize("count", [1, 3])
def test_qw_10_two_meet_in_a_contest_that_is_no_groups(kind, count) -> None:
    """QW-10, QW-34: fewer than two or more are refused, with what would be right."""
    setup = {"contestants": [hero("A", 17), foe("B", 14), foe("C", 14)][:count]}
    with pytest.raises(SetupRefused, match="exactly 2") as refusal:
        GAME.type(kind).setup_from(setup)
    assert refusal.value.place == "set-up.contestants"


def test_qw_10_characters_may_oppose_each_other() -> None:
    """QW-10: each is played by a seat of its own; resistances are the game master's."""
    referee = duel(hero("A", 17, seat="north"), hero("B", 14))
    assert referee.seats == {GM: "Game master", "north": "A", "b": "B"}
    assert seats_of([hero("Ann Lee", 17), hero("Bo", 14, seat="ann-lee"), foe("C", 14)]) == {
        "ann-lee": "Ann Lee, Bo"
    }


@pytest.mark.parametrize(
    ("character", "total"),
    [
        (hero("A", 17), 17),
        (hero("A", "7M"), 27),
        (hero("A", 17, 20, ability="Second"), 20),
        (hero("A", 17, modifiers=(ModifierEntry(label="wounded pride", value=-6),)), 11),
        (hero("A", 17, augments=(AugmentEntry(source="x", rating=15),)), 20),
        (hero("A", 17, lasting=(Carried(effect="impaired"),)), 11),
        (hero("A", 3, modifiers=(ModifierEntry(label="alone", value=-6),)), 1),
        (
            hero(
                "A",
                17,
                followers=(FollowerEntry(name="Dog", rating=8), FollowerEntry(name="Cat", rating="2M")),
            ),
            47,
        ),
        (foe("A", 14, followers=(FollowerEntry(name="Guards", rating=10),)), 24),
    ],
)
def test_qw_11_starting_ap(character, total) -> None:
    """QW-11: the whole rating of the first ability, modifiers included, and the followers'; at least 1."""
    other = foe("B", 14) if not character.resistance else hero("B", 14)
    referee = duel(character, other)
    assert who(referee, "A").ap == who(referee, "A").starting_ap == total


def test_qw_12_a_follower_does_one_thing() -> None:
    """QW-12: adds its AP, or augments, or lends an ability; never two of them."""
    base: dict[str, Any] = {"name": "Dog", "rating": 15}
    adds = who(duel(hero("A", 17, followers=(FollowerEntry(**base),)), foe("B", 14)), "A")
    assert (adds.ap, adds.rating("First").whole) == (32, 17)
    helps = who(duel(hero("A", 17, followers=(FollowerEntry(**base, use="augment"),)), foe("B", 14)), "A")
    assert (helps.ap, helps.rating("First").whole) == (20, 20)
    lends = FollowerEntry(**base, use="ability", ability="Keen nose")
    a = who(duel(hero("A", 17, followers=(lends,)), foe("B", 14)), "A")
    assert (a.ap, a.rating("Keen nose").whole) == (17, 15)


def test_qw_12_a_lent_ability_can_be_used_as_ones_own() -> None:
    """QW-12: also as the first one; it does not stay on the sheet."""
    lends = FollowerEntry(name="Dog", rating=19, use="ability", ability="Keen nose")
    referee = duel(hero("A", 17, followers=(lends,), ability="Keen nose"), foe("B", 14))
    assert who(referee, "A").ap == 19
    go(referee, [9, 20], {"plan": [bid(8, "Keen nose")]})
    assert [each.name for each in referee.result.sheets["A"].abilities] == ["First"]
    assert referee.result.sheets["A"].followers[0].name == "Dog"


def _trio(*followers: FollowerEntry):
    contestants = (hero("A", 17, side="us", followers=followers), hero("B", 14, side="us"), foe("C", 14))
    return start("group-extended", GroupSetup(contestants=contestants))


def test_qw_12_a_follower_can_be_assigned_to_another() -> None:
    """QW-12: its AP count there."""
    assert ap(_trio(FollowerEntry(name="Dog", rating=8, assigned_to="B"))) == (17, 22, 14)


@pytest.mark.parametrize(
    ("ruling", "dice", "totals"),
    [
        (None, [9, 5], (17, 22, 14)),
        (None, [5, 9], (25, 14, 14)),
        ("goes", [], (17, 22, 14)),
        ("stays", [], (25, 14, 14)),
        ({"pick": "contest", "with": "very-high"}, [1, 20], (17, 22, 14)),
    ],
)
def test_qw_12_a_reluctant_follower(ruling, dice, totals) -> None:
    """QW-12: only after a simple contest, if the game master says so; else it stays with its owner."""
    referee = _trio(FollowerEntry(name="Dog", rating=8, assigned_to="B", reluctant=True))
    pending = until(referee, "reluctant follower")
    assert (pending.seat, pending.form().default, pending.request.rule) == (GM, "contest", "QW-12")
    go(referee, dice, {"reluctant follower": [ruling or pending.form().fallback()]})
    assert ap(referee) == totals
    assert len(told(referee, "QW-12")) == 1


def test_qw_12_with_the_ability_that_the_one_who_persuades_picks() -> None:
    """QW-12: any of the own abilities, not only the one in hand."""
    owner = hero(
        "A",
        17,
        13,
        side="us",
        followers=(FollowerEntry(name="Dog", rating=5, assigned_to="B", reluctant=True),),
    )
    setup = GroupSetup(contestants=(owner, hero("B", 14, side="us"), foe("C", 16)))
    referee = start("group-extended", setup)
    pending = until(referee, "persuasion")
    assert (pending.seat, pending.request.rule, keys(pending.form())) == ("a", "QW-12", ["First", "Second"])
    go(referee, [15, 9], {"persuasion": ["Second"]})
    assert ap(referee) == (22, 14, 16), "15 fails against 13, and the dog stays"


@pytest.mark.parametrize("reluctant", [False, True])
def test_qw_12_a_follower_of_somebody_outside_can_be_assigned(reluctant) -> None:
    """QW-12, QW-11: also by somebody who is not in the contest; the AP are counted at the start."""
    dog = FollowerEntry(name="Dog", rating=5, assigned_to="A", reluctant=reluctant)
    outsider = hero("O", 14, followers=(dog,))
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", 16)), outsiders=(outsider,), first="A")
    referee = start("extended", setup)
    if reluctant:
        pending = until(referee, "reluctant follower")
        assert pending.request.about == "O"
        go(referee, [9, 18])
    assert (ap(referee), who(referee, "A").starting_ap) == ((22, 16), 22)
    assert "A starts with 22 AP: First 17, Dog 5." in told(referee, "QW-11")


def test_qw_13_a_follower_from_outside_gives_no_hidden_total_away() -> None:
    """QW-13: whom it serves is hidden, so is its rating, but not from whose follower it is."""
    dog = FollowerEntry(name="Dog", rating=5, assigned_to="B")
    setup = ExtendedSetup(
        contestants=(hero("A", 17), hero("B", 16)), outsiders=(hero("O", 14, followers=(dog,)),), first="A"
    )
    referee = start("extended", setup)
    seen = {seat: seat_view(referee, seat).state["outsiders"][0]["followers"][0] for seat in ("a", "b", "o")}
    assert {seat: "whole" in follower for seat, follower in seen.items()} == {
        "a": False,
        "b": True,
        "o": True,
    }


def test_qw_12_only_within_a_side() -> None:
    """QW-12: an assignment to an opponent is refused."""
    with pytest.raises(SetupRefused, match="same side"):
        _trio(FollowerEntry(name="Dog", rating=8, assigned_to="C"))


def test_qw_12_what_the_owner_may_be_left_with_is_checked_too() -> None:
    """QW-12, QW-9: a reluctant follower may stay with a resistance, which carries no augment."""
    stays = FollowerEntry(name="Dog", rating=15, use="augment", assigned_to="A", reluctant=True)
    contestants = (foe("F", 14, side="us", followers=(stays,)), hero("A", 17, side="us"), foe("C", 14))
    with pytest.raises(SetupRefused, match="no augment"):
        start("group-extended", GroupSetup(contestants=contestants))


def test_qw_12_two_followers_lend_two_abilities() -> None:
    """QW-12: abilities are told apart by their names, lent ones as well."""
    lend = [FollowerEntry(name=name, rating=9, use="ability", ability="Nose") for name in ("Dog", "Pig")]
    with pytest.raises(SetupRefused, match="there already") as refusal:
        duel(hero("A", 17, followers=tuple(lend)), foe("B", 14))
    assert refusal.value.place == "set-up.contestants[0].followers[1].ability"
    assert ap(_trio(lend[0], msgspec.structs.replace(lend[1], assigned_to="B"))) == (17, 14, 14)


def test_qw_12_followers_and_augments_of_somebody_outside() -> None:
    """QW-12, QW-9, QW-33: they help where the gift is rolled for, and serve nobody who is not there."""
    followers = (
        FollowerEntry(name="Choir", rating=15, use="augment"),
        FollowerEntry(name="Dog", rating=12, use="ability", ability="Nose"),
    )
    rolled = AugmentEntry(source="Second", kind="rolled")
    outsider = hero("O", 14, 13, followers=followers, augments=(rolled,))
    referee = duel(hero("A", 17), foe("B", 14), outsiders=(outsider,))
    until(referee, "gift", [9, 20])
    assert (who(referee, "O").rating("First").whole, who(referee, "O").rating("Nose").whole) == (26, 12)
    assigned = hero("O", 14, followers=(FollowerEntry(name="Dog", rating=8, assigned_to="O"),))
    with pytest.raises(SetupRefused, match="same side") as refusal:
        duel(hero("A", 17), foe("B", 14), outsiders=(assigned,))
    assert refusal.value.place == "set-up.outsiders[0].followers[0]"


def test_qw_13_a_quick_augment_does_not_tell_a_hidden_rating() -> None:
    """QW-13, QW-9, QW-26: its size is a fifth of the rating, so it is for those who may know that."""
    for rating in (23, 33):
        referee = duel(hero("A", 17, rating), hero("B", 14))
        aim = augment("A")
        go(
            referee,
            (),
            {"plan": [plan("unrelated", ability="Second", aim=aim)], "unrelated action": ["happens"]},
        )
        seen = [
            [line.text for line in seat_view(referee, seat).lines if line.rule == "QW-9"] for seat in "ab"
        ]
        assert seen == [[f"A's Second augments First of A by +{rating // 5}."], []]


def test_qw_13_ap_of_the_other_side_are_hidden_until_they_change() -> None:
    """QW-13: from the first win or loss on they are shown, with what was hidden because of them."""
    referee = duel(hero("A", 17), foe("B", 14, followers=(FollowerEntry(name="Guards", rating=9),)))
    hidden = _seen(referee, "a", "B")
    assert not {"ap", "starting_ap", "abilities", "followers", "modifiers", "lasting"} & hidden.keys()
    assert _seen(referee, "a", "A")["ap"] == 17
    assert _seen(referee, GM, "B")["ap"] == 23
    go(referee, [9, 9], {"plan": [bid(4)]})
    assert "ap" not in _seen(referee, "a", "B")
    go(referee, [9, 20])
    assert "ap" not in _seen(referee, "a", "B"), "A lost, B did not win any"
    go(referee, [9, 20], {"A: plan": [bid(4)]})
    shown = _seen(referee, "a", "B")
    assert (shown["ap"], shown["starting_ap"], shown["abilities"][0]["whole"]) == (15, 23, 14)
    assert [each["name"] for each in shown["followers"]] == ["Guards"]


def test_qw_13_own_side_always_knows() -> None:
    """QW-13: comrades' totals are shown from the start, another side's are not, a passer-by sees none."""
    contestants = (hero("A", 17, side="us"), hero("B", 14, side="us"), hero("C", 14, side="them"))
    referee = start("group-extended", GroupSetup(contestants=contestants))
    assert {name: "ap" in _seen(referee, "a", name) for name in "ABC"} == {"A": True, "B": True, "C": False}
    assert {name: "ap" in _seen(referee, "c", name) for name in "ABC"} == {"A": False, "B": False, "C": True}
    assert not any("ap" in _seen(referee, "passer-by", name) for name in "ABC")


def test_qw_13_both_players_know_only_their_own() -> None:
    """QW-13: the log tells a hidden roll's die and result, and to those who may know the rating too."""
    referee = duel(hero("A", 17), hero("B", "2M"))
    go(referee, [9, 9], {"plan": [bid(4)]})
    a, b, gm = (
        [line.text for line in seat_view(referee, seat).lines if line.rule in ("QW-3", "QW-4")]
        for seat in ("a", "b", GM)
    )
    assert a == [
        "A rolls 9 against First 17: success.",
        "B rolls 9.",
        "A has a success, B a success.",
    ]
    assert b == [
        "A rolls 9.",
        "B rolls 9 against First 2M: failure.",
        "A has a success, B a success.",
    ]
    assert "B is bumped up (1 mastery more)." in gm


def test_qw_13_bids_do_not_show_limits() -> None:
    """QW-13: what others read while somebody bids tells nothing of the limits."""
    referee = duel(foe("B", 14), hero("A", 17))
    until(referee, "plan")
    waiting = seat_view(referee, "a").waiting
    assert [each.text for each in waiting] == ["B decides what to do."]
    assert seat_view(referee, "a").asked == []


def test_qw_13_hidden_corrections() -> None:
    """QW-13: a correction of a hidden total is told as one of a hidden value."""
    referee = duel(hero("A", 17), foe("B", 14))
    until(referee, "plan")
    referee.override("contestants.1.ap", 40, reason="more of them")
    referee.override("contestants.1.abilities.0.whole", 19, reason="tougher")
    a = [line for line in seat_view(referee, "a").lines if "corrects" in line.text]
    assert ["40" in msgspec.json.encode(line).decode() for line in a] == [False, False]
    assert ["hidden value" in line.text for line in a] == [True, True]
    assert any("from 14 to 40" in line.text for line in seat_view(referee, GM).lines)


def test_qw_13_secret_preparations() -> None:
    """QW-13: the size of an opponent's rolled augment is not told."""
    other = hero("B", 14, 15, augments=(AugmentEntry(source="Second", kind="rolled"),))
    referee = go(duel(hero("A", 17), other), [1, 20])
    assert "augment" not in " ".join(line.text for line in seat_view(referee, "a").lines)
    assert "Second augments First of B by +M." in [line.text for line in seat_view(referee, "b").lines]


def _seen(referee: Any, seat: str, name: str):
    return next(each for each in seat_view(referee, seat).state["contestants"] if each["name"] == name)


def _without_dice_seal(view) -> bytes:
    plain = msgspec.to_builtins(view)
    plain["commitment"] = plain["seed"] = ""
    plain["lines"] = [line for line in plain["lines"] if line["rule"]]
    return msgspec.json.encode(plain)


TWINS = st.sampled_from(
    [
        (foe("B", 14), foe("B", 15)),
        (foe("B", 14), foe("B", 14, followers=(FollowerEntry(name="Guards", rating=9),))),
        (foe("B", 14), foe("B", "9M2")),
        (hero("B", 14), hero("B", 12, modifiers=(ModifierEntry(label="x", value=3),))),
        (hero("B", 14, 10), hero("B", 19, 10, augments=(AugmentEntry(source="Second"),))),
        (hero("B", 14), hero("B", 14, lasting=(Carried(effect="hurt"),))),
        (hero("B", 14), hero("B", 14, lasting=(Carried(effect="heroic"),))),
    ]
)


@settings(max_examples=150)
@given(TWINS, st.randoms(use_true_random=False), st.sampled_from(["A", "B"]))
def test_qw_13_nobody_can_tell_hidden_totals_apart(twins, random: Random, first) -> None:
    """QW-13: two contests that differ only in what is hidden look the same to the other side, question by question,
    until what is hidden has changed or the dice come to something else."""
    pair = [
        start("extended", ExtendedSetup(contestants=(hero("A", 17, 12), twin), first=first)) for twin in twins
    ]
    for _ in range(30):
        if any(each.over or who(each, "B").known or not each.pending for each in pair):
            return
        if _clash(pair[0]) != _clash(pair[1]):
            return
        views = [_without_dice_seal(seat_view(each, "a")) for each in pair]
        assert views[0] == views[1]
        answers = [_answer(each, random.getstate(), random) for each in pair]
        if answers[0] != answers[1]:
            return
        for each, answer in zip(pair, answers, strict=True):
            each.answer(each.pending[0].id, answer)


def _clash(referee: Any):
    """What dice came to, bumps included: from then on contests with other ratings differ by rights."""
    return [line.event.results for line in referee.lines if isinstance(line.event, Stands)]


def _answer(referee: Any, state, random: Random):
    random.setstate(state)
    pending = referee.pending[0]
    if isinstance(pending.request, Ask) and pending.seat == "a" and random.random() < 0.7:
        return pending.form().sample(random)
    if isinstance(pending.request, Ask) and pending.request.what == "plan":
        return bid(random.randint(1, 12))
    if isinstance(pending.request, Ask):
        return pending.form().fallback()
    return [random.choice([3, 5, 7, 7, 7, 9])]


def test_qw_13_prompts_name_only_known_totals() -> None:
    """QW-13: the question for a plan tells the own total, and the other's once it is known."""
    referee = duel(hero("A", 17), foe("B", 14))
    assert until(referee, "plan").request.text.endswith("You have 17 AP.")
    go(referee, [9, 18, 9, 9], {"A: plan": [bid(4)]})
    assert until(referee, "plan").request.text.endswith("You have 17 AP, against B 10.")


def test_qw_13_boldness_is_for_those_who_know() -> None:
    """QW-13, QW-35: how bold a hidden bidder's bid is would give the total away."""
    contestants = (hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 14))
    referee = start("group-extended", GroupSetup(contestants=contestants))
    until(referee, "objection")
    assert len([line for line in seat_view(referee, GM).lines if line.rule == "QW-35"]) == 3
    assert len([line for line in seat_view(referee, "a").lines if line.rule == "QW-35"]) == 2


def test_qw_13_the_end_does_not_tell_what_stayed_hidden() -> None:
    """QW-13: a winner who neither won nor lost AP keeps the total to themselves."""
    referee = go(duel(hero("A", 17), foe("B", 14), first="B"), [9, 20], {"plan": [bid(9)]})
    assert referee.result.winners == ("B",)
    assert [each.ap for each in referee.result.standings] == [-1, None]


@pytest.mark.parametrize("kind", GAME.types, ids=lambda kind: kind.name)
def test_qw_10_characters_of_a_table_enlist(kind) -> None:
    """QW-10: a character takes its own place, a free one, or stands beside the others, and names follow."""
    for preset in kind.presets.values():
        setup = preset.setup
        first = next(each for each in setup.contestants if not each.resistance)
        sheet = msgspec.convert(
            {"abilities": [{"name": "Wits", "rating": "3M"}], "hero_points": 3}, GAME.sheet
        )
        enlisted = kind.enlist(setup, "Newcomer", sheet, "nina")
        checked, _ = kind.setup_from(enlisted, preset.options)
        assert "nina" in kind.seats(checked)
        assert first.name not in [each.name for each in checked.contestants]
        again = kind.enlist(enlisted, "Newcomer", sheet, "nina")
        assert again == enlisted
        state = kind.begin(*kind.setup_from(enlisted, preset.options))
        assert (state.find("Newcomer").hero_points, state.find("Newcomer").seat) == (3, "nina")


def test_qw_10_several_characters_enlist_beside_each_other() -> None:
    """QW-10: nobody takes a place that a seat plays already."""
    kind = GAME.type("group-extended")
    setup = kind.presets["boarding"].setup
    sheet = msgspec.convert({"abilities": [{"name": "Wits", "rating": "3M"}]}, GAME.sheet)
    for n in range(6):
        setup = kind.enlist(setup, f"N{n}", sheet, f"seat{n}")
    names = [each.name for each in setup.contestants if not each.resistance]
    assert sorted(names) == [f"N{n}" for n in range(6)]
    assert {each.side for each in setup.contestants if not each.resistance} == {"the Swallow"}


def test_options_are_offered_with_reasons() -> None:
    """QW-15: what can be expected but not done is there with its reason."""
    contestants = (hero("A", 17), foe("B", 14), foe("C", 14, side="B"))
    referee = start("group-extended", GroupSetup(contestants=contestants))
    form = until(referee, "plan").form()
    assert keys(form) == [
        "exchange",
        "unstated",
        "asymmetrical",
        "asymmetrical-unstated",
        "unrelated",
        "disengage",
        "nothing",
    ]
    assert option(form, "lend").unavailable == "nobody else of your side is in the contest"
    assert part(option(form, "exchange").then, "bids").why == "QW-16: at most the current AP"
    assert asked(referee) == [("A", "plan"), ("", "foes")]


@pytest.mark.parametrize(
    ("more", "place", "accepted"),
    [
        ({"hero_points": 100}, "set-up.contestants[0].hero_points", "0 to 99"),
        ({"hero_points": -1}, "set-up.contestants[0].hero_points", "0 to 99"),
        ({"edge": 100}, "set-up.contestants[0].edge", "99"),
    ],
)
def test_qw_5_qw_20_numbers_of_a_sheet_have_limits_that_are_said(more, place, accepted) -> None:
    """QW-5, QW-20: the type states them; a set-up beyond them is refused with what would be accepted, and so is a
    table's sheet that enters a contest."""
    with pytest.raises(SetupRefused) as refused:
        GAME.type("simple").setup_from(SimpleSetup(contestants=(hero("A", 17, **more), foe("B", 17))))
    assert refused.value.place == place
    assert accepted in refused.value.accepted
    kind = GAME.type("extended")
    setup = ExtendedSetup(contestants=(hero("X", 5), foe("B", 14)))
    entered = kind.enlist(setup, "A", Sheet(abilities=hero("A", 17).abilities, **more), "a")
    with pytest.raises(SetupRefused):
        kind.setup_from(entered)


def test_qw_9_an_own_ability_rated_by_a_class_can_augment() -> None:
    """QW-8, QW-9: high is 20 on the base of 14, and a fifth of that is 4."""
    rated = hero("A", 17, "high", augments=(AugmentEntry(source="Second"),))
    kind = GAME.type("simple")
    state = kind.begin(*kind.setup_from(SimpleSetup(contestants=(rated, foe("B", 17)))))
    assert state.find("A").rating("First").whole == 21
