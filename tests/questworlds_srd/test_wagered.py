"""The wagered sequence (QS-52 to QS-61)."""

from typing import Any

import pytest

from agonist.kernel import seat_view
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd.kinds.advantage import price
from agonist.questworlds.srd.kinds.second_chance import quarter
from agonist.questworlds.srd.kinds.wagered import Wagered
from agonist.questworlds.srd.people.setup import SequenceSetup
from agonist.questworlds.srd.people.sheets import FollowerEntry
from agonist.questworlds.srd.rolls.knobs import BOOK
from agonist.questworlds.srd.sequence.round_tactics import round_form
from tests.questworlds_srd.scenes import act, but, foe, helped, hero, log, play, watching

QUIET = {"story_points": False}
RIVALS = (hero("Asa", "5M", side="a"), hero("Bo", 15, side="b"))


def scene(*people: Any, **more: Any) -> SequenceSetup:
    return SequenceSetup(prize="the pot", contestants=people or (hero(), foe()), **more)


def wagered(dice: list[int], says: dict[str, Any] | None = None, setup: Any = None, **options: Any) -> Any:
    return play("wagered", setup or scene(), dice, says, {**QUIET, **options})


def ap(referee: Any, *names: str) -> list[int]:
    return [referee.state.find(name).ap for name in names or ("Asa", "The guard")]


def test_advantage_points_at_the_start() -> None:
    """QS-52, QS-58: the whole rating and what followers add, at least 1; that ability is used in the first round."""
    follower = FollowerEntry(name="Ott", rating=8)
    referee = wagered([], setup=scene(hero(rating="5M", followers=(follower,)), foe(resistance="hard")))
    assert ap(referee) == [33, 20]


def offered(rounds: int) -> dict[str, list[str]]:
    """What a tactic can choose from after so many rounds."""
    state = wagered([]).state
    state.find("Asa").acted = bool(rounds)
    form: Any = round_form(Wagered(), state, state.bouts[0], state.find("Asa"))
    fields = {each.key: each.form for each in form.options[0].then.fields}
    return {key: [each.key for each in fields[key].options] for key in ("ability", "aim")}


def test_the_first_ability_is_kept_for_the_first_round() -> None:
    """QS-52: asymmetrical aims aside; QS-35: after that switching is free."""
    assert offered(0) == {"ability": ["Wits"], "aim": ["prize", "augment", "else"]}
    assert "Brawn" in offered(1)["ability"]


def test_one_begins_with_what_one_chooses() -> None:
    """QS-52: the whole rating of it, what helps it in it; a set-up that names it asks nobody (QS-12)."""
    begins = {"ability": {"pick": "Charm", "with": {"augment": "Wits"}}}
    referee = wagered([], {"opening": begins, "augments": {"Asa own": "10"}})
    assert ap(referee) == [22, 10]
    named = wagered([], {"opening": begins}, scene(hero(ability="Brawn"), foe()))
    assert ap(named) == [10, 10]


def test_a_new_pairing_is_no_first_round() -> None:
    """QS-35, QS-52: what was begun with is used in the first round of the sequence, not of every pairing."""
    setup = scene(hero(), foe("One", 1), foe("Two"), pairings=(Pairing(one="Asa", two="One"),))
    says: dict[str, Any] = {"left over": {"Two": "free"}, "free action": "wait", "parting shot": "no"}
    says["free action Asa"] = [{"pick": "engage", "with": "Two"}]
    switched = {**says, "tactic": [act(wager=15), act(ability="Brawn")]}
    assert wagered([3, 20], switched, setup).state.find("Asa").hand == "Brawn"


def test_who_answers_says_how_when_the_wager_is_known() -> None:
    """QS-53: before the dice of the exchange, with any ability after the first round."""
    tie = [9, 9, 9, 9]
    says = {"tactic Asa": [act(wager=1), act(wager=1)], "ruling": [but(**{"their wager": 2})] * 2}
    referee = wagered([*tie, 9, 6], {**says, "answer": ["Charm"]})
    assert any("Asa: 9 against Charm 12" in line for line in log(referee))


def test_an_exchange_costs_by_degree() -> None:
    """QS-53, QS-54, QS-55: the worked example: A 5M with 25 AP against B 15 with 15."""
    says = {"tactic Asa": [act(wager=7)], "tactic Bo": [act(wager=1)]}
    referee = wagered([2, 18], says, scene(*RIVALS))
    assert ap(referee, "Asa", "Bo") == [25, 1]
    big = wagered([5, 18], {"tactic Asa": [act(wager=7)], "tactic Bo": [act(wager=1)]}, scene(*RIVALS))
    assert ap(big, "Asa", "Bo") == [25, -6]
    assert "Bo is so far below that nothing is transferred, only lost." in log(big)
    desperate = {"tactic Asa": [act(wager=1)], "tactic Bo": [act(wager=15)]}
    turned = wagered([9, 15], desperate, scene(*RIVALS))
    assert ap(turned, "Asa", "Bo") == [10, 30]


def test_the_higher_wager_goes_first() -> None:
    """QS-53: and equal ones by initiative; the game master may propose another wager, which need not be taken."""
    referee = wagered([3, 19, 3, 19], {"tactic": [act(wager=2)], "ruling": [but(**{"their wager": 5})]})
    told = log(referee)
    assert told.index("The guard against Asa: a defeat of degree 1.") < told.index(
        "Asa against The guard: a victory of degree 1."
    )
    assert ap(referee)[1] == 10 - 5 - 2
    proposed = wagered([3, 19], {"ruling": [but(propose={"pick": "propose", "with": 9})], "proposal": "take"})
    assert ap(proposed)[1] == 1
    kept = wagered([3, 19], {"ruling": [but(propose={"pick": "propose", "with": 9})], "proposal": "keep"})
    assert ap(kept)[1] == 7


def test_equal_wagers_go_by_the_initiative() -> None:
    """QS-53: the opposition's too, if the game master gives it."""
    theirs = {"pick": "initiative", "with": {"their wager": 3, "their aim": "prize"}}
    for says, first in (({}, "Asa against The guard"), ({"round": [theirs]}, "The guard against Asa")):
        referee = wagered([9, 6], dict(says))
        assert any(line.startswith(first) for line in log(referee)), log(referee)


def test_no_follower_rolls() -> None:
    """QS-58: what a follower's help is worth is the game master's word."""
    helper = FollowerEntry(name="Ott", rating=8, use="augment")
    setup = scene(hero(ability="Wits", followers=(helper,)), foe())
    seen: list[str] = []

    def look(form: Any) -> Any:
        seen.extend(
            option.key for each in form.fields if each.key == "follower" for option in each.form.options
        )
        return form.fallback()

    wagered([9, 6], {"tactic": [helped("Wits", follower="Ott")], "ruling": [look]}, setup)
    assert seen == ["5", "10", "no"]


def test_a_tie_costs_both_half() -> None:
    """QS-54: unless the option says nothing; who goes for something else pays alone (QS-36)."""
    says = {"tactic": [act(wager=7)]}
    even = scene(hero(rating=10), foe())
    assert ap(wagered([13, 13], dict(says), even)) == [6, 6]
    assert ap(wagered([13, 13], {"tactic": [act(wager=7)]}, even, wager_tie="nothing")) == [10, 10]
    away = act(wager=7, aim={"pick": "else", "with": {"what": "the door", "ability": "Wits"}})
    assert ap(wagered([13, 13], {"tactic": [away]}, even)) == [6, 10]


def test_a_big_success_transfers_unless_the_gap_is_too_wide() -> None:
    """QS-55: 6 or more above is a plain loss; the option takes the limit off."""
    says = {"tactic": [act(wager=4)]}
    near = scene(hero(rating=15), foe(resistance=10))
    assert ap(wagered([15, 8], dict(says), near)) == [19, 6]
    assert ap(wagered([15, 8], {"tactic": [act(wager=4)]}, scene(hero(rating=16), foe())))[0] == 16
    off = wagered([16, 8], {"tactic": [act(wager=4)]}, scene(hero(rating=16), foe()), transfer_gap="off")
    assert ap(off) == [20, 6]


def test_a_wager_that_is_no_longer_there() -> None:
    """QS-56: the opposition's falls, a player chooses; a player may stake more than they have, the opposition not."""
    cut = {"tactic": [act(wager=8)], "ruling": [but(**{"their wager": 7})]}
    falls = wagered([3, 19, 13, 13], dict(cut), scene(hero(rating=12), foe()))
    assert "The guard's wager falls to 2: there is no more." in log(falls)
    hit = {"tactic": [act(wager=7)], "ruling": [but(**{"their wager": 8})]}
    stands = wagered([19, 3, 13, 13], {**hit, "cut short": "stand"}, scene(hero(rating=10), foe()))
    assert ap(stands) == [10 - 8 - 4, 10 - 4]
    fell = wagered(
        [19, 3, 13, 13],
        {"tactic": [act(wager=7)], "ruling": [but(**{"their wager": 8})], "cut short": "fall"},
        scene(hero(rating=10), foe()),
    )
    assert ap(fell) == [1, 9]
    other = wagered(
        [19, 8, 3, 19],
        {"tactic": [act(wager=1)], "ruling": [but(**{"their wager": 2})], "other tactic": ["Charm"]},
    )
    assert any("Charm" in line for line in log(other))


@pytest.mark.parametrize(
    ("final", "degree"),
    [(0, 0), (-10, 0), (-11, 1), (-20, 1), (-21, 2), (-30, 2), (-31, 3), (-40, 3), (-41, 4), (-99, 4)],
)
def test_the_outcome_by_final_points(final: int, degree: int) -> None:
    """QS-57."""
    assert BOOK.wagered_degree(final) == degree


def test_both_out_by_one_tie() -> None:
    """QS-57: nobody has the prize, each has a defeat by their own AP; out at once, before an exchange to come."""
    both = wagered([13, 13], {"tactic": [act(wager=1)]}, scene(hero(rating=1), foe(resistance=1)))
    assert both.result.winners == ()
    assert [each.result for each in both.result.standings] == ["defeat-0", "defeat-0"]


def test_prices() -> None:
    """QS-54: halves go up."""
    assert [price(0, 5), price(0, 4), price(1, 5), price(3, 5)] == [3, 2, 5, 15]


def test_followers_lend_augment_or_go_with_others() -> None:
    """QS-58: a reluctant one after a contest."""
    lends = hero(followers=(FollowerEntry(name="Ott", rating=18, ability="Locks", use="ability"),))
    assert wagered([], setup=scene(lends, foe())).state.find("Asa").ability("Locks").lent_by == "Ott"
    owner = hero("Bo", followers=(FollowerEntry(name="Ott", rating=8, assigned_to="Asa", reluctant=True),))
    setup = scene(hero(), owner, foe("One"), foe("Two"))
    assert ap(wagered([3, 19], setup=setup), "Asa", "Bo") == [23, 15]
    assert ap(wagered([19, 3], setup=setup), "Asa", "Bo") == [15, 23]


@pytest.mark.parametrize(
    ("amount", "dice", "left"), [(12, [3, 19], [22, 8]), (12, [19, 12], [10, 8]), (20, [3, 20], [10, 0])]
)
def test_an_assist_gives_points_away(amount: int, dice: list[int], left: list[int]) -> None:
    """QS-59: the number is the resistance; won, they are given, lost, they are gone either way; at 0 one is out."""
    setup = scene(hero(rating=10), hero("Bo", 20), foe("One"), pairings=(Pairing(one="Asa", two="One"),))
    assist = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits", "amount": amount}}
    says = {"left over": {"Bo": "free"}, "free action Bo": [assist], "give all": "yes"}
    referee = wagered([13, 13, 13, 13, *dice], says, setup, wager_tie="nothing")
    assert ap(referee, "Asa", "Bo") == left
    assert (referee.state.find("Bo").status == "out") == (not left[1])


@pytest.mark.parametrize(
    ("amount", "says", "left"),
    [(19, "no", [29, 1]), (20, "no", [10, 20]), (20, "yes", [30, 0])],
)
def test_qs_59_who_gives_the_last_point_is_asked_and_may_keep_it(
    amount: int, says: str, left: list[int]
) -> None:
    """QS-59: all one has, and no less, is confirmed; who keeps something gives nothing, and rolls nothing."""
    setup = scene(hero(rating=10), hero("Bo", 20), foe("One"), pairings=(Pairing(one="Asa", two="One"),))
    assist = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits", "amount": amount}}
    told = {"left over": {"Bo": "free"}, "free action Bo": [assist], "give all": says}
    dice = [13, 13, 13, 13, *([] if left[1] == 20 else [20, 3])]
    referee = wagered(dice, told, setup, wager_tie="nothing")
    assert ap(referee, "Asa", "Bo") == left
    asked = [each for each in referee.transcript.entries if getattr(each, "value", None) == says]
    assert len(asked) == (amount == 20)


def test_a_parting_shot_is_an_exchange_with_a_new_wager() -> None:
    """QS-60: won, further down; lost, it costs the shooter, and a transfer can bring the loser back."""
    wins = {"tactic": [act(wager=10)], "parting shot": "yes"}
    further = wagered([3, 19, 3, 19], {**wins, "shoot with": but(wager=5)}, scene(hero(rating=15), foe()))
    assert ap(further) == [15, -5]
    lost = wagered(
        [3, 19, 19, 10],
        {"tactic": [act(wager=10)], "parting shot": "yes", "shoot with": but(wager=5)},
        scene(hero(rating=15), foe()),
    )
    assert ap(lost) == [5, 10]
    assert "Back in: The guard." in log(lost)
    back = {
        "tactic": [act(wager=10)],
        "parting shot": ["yes"],
        "shoot with": but(wager=5),
        "exchange": but(wager=2),
    }
    again = wagered([3, 19, 19, 10, 9, 19], back, scene(hero(rating=15), foe()))
    assert ap(again) == [5, 8]


def test_a_second_chance() -> None:
    """QS-61: a quarter of the starting AP, always up, and −5 on everything; it burns a story point."""
    assert [quarter(18), quarter(17), quarter(16)] == [5, 5, 4]
    setup = scene(
        hero(rating=18),
        hero("Bo"),
        foe("One", 20),
        foe("Two"),
        pairings=(Pairing(one="Asa", two="One"), Pairing(one="Bo", two="Two")),
        story_points=2,
    )
    says = {
        "tactic Asa": [act(wager=1)],
        "ruling": [but(**{"their wager": 18})],
        "parting shot": "no",
        "free action": "wait",
        "story point": "no",
        "second chance": {"pick": "try", "with": "Wits"},
    }
    referee = play("wagered", setup, [20, 7, 13, 13, 13, 13], says)
    who = referee.state.find("Asa")
    assert who.ap == 5
    assert who.rating("Wits").whole == 13
    assert referee.state.story_points == 1
    none = play(
        "wagered",
        setup,
        [20, 7, 13, 13, 13, 13],
        {**says, "tactic Asa": [act(wager=1)], "ruling": [but(**{"their wager": 18})]},
        QUIET,
    )
    assert none.state.find("Asa").status == "out"


def test_a_second_chance_may_leave_a_consequence() -> None:
    """QS-61: in any case, as the game master says."""
    setup = scene(hero(rating=10), foe("One", 20), foe("Two", 1), story_points=2)
    toll = {"pick": "leave", "with": {"size": "-10", "label": "a cracked rib", "on": ["Brawn"]}}
    says = {
        "left over": {"Two": "free"},
        "ruling": [but(**{"their wager": 10})],
        "free action": "wait",
        "turn away": "yes",
        "second chance": {"pick": "try", "with": "Wits"},
        "story point": "no",
        "toll of a chance": toll,
    }
    referee = play("wagered", setup, [20, 7], says)
    assert [(each.value, each.touches) for each in referee.state.find("Asa").lasting] == [(-10, ("Brawn",))]


def test_another_number_may_be_proposed_for_a_gift() -> None:
    """QS-59: which need not be taken; who has nothing of their own gives nothing."""
    setup = scene(
        hero(), hero("Bo", 12), foe(), pairings=(Pairing(one="Asa", two="The guard"),), helpers=(hero("Cy"),)
    )
    gift = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits", "amount": 6}}
    says = {"free action Bo": [gift], "propose a gift": [{"pick": "propose", "with": 9}]}
    taken = wagered([9, 9, 9, 9, 3, 20], {**says, "proposal": "take"}, setup)
    kept = wagered([9, 9, 9, 9, 3, 20], {**says, "free action Bo": [gift], "proposal": "keep"}, setup)
    assert ap(taken, "Bo") == [3]
    assert taken.state.find("Asa").ap - kept.state.find("Asa").ap == 3
    offered: list[str] = []
    look = {"free action Cy": [watching(offered)]}
    wagered([9, 9, 9, 9, 3, 20], {**says, **look, "free action Bo": [gift], "proposal": "keep"}, setup)
    assert offered
    assert "assist" not in offered


def test_points_that_never_changed_are_not_told_at_the_end() -> None:
    """QS-70."""
    broken = wagered([], {"round": "break-off"})
    tallies = {each.name: each.tally for each in broken.result.standings}
    assert tallies == {"Asa": "15 AP", "The guard": ""}


def test_the_last_of_a_side_may_be_left_for_dead() -> None:
    """QS-61: the game master says whether the opposition turns away."""
    setup = scene(
        hero(rating=10),
        foe("One", 20),
        foe("Two", 1),
        story_points=2,
        pairings=(Pairing(one="Asa", two="One"),),
    )
    says = {
        "left over": {"Two": "free"},
        "ruling": [but(**{"their wager": 10})],
        "free action": "wait",
        "second chance": {"pick": "try", "with": "Wits"},
        "story point": "no",
    }
    over = play("wagered", setup, [20, 7], {**says, "turn away": "no"})
    assert over.result.winners == ("One", "Two")
    on = play("wagered", setup, [20, 7], {**says, "ruling": [but(**{"their wager": 10})], "turn away": "yes"})
    assert "Asa takes a second chance and is back with 3 AP." in log(on)


def test_opposing_points_are_hidden_until_they_change() -> None:
    """QS-70: with what would give them away."""
    start, later = wagered([]), wagered([3, 19, 13, 13])
    assert {"ap", "resistance"}.isdisjoint(seat_view(start, "asa").state["contestants"][1])
    assert seat_view(start, "asa").state["contestants"][0]["ap"] == 15
    assert seat_view(later, "asa").state["contestants"][1]["ap"] < 10
    rivals = wagered([], setup=scene(*RIVALS))
    assert {"ap", "abilities"}.isdisjoint(seat_view(rivals, "bo").state["contestants"][0])
    assert not any("starts with 25" in line.text for line in seat_view(rivals, "bo").lines)
    assert any("starts with 25" in line.text for line in seat_view(rivals, "asa").lines)


@pytest.mark.parametrize(("option", "points"), [("keep", 15 - 4), ("fresh", 15)])
def test_a_new_pairing_keeps_points_or_starts_afresh(option: str, points: int) -> None:
    """QS-40."""
    pairs = (Pairing(one="Asa", two="One"),)
    setup = scene(hero(rating=15), foe("One", 5), foe("Two", 10), pairings=pairs)
    says = {
        "left over": {"Two": "free"},
        "free action Two": ["wait"],
        "tactic": [act(wager=3)],
        "ruling": [but(**{"their wager": 4})],
        "parting shot": "no",
        "free action Asa": [{"pick": "engage", "with": "Two"}],
    }
    referee = wagered([16, 4, 3, 10, 3, 19], says, setup, new_pairing_ap=option)
    assert [(each.one, each.two) for each in referee.state.bouts] == [("Asa", "Two")]
    assert ap(referee, "Asa") == [points]
