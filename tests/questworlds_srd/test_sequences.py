"""Sequences of every kind, and the scored one (QS-33 to QS-51, QS-71)."""

from typing import Any

import pytest

from agonist.kernel import AnswerRefused, Ask, DiceMode, Referee, SetupRefused, seat_view
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import ContestSetup, GroupContestSetup, OnePrizeSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import FollowerEntry, LastingEntry
from tests.questworlds_srd.scenes import act, but, cited, foe, helped, hero, log, open_now, play, start, until

QUIET = {"story_points": False}


def scene(*people: Any, **more: Any) -> SequenceSetup:
    return SequenceSetup(prize="the gate", contestants=people or (hero(), foe()), **more)


def scored(dice: list[int], says: dict[str, Any] | None = None, setup: Any = None, **options: Any) -> Any:
    return play("scored", setup or scene(), dice, says, {**QUIET, **options})


def rp(referee: Any, *names: str) -> list[int]:
    return [referee.state.find(name).rp for name in names or ("Asa", "The guard")]


def test_a_sequence_is_of_one_kind_and_runs_on_its_own() -> None:
    """QS-33: each kind is a type of its own; only a single roll fits inside another."""
    assert {"scored", "wagered", "chained"} <= {kind.name for kind in GAME.types}
    assert scored([]).state.kind == "scored"


def test_the_character_has_the_initiative_unless_the_game_master_says_otherwise() -> None:
    """QS-34: the other then states first; a tie changes no tally; between characters who opened it begins."""
    first = {"pick": "initiative", "with": {"their stance": "gambit", "their aim": "prize"}}
    turned = scored([12, 14], {"round": [first]})
    assert "The guard has the initiative against Asa." in log(turned)
    assert rp(turned) == [0, 4]
    tie = scored([13, 13], setup=scene(hero(rating=10), foe()))
    assert rp(tie) == [0, 0]
    rivals = scene(hero(side="a"), hero("Bo", side="b"), opened_by="Bo")
    pvp = scored([], {"tactic Bo": "leave", "tactic Asa": "give-up", "parting shot": "no"}, rivals)
    assert pvp.result.winners == ("Asa",)


def test_switching_is_free_and_the_tally_stays() -> None:
    """QS-35, QS-13: the game master is asked about resistance, and whether earlier help still fits."""
    says = {
        "tactic": [helped("Wits", augment="Brawn"), act(ability="Charm")],
        "ruling": [but(), but(augments="drop", resistance="hard")],
    }
    referee = scored([9, 6, 9, 6], says)
    who = referee.state.find("Asa")
    assert who.hand == "Charm"
    assert rp(referee)[1] == 2
    assert who.rating("Charm").whole == 12
    assert referee.state.find("The guard").resistance == 20


@pytest.mark.parametrize(("earlier", "more"), [("drop", 5), ("keep", 5 + 10)])
def test_qs_13_help_stated_with_a_switch_is_not_earlier_help(earlier: str, more: int) -> None:
    """QS-12, QS-13: whether the earlier help is gone or not, what is stated with the new ability helps it."""
    setup = scene(hero(followers=(FollowerEntry(name="Ott", rating=12),)), foe(resolve=5))
    says = {
        "tactic": [helped("Wits", augment="Brawn"), helped("Charm", follower="Ott")],
        "ruling": [but(augment="10"), but(augment="10"), but(augments=earlier)],
    }
    referee = play("chained", setup, [9, 6, 9, 6], says, QUIET)
    assert referee.state.find("Asa").rating("Charm").whole == 12 + more


def test_going_for_something_else() -> None:
    """QS-36: a win leaves the tally alone; an augment has its size by degree; a loss costs as usual; both: nothing."""
    augments = act(aim={"pick": "augment", "with": {"for": "Asa", "ability": "Charm"}})
    won = scored([3, 19], {"tactic": [augments]})
    assert rp(won) == [0, 0]
    assert [each.value for each in won.state.find("Asa").modifiers] == [10]
    lost = scored([19, 3], {"tactic": [augments]})
    assert rp(lost) == [2, 0]
    away = act(aim={"pick": "else", "with": {"what": "the lever", "ability": "Wits"}})
    assert any("the lever" in line for line in log(scored([3, 19], {"tactic": [away]})))
    both = scored(
        [19, 3], {"tactic": [away], "ruling": [but(**{"their aim": {"pick": "else", "with": "the keys"}})]}
    )
    assert rp(both) == [0, 0]


def test_leaving_is_a_defeat_read_off_the_tally() -> None:
    """QS-37: no roll; degree 0 where the table has no row; the opponent may take a parting shot (QS-42)."""
    referee = scored([19, 3], {"tactic": [act(), "leave"]})
    assert referee.over
    assert referee.state.find("Asa").result.key == "defeat-0"
    assert referee.state.find("Asa").status == "left"
    fresh = scored([], {"tactic": ["leave"]})
    assert fresh.result.sides["the characters"] == "defeat-0"


def test_who_left_a_group_may_come_back_with_the_old_tally() -> None:
    """QS-37: with the game master's leave."""
    people = (hero(), hero("Bo"), foe("One"), foe("Two"))
    pairs = (Pairing(one="Asa", two="One"), Pairing(one="Bo", two="Two"))
    says = {
        "tactic Asa": [act(), "leave"],
        "come back Asa": ["yes"],
        "free action Asa": [{"pick": "engage", "with": "One"}],
        "free action One": ["wait", "wait"],
    }
    referee = scored([19, 3, 13, 13, 13, 13], says, scene(*people, pairings=pairs))
    assert "Asa comes back." in log(referee)
    assert rp(referee, "Asa", "One") == [2, 0]


def test_who_is_free_acts_at_their_place() -> None:
    """QS-38, QS-40: engage, join, augment, another aim, or wait."""
    people = (hero(), hero("Bo"), foe("One"))
    setup = scene(*people, pairings=(Pairing(one="Asa", two="One"),))
    augment = {"pick": "augment", "with": {"friend": "Asa", "ability": "Charm"}}
    says = {"left over": {"Bo": "free"}, "free action": [augment], "augment": "10"}
    referee = scored([13, 13], says, setup)
    assert [(each.value, each.source) for each in referee.state.find("Asa").modifiers] == [(10, "others")]
    other = {"pick": "other", "with": {"ability": "Brawn", "words": "Bar the door"}}
    rolled = scored(
        [13, 13, 3, 19],
        {
            "left over": {"Bo": "free"},
            "free action": [other],
            "another aim": {"pick": "roll", "with": "base"},
        },
        setup,
    )
    assert "Bo: Bar the door: a victory of degree 1." in log(rolled)
    waits = scored([13, 13], {"left over": {"Bo": "free"}, "free action": ["wait"]}, setup)
    assert "Bo: waits." in log(waits)


def test_characters_choose_opponents_from_the_highest_rating_down() -> None:
    """QS-39: and pairs act in that order, unless the game master sets another."""
    people = (hero("Asa", 12), hero("Bo", 17), foe("One"), foe("Two"))
    says = {"opponent Bo": "Two"}
    referee = scored([], says, scene(*people))
    assert [(each.one, each.two) for each in referee.state.bouts] == [("Bo", "Two"), ("Asa", "One")]
    turned = play("scored", scene(*people), [], {"order": [["Asa / Two", "Bo / One"]]}, QUIET)
    assert [(each.one, each.two) for each in turned.state.bouts] == [("Asa", "Two"), ("Bo", "One")]


def test_joining_and_the_numbers() -> None:
    """QS-16, QS-41, QS-48: a round of one's own, a shared tally, and ±5 or ±10 while the numbers last."""
    people = (hero(), foe("One"), foe("Two"))
    outnumbered = scored([19, 3, 19, 3], {}, scene(*people))
    assert [(each.one, each.two) for each in outnumbered.state.bouts] == [("Asa", "One"), ("Asa", "Two")]
    assert [each.value for each in outnumbered.state.find("Asa").modifiers if each.kind == "numbers"] == [-5]
    assert rp(outnumbered, "Asa") == [4]
    more = scored([19, 3], {"ruling": [but(numbers="-10")]}, scene(*people))
    assert more.state.find("Asa").rating("Wits").whole == 5
    pairs = (Pairing(one="Asa", two="One"), Pairing(one="Bo", two="One"))
    shared = scored([3, 19, 3, 19], {}, scene(hero(), hero("Bo"), foe("One"), pairings=pairs))
    assert rp(shared, "One") == [4]
    assert shared.state.find("Asa").rating("Wits").whole == 20


def test_qs_48_opponents_who_join_keep_tallies_of_their_own() -> None:
    """QS-48: one beaten by a character who faces two leaves the other as unhurt as before."""
    people = (hero(rating=20), foe("One"), foe("Two"))
    says = {"ruling": [but(numbers="0")], "parting shot": "no", "tactic": act(stance="gambit")}
    one_round = scored([3, 19, 19, 3], {"ruling": [but(numbers="0")]}, scene(*people))
    assert rp(one_round, "Asa", "One", "Two") == [0, 2, 1]
    beaten = scored([20, 19, 3, 19, 20, 19], says, scene(*people))
    assert [beaten.state.find(name).status for name in ("One", "Two")] == ["out", "in"]
    assert rp(beaten, "One", "Two") == [8, 3]


def test_those_who_share_a_tally_are_out_together() -> None:
    """QS-48: at 5 all of them, with the same outcome."""
    setup = scene(
        hero(rating=10),
        hero("Bo", 10),
        foe("One", 15),
        pairings=(Pairing(one="Asa", two="One"), Pairing(one="Bo", two="One")),
    )
    referee = scored([19, 15, 19, 15], {"parting shot": "no"}, setup)
    assert referee.over
    assert {referee.state.find(name).result.key for name in ("Asa", "Bo")} == {"defeat-2"}


@pytest.mark.parametrize(
    ("option", "leaves", "shoots"),
    [
        ("players", False, False),
        ("players", True, True),
        ("all", False, True),
        ("characters-only", True, False),
    ],
)
def test_who_may_take_a_parting_shot(option: str, leaves: bool, shoots: bool) -> None:
    """QS-42: the opposition only against a character who leaves, unless the option says otherwise."""
    says = {"parting shot": "yes", **({"tactic": ["leave"]} if leaves else {})}
    dice = [] if leaves else [19, 10, 19, 10]
    referee = scored([*dice, 10, 19] if shoots else dice, says, parting_shots=option)
    assert referee.over
    assert rp(referee)[0] == 3 * (shoots + 2 * (not leaves))


def test_a_free_teammate_shoots_if_the_game_master_agrees() -> None:
    """QS-42: the victor first, one shot each."""
    setup = scene(hero(), hero("Bo"), foe("One"), foe("Two", 5), pairings=(Pairing(one="Asa", two="One"),))
    says = {
        "left over": {"Bo": "free", "Two": "free"},
        "free action": "wait",
        "parting shot Asa": "no",
        "parting shot Bo": "yes",
        "shot from aside": "yes",
    }
    referee = scored([15, 19, 15, 19, 3, 19], says, setup)
    assert rp(referee, "One")[0] == 6 + 2


def test_the_last_one_standing_has_the_prize() -> None:
    """QS-43: the degree against the highest-rated; both emptied at once is nobody's."""
    referee = scored([15, 19, 15, 19], {"parting shot": "no"})
    assert referee.result.winners == ("Asa",)
    assert referee.result.sides == {"the characters": "victory-2", "the opposition": "defeat-2"}


def test_a_lengthy_sequence_keeps_tallies_and_changes_help() -> None:
    """QS-44: an augment can change each round."""
    says = {"tactic": [helped("Wits", augment="Brawn"), helped("Wits", augment="Charm")]}
    referee = scored([9, 6, 13, 13], says, scene(lengthy=True))
    assert "Charm helps Asa: +5." in log(referee)
    assert rp(referee)[1] == 1 + 2
    assert "Round 2. Time has passed." in log(referee)


# --- scored --------------------------------------------------------------------------------------------------------


def test_a_round_of_gambits_and_defence() -> None:
    """QS-46: declared before the dice by both sides, and in asymmetrical rounds too."""
    gambit = scored([6, 15], {"tactic": [act(stance="gambit")]}, scene(hero(rating=18), foe(resistance=12)))
    assert rp(gambit) == [0, 3]
    both = scored(
        [6, 15],
        {"tactic": [act(stance="gambit")], "ruling": [but(**{"their stance": "gambit"})]},
        scene(hero(rating=18), foe(resistance=12)),
    )
    assert rp(both) == [0, 4]
    assert "The guard risks a gambit." in log(both)


def test_a_standoff_is_asked_about_after_three_quiet_rounds() -> None:
    """QS-46, QS-71: both withdraw, and it is broken off: no defeat, no experience."""
    says = {
        "tactic": act(stance="defensive"),
        "ruling": but(**{"their stance": "defensive"}),
        "standoff": "withdraw",
    }
    referee = scored([9, 6, 9, 6, 9, 6], says)
    assert referee.over
    assert referee.result.winners == ()
    assert referee.result.sides == {}
    assert referee.result.sheets["Asa"].experience == 0
    on = scored([9, 6, 9, 6, 9, 6, 9, 6], says | {"standoff": "on"})
    assert not on.over


def test_an_assist_helps_or_harms() -> None:
    """QS-47: 5 harder for every earlier one, whoever gave it; a defeat can knock out, without a parting shot."""
    setup = scene(hero("Asa", 10), hero("Bo", 12), foe("One"), pairings=(Pairing(one="Asa", two="One"),))
    assist = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits"}}
    says = {"left over": {"Bo": "free"}, "free action Bo": [assist, assist]}
    helped_out = scored([19, 10, 5, 19], says, setup)
    assert rp(helped_out, "Asa") == [1]
    twice = scored([19, 10, 5, 19, 13, 13, 5, 14], {**says, "free action Bo": [assist, assist]}, setup)
    assert any("resistance 15" in line for line in log(twice))
    harmed = scored([19, 3, 19, 3, 13, 20], {**says, "free action Bo": ["wait", assist]}, setup)
    assert rp(harmed, "Asa") == [5]
    assert "parting shot" not in {each.request.what for each in harmed.pending}
    set_anew = scored([19, 10, 5, 19], {**says, "free action Bo": [assist], "resistance": [other(3)]}, setup)
    assert any("resistance 3" in line for line in log(set_anew))
    later = {**says, "free action Bo": [assist, assist], "resistance": [other(20)]}
    elsewhere = scored([19, 10, 5, 19, 13, 13, 5, 14], later, setup)
    assert any("resistance 5M" in line for line in log(elsewhere))
    refused = scored([19, 10], {**says, "free action Bo": [assist], "resistance": ["no"]}, setup)
    assert "Bo cannot help Asa so." in log(refused)
    assert refused.state.assists == {}


def test_qs_47_help_for_a_shared_tally_was_help_for_each_who_shared_it() -> None:
    """QS-47: Asa was helped while Bo shared the tally; when Asa has left, helping Bo is 5 harder."""
    pairs = (Pairing(one="Asa", two="One"), Pairing(one="Bo", two="One"))
    setup = scene(hero("Asa", 10), hero("Bo", 10), hero("Cy"), foe("One", 15), pairings=pairs)
    helps = [{"pick": "assist", "with": {"friend": friend, "ability": "Wits"}} for friend in ("Asa", "Bo")]
    says = {
        "left over": {"Cy": "free"},
        "tactic Asa": [act(), "leave"],
        "parting shot": "no",
        "free action Cy": helps,
    }
    referee = scored([19, 10, 13, 13, 5, 19, 13, 13, 5, 19], says, setup)
    assert [line for line in log(referee) if line.startswith("The resistance")] == [
        "The resistance: 19 against resistance 10, 0 successes.",
        "The resistance: 19 against resistance 15, 0 successes.",
    ]


def other(resistance: int) -> dict[str, Any]:
    return {"pick": "other", "with": resistance}


def test_an_assist_that_harms_can_go_to_a_follower() -> None:
    """QS-47, QS-50: before a knock-out is judged."""
    asa = hero("Asa", 10, followers=(FollowerEntry(name="Ott", rating=8),))
    setup = scene(asa, hero("Bo", 12), foe("One"), pairings=(Pairing(one="Asa", two="One"),))
    assist = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits"}}
    moved = {"pick": "shift", "with": {"Ott": 1}}
    says = {"free action Bo": ["wait", assist], "shift": ["keep", "keep", "keep", moved]}
    referee = scored([19, 3, 19, 3, 13, 20], says, setup)
    assert rp(referee, "Asa") == [4]


def test_those_who_are_left_alone_may_shoot() -> None:
    """QS-42: two on one: both are free once the one has fallen."""
    setup = scene(hero(), hero("Bo"), foe("One", 5), pairings=(Pairing(one="Asa", two="One"),))
    says = {
        "left over": {"Bo": "One"},
        "parting shot Asa": "no",
        "parting shot Bo": "yes",
        "shot from aside": "yes",
    }
    referee = scored([15, 20, 14, 20, 15, 20, 3, 20], says, setup)
    assert any("Bo's parting shot" in line for line in log(referee))


def test_a_follower_knocked_out_in_one_round_stays_out() -> None:
    """QS-49, QS-50: a parting shot that hits does not put them back, one that misses by enough does."""
    brave = FollowerEntry(name="Ott", rating=10, role="contestant")
    rival = hero("Rival", 15, side="b")
    setup = scene(
        hero(followers=(brave,)),
        rival,
        foe_on("b"),
        pairings=(Pairing(one="Ott", two="Rival"),),
    )
    says = {"left over": {"Asa": "free", "Second": "free"}, "free action": "wait", "shot from aside": "no"}
    hit = scored([20, 15, 3, 20], {**says, "parting shot Rival": "yes"}, setup)
    assert hit.state.find("Ott").status == "out"
    missed = scored([20, 15, 20, 3], {**says, "parting shot Rival": "yes"}, setup)
    assert missed.state.find("Ott").status == "in"


def foe_on(side: str) -> Any:
    return hero("Second", 10, side=side)


def test_own_help_does_not_help_its_own_kin() -> None:
    """QS-12: whoever switches to what helped them has no help of it any more."""
    says = {"tactic": [helped("Wits", augment="Charm"), act(ability="Charm")]}
    referee = scored([9, 6, 9, 6], says)
    assert referee.state.find("Asa").rating("Charm").whole == 12


def test_between_rounds_of_a_lengthy_sequence_things_happen() -> None:
    """QS-44: other contests run in between, and the game master says what they left."""
    effect = {"pick": "effect", "with": {"size": 10, "label": "new friends", "on": ["Wits"]}}
    says = {"meanwhile": {"Asa": effect, "pool": 0}, "story point": "no"}
    referee = play("scored", scene(lengthy=True, story_points=3), [9, 6], says)
    assert referee.state.find("Asa").rating("Wits").whole == 25
    assert referee.state.story_points == 0


def test_a_consequence_can_be_cured_in_a_sequence() -> None:
    """QS-24: if the game master prefers one: against base and size, and won it is gone."""
    who = hero(lasting=(LastingEntry(value=-5, label="a limp", touches=("Brawn",)),))
    setup = SequenceSetup(contestants=(who,), cures="Asa", cured="a limp")
    won = scored([15, 20] * 2, {"parting shot": "no"}, setup)
    assert won.state.find("a limp").resistance == 15
    assert won.result.sheets["Asa"].lasting == ()
    lost = scored([20, 15] * 2, {"parting shot": "no"}, setup)
    assert lost.result.sheets["Asa"].lasting


def test_one_kind_of_sequence_for_the_whole_game() -> None:
    """QS-33: what was played before in the scene is what is played; the game master may say otherwise."""
    done = scored([15, 20] * 2, {"parting shot": "no"})
    kind = GAME.type("wagered")
    with pytest.raises(SetupRefused, match="sequences are scored"):
        kind.setup_from(kind.follow(scene(), done.result.carried))
    kind.setup_from(scene())
    said = SequenceSetup(contestants=(hero(), foe()), sequences="wagered")
    kind.setup_from(kind.follow(said, done.result.carried))


@pytest.mark.parametrize(("option", "plays"), [("scored", "any"), ("wagered", "wagered")])
def test_qs_33_what_a_contest_s_options_say_is_for_the_whole_game(option: str, plays: str) -> None:
    """QS-33: the option of a contest is carried on to the sequences after it."""
    setup = ContestSetup(contestants=(hero(), foe()))
    done = play("contest", setup, [3, 19], {}, {**QUIET, "sequence_kind": option})
    assert done.result.carried["sequences"] == plays


def test_a_hidden_resistance_stays_hidden() -> None:
    """QS-70: with the option never, of single rolls and of the beaten too."""
    setup = scene(hero(), hero("Bo"), foe("One"), pairings=(Pairing(one="Asa", two="One"),))
    other_aim = {"pick": "other", "with": {"ability": "Wits", "words": "I look around"}}
    says = {"free action Bo": [other_aim], "another aim": {"pick": "roll", "with": other(17)}}
    referee = scored([9, 6, 9, 6], says, setup, show_resistance="never")
    seen = seat_view(referee, "bo")
    assert not any("17" in line.text for line in seen.lines)
    assert "beaten" not in seen.state
    assert any("17" in line.text for line in seat_view(referee, "gm").lines)


def test_a_parting_shot_moves_the_tally() -> None:
    """QS-49: won, more; lost, off again, but no more than was just put on; under 5 the loser is back in."""
    three = {"parting shot": "yes"}
    won = scored([15, 19, 15, 19, 3, 19], three)
    assert rp(won) == [0, 8]
    assert won.result.sides["the characters"] == "victory-3"
    lost = scored([15, 19, 15, 19, 19, 3], three)
    assert rp(lost) == [0, 4]
    assert not lost.over
    assert "Back in: The guard." in log(lost)


def test_followers_stand_take_points_or_support() -> None:
    """QS-50: out on 3 RP from one round; taking RP, and gone with 3; or assisting."""
    own = FollowerEntry(name="Ott", rating=10, role="contestant")
    pairs = (Pairing(one="Ott", two="Two"), Pairing(one="Asa", two="One"))
    setup = scene(hero(followers=(own,)), foe("One"), foe("Two"), pairings=pairs)
    stands = scored([13, 13, 19, 10], {}, setup)
    assert stands.state.find("Ott").status == "out"
    shifted = scored(
        [19, 3, 19, 3, 19, 3],
        {"shift": ["keep", "keep", "keep", "keep", {"pick": "shift", "with": {"Ott": 3}}]},
        scene(hero(followers=(FollowerEntry(name="Ott", rating=10),)), foe()),
    )
    assert rp(shifted, "Asa") == [3]
    assert shifted.state.find("Asa").followers[0].status == "out"
    supporter = FollowerEntry(name="Ott", rating=15, role="supporter")
    helps = scored(
        [19, 3, 3, 19],
        {"free action Ott": [{"pick": "assist", "with": {"friend": "Asa", "ability": "Ott"}}]},
        scene(hero(followers=(supporter,)), foe()),
    )
    assert rp(helps, "Asa") == [0]


def test_a_free_opponent_goes_for_a_follower() -> None:
    """QS-51: on a defeat the follower is out, on a tie not."""
    setup = scene(
        hero(followers=(FollowerEntry(name="Ott", rating=10, role="secondary"),)),
        foe("One"),
        foe("Two"),
        pairings=(Pairing(one="Asa", two="One"),),
    )
    says = {
        "left over": {"Two": "free"},
        "free action Two": {"pick": "follower", "with": {"target": "Ott"}},
        "shift": "keep",
    }
    assert scored([13, 13, 19, 3], says, setup).state.find("Asa").followers[0].status == "out"
    assert scored([13, 13, 13, 13], says, setup).state.find("Asa").followers[0].status == "here"


# --- ways out ---


def test_the_game_master_breaks_off_before_any_round() -> None:
    """QS-71: nobody has the prize, and nothing comes of it."""
    referee = scored([19, 3], {"round": ["go-on", "break-off"]})
    assert referee.over
    assert referee.result.winners == ()
    assert referee.state.find("Asa").result is None
    assert "QS-71" in cited(referee)


@pytest.mark.parametrize(("word", "over"), [("break-off", True), ("pair", False)])
def test_a_lull_is_for_the_game_master(word: str, over: bool) -> None:
    """QS-71: nobody is engaged for a whole round: they meet after all, or it is broken off."""
    says = {
        "opponent": "One",
        "left over": {"Bo": "free"},
        "tactic": ["leave"],
        "parting shot": "no",
        "free action": "wait",
        "come back": "no",
        "nobody engaged": word,
    }
    referee = scored([], says, scene(hero(), hero("Bo"), foe("One")))
    assert referee.over == over
    assert [(each.one, each.two) for each in referee.state.bouts] == ([] if over else [("Bo", "One")])


def test_a_major_edit_ends_a_running_sequence() -> None:
    """QS-32: the game master sets the outcome."""
    edit = {"pick": "edit", "with": "The king arrives"}
    setup = scene(story_points=3)
    referee = play("scored", setup, [], {"tactic": [edit], "plot edit": "major", "settled": "victory-1"})
    assert referee.result.sides["the characters"] == "victory-1"


def test_a_sequence_needs_a_resistance() -> None:
    """QS-10: of at least 1 in every round."""
    with pytest.raises(SetupRefused, match="resistance"):
        GAME.type("scored").setup_from(scene(hero(), foe(resistance=0)))
    with pytest.raises(SetupRefused, match="resistance"):
        GAME.type("scored").setup_from(scene(hero(), foe(resistance="routine")))
    with pytest.raises(AnswerRefused, match="straightforward"):
        scored([9, 6], {"ruling": [but(resistance="simple")]})


def test_what_the_opposition_does_is_the_game_masters_to_say() -> None:
    """QS-39, QS-46, QS-53, QS-65: its part in a round is waited for, as are the order of pairs and whether it yields; a
    word on somebody else's tactic alone can be claimed."""
    for kind in ("scored", "wagered"):
        referee = until("ruling", start(kind, scene(hero(ability="Wits"), foe()), QUIET))
        assert open_now(referee, "ruling").request.directed
    plain = until("ruling", start("group-contest", GroupContestSetup(contestants=(hero(), foe()))))
    assert not open_now(plain, "ruling").request.directed
    people = (hero(), hero("Bo"), foe("One"), foe("Two"))
    assert open_now(until("order", start("scored", scene(*people), QUIET)), "order").request.directed
    later = until("go on", start("chained", scene(), QUIET), [13, 13])
    assert open_now(later, "go on").request.directed


def test_resolution_points_are_open_to_all() -> None:
    """QS-70: the resistance only when the dice lie."""
    start, later = scored([]), scored([19, 3])
    assert "resistance" not in seat_view(start, "asa").state["contestants"][1]
    assert seat_view(later, "a passer-by").state["contestants"][0]["rp"] == 2
    assert seat_view(later, "asa").state["contestants"][1]["resistance"] == 10


def test_a_sequence_teaches_once() -> None:
    """QS-29: for the ability it was begun with."""
    says = {"tactic": [act(), act(ability="Charm")], "parting shot": "no"}
    referee = scored([19, 10, 19, 10], says)
    assert referee.result.sheets["Asa"].marks == ("Wits",)


# --- asked like a good referee ---


def asked_in_a_round(people: int, kind: str = "scored", order: str = "") -> tuple[int, int]:
    """How often a round stops to ask, and how often somebody taps to roll, with everybody there and a full pool, and
    perhaps a standing order about story points."""
    heroes = [hero(f"Hero {n}", ability="Wits") for n in range(people)]
    foes = [foe(f"Foe {n}", 14) for n in range(people)]
    pairs = tuple(Pairing(one=f"Hero {n}", two=f"Foe {n}") for n in range(people))
    setup = scene(*heroes, *foes, pairings=pairs)
    seats = {"gm", *(f"hero-{n}" for n in range(people))}
    referee = Referee.start(GAME, kind, setup, seed=bytes(32), dice=dict.fromkeys(seats, "tap"))
    for seat in seats - {"gm"} if order else ():
        referee.order(seat, "story point", order)
    questions = rolls = 0
    while referee.state.round < 2 and not referee.over:
        pending = next(each for each in referee.pending if not each.window)
        if isinstance(pending.request, Ask):
            questions += 1
            referee.answer(pending.id, pending.form().fallback())
        else:
            rolls += 1
            referee.answer(pending.id, "sealed")
    return questions, rolls


def test_a_scored_duel_takes_two_taps_a_round() -> None:
    """QS-31, QS-34: a tactic and a roll: the game master's word is taken for granted, a story point is a window."""
    assert asked_in_a_round(1) == (1, 1)


@pytest.mark.parametrize("kind", ["scored", "wagered", "chained"])
@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_a_round_of_many_stops_at_most_twelve_times(kind: str, people: int) -> None:
    """QS-39: of a crowd only who wins by a story point is asked about it."""
    assert asked_in_a_round(people, kind)[0] <= 12


@pytest.mark.parametrize("kind", ["scored", "wagered", "chained"])
def test_who_orders_what_becomes_of_story_points_is_asked_less(kind: str) -> None:
    """QS-31."""
    assert asked_in_a_round(5, kind, "keep")[0] <= 10


def test_in_a_crowd_a_player_may_still_ask_for_every_question() -> None:
    """QS-31: what the usual order takes for granted is seen, and taken back."""
    heroes = [hero(f"Hero {n}", ability="Wits") for n in range(5)]
    foes = [foe(f"Foe {n}", 14) for n in range(5)]
    pairs = tuple(Pairing(one=f"Hero {n}", two=f"Foe {n}") for n in range(5))
    referee = until("tactic", start("scored", scene(*heroes, *foes, pairings=pairs)))
    assert [each.order for each in seat_view(referee, "hero-0").orders] == ["ask", "lose"]
    assert [each.order for each in seat_view(referee, "gm").orders] == ["ask", "lose"]
    referee.order("hero-0", "story point", "")
    assert [each.order for each in seat_view(referee, "hero-0").orders] == ["lose"]
    assert open_now(until("story point", referee, [9, 6]), "story point").seat == "hero-0"


def test_a_standing_order_burns_where_it_decides() -> None:
    """QS-31: 1 to 1 with the lower die is a defeat, which a point turns; a victory is left as it is."""
    for dice, spent in (([3, 6], 1), ([9, 6], 0)):
        seats: dict[str, DiceMode] = dict.fromkeys(("gm", "asa"), "typed")
        referee = Referee.start(GAME, "scored", scene(story_points=2), seed=bytes(32), dice=seats)
        referee.order("asa", "story point", "saves")
        for value in (act()(referee.pending[-1].form()), *([die] for die in dice)):
            referee.answer(next(each for each in referee.pending if not each.window).id, value)
        assert referee.state.story_points == 2 - spent


@pytest.mark.parametrize(
    ("dice", "spent"), [((3, 6, 4), 1), ((9, 6, 4), 0), ((3, 10, 4), 0), ((6, 6, 4), 1), ((20, 19, 18), 1)]
)
def test_a_standing_order_burns_where_it_wins_a_prize(dice: tuple[int, ...], spent: int) -> None:
    """QS-31, QS-28: against many too: 3 to 6 by the die is turned, and a shared prize; what is won already is not,
    nor what one success more cannot win. Where nobody has a success one is enough."""
    setup = OnePrizeSetup(contestants=(hero(), foe(), foe("The rival")), story_points=2)
    seats: dict[str, DiceMode] = dict.fromkeys(("gm", "asa"), "typed")
    referee = Referee.start(GAME, "one-prize", setup, seed=bytes(32), dice=seats)
    referee.order("asa", "story point", "saves")
    referee.answer(
        next(each for each in referee.pending if not each.window).id, act()(referee.pending[-1].form())
    )
    for die in dice:
        due = next(each for each in referee.pending if not isinstance(each.request, Ask))
        referee.answer(due.id, [die])
    assert referee.state.story_points == 2 - spent


@pytest.mark.parametrize(("dice", "spent"), [((3, 6, 9, 6), 1), ((15, 6, 20, 10), 1), ((15, 20, 3, 10), 0)])
def test_a_standing_order_burns_where_it_turns_the_sum(dice: tuple[int, ...], spent: int) -> None:
    """QS-31, QS-27: for one's own outcome, or where the group is level with a roll that is lost anyway."""
    setup = GroupContestSetup(contestants=(hero(), hero("Bo"), foe(), foe("The other")), story_points=2)
    seats: dict[str, DiceMode] = dict.fromkeys(("gm", "asa", "bo"), "typed")
    referee = Referee.start(GAME, "group-contest", setup, seed=bytes(32), dice=seats)
    for seat in ("asa", "bo"):
        referee.order(seat, "story point", "saves")
    left = list(dice)
    while left:
        due = next(each for each in referee.pending if not each.window)
        value = act()(due.form()) if isinstance(due.request, Ask) else [left.pop(0)]
        referee.answer(due.id, value)
    assert referee.state.story_points == 2 - spent
