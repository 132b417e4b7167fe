"""FG-12, FG-30: harm is named in a window and laid down later, by when the boxes may be others'."""

from typing import Any

import pytest

from agonist.forge import GAME
from agonist.forge.gauntlet.teams import Gauntlet
from agonist.forge.harm.naming import HarmNamed, ask_and_name
from agonist.forge.people.character import box_for
from agonist.forge.people.sheet import Box
from agonist.forge.scene import Fresh
from agonist.kernel import Ask, Contest, Pending, Referee, yes_or_no

from .stage import attack, gauntlet, person, team

SEATS = ("gm", "ash", "alder", "aspen", "birch")


def waiting(referee: Referee[Any], what: str) -> list[Pending]:
    return [p for p in referee.pending if isinstance(p.request, Ask) and p.request.what == what]


def strike(referee: Referee[Any], attacker: str, pool: list[int]) -> None:
    """Somebody attacks Birch, who rolls nothing but misses."""
    (act,) = [p for p in waiting(referee, "act") if p.request.about == attacker]
    form: Any = act.form()
    company: list[str] | None = [] if any(f.key == "with" for f in form.options[0].then.fields) else None
    referee.answer(act.id, attack("Birch", company=company))
    for faces in (pool, [1, 1, 1]):
        (dice,) = [p for p in referee.pending if not isinstance(p.request, Ask)]
        referee.answer(dice.id, faces)
        while after := waiting(referee, "after the roll"):
            referee.answer(after[0].id, after[0].form().fallback())


def struck() -> Referee[Any]:
    """Birch has a misfortune of 1 in a box of 1 and has not named it; Alder, or Aspen, is to act."""
    reds = team("Reds", person("Ash"), person("Alder"), person("Aspen"))
    setup = gauntlet(reds, team("Blues", person("Birch")))
    dice: Any = dict.fromkeys(SEATS, "typed")
    referee = Referee.start(GAME, "mediate", setup, {}, seed=bytes(32), dice=dice)
    strike(referee, "Ash", [6, 1, 1])
    assert len(waiting(referee, "harm")) == 1
    return referee


def boxes(referee: Referee[Any]) -> list[tuple[int, str]]:
    return [(box.size, box.harm) for box in referee.state.who("Birch").misfortune if box.harm]


def test_fg_30_two_harms_named_into_one_box_both_find_a_place() -> None:
    """FG-30: the box of 3 takes the first; the second keeps its name and the box that has it."""
    state = struck().state
    state.who("Birch").misfortune[1].harm = "misfortune 1"
    state.fresh.append(Fresh("Birch", "misfortune", 1, 1, "misfortune 1"))
    contest: Contest[Gauntlet] = Contest(state, [])
    naming = ask_and_name(contest, (Ask("alder", "act", yes_or_no("Yes", "No")),))
    windows: Any = next(naming)
    answers = [{"box": "3", "name": f"shame {n}"} for n in (1, 2)]
    assert [ask.legal().check(answer) for ask, answer in zip(windows[1:], answers, strict=True)] == answers
    contest.arrived = (2, 1, 0)
    with pytest.raises(StopIteration) as end:
        naming.send(("yes", *answers))
    assert end.value.value == ("yes",)
    assert [(box.size, box.harm) for box in state.who("Birch").misfortune if box.harm] == [
        (1, "shame 2"),
        (3, "shame 1"),
    ]
    assert [event.text() for event in contest.events or []] == [
        "Birch calls misfortune 1 by its name, in a box of 3: shame 1.",
        "Birch calls misfortune 1 by its name, and as no box of 3 is empty any more it stays in one of 1: shame 2.",
    ]


def test_fg_30_a_box_that_is_corrected_meanwhile_takes_nothing() -> None:
    """FG-30: the game master fills the box that was picked; the harm keeps its name and stays where it is."""
    referee = struck()
    referee.answer(waiting(referee, "harm")[0].id, {"box": "3", "name": "shame"})
    referee.override("characters.3.misfortune.5.harm", "an old debt", reason="forgotten")
    strike(referee, "Alder", [1, 1, 1])
    assert boxes(referee) == [(1, "shame"), (3, "an old debt")]
    (told,) = [line.event for line in referee.lines if isinstance(line.event, HarmNamed)]
    assert "no box of 3 is empty any more" in told.text()
    assert Referee.replay(GAME, referee.transcript).state == referee.state


def test_fg_30_harm_that_is_corrected_away_meanwhile_is_not_laid_down_again() -> None:
    """FG-30: the game master empties the box; what its bearer called it is of nobody's concern any more."""
    referee = struck()
    referee.answer(waiting(referee, "harm")[0].id, {"box": "3", "name": "shame"})
    referee.override("characters.3.misfortune.0.harm", "", reason="it never happened")
    strike(referee, "Alder", [1, 1, 1])
    assert boxes(referee) == []


@pytest.mark.parametrize(
    ("rating", "wanted", "takes"),
    [(1, 0, 1), (2, 0, 3), (1, 3, 3), (1, 2, 1), (3, 1, 3), (4, 0, None), (4, 3, None)],
)
def test_fg_30_the_box_that_takes_harm(rating: int, wanted: int, takes: int | None) -> None:
    """FG-30: an empty one of at least its rating, of the size that is wanted where there is one, else the lowest."""
    found = box_for([Box(1, "old"), Box(1), Box(2, "old"), Box(3)], rating, wanted)
    assert (found.size if found else None) == takes
