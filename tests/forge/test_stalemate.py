"""FG-47: gauntlets that stand still, surrender out of a last stand, and sheets that are kept when it ends early."""

import pytest

from agonist.forge import GAME
from agonist.forge.gauntlet.ending import EndedByRuling
from agonist.forge.gauntlet.morale import TeamLost
from agonist.forge.harm.suffering import StoryEnded
from agonist.forge.people.knobs import BOOK
from agonist.forge.people.sheet import Trait
from agonist.kernel import Referee, defaults, drive

from .stage import Stage, attack, full, gauntlet, marks, person, team

AIM = {"aim": "destroy"}


def deadlock() -> Stage:
    """Two who can never hurt each other: two dice each, and each has at least 3 effort against the other."""
    fighters = [
        team(side, person(name, vigor=2, intuition=1, reason=1, injuries=marks(3)), **AIM)
        for side, name in (("Reds", "Ash"), ("Blues", "Birch"))
    ]
    return Stage("destruction", gauntlet(*fighters))


def test_fg_47_ten_tests_that_change_nothing_make_the_program_ask() -> None:
    """FG-47: two with injuries 3 and two dice each; XP alone is no change."""
    stage = deadlock()
    stage.until("stalemate")
    assert stage.whats().count("act") == BOOK.standstill_tests
    stage.say("stalemate", {"pick": "end", "with": "Blues"}).play()
    assert stage.result.winners == stage.result.achieved == ("Blues",)
    assert stage.result.losers == ("Reds",)
    assert stage.sheet("Ash")["injuries"] == [{"box": 3, "name": "old 3"}]
    assert stage.result.xp["Ash"] == {"fight": 5}
    assert [event.winner for event in stage.events(EndedByRuling)] == ["Blues"]


def test_fg_47_nobody_may_have_won_and_it_may_go_on() -> None:
    """FG-47: after "go on" it is asked again when ten more changed nothing."""
    stage = deadlock().say("stalemate", "go on", {"pick": "end", "with": ""}).play()
    assert stage.whats().count("act") == 2 * BOOK.standstill_tests
    assert (stage.result.winners, stage.result.achieved) == ((), ())
    assert not stage.events(TeamLost)


def test_fg_47_everybody_passing_for_a_whole_round() -> None:
    """FG-47: asked when the round is over; not if anybody has done anything in it."""
    setup = gauntlet(team("Reds", person("Ash")), team("Blues", person("Birch")))
    stage = Stage("subjugate", setup).say("act", "pass", "pass")
    stage.until("stalemate")
    assert stage.whats() == ["act", "act"]
    busy = Stage("subjugate", setup).say("act", "pass", attack("Ash"), "pass", "pass")
    busy.until("stalemate")
    assert busy.whats().count("act") == 4


@pytest.mark.parametrize("type_name", ["destruction", "mediate", "subjugate", "conflict"])
def test_fg_47_a_table_where_everybody_passes_comes_to_an_end(type_name: str) -> None:
    setup = gauntlet(team("Reds", person("Ash"), **AIM), team("Blues", person("Birch"), **AIM))
    referee = Referee.start(GAME, type_name, setup, {}, seed=bytes(32))

    def idle(seen: object, ask: object) -> object:
        what = ask.what  # type: ignore[attr-defined]
        if what == "act":
            return "pass"
        return {"pick": "end", "with": ""} if what == "stalemate" else defaults(seen, ask)  # type: ignore[arg-type]

    drive(referee, dict.fromkeys(referee.seats, idle), most=20)
    assert referee.over


def standing(*others: str) -> Stage:
    """Birch comes back from the Door of Death and stands."""
    scarred = person("Birch", injuries=full(boxes=(1, 2, 3)), traits=[Trait("BRAVE", 3)], favor=3)
    return Stage(
        "subjugate", gauntlet(team("Reds", person("Ash")), team("Blues", scarred, *map(person, others)))
    )


@pytest.mark.parametrize("others", [(), ("Beech",)])
def test_fg_47_who_surrenders_in_a_last_stand_perishes_if_the_team_loses_by_it(
    others: tuple[str, ...],
) -> None:
    """FG-47, FG-55: alone it is the end; with a comrade who enters a last stand the team goes on, and Birch lives."""
    stage = standing(*others).dice("Ash", [6, 6, 6]).say("act", attack("Birch"), about="Ash")
    stage.say("after the Door of Death", "stand").say("act", "surrender", about="Birch")
    if others:
        stage.say("who acts", "Birch").say("last stand", "yes", about="Beech")
        stage.until("act", "Beech")
        assert stage.state.who("Birch").out == "surrendered"
        assert not stage.state.who("Birch").fate
    else:
        stage.play()
        assert stage.result.perished == ("Birch",)
        assert [(e.name, e.cites()) for e in stage.events(StoryEnded)] == [("Birch", "FG-47")]


def test_fg_47_who_ends_early_keeps_what_is_on_the_sheets() -> None:
    """FG-47: XP, harm and Favor of a gauntlet that has not come to its end."""
    setup = gauntlet(team("Reds", person("Ash", favor=2)), team("Blues", person("Birch")))
    stage = Stage("subjugate", setup).say("act", attack("Birch")).dice("Ash", [6, 6, 1])
    stage.until("act", "Birch")
    sheets = GAME.type("subjugate").sheets(stage.state)
    assert sheets["Birch"]["injuries"] == [{"box": 2, "name": "injury 2"}]
    assert sheets["Birch"]["skills"]["fight"]["xp"] == 11
    assert sheets["Ash"]["favor"] == 2
