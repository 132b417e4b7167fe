"""FG-46: secret traits are their owners' until they are learned, and then known to the learner's team."""

import json
from typing import Any

import msgspec

from agonist.forge.people.sheet import Knowledge, Trait
from agonist.forge.test.added_dice import AddedDice
from agonist.kernel import Corrected, Referee, game, seat_view
from agonist.odds.adviser import weigh
from agonist.odds.situations import Position, situation_of

from .stage import Stage, duel, gauntlet, person, seek, team

HEIR = Trait("HEIR", 2, secret=True)


def seen(stage: Stage, seat: str) -> str:
    return msgspec.json.encode(seat_view(stage.referee, seat)).decode()


def court(**birch: Any) -> Stage:
    """Ash and Alder against Birch, who has a secret, with Cedar looking on from a third team."""
    teams = [
        team("Reds", person("Ash"), person("Alder")),
        team("Blues", person("Birch", traits=[HEIR.copy()], favor=3, **birch)),
        team("Greens", person("Cedar")),
    ]
    return Stage("mediate", gauntlet(*teams, skill="influence"))


def test_fg_46_a_secret_is_in_its_owners_view_and_the_game_masters_only() -> None:
    stage = court()
    assert {seat for seat in stage.referee.seats if "HEIR" in seen(stage, seat)} == {"birch", "gm"}
    assert "HEIR" not in seen(stage, "a passer-by")
    others = json.loads(seen(stage, "cedar"))["state"]["characters"]
    birch = next(character for character in others if character["name"] == "Birch")
    assert birch["traits"] == []
    assert "secrets" not in birch


def test_fg_46_what_is_learned_is_known_to_the_learners_team() -> None:
    """FG-46: in the view and in the log of Ash and Alder; Cedar reads only that something was learned."""
    stage = court().say("who acts", "Ash").say("act", seek("Birch", "craft", "reason")).dice("Ash", [6, 6, 6])
    stage.say("advantage", "learn").until("act", "Alder")
    knowing = [seat for seat in stage.referee.seats if "HEIR" in seen(stage, seat)]
    assert sorted(knowing) == ["alder", "ash", "birch", "gm"]
    assert any("learns a secret of Birch" in line.text for line in seat_view(stage.referee, "cedar").lines)


def test_fg_46_a_learned_secret_can_be_used_against_its_owner() -> None:
    """FG-22, FG-46: the log names it only to those who know it."""
    stage = (
        court().say("who acts", "Ash").say("act", seek("Birch", "craft", "reason"), seek("Birch", "craft"))
    )
    stage.dice("Ash", [6, 6, 6]).say("advantage", "learn").say("add dice", "trait:Birch:HEIR", about="Alder")
    stage.until("deny the dice")
    assert "HEIR" not in seen(stage, "cedar")
    while not stage.events(AddedDice):
        stage.step()
    assert any("a secret trait" in line.text for line in seat_view(stage.referee, "cedar").lines)
    assert any("HEIR" in line.text for line in seat_view(stage.referee, "alder").lines)


def test_fg_46_an_own_secret_trait_is_used_without_being_named() -> None:
    """FG-16, FG-46: the opponent reads that a secret trait was used."""
    stage = Stage("contest", duel(person("Ash", traits=[HEIR.copy()], favor=1), person("Birch")))
    stage.say("use a trait", {"pick": "use:HEIR", "with": ["focus"]}).play()
    assert "HEIR" not in seen(stage, "birch")
    assert any("uses a secret trait" in line.text for line in seat_view(stage.referee, "birch").lines)
    assert any("HEIR" in line.text for line in seat_view(stage.referee, "ash").lines)


def test_fg_46_a_correction_of_a_secret_does_not_name_it() -> None:
    """FG-46: others read that something hidden was corrected."""
    stage = court()
    stage.referee.override("characters.2.secrets.0.rating", 3, reason="a slip")
    assert any(isinstance(line.event, Corrected) for line in stage.referee.lines)
    assert "HEIR" not in seen(stage, "cedar")
    assert any("a slip" in line.text for line in seat_view(stage.referee, "cedar").lines)
    assert stage.state.who("Birch").secrets[0].rating == 3


def test_fg_46_what_is_known_from_before_is_known() -> None:
    """FG-46: knowledge is on the sheet of who knows, and stays there."""
    ash = person("Ash", knows=[Knowledge("Birch", "HEIR")])
    stage = Stage("contest", duel(ash, person("Birch", traits=[HEIR.copy()]))).play()
    assert stage.sheet("Ash")["knows"] == [{"of": "Birch", "trait": "HEIR"}]
    assert '"knows"' not in json.dumps(
        [c for c in json.loads(seen(stage, "birch"))["state"]["characters"] if c["name"] == "Ash"]
    )


def known_to(stage: Stage, seat: str) -> list[dict[str, Any]]:
    everybody = json.loads(seen(stage, seat))["state"]["characters"]
    return [known for each in everybody for known in each.get("knows", [])]


def test_fg_2_who_knows_a_trait_knows_its_rating() -> None:
    """From the sheet, once it is learned, and as corrected: dice are added by it, and their form says how many."""
    ash = person("Ash", knows=[Knowledge("Birch", "HEIR")])
    stage = Stage("contest", duel(ash, person("Birch", traits=[HEIR.copy()])))
    assert known_to(stage, "ash") == [{"of": "Birch", "trait": "HEIR", "ratings": [2]}]
    assert known_to(stage, "birch") == []
    stage.referee.override("characters.1.secrets.0.rating", 3, reason="a slip")
    assert known_to(stage, "ash")[0]["ratings"] == [3]
    learned = court().say("who acts", "Ash").say("act", seek("Birch", "craft", "reason"))
    learned.dice("Ash", [6, 6, 6]).say("advantage", "learn").until("act", "Alder")
    assert known_to(learned, "alder") == [{"of": "Birch", "trait": "HEIR", "ratings": [2]}]


def test_fg_46_twins_that_look_the_same_to_a_seat_get_the_same_advice() -> None:
    """A rating that moves what Cyrene is advised in the sewers is one that she is shown."""
    kind = game("forge").type("contest")
    ready = kind.presets["ghoul-in-the-sewers"]
    found: dict[bytes, set[Any]] = {}
    for rating in (1, 3):
        setup = msgspec.to_builtins(ready.setup)
        secrets = [each for each in setup["teams"][1]["members"][0]["sheet"]["traits"] if each.get("secret")]
        secrets[0]["rating"] = rating
        referee = Referee.start(game("forge"), "contest", setup, ready.options, seed=bytes(32))
        pending = next(each for each in referee.pending if each.seat == "cyrene")
        view = msgspec.json.encode(seat_view(referee, "cyrene").state)
        worths = weigh(Position(situation_of(referee, pending)), requests=400).worths
        found.setdefault(view, set()).add(tuple(each.chance for each in worths))
    assert len(found) == 2
    assert all(len(each) == 1 for each in found.values())
