"""Random people, teams and contests for properties."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from agonist.forge.people.sheet import SKILLS, TRACKS, Asset, Bane, Boon, Mark, Sheet, Skill, Trait
from agonist.forge.types.setup import (
    ChallengeSetup,
    ContestSetup,
    EnterpriseSetup,
    Entrant,
    GauntletSetup,
    Journey,
    TeamSetup,
)

NAMES = ["Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy"]
SEATS = ["one", "two", "three", "gm"]


@st.composite
def sheets(draw: st.DrawFn, name: str) -> Sheet:
    """Anybody: a secret trait named after its owner, and any of the rest."""
    rating = st.integers(1, 3)
    few = st.integers(0, 2)
    traits = [Trait(f"HABIT {n} OF {name}", draw(rating)) for n in range(draw(few))]
    secrets = [Trait(f"SECRET {n} OF {name}", draw(rating), secret=True) for n in range(draw(few))]
    uses: st.SearchStrategy[Any] = st.sampled_from(["attack", "defend", "both"])
    return Sheet(
        vigor=draw(st.integers(1, 5)),
        intuition=draw(st.integers(1, 5)),
        reason=draw(st.integers(1, 5)),
        skills={
            skill: Skill(draw(st.integers(3, 6)))
            for skill in draw(st.sets(st.sampled_from(SKILLS), max_size=4))
        },
        traits=[*traits, *secrets],
        favor=draw(st.integers(0, 5)),
        disposition=draw(st.sampled_from(["I", "II"])),
        assets=[
            Asset(f"TOOL {n}", draw(st.sampled_from(SKILLS)), draw(st.integers(0, 4)), draw(uses))
            for n in range(draw(few))
        ],
        boons=[Boon("BOON", draw(rating), "vigor", draw(st.booleans()))] * draw(st.integers(0, 1)),
        banes=[Bane("BANE", draw(rating), draw(st.booleans()))] * draw(st.integers(0, 1)),
        misfortunes=[Mark(size, "old") for size in draw(st.sets(st.sampled_from([1, 2, 3])))],
        injuries=[Mark(size, "old") for size in draw(st.sets(st.sampled_from([1, 2, 3])))],
        stress={
            draw(st.sampled_from(TRACKS)): [
                Mark(size, "old") for size in draw(st.sets(st.sampled_from([1, 2, 3])))
            ]
        },
    )


@st.composite
def teams(draw: st.DrawFn, least: int, most: int, members: int = 3) -> list[TeamSetup]:
    names = iter(NAMES)
    made = []
    for n in range(draw(st.integers(least, most))):
        people = [
            Entrant(name, draw(st.sampled_from(SEATS)), draw(sheets(name)))
            for _, name in zip(range(draw(st.integers(1, members))), names, strict=False)
        ]
        made.append(
            TeamSetup(f"Team {n}", people, f"Goal {n}", aim=draw(st.sampled_from(["destroy", "other"])))
        )
    return made


places = st.lists(st.integers(1, 3), max_size=2).map(
    lambda ratings: [Trait(f"PLACE {n}", r) for n, r in enumerate(ratings)]
)
any_skill = st.sampled_from(SKILLS)


@st.composite
def contests(draw: st.DrawFn, type_name: str) -> tuple[Any, Any]:
    """A set-up and options for a contest type."""
    modifiers = {"modifiers": draw(st.sampled_from(["example", "table"]))}
    where: dict[str, Any] = {"environment": draw(places)}
    match type_name:
        case "challenge" | "group-challenge":
            two = draw(teams(1, 2)) if type_name == "challenge" else _at_least_two(draw(teams(1, 1)))
            skill = draw(st.none() | any_skill)
            setup: Any = ChallengeSetup(goal="Try", teams=two, skill=skill, **where)
            return setup, modifiers | {"edition": draw(st.sampled_from(["gauntlet", "conflict"]))}
        case "contest" | "group-contest" | "contest-of-teams":
            many = {
                "contest": teams(2, 2, 1),
                "group-contest": teams(2, 2),
                "contest-of-teams": teams(2, 3, 2),
            }
            made = draw(many[type_name])
            defender = draw(st.sampled_from([None, "", made[0].name]))
            setup = ContestSetup(
                goal="Win", teams=made, skill=draw(st.none() | any_skill), defender=defender, **where
            )
            return setup, modifiers | {"edition": draw(st.sampled_from(["gauntlet", "conflict"]))}
        case "navigate" | "explore" | "uncontested-conflict":
            chain = [Trait("SWAMP", draw(st.integers(1, 3))), Trait("FOREST", 1)]
            journey = Journey(draw(st.integers(1, 4)), draw(st.integers(4, 6)))
            setup = EnterpriseSetup(
                teams=draw(teams(1, 1)), skill=draw(any_skill), chain=chain, journey=journey, **where
            )
            return setup, modifiers
        case _:
            track = draw(st.sampled_from(TRACKS))
            setup = GauntletSetup(teams=draw(teams(2, 3)), skill=draw(any_skill), track=track, **where)
            twice = {"attack_failure_counts_twice": draw(st.booleans())} if type_name == "conflict" else {}
            return setup, modifiers | twice | {"prelude": draw(st.booleans())}


def _at_least_two(made: list[TeamSetup]) -> list[TeamSetup]:
    made[0].members = [*made[0].members, Entrant("Extra", "one", Sheet())]
    return made
