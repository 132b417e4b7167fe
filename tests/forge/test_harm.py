"""Harm: boxes, severity, overflow, the Door of Death."""

from typing import Any

import pytest

from agonist.forge.harm.suffering import Absorbed, Broken, DoorOfDeath, Harm, suffer
from agonist.forge.people.character import Character, entered, severity
from agonist.forge.people.sheet import Sheet, Trait
from agonist.forge.scene import Memory, Scene
from agonist.kernel import Ask, Contest

from .stage import full, marks

INJURIES = (1, 2, 3)


def harmed(
    harm: Harm, rating: int, *answers: Any, **sheet: Any
) -> tuple[str, Character, list[Any], list[Ask]]:
    """Somebody takes harm with these answers: how it went, the character, the log, and what was asked."""
    character = entered("Ash", "ash", "A", Sheet(**sheet))
    contest: Contest[Scene] = Contest(Scene(characters=[character], memory=Memory()), [])
    walk = suffer(contest, "Ash", harm, rating)
    asked: list[Ask] = []
    value: Any = None
    left = list(answers)
    while True:
        try:
            request = walk.send(value)
        except StopIteration as end:
            assert not left
            return end.value, character, contest.events or [], asked
        assert isinstance(request, Ask)
        asked.append(request)
        form = request.legal()
        value = form.check(left.pop(0)) if left else form.fallback()


def test_fg_30_one_empty_box_takes_it_whole_the_lowest_by_default() -> None:
    """FG-30: a box of at least the rating; its bearer picks and names it."""
    fate, ash, log, asked = harmed("misfortune", 2)
    assert fate == "absorbed"
    assert [event.box for event in log if isinstance(event, Absorbed)] == [2]
    assert asked[0].seat == "ash"
    _, ash, _, _ = harmed("misfortune", 1, {"box": "3", "name": "ruined"})
    assert [(box.size, box.harm) for box in ash.misfortune if box.harm] == [(3, "ruined")]


def test_fg_30_without_a_choice_only_the_name_is_asked() -> None:
    """FG-30: only the box of 3 can take a 3."""
    _, ash, _, asked = harmed("injury", 3, "broken leg")
    assert [(box.size, box.harm) for box in ash.injury if box.harm] == [(3, "broken leg")]
    assert len(asked) == 1


def test_fg_30_severity_is_the_highest_marked_box() -> None:
    """FG-30: not the sum, and not the rating of the harm."""
    _, ash, _, _ = harmed("injury", 1, {"box": "3", "name": "cut"}, injuries=marks(1))
    assert severity(ash.injury) == 3


def test_fg_31_the_rest_of_a_misfortune_is_an_injury() -> None:
    """FG-31: mark the highest empty box, here of 2, and the rest of 4 is an injury of 2."""
    fate, ash, log, _ = harmed("misfortune", 4, misfortunes=full(2, 1))
    assert fate == "absorbed"
    assert [(e.rating, e.rest) for e in log if isinstance(e, Broken)] == [(4, 2)]
    assert severity(ash.injury) == 2
    assert [box.size for box in ash.misfortune if not box.harm] == [1]


def test_fg_31_all_of_it_if_no_box_is_empty() -> None:
    """FG-31: misfortune 2 becomes injury 2."""
    _, ash, log, _ = harmed("misfortune", 2, misfortunes=full())
    assert [(e.rating, e.rest) for e in log if isinstance(e, Broken)] == [(2, 2)]
    assert severity(ash.injury) == 2


PAY = {"pick": "pay:BRAVE", "with": "ONE-ARMED"}


def test_fg_32_the_door_of_death_costs_favor_and_a_trait() -> None:
    """FG-32: injury 4 with the box of 2 empty: difference 2, the trait is replaced, the box marked."""
    sheet: dict[str, Any] = {
        "injuries": full(2, 1, boxes=INJURIES),
        "traits": [Trait("BRAVE", 2)],
        "favor": 3,
    }
    fate, ash, log, _ = harmed("injury", 4, PAY, "lost arm", **sheet)
    assert fate == "door"
    assert ash.favor == 1
    assert [(trait.name, trait.rating) for trait in ash.traits] == [("ONE-ARMED", 2)]
    assert [box.size for box in ash.injury if not box.harm] == [1]
    assert [e.favor for e in log if isinstance(e, DoorOfDeath)] == [2]


def test_fg_32_with_no_empty_box_the_difference_is_all_of_it() -> None:
    """FG-32: injury 2 and no box: Favor 2 and a trait of 2, and there is no box to mark."""
    sheet: dict[str, Any] = {"injuries": full(boxes=INJURIES), "traits": [Trait("BRAVE", 2)], "favor": 2}
    fate, ash, _, asked = harmed("injury", 2, PAY, **sheet)
    assert (fate, ash.favor, len(asked)) == ("door", 0, 1)


@pytest.mark.parametrize(("favor", "rating"), [(1, 2), (2, 1)], ids=["too little Favor", "too small a trait"])
def test_fg_32_else_the_story_ends(favor: int, rating: int) -> None:
    """FG-32: who cannot pay perishes or retires."""
    sheet: dict[str, Any] = {
        "injuries": full(boxes=INJURIES),
        "traits": [Trait("BRAVE", rating)],
        "favor": favor,
    }
    fate, ash, _, asked = harmed("injury", 2, "perished", **sheet)
    assert (fate, ash.fate) == ("ended", "perished")
    assert [option.key for option in asked[0].legal().options] == ["perished", "retired"]  # type: ignore[attr-defined]


def test_fg_32_a_secret_trait_is_given_up_without_being_named() -> None:
    """FG-32, FG-46: the log says only that it was secret, and the new trait is public."""
    sheet: dict[str, Any] = {
        "injuries": full(boxes=INJURIES),
        "traits": [Trait("HEIR", 2, secret=True)],
        "favor": 2,
    }
    _, ash, log, _ = harmed("injury", 2, {"pick": "pay:HEIR", "with": "MAIMED"}, **sheet)
    assert not any("HEIR" in event.text() for event in log)
    assert not ash.secrets
    assert ash.traits == [Trait("MAIMED", 2)]


def test_fg_32_boxes_are_never_marked_twice() -> None:
    """FG-32: whatever comes, there are as many marks as boxes."""
    for rating in range(1, 8):
        _, ash, _, _ = harmed(
            "misfortune", rating, misfortunes=marks(1, 1), favor=9, traits=[Trait("BRAVE", 9)]
        )
        assert len(ash.misfortune) == 6
        assert len(ash.injury) == 3
