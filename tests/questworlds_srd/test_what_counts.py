"""What counts in which roll, and who has an outcome: what a model written apart from the rules found."""

from typing import Any

from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd.people.options import WageredOptions
from agonist.questworlds.srd.people.setup import SequenceSetup
from agonist.questworlds.srd.people.sheets import FollowerEntry, LastingEntry, ResourceEntry
from tests.questworlds_srd.scenes import act, but, foe, hero, log, play

QUIET = {"story_points": False}


def pairs(*names: str) -> tuple[Pairing, ...]:
    return tuple(Pairing(one=each.split("/")[0], two=each.split("/")[1]) for each in names)


def rolled(referee: Any, name: str) -> list[tuple[str, str]]:
    """What somebody has rolled with, in order."""
    events = [line.event for line in referee.lines if type(line.event).__name__ == "Rolled"]
    return [(each.ability, each.rating) for each in events if each.name == name and each.rating]


def test_numbers_do_not_help_an_assist() -> None:
    """QS-16, QS-47: that two were on one is nothing to an assist after it."""
    setup = SequenceSetup(
        contestants=(hero(), hero("Bo"), hero("Cyd"), foe("One", 1), foe("Two")),
        pairings=pairs("Asa/One", "Bo/One", "Cyd/Two"),
    )
    says = {
        "tactic Asa": act(stance="gambit"),
        "ruling": but(tactic="credible"),
        "parting shot": "no",
        "free action Asa": {"pick": "assist", "with": {"friend": "Cyd", "ability": "Wits"}},
    }
    referee = play("scored", setup, [20, 20, 20, 20, 20, 19, 5, 20], says, QUIET, leftover=True)
    assert ("Wits", "20") in rolled(referee, "Asa")
    assert rolled(referee, "Asa")[-1] == ("Wits", "15")


def test_numbers_do_not_weigh_on_who_resists_a_flaw() -> None:
    """QS-15, QS-16: two opponents make no flaw stronger."""
    setup = SequenceSetup(
        contestants=(hero(flaws=("Proud",)), foe("One"), foe("Two")), pairings=pairs("Asa/One", "Asa/Two")
    )
    tempts = [lambda form: form.fallback(), lambda form: form.fallback() | {"flaw Proud": "tempts"}]
    says = {"ruling": tempts, "temptation": {"pick": "resist", "with": "Wits"}}
    referee = play("scored", setup, [5, 20, 3, 19], says, QUIET, leftover=True)
    assert rolled(referee, "Asa") == [("Wits", "10"), ("Wits", "15")]


def test_numbers_that_have_changed_do_not_count_in_a_parting_shot() -> None:
    """QS-16, QS-42: one of two who outnumbered has left; the other is alone when they leave too."""
    setup = SequenceSetup(
        contestants=(hero(side="one"), hero("Bo", side="two"), hero("Cyd", side="two")),
        pairings=pairs("Asa/Bo", "Asa/Cyd"),
    )
    says = {
        "tactic Bo": [act(), "leave"],
        "tactic Cyd": [act(), "leave"],
        "parting shot": ["no", "yes"],
    }
    referee = play("scored", setup, [5, 5, 5, 5, 7, 8], says, QUIET, leftover=True)
    assert rolled(referee, "Asa") == [("Wits", "10"), ("Wits", "10"), ("Wits", "15")]


def test_qs_16_as_many_against_another_is_asked_anew() -> None:
    """QS-16, QS-40: two had beaten one, with +10 for numbers; when two meet the next the game master is asked again."""
    setup = SequenceSetup(
        contestants=(hero("Asa", "15M2"), hero("Bo"), foe("One", 1), foe("Two", 1)),
        pairings=pairs("Asa/One", "Bo/One"),
    )
    says = {
        "tactic Asa": act(stance="gambit"),
        "left over": {"Two": "free"},
        "ruling Asa": [but(numbers="10")],
        "parting shot": "no",
        "free action Two": "wait",
        "free action Asa": [{"pick": "engage", "with": "Two"}],
        "free action Bo": [{"pick": "join", "with": "Two"}],
    }
    referee = play("scored", setup, [3, 20, 3, 20], says, QUIET)
    assert rolled(referee, "Asa") == [("Wits", "5M3"), ("Wits", "20M2")]


def test_what_was_said_of_a_round_is_over_when_somebody_shoots() -> None:
    """QS-11, QS-42: a situational modifier lasts one round; who leaves at the next one's start answers without it."""
    setup = SequenceSetup(contestants=(hero(), foe()))
    says = {
        "tactic": [act(), "leave"],
        "ruling": [but(situation="-5"), but(situation="-5")],
        "parting shot": "yes",
    }
    options = QUIET | {"parting_shots": "all"}
    referee = play("scored", setup, [5, 5, 7, 8], says, options, leftover=True)
    assert rolled(referee, "Asa") == [("Wits", "10"), ("Wits", "15")]


def test_what_was_said_of_a_tactic_that_met_nobody_is_over() -> None:
    """QS-11, QS-13, QS-71: Asa's tactic was helped; Bo's cannot be, and Bo leaves. The shot after them goes without."""
    people = (hero(side="one", ability="Wits"), hero("Bo", side="two", ability="Wits"))
    helped = act(ability={"pick": "Wits", "with": {"augment": "Charm"}})
    says = {
        "tactic Asa": helped,
        "tactic Bo": [act(), "leave"],
        "ruling Bo": but(tactic="refuse"),
        "parting shot": "yes",
    }
    referee = play("scored", SequenceSetup(contestants=people), [5, 9], says, QUIET)
    assert referee.over
    assert "Asa: 5 against Wits 15, 1 success." in log(referee)


def test_effects_that_are_struck_for_a_tactic_count_for_what_helps_it() -> None:
    """QS-17, QS-23: they cancel out where they meet, in the tactic; calling on a resource is another roll."""
    lasting = (LastingEntry(value=-5, label="a limp"), LastingEntry(value=5, label="fame", touches=("Wits",)))
    setup = SequenceSetup(
        contestants=(hero(lasting=lasting), foe()), resources=(ResourceEntry(name="Harvest"),)
    )
    says = {
        "tactic": [act(ability="Wits", resource={"pick": "Harvest", "with": "Brawn"})],
        "ruling": [but(effects="strike")],
    }
    referee = play("scored", setup, [3, 20, 5, 5], says, QUIET, leftover=True)
    assert rolled(referee, "Asa") == [("Brawn", "5"), ("Wits", "20")]


def test_who_backed_out_has_no_outcome() -> None:
    """QS-19: before any die one may back out, which is no defeat."""
    setup = SequenceSetup(
        contestants=(hero(), hero("Bo"), foe()), pairings=pairs("Bo/The guard"), story_at_stake=True
    )
    says = {"story at stake Asa": "out", "tactic Bo": "leave", "come back": "no", "parting shot": "no"}
    referee = play("scored", setup, [], says, QUIET)
    assert referee.state.find("Asa").result is None
    assert referee.state.find("Bo").result.key == "defeat-0"
    assert referee.result.sheets["Asa"].experience == 0


def test_who_left_and_has_no_resolve_does_not_come_back() -> None:
    """QS-37, QS-63: a parting shot took the last of it."""
    setup = SequenceSetup(
        contestants=(hero(resolve=1), hero("Bo"), foe("The guard", "5M", resolve=5)),
        pairings=pairs("Asa/The guard", "Bo/The guard"),
    )
    says = {
        "tactic Asa": [act(), "leave"],
        "parting shot": "yes",
        "loss": "lose",
        "come back": "yes",
        "let back": "yes",
    }
    options = QUIET | {"parting_shots": "all"}
    dice = [6, 6, 6, 6, 5, 5, 6, 6, 6, 6, 6, 6]
    referee = play("chained", setup, dice, says, options, leftover=True)
    assert referee.state.find("Asa").resolve <= 0
    assert not any("comes back" in line for line in log(referee))


def test_who_joins_a_pairing_fights_with_what_they_have() -> None:
    """QS-40, QS-41: the option starts new pairs afresh, not who joins one."""
    setup = SequenceSetup(
        contestants=(hero(ability="Wits"), hero("Bo", ability="Wits"), foe("One", 1), foe("Two", "5M")),
        pairings=pairs("Asa/One", "Bo/Two"),
    )
    says = {"parting shot": "no", "free action Asa": {"pick": "join", "with": "Two"}}
    options = WageredOptions(story_points=False, new_pairing_ap="fresh")
    referee = play("wagered", setup, [16, 16, 5, 20, 5, 20], says, options)
    assert "Asa joins against Two." in log(referee)
    assert referee.state.find("Asa").ap == 13


def test_whom_an_assist_knocks_out_is_beaten_by_who_faces_them() -> None:
    """QS-45, QS-47: 5 against an opponent with 1 is a difference of 4, degree 1."""
    friend = FollowerEntry(name="Fox", rating=5, role="supporter")
    setup = SequenceSetup(contestants=(hero(followers=(friend,)), foe()))
    says = {
        "tactic": act(),
        "free action": ["wait", "wait", {"pick": "assist", "with": {"friend": "Asa", "ability": "Fox"}}],
    }
    dice = [14, 11, 20, 10, 18, 11, 20, 10]
    referee = play("scored", setup, dice, says, QUIET, leftover=True)
    assert "For Asa it is a defeat of degree 1." in log(referee), log(referee)
