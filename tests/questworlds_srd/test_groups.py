"""Group sequences: who is free, who has left, who is lifted, who is attacked (QS-12, QS-38, QS-40, QS-43, QS-51, QS-68,
QS-71)."""

from typing import Any

import pytest

from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd.people.setup import GroupContestSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import AbilityEntry, FollowerEntry, LastingEntry
from tests.questworlds_srd.scenes import act, but, foe, helped, hero, log, play, start, until

QUIET = {"story_points": False}
TWO = (Pairing(one="Asa", two="One"), Pairing(one="Bo", two="Two"))


def two_pairs(**more: Any) -> SequenceSetup:
    return SequenceSetup(
        contestants=(hero(), hero("Bo", 10), foe("One"), foe("Two", "5M")), pairings=TWO, **more
    )


def sequence(kind: str, setup: Any, dice: list[int], says: dict[str, Any] | None = None) -> Any:
    return play(kind, setup, dice, {"parting shot": "no", **(says or {})}, QUIET)


# --- QS-40, QS-71 -----------------------------------------------------------------------------------------------------


def test_winners_of_the_first_round_choose_before_it_is_called_a_lull() -> None:
    """QS-40, QS-71: both pairs are decided in one round; then the winners may engage each other, and only a whole
    round without a new pair is for the game master to settle."""
    says: dict[str, Any] = {
        "tactic": act(stance="gambit"),
        "free action Asa": [{"pick": "engage", "with": "Two"}],
    }
    setup = SequenceSetup(
        contestants=(hero(rating="15M2"), hero("Bo", 5), foe("One", 1), foe("Two", "5M2")), pairings=TWO
    )
    asked: list[str] = []

    def lull(form: Any) -> Any:
        asked.append("lull")
        return form.fallback()

    says["nobody engaged"] = lull
    referee = sequence("scored", setup, [15, 20, 20, 5], says)
    assert [each.status for each in referee.state.contestants] == ["in", "out", "out", "in"]
    assert asked == []
    assert [(each.one, each.two) for each in referee.state.bouts] == [("Asa", "Two")]
    idle = sequence(
        "scored", setup, [15, 20, 20, 5], {**says, "free action": "wait", "free action Asa": "wait"}
    )
    assert asked == ["lull"]
    assert idle.state.round == 3


# --- QS-43 ------------------------------------------------------------------------------------------------------------


def test_who_left_is_not_beaten() -> None:
    """QS-43: the characters lose: the degree is that of the beaten one with the highest rating, and the higher-rated
    one who left does not count. If they win, an opponent who is gone counts as one who is beaten."""
    lost = sequence(
        "scored",
        two_pairs(),
        [20, 5, 20, 5],
        {"tactic Asa": "leave", "free action": "wait", "come back": "no"},
    )
    assert lost.state.find("Asa").result.key == "defeat-0"
    assert lost.state.find("Bo").result.key == "defeat-3"
    assert lost.result.sides["the characters"] == "defeat-3"


def test_what_somebody_began_with_is_what_their_first_round_was_played_with() -> None:
    """QS-43: also where something else was rolled before, as to resist a flaw."""
    setup = SequenceSetup(
        contestants=(hero(flaws=("Proud",)), hero("Bo", 12), foe("One"), foe("Two")), pairings=TWO
    )
    says = {
        "ruling Asa": [but(**{"flaw Proud": "tempts"}), but(tactic="refuse")],
        "temptation": {"pick": "resist", "with": "Wits"},
        "tactic Asa": [act(), act(ability="Brawn"), "leave"],
        "free action": "wait",
        "come back": "no",
        "story at stake": "stay",
    }
    referee = sequence("scored", setup, [1, 20, 20, 3, 20, 3], says)
    assert [referee.state.find(each).began_with for each in ("Asa", "Bo")] == ["Brawn", "Wits"]


def test_if_all_have_left_their_own_outcomes_count() -> None:
    """QS-37, QS-43: in a two-sided sequence leaving is the defeat that ends it."""
    setup = SequenceSetup(contestants=(hero(), foe()))
    left = sequence("scored", setup, [20, 10, 20, 3], {"tactic": [act(), act(), "leave"]})
    assert left.result.sides["the characters"] == left.state.find("Asa").result.key


# --- QS-68 ------------------------------------------------------------------------------------------------------------


def test_who_is_lifted_fights_from_the_next_round_on() -> None:
    """QS-68: in this one nobody can engage them, and they do not act."""
    people = (hero(resolve=1), hero("Bo"), hero("Cy"), foe("One"), foe("Two"), foe("Three"))
    lift = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits"}}
    free: list[list[str]] = []

    def whom(form: Any) -> Any:
        ways = [each.then.options for each in form.options if each.key == "engage"]
        free.append([each.key for options in ways for each in options])
        return "wait"

    says = {
        "loss": "lose",
        "left over": {"Cy": "free", "Three": "free"},
        "free action Cy": [lift, "wait"],
        "free action Three": whom,
        "free action": "wait",
    }
    setup = SequenceSetup(contestants=people, pairings=TWO)
    referee = sequence("chained", setup, [19, 3, 13, 13, 15, 20, 13, 13], says)
    assert referee.state.find("Asa").resolve == 2
    assert referee.state.round == 3
    assert free == [["Cy"], ["Asa", "Cy"]]


# --- QS-51 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["secondary", "supporter", "contestant"])
def test_what_lasts_counts_for_a_follower_who_is_attacked(role: Any) -> None:
    """QS-51: an effect on the follower's own ability does; what touches another ability, or the leader, does not."""
    lasting = (
        LastingEntry(value=-5, label="hoarse", touches=("Bark",)),
        LastingEntry(value=-10, label="lame", touches=("Wits",)),
        LastingEntry(value=-5, label="tired"),
    )
    ott = FollowerEntry(name="Ott", ability="Bark", rating=14, role=role)
    setup = SequenceSetup(
        contestants=(hero(followers=(ott,), lasting=lasting), foe("One"), foe("Two")),
        pairings=(Pairing(one="Asa", two="One"),),
    )
    says = {
        "left over": lambda form: dict.fromkeys(form.fallback(), "free"),
        "free action": "wait",
        "free action Two": {"pick": "follower", "with": {"target": "Ott"}},
        "shift": "keep",
    }
    referee = sequence("scored", setup, [13, 13, 9, 19], says)
    assert "Ott: 9 against Bark 9, 2 successes." in log(referee)


# --- QS-12, QS-36, QS-38 ----------------------------------------------------------------------------------------------


def test_an_augment_does_not_help_what_it_is_made_with() -> None:
    """QS-12, QS-36: won in a round with Charm for oneself, it helps Wits and not Charm; it is not lost by a switch."""
    augments = act(aim={"pick": "augment", "with": {"for": "Asa", "ability": "Charm"}})
    says = {"tactic": [augments, act(ability="Charm"), act(ability="Wits")]}
    setup = SequenceSetup(contestants=(hero(), foe()))
    referee = sequence("scored", setup, [3, 19, 9, 9, 9, 9], says)
    assert [line for line in log(referee) if line.startswith("Asa: 9")] == [
        "Asa: 9 against Charm 12, 1 success.",
        "Asa: 9 against Wits 5M, 1 success.",
    ]


def test_who_is_free_may_augment_themselves() -> None:
    """QS-38: as an own augment, which does not help its own kin (QS-12)."""
    setup = SequenceSetup(
        contestants=(hero(), hero("Bo"), foe("One")), pairings=(Pairing(one="Asa", two="One"),)
    )
    own = {"pick": "augment", "with": {"friend": "Bo", "ability": "Charm"}}
    says = {"left over": {"Bo": "free"}, "free action": [own], "augment": "10"}
    bo = sequence("scored", setup, [13, 13], says).state.find("Bo")
    assert [(each.value, each.source) for each in bo.modifiers] == [(10, "own")]
    assert (bo.rating("Wits").whole, bo.rating("Charm").whole) == (25, 12)


def test_a_supporters_augment_is_a_followers() -> None:
    """QS-12: beside what other characters give together."""
    ott = FollowerEntry(name="Ott", rating=15, role="supporter")
    setup = SequenceSetup(
        contestants=(hero(followers=(ott,)), hero("Bo"), foe("One")),
        pairings=(Pairing(one="Asa", two="One"),),
    )
    helps = {"pick": "augment", "with": {"friend": "Asa", "ability": "Charm"}}
    barks = {"pick": "augment", "with": {"friend": "Asa", "ability": "Ott"}}
    says = {
        "left over": {"Bo": "free"},
        "free action Bo": [helps],
        "free action Ott": [barks],
        "augment": "5",
    }
    asa = sequence("scored", setup, [13, 13], says).state.find("Asa")
    assert sorted(each.source for each in asa.modifiers) == ["followers", "others"]


# --- QS-2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["scored", "chained"])
@pytest.mark.parametrize("role", ["secondary", "supporter", "contestant"])
def test_a_sidekicks_ability_is_used_as_ones_own_in_sequences(kind: str, role: Any) -> None:
    """QS-2: of one who stands at the leader's side; who fights for themselves uses it themselves."""
    rook = FollowerEntry(
        name="Rook", ability="Keen nose", rating=14, role=role, more=(AbilityEntry(name="Bark", rating=9),)
    )
    setup = SequenceSetup(contestants=(hero(followers=(rook,)), foe()))
    referee = until("tactic", start(kind, setup, QUIET))
    assert [each for each in ("Keen nose", "Bark") if each in referee.state.find("Asa").usable()] == (
        [] if role == "contestant" else ["Keen nose", "Bark"]
    )


def test_who_is_gone_lends_nothing() -> None:
    """QS-2, QS-50: a secondary who has taken three resolution points."""
    rook = FollowerEntry(name="Rook", ability="Keen nose", rating=14)
    setup = SequenceSetup(contestants=(hero(followers=(rook,)), foe()))
    says = {"tactic": [act(ability="Keen nose")], "shift": ["keep", {"pick": "shift", "with": {"Rook": 3}}]}
    referee = play("scored", setup, [20, 10], says, QUIET)
    assert "Keen nose" not in referee.state.find("Asa").usable()
    assert referee.state.find("Asa").hand == "Wits"


# --- QS-71 in group contests ------------------------------------------------------------------------------------------


def test_who_gives_up_one_pair_rolls_no_more_in_the_next() -> None:
    """QS-71: giving up before the dice is giving up the contest."""
    setup = GroupContestSetup(
        contestants=(hero(), hero("Bo"), foe("One"), foe("Two")),
        pairings=(
            Pairing(one="Asa", two="One"),
            Pairing(one="Asa", two="Two"),
            Pairing(one="Bo", two="Two"),
        ),
    )
    gave_up = play("group-contest", setup, [9, 6], {"tactic Asa": "give-up"}, QUIET)
    assert [line for line in log(gave_up) if "gives up" in line] == [
        "Asa gives up before the dice: no contest takes place."
    ]
    assert gave_up.state.find("Asa").result is None
    assert gave_up.result.sides["the characters"] == "tie"


def test_who_has_rolled_and_then_gives_up_has_rolled() -> None:
    """QS-71: what was rolled before counts, though nobody of the side is left."""
    setup = GroupContestSetup(
        contestants=(hero(), foe("One"), foe("Two")),
        pairings=(Pairing(one="Asa", two="One"), Pairing(one="Asa", two="Two")),
    )
    says = {
        "ruling": [lambda form: form.fallback(), lambda form: form.fallback() | {"tactic": "refuse"}],
        "tactic": [act(), "give-up"],
    }
    rolled = play("group-contest", setup, [3, 20], says, QUIET)
    assert rolled.result.sides["the characters"] == "victory-1"


@pytest.mark.parametrize("refused", [False, True])
def test_what_helped_against_somebody_who_gave_up_helps_in_no_later_pair(refused: bool) -> None:
    """QS-11, QS-13, QS-71: no contest takes place, so nothing of what was said of it is left for the next."""
    setup = GroupContestSetup(
        contestants=(hero(side="one"), hero("Bo", side="two"), hero("Cy", side="two")),
        pairings=(Pairing(one="Asa", two="Bo"), Pairing(one="Asa", two="Cy")),
    )
    says: dict[str, Any] = {
        "tactic Asa": [helped("Wits", augment="Charm"), act()],
        "ruling Asa": [but(tactic="refuse")],
        "tactic Bo": [act(), "give-up"] if refused else "give-up",
        "ruling Bo": [but(tactic="refuse")],
    }
    if refused:
        says["ruling Asa"] = [but(augment="10"), but(augment="10"), but(tactic="refuse")]
    referee = play("group-contest", setup, [9, 6], says, QUIET)
    assert "Asa: 9 against Wits 15, 1 success." in log(referee)


def test_a_major_edit_settles_the_pairs_to_come() -> None:
    """QS-32: for all."""
    setup = GroupContestSetup(
        contestants=(hero(), hero("Bo"), foe("One"), foe("Two")), pairings=TWO, story_points=3
    )
    edit = {"pick": "edit", "with": "The king arrives"}
    says = {"tactic Asa": [edit], "plot edit": "major", "settled": "victory-1"}
    done = play("group-contest", setup, [], says)
    assert done.result.sides["the characters"] == "victory-1"


def test_who_gave_up_or_backed_out_learns_nothing_of_the_groups_defeat() -> None:
    """QS-19, QS-29, QS-71: for them no contest took place, and nothing was tried."""
    setup = GroupContestSetup(
        prize="the gate", contestants=(hero(), hero("Bo"), foe("One"), foe("Two")), pairings=TWO
    )
    lost = play("group-contest", setup, [20, 3], {"tactic Asa": "give-up"}, QUIET)
    assert lost.result.sides["the characters"] == "defeat-1"
    assert [lost.result.sheets[name].experience for name in ("Asa", "Bo")] == [0, 1]
    assert [each.who for each in lost.result.carried["tried"]] == ["Bo"]
