"""What the book gives to somebody is theirs: nobody else's answer or roll takes it away."""

from collections.abc import Callable
from typing import Any

import pytest

from agonist.forge import GAME
from agonist.forge.people.sheet import Trait
from agonist.forge.single.skill_trial import GauntletCalled
from agonist.forge.test.added_dice import Denied
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.detriment import Detriment
from agonist.forge.test.pool import Rolled
from agonist.forge.test.sources import NotFitting
from agonist.forge.test.steps import Compared
from agonist.kernel import Ask, Pending, Referee

from . import stage as manners
from .stage import Stage, attack, challenge, duel, gauntlet, marks, person, seek, team


def waited_for(type_name: str, setup: Any, *seats: str, options: Any = None) -> Referee[Any]:
    """A contest whose dice fall by themselves, but not before these seats have spoken or let it pass."""
    referee = Referee.start(GAME, type_name, setup, options or {}, seed=bytes(32), strict=manners.STRICT)
    referee.patient_with = frozenset(seats)
    return referee


def asked(referee: Referee[Any], what: str, about: str = "") -> Pending:
    """What can be answered now."""
    found = [
        each
        for each in referee.pending
        if isinstance(each.request, Ask) and each.request.what == what and about in ("", each.request.about)
    ]
    assert found, f"{what!r} cannot be answered; {[each.request for each in referee.pending]}"
    return found[0]


def say(referee: Referee[Any], what: str, answer: Any, about: str = "") -> None:
    referee.answer(asked(referee, what, about).id, answer)


def told(referee: Referee[Any], kind: type[Any]) -> list[Any]:
    return [line.event for line in referee.lines if isinstance(line.event, kind)]


def pass_all(referee: Referee[Any]) -> None:
    """Everybody whose word is waited for lets it pass; strictly, they say what would be assumed."""
    at = referee.at
    while referee.at == at and (windows := _windows(referee)):
        referee.answer(windows[0].id, windows[0].request.assumed())  # type: ignore[union-attr]


def come_to(referee: Referee[Any], what: str) -> Pending:
    """Nobody says anything else before this."""
    while what not in {getattr(each.request, "what", "") for each in referee.pending}:
        pass_all(referee)
        musts = [each for each in referee.pending if not each.window]
        if musts and musts[0].request.what != what:
            referee.answer(musts[0].id, musts[0].form().fallback())
    return asked(referee, what)


def _windows(referee: Referee[Any]) -> list[Pending]:
    return [each for each in referee.pending if isinstance(each.request, Ask) and each.request.window]


def siege() -> Referee[Any]:
    """Ash has attacked Birch, whose comrade Beech is free; no die has fallen."""
    blues = team("Blues", person("Birch", vigor=4), person("Beech"))
    setup = gauntlet(team("Reds", person("Ash")), blues)
    referee = waited_for("subjugate", setup, "birch", "beech")
    say(referee, "act", attack("Birch"))
    assert not told(referee, Rolled)
    return referee


def test_fg_45_nobody_rolls_before_the_target_has_said_how_to_defend() -> None:
    """FG-45: the target chooses any attribute, also after the attacker has let the dice fall."""
    referee = siege()
    assert asked(referee, "defend").request.directed  # type: ignore[union-attr]
    say(referee, "defend", "reason")
    pass_all(referee)
    come_to(referee, "act")
    assert [each.why for each in told(referee, Rolled)][:2] == ["fight with vigor", "fight with reason"]


def test_fg_45_nobody_rolls_before_allies_have_said_whether_they_join() -> None:
    """FG-45, FG-24: Beech steps in, and the attacker has one die more for it."""
    referee = siege()
    assert asked(referee, "join the defence").request.directed  # type: ignore[union-attr]
    say(referee, "join the defence", "vigor")
    pass_all(referee)
    assert [(each.name, len(each.dice)) for each in told(referee, Rolled)][:1] == [("Ash", 4)]


def test_fg_46_how_to_defend_against_an_advantage_is_the_target_s_too() -> None:
    """FG-46, FG-45: and nobody may step in."""
    setup = gauntlet(team("Reds", person("Ash")), team("Blues", person("Birch"), person("Beech")))
    referee = waited_for("subjugate", setup, "birch", "beech")
    say(referee, "act", seek("Birch"))
    assert asked(referee, "defend").request.directed  # type: ignore[union-attr]
    assert "join the defence" not in {getattr(each.request, "what", "") for each in referee.pending}


def exploiting(favor: int = 2) -> Referee[Any]:
    """Ash, who has rolled, uses Birch's LOUD for another two dice."""
    birch = person("Birch", traits=[Trait("LOUD", 2)], favor=favor)
    referee = waited_for("contest", duel(person("Ash"), birch), "birch", "gm")
    form: Any = come_to(referee, "after the roll").form()
    say(referee, "after the roll", form.fallback() | {"dice": "trait:Birch:LOUD", "then": "done"})
    return referee


def test_fg_22_an_owner_denies_a_trait_though_the_dice_would_fall() -> None:
    """FG-22: Favor equal to the rating, and no dice for Ash."""
    referee = exploiting()
    assert asked(referee, "deny the dice").request.directed  # type: ignore[union-attr]
    say(referee, "deny the dice", "yes", "Birch")
    assert [each.favor for each in told(referee, Denied)] == [2]
    assert referee.state.who("Birch").favor == 0
    assert not any(each.why == "added dice" for each in told(referee, Rolled))


def test_fg_22_the_game_master_speaks_on_another_s_trait_while_the_dice_wait() -> None:
    """FG-22: that is a ruling on what somebody else does: open to the game master, directed at nobody."""
    referee = exploiting()
    assert not asked(referee, "does it fit").request.directed  # type: ignore[union-attr]
    say(referee, "does it fit", "no")
    assert told(referee, NotFitting)


def volunteering(rival: str) -> Referee[Any]:
    """Ash suffers VAIN of the own will, and no dice follow: in a challenge, or before the rival has rolled."""
    ash = person("Ash", traits=[Trait("VAIN", 2)])
    setup = duel(ash, person(rival)) if rival else challenge(ash)
    referee = waited_for("contest" if rival else "challenge", setup, "gm")
    form: Any = come_to(referee, "after the roll").form()
    key = f"own:VAIN:{rival}" if rival else "own:VAIN"
    say(referee, "after the roll", form.fallback() | {"last": key})
    return referee


@pytest.mark.parametrize("rival", ["", "Birch"], ids=["challenge", "contest"])
@pytest.mark.parametrize("fits", ["yes", "no"])
def test_fg_22_the_game_master_has_a_say_on_an_own_detriment_though_no_dice_follow(
    rival: str, fits: str
) -> None:
    """FG-22, FG-14: the window stays until the game master has spoken; Favor only if it fits."""
    referee = volunteering(rival)
    assert asked(referee, "does it fit").request.directed  # type: ignore[union-attr]
    assert referee.state.who("Ash").favor == 0
    say(referee, "does it fit", fits)
    assert referee.state.who("Ash").favor == (2 if fits == "yes" else 0)
    assert bool(told(referee, NotFitting)) == (fits == "no")
    assert bool(told(referee, Detriment)) == (fits == "yes")


def by_ruling(referee: Referee[Any]) -> None:
    say(referee, "difficulty", {"environment": "CLIFF", "opposing": "in the way:WIND"})


def by_leading(referee: Referee[Any]) -> None:
    say(referee, "who leads", "Alder")


def by_raising(referee: Referee[Any]) -> None:
    prize = {"make": {"pick": "boon", "with": "Ash"}, "name": "AN EDGE"}
    say(referee, "raise the difficulty", {"pick": "raise:PROUD", "with": prize})


def climb(hindrance: str, **rest: Any) -> Referee[Any]:
    """Two climbers at a difficulty of 1 and 1 more, with what could make it harder."""
    ash, alder = (
        person("Ash", traits=[Trait("PROUD", 2)]),
        person("Alder", injuries=marks(*rest.pop("hurt", ()))),
    )
    around = [Trait("CLIFF", 2), Trait("MUD", 1)]
    setup = challenge(ash, alder, environment=around, hindrance=hindrance, **rest)
    referee = waited_for("group-challenge", setup, "gm", "ash", "alder")
    for name in ("Ash", "Alder"):
        say(referee, "approach", "vigor", name)
    return referee


RISES: list[tuple[Callable[[Referee[Any]], None], dict[str, Any], int]] = [
    (by_ruling, {"opposing": [Trait("WIND", 1)], "hindrance": "MUD"}, 4),
    (by_raising, {"hindrance": "MUD"}, 4),
]


@pytest.mark.parametrize(("rises", "rest", "difficulty"), RISES)
@pytest.mark.parametrize("gauntlet_instead", ["yes", "no"])
def test_fg_11_a_difficulty_that_rises_above_3_later_offers_a_gauntlet(
    rises: Callable[[Referee[Any]], None], rest: dict[str, Any], difficulty: int, gauntlet_instead: str
) -> None:
    """FG-11: before the dice, whoever made it so; who would rather roll is not asked again."""
    referee = climb(**rest)
    assert "gauntlet instead" not in {getattr(each.request, "what", "") for each in referee.pending}
    rises(referee)
    say(referee, "gauntlet instead", gauntlet_instead)
    if gauntlet_instead == "yes":
        assert referee.over
        assert [each.difficulty for each in told(referee, GauntletCalled)] == [difficulty]
        assert referee.result.gauntlet_instead  # type: ignore[union-attr]
        assert referee.state.test is None
        assert not told(referee, Rolled)
    else:
        assert referee.state.test.hardness(referee.state.test.sides[0]) == difficulty
        if rises is by_ruling:
            by_raising(referee)
        pass_all(referee)
        assert told(referee, Rolled)


def test_fg_11_another_main_actor_s_injury_counts_and_at_3_no_gauntlet_is_offered() -> None:
    """FG-11, FG-20: only the main actor's injury counts; here it makes 3, and nobody is asked."""
    referee = climb("MUD", hurt=(3,))
    by_leading(referee)
    assert referee.state.test.difficulty == 3
    pass_all(referee)
    assert [each.difficulty for each in told(referee, DifficultySet)] == [3]


def test_a_corrected_difficulty_stays_corrected_when_another_leads() -> None:
    """FG-11: what somebody says before the dice changes what it is about, not what the game master has corrected."""
    referee = climb("MUD")
    referee.override("test.difficulty", 3, reason="a loose rope")
    by_leading(referee)
    assert referee.state.test.difficulty == 3


@pytest.mark.parametrize("type_name", ["contest", "challenge"])
def test_fg_21_contest_or_challenge_can_be_chosen(type_name: str) -> None:
    """FG-21: while the first approaches are chosen, whatever it was set up as; who had chosen chooses again."""
    gate = challenge(person("Ash"), others=[team("Gate", person("Birch"))])
    setup = duel(person("Ash"), person("Birch")) if type_name == "contest" else gate
    referee = waited_for(type_name, setup, "gm")
    other = "challenge" if type_name == "contest" else "contest"
    assert asked(referee, "contest or challenge").request.directed  # type: ignore[union-attr]
    say(referee, "contest or challenge", other)
    assert referee.state.kind == other
    for _ in range(50):
        if referee.over:
            break
        first = referee.pending[0]
        assert getattr(first.request, "what", "") != "contest or challenge", "it has been settled"
        referee.answer(first.id, first.form().fallback())
    assert referee.over
    assert bool(told(referee, Compared)[0].against) == (other == "contest")
    assert Referee.replay(GAME, referee.transcript).state == referee.state


def test_fg_21_without_another_side_there_is_nothing_to_choose() -> None:
    """FG-21: a challenge that nobody stands in the way of."""
    referee = waited_for("challenge", challenge(person("Ash")), "gm")
    assert [getattr(each.request, "what", "") for each in referee.pending] == ["approach"]


def test_fg_20_fg_14_who_leads_and_what_is_raised_are_their_own() -> None:
    """FG-20, FG-14: a group's main actor and the raise are for who leads, whoever else of the group rolls first."""
    referee = climb("MUD")
    assert asked(referee, "who leads").request.directed  # type: ignore[union-attr]
    assert asked(referee, "raise the difficulty").request.directed  # type: ignore[union-attr]
    assert not asked(referee, "difficulty").request.directed  # type: ignore[union-attr]


def test_fg_30_naming_harm_is_its_bearer_s_own() -> None:
    """FG-30, FG-12: which box, and what it is called."""
    stage = Stage("subjugate", gauntlet(team("Reds", person("Ash")), team("Blues", person("Birch"))))
    stage.say("act", attack("Birch")).dice("Ash", [6, 1, 1])
    assert stage.until("harm", "Birch").directed


def test_fg_52_to_help_is_open_and_to_stand_by_a_comrade_is_directed() -> None:
    """FG-52, FG-45: nobody is kept waiting for help with morale."""
    reds = team("Reds", person("Ash"), person("Alder"))
    stage = Stage("mediate", gauntlet(reds, team("Blues", person("Birch"))))
    stage.say("act", attack("Birch", company=["Alder"]))
    assert stage.until("join the attack", "Alder").directed
    assert not stage.until("help keep morale", "Alder").directed


def three_against_one() -> Referee[Any]:
    reds = team("Reds", person("Ash"), person("Alder"), person("Aspen"))
    setup = gauntlet(reds, team("Blues", person("Birch")))
    return waited_for("mediate", setup, "ash", "alder", "aspen", "birch")


def test_fg_43_who_acts_first_does_not_wait_for_comrades_who_may_act_later() -> None:
    """FG-43: members act in any order; nothing of theirs is lost, so nobody is kept waiting for them."""
    referee = three_against_one()
    say(referee, "act", "pass", "Alder")
    assert referee.state.acted == ["Alder"]
    say(referee, "act", "pass", "Ash")
    assert referee.state.acted == ["Alder", "Ash"]


def test_fg_30_harm_can_be_named_until_the_next_dice_though_somebody_acts_at_once() -> None:
    """FG-30, FG-43: Alder acts before Birch has named what Ash has done; Birch names it before Alder's dice."""
    setup = three_against_one().transcript.setup
    dice: Any = dict.fromkeys(("gm", "ash", "alder", "aspen", "birch"), "typed")
    referee = Referee.start(GAME, "mediate", setup, {}, seed=bytes(32), dice=dice, strict=manners.STRICT)
    say(referee, "act", attack("Birch", company=[]), "Ash")
    for faces in ([6, 1, 1], [1, 1, 1]):
        roll(referee, faces)
    asked(referee, "harm", "Birch")
    say(referee, "act", attack("Birch", company=[]), "Alder")
    assert referee.state.test, "Alder's test is under way"
    say(referee, "harm", {"box": "2", "name": "shame"}, "Birch")
    roll(referee, [1, 1, 1])
    assert [(box.size, box.harm) for box in referee.state.who("Birch").misfortune if box.harm] == [
        (2, "shame")
    ]
    assert referee.state.fresh == []


def test_fg_30_harm_that_nobody_names_is_called_as_it_is() -> None:
    """FG-30: when the next dice have fallen it is too late."""
    setup = three_against_one().transcript.setup
    dice: Any = dict.fromkeys(("gm", "ash", "alder", "aspen", "birch"), "typed")
    referee = Referee.start(GAME, "mediate", setup, {}, seed=bytes(32), dice=dice, strict=manners.STRICT)
    for name in ("Ash", "Alder"):
        say(referee, "act", attack("Birch", company=[]), name)
        roll(referee, [6, 1, 1] if name == "Ash" else [1, 1, 1])
        if name == "Ash":
            roll(referee, [1, 1, 1])
    assert referee.state.fresh == []
    assert [box.harm for box in referee.state.who("Birch").misfortune if box.harm] == ["misfortune 1"]


def test_fg_12_the_last_harm_of_a_gauntlet_is_named_too() -> None:
    """FG-12, FG-30: Birch surrenders at once, and still says what it is called before it is over."""
    birch = person("Birch")
    setup = gauntlet(team("Reds", person("Ash")), team("Blues", birch))
    dice: Any = dict.fromkeys(("gm", "ash", "birch"), "typed")
    referee = Referee.start(GAME, "subjugate", setup, {}, seed=bytes(32), dice=dice, strict=manners.STRICT)
    referee.patient_with = frozenset(("birch",))
    say(referee, "act", attack("Birch"))
    roll(referee, [6, 6, 1])
    roll(referee, [1, 1, 1])
    asked(referee, "harm", "Birch")
    say(referee, "act", "surrender", "Birch")
    assert referee.state.phase == "over"
    say(referee, "harm", {"box": "3", "name": "a broken arm"}, "Birch")
    assert referee.result is not None
    assert referee.result.sheets["Birch"]["injuries"] == [{"box": 3, "name": "a broken arm"}]


def roll(referee: Referee[Any], faces: list[int]) -> None:
    """Nobody says anything before these dice."""
    while not (dice := [each for each in referee.pending if not isinstance(each.request, Ask)]):
        window = _windows(referee)[0]
        referee.answer(window.id, window.request.assumed())  # type: ignore[union-attr]
    referee.answer(dice[0].id, faces)
