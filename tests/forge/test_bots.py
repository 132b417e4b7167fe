"""Bots: they play whole teams to an end, sensibly, and see no more than their seat."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from agonist.forge import GAME
from agonist.forge.bots import plain, sensible
from agonist.forge.gauntlet.morale import Left
from agonist.forge.people.sheet import Asset, Skill, Trait
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.detriment import AssetUsed, Detriment
from agonist.forge.test.pool import TraitUsed
from agonist.forge.test.sources import NOTHING
from agonist.forge.types.setup import GauntletSetup
from agonist.kernel import Ask, Referee, Seen, drive, run

from .stage import Stage, challenge, full, gauntlet, marks, person, seek, team

PRESETS = [(kind.name, name) for kind in GAME.types for name in kind.presets]


@pytest.mark.parametrize(
    ("type_name", "preset"), [("destruction", "duel-to-the-death"), ("subjugate", "caravan-ambush")]
)
def test_fg_14_a_step_looked_at_alone_offers_what_the_whole_form_does(type_name: str, preset: str) -> None:
    """Where nobody checks answers a bot has the steps after a roll made one by one; of the last, assets alone."""
    kind = GAME.type(type_name)
    looked: set[tuple[str, str]] = set()

    def compares(seen: Seen, ask: Ask) -> Any:
        if ask.parts is not None:
            whole = structs.replace(ask, parts=None)
            for step in ("around", "dice", "trait", "last", "then"):
                offered = [each for each in whole.options(step) if each.key != NOTHING]
                assert list(ask.options(step)) == offered
                looked.update((step, each.key.partition(":")[0]) for each in offered)
            assets = [each for each in whole.options("last") if each.key.startswith("asset")]
            assert list(ask.options("last", "asset")) == assets
        return sensible(seen, ask)

    for seed in range(6):
        chosen = kind.presets[preset]
        run(kind, kind.begin(*kind.setup_from(chosen.setup, chosen.options)), compares, Random(seed))
    assert {("around", "environment"), ("dice", "misfortune"), ("trait", "use"), ("last", "asset")} <= looked


def test_the_plain_bot_takes_no_optional_step() -> None:
    """For exact odds: nothing is added to the dice."""
    setup = GAME.type("mediate").presets["warring-families"].setup
    for seed in range(3):
        referee = Referee.start(GAME, "mediate", setup, {}, seed=Random(seed).randbytes(32))
        drive(referee, dict.fromkeys(referee.seats, plain))
        optional = (AddedDice, AssetUsed, Detriment, TraitUsed)
        assert not any(isinstance(line.event, optional) for line in referee.lines)


def ask(stage: Stage, what: str, about: str) -> Any:
    request = stage.until(what, about)
    return request.legal().check(sensible(Seen(request.seat, stage.state), request))


def clash(kind: str = "subjugate", **rest: Any) -> GauntletSetup:
    reds = team("Reds", rest.get("ash", person("Ash")), rest.get("alder", person("Alder")))
    blues = team("Blues", rest.get("birch", person("Birch")), rest.get("beech", person("Beech")))
    assert kind
    return gauntlet(reds, blues)


def test_it_attacks_the_weakest() -> None:
    """The one who defends worst and can bear least."""
    weak = person("Beech", vigor=1, intuition=1, reason=1, skills={"fight": Skill(6)})
    answer = ask(Stage("subjugate", clash(beech=weak)), "act", "Alder")
    assert (answer["pick"], answer["with"]["target"]) == ("attack", "Beech")
    strong = person("Beech", vigor=6)
    answer = ask(Stage("subjugate", clash(beech=strong)), "act", "Alder")
    assert answer["with"]["target"] == "Birch"


def test_it_lets_others_act_before_the_captain() -> None:
    """FG-43: the captain is waited for last, and a bot does not act before who is waited for."""
    stage = Stage("subjugate", clash())
    must, window = stage.referee.pending
    assert (must.request.about, window.request.about) == ("Alder", "Ash")
    assert window.window
    assert isinstance(window.request, Ask)
    assert sensible(Seen(window.seat, stage.state), window.request) == "wait"


def test_it_protects_the_captain_but_not_with_its_last_box() -> None:
    """Allies step in for a captain, not for others, and not if the next blow would be the last."""
    stage = Stage("subjugate", clash()).say("who acts", "Ash").say("act", _attack("Birch"))
    assert ask(stage, "join the defence", "Beech") == "vigor"
    other = Stage("subjugate", clash()).say("who acts", "Ash").say("act", _attack("Beech"))
    assert ask(other, "join the defence", "Birch") == "stay out"
    dying = person("Beech", injuries=full(1, boxes=(1, 2, 3)))
    last = Stage("subjugate", clash(beech=dying)).say("who acts", "Ash").say("act", _attack("Birch"))
    assert ask(last, "join the defence", "Beech") == "stay out"


def _attack(target: str) -> dict[str, Any]:
    return {"pick": "attack", "with": {"target": target, "attribute": "vigor", "with": []}}


def test_it_buys_morale_when_it_is_low() -> None:
    """With Vigor and another skill, and takes the morale when it has won."""
    stage = Stage("subjugate", clash()).say("who acts", "Alder")
    stage.until("act")
    stage.referee.override("teams.0.morale", -3, reason="a dark hour")
    answer = ask(stage, "act", "Alder")
    assert answer["pick"] == "advantage"
    assert answer["with"]["skill"]["with"] == "vigor"
    stage.say("act", seek("Birch")).dice("Alder", [6, 6, 6])
    assert ask(stage, "advantage", "Alder") == "morale"


def test_it_would_rather_surrender_than_perish_in_contention() -> None:
    """With no box left for a blow of 2 and nothing to pay with; in destruction it fights on."""
    dying = person("Alder", injuries=full(1, boxes=(1, 2, 3)))
    assert ask(Stage("subjugate", clash(alder=dying)), "act", "Alder") == "surrender"
    aims = {"aim": "destroy"}
    deadly = gauntlet(team("Reds", dying, **aims), team("Blues", person("Birch"), **aims))
    assert ask(Stage("destruction", deadly), "act", "Alder")["pick"] == "attack"
    door = person("Birch", injuries=full(boxes=(1, 2, 3)), traits=[Trait("BRAVE", 3)], favor=3)
    stage = Stage("subjugate", clash(birch=door)).say("who acts", "Ash").say("act", _attack("Birch"))
    stage.dice("Ash", [6, 6, 6])
    assert ask(stage, "Door of Death", "Birch")["pick"] == "pay:BRAVE"
    assert ask(stage, "after the Door of Death", "Birch") == "surrender"


def test_it_spends_only_what_is_needed() -> None:
    """An asset where effort lacks; a detriment for Favor where a challenge is won by enough."""
    actor = person("Ash", assets=[Asset("ROPE", "maneuver", 2)], traits=[Trait("VAIN", 1)], favor=0)
    lacking = Stage("challenge", challenge(actor))
    assert ask(lacking, "asset or detriment", "Ash")["last"] == "asset:ROPE"
    winning = Stage("challenge", challenge(actor)).dice("Ash", [6, 6, 1])
    assert ask(winning, "asset or detriment", "Ash")["last"] == "own:VAIN"
    enough = Stage("challenge", challenge(actor)).dice("Ash", [6, 1, 1])
    assert ask(enough, "asset or detriment", "Ash")["last"] == "enough"


def test_it_picks_the_modifier_that_promises_most() -> None:
    actor = person("Ash", vigor=4, traits=[Trait("NIMBLE", 1)], favor=1)
    stage = Stage("challenge", challenge(actor, environment=[Trait("CLIFF", 3)])).say("approach", "vigor")
    stage.dice("Ash", [1, 1, 6, 2])
    assert ask(stage, "use a trait", "Ash")["trait"] == {"pick": "use:NIMBLE", "with": ["focus"]}


def test_it_decides_the_same_whatever_it_cannot_see() -> None:
    """Secrets of others change nothing."""
    answers = []
    for secrets in ([], [Trait("COWARD", 3, secret=True)]):
        stage = Stage("subjugate", clash(birch=person("Birch", traits=list(secrets), injuries=marks(1))))
        request = stage.until("who acts", "Ash")
        answers.append((sensible(Seen(request.seat, stage.state), request), ask(stage, "act", "Alder")))
    assert answers[0] == answers[1]


def test_sensible_play_beats_plain_play() -> None:
    """In the same fight with the same people, over two dozen dice."""
    setup = gauntlet(
        team("Reds", *(person(n, "reds", traits=[Trait("BRAVE", 2)], favor=3) for n in ("Ash", "Alder"))),
        team("Blues", *(person(n, "blues", traits=[Trait("BRAVE", 2)], favor=3) for n in ("Birch", "Beech"))),
    )
    won = 0
    for seed in range(24):
        referee = Referee.start(GAME, "subjugate", setup, {}, seed=Random(seed).randbytes(32))
        result = drive(referee, {"reds": plain, "blues": sensible, "gm": plain}, most=5_000).result
        assert result is not None
        won += result.winners == ("Blues",)
    assert won >= 14


def test_leaving_is_told() -> None:
    """FG-47: who surrenders on a bot's advice is in the log."""
    dying = person("Alder", injuries=full(1, boxes=(1, 2, 3)))
    referee = Referee.start(GAME, "subjugate", clash(alder=dying), {}, seed=bytes(32))
    drive(referee, dict.fromkeys(referee.seats, sensible), most=5_000)
    assert any(isinstance(line.event, Left) and line.event.name == "Alder" for line in referee.lines)
