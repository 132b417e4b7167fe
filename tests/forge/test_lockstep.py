"""The game and a model written apart from it, in step through contests with random people, options and answers."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from agonist.forge import GAME
from agonist.forge.bots import BOTS
from agonist.kernel import Ask, Policy, Referee, Seen, random_policy

from .model import Model

SKILLS = ("influence", "fight", "maneuver", "wilderness", "craft", "resources")
NAMES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir")
MOST_ANSWERS = 400

OFTEN = {
    "AddedDice",
    "AssetUsed",
    "Attacked",
    "BoonOrBane",
    "Collapsed",
    "Denied",
    "Detriment",
    "LastStandEntered",
    "MoraleMoved",
    "Raised",
    "Rolled",
    "TeamLost",
    "TraitUsed",
    "Tries",
}
SELDOM = OFTEN | {"AssetDropped", "Broken", "Discards", "DoorOfDeath", "Epiphany", "Learned", "Takes"}


def test_the_rules_and_the_model_agree() -> None:
    """FG-1 to FG-60, CF-1 to CF-11: roll by roll, box by box, morale by morale."""
    agreed(range(240), OFTEN, rolls=2_000)


@pytest.mark.soak
def test_the_rules_and_the_model_agree_for_long() -> None:
    """FG-1 to FG-60, CF-1 to CF-11: the same, for thousands of contests."""
    agreed(range(240, 6_240), SELDOM, rolls=50_000)


def agreed(seeds: range, events: set[str], *, rolls: int) -> None:
    """Many contests in lockstep, in which all of these things came about."""
    heard: Counter[str] = Counter()
    for seed in seeds:
        heard += played(seed)
    assert events <= set(heard)
    assert heard["Rolled"] >= rolls


def played(seed: int) -> Counter[str]:
    """One contest, listened to entry by entry, compared whenever a turn begins and at the end."""
    random = Random(seed)
    kind = GAME.types[seed % len(GAME.types)]
    setup, options = contest(kind.name, random)
    checked, chosen = kind.setup_from(setup, options)
    dice: Any = dict.fromkeys(("gm", *kind.seats(checked)), random.choice(("sealed", "tap", "tap")))
    strict = random.random() < 0.25
    referee: Referee[Any] = Referee.start(
        GAME, kind.name, setup, options, seed=random.randbytes(32), dice=dice, strict=strict
    )
    model = Model(kind.name, msgspec.to_builtins(checked), msgspec.to_builtins(chosen))
    policies = {seat: _policy(random) for seat in referee.seats}
    heard, left_alone = 0, set[str]()
    try:
        for _ in range(MOST_ANSWERS):
            for line in referee.lines[heard:]:
                model.hear(line.event)
            heard = len(referee.lines)
            if referee.over:
                model.compare(referee.state)
                model.finish(referee.result)
                break
            pending = random.choice([p for p in referee.pending if p.id not in left_alone])
            if not isinstance(pending.request, Ask):
                referee.answer(pending.id, "sealed")
            elif pending.window and random.random() < 0.6:
                left_alone.add(pending.id)
            else:
                answer = policies[pending.seat](Seen(pending.seat, referee.state), pending.request)
                referee.answer(pending.id, answer)
    except AssertionError as wrong:
        wrong.add_note(
            "\n".join([f"seed {seed}, {kind.name}", *(line.event.text() for line in referee.lines[-25:])])
        )
        raise
    return model.heard


def _policy(random: Random) -> Policy:
    """Sensible, or anything; but who does anything seldom gives up."""
    if random.random() < 0.4:
        return BOTS["sensible"]
    anything = random_policy(random)

    def lively(seen: Seen, ask: Ask) -> Any:
        answer = anything(seen, ask)
        while answer in ("surrender", "pass", "leave", "no more", "enough") and random.random() < 0.7:
            answer = anything(seen, ask)
        return answer

    return lively


def contest(name: str, random: Random) -> tuple[Any, Any]:
    """A set-up and options for a contest type."""
    options: dict[str, Any] = {"modifiers": random.choice(["example", "table"])}
    names = iter(NAMES)
    count = 1 if name in ("navigate", "explore", "uncontested-conflict", "group-challenge") else 2
    count = 3 if name == "contest-of-teams" else random.choice([1, 2]) if name == "challenge" else count
    least = 2 if name == "group-challenge" else 1
    sizes = [1 if name == "contest" else random.randint(least, 2) for _ in range(count)]
    teams = [
        {
            "name": f"Team {n}",
            "members": [person(next(names), random) for _ in range(size)],
            "aim": random.choice(["destroy", "destroy", "other"]),
        }
        for n, size in enumerate(sizes)
    ]
    around = [{"name": f"PLACE {n}", "rating": random.randint(1, 2)} for n in range(random.randint(0, 2))]
    setup: dict[str, Any] = {"teams": teams, "environment": around, "skill": random.choice(SKILLS)}
    if name.endswith(("challenge", "contest", "contest-of-teams")) and name != "conflict":
        setup |= {"goal": "Try it", "skill": random.choice([None, *SKILLS])}
        options["edition"] = random.choice(["gauntlet", "conflict"])
        if not name.endswith("challenge"):
            setup |= {"harm_agreed": random.choice([None, True, False])}
            setup |= {"defender": random.choice([None, "", "Team 0"])}
    elif count == 1:
        setup["track"] = random.choice(["physical", "mental", "social"])
        setup["chain"] = [{"name": f"LEG {n}", "rating": random.randint(1, 3)} for n in range(3)]
        setup["journey"] = {"rating": random.randint(1, 4), "training": random.randint(4, 6)}
    else:
        setup["track"] = random.choice(["physical", "mental", "social"])
        options["prelude"] = random.random() < 0.3
        if name == "conflict":
            options["attack_failure_counts_twice"] = random.random() < 0.3
    return setup, options


def person(name: str, random: Random) -> dict[str, Any]:
    """Anybody: attributes, skills, one secret, things to use, and old harm."""

    def few(most: int = 2) -> range:
        return range(random.randint(0, most))

    traits = [{"name": f"HABIT {n} OF {name}", "rating": random.randint(1, 3)} for n in few()]
    secret = [{"name": f"SECRET OF {name}", "rating": random.randint(1, 3), "secret": True} for _ in few(1)]
    sizes = {"misfortunes": [1, 1, 1, 2, 2, 3], "injuries": [1, 2, 3]}
    old = {
        kind: [{"box": box, "name": f"old {box}"} for box in random.sample(boxes, random.randint(0, 2))]
        for kind, boxes in sizes.items()
    }
    lasts = random.random() < 0.5
    track = random.choice(["physical", "mental", "social"])
    tired = random.sample([1, 1, 1, 2, 2, 3], random.randint(0, 4))
    return {
        "name": name,
        "seat": random.choice(["one", "two", "gm"]),
        "sheet": {
            **{attribute: random.randint(1, 5) for attribute in ("vigor", "intuition", "reason")},
            "skills": {
                skill: {"training": random.randint(3, 6), "xp": random.choice([0, 8, 9, 12, 29, 59])}
                for skill in random.sample(SKILLS, 4)
            },
            "traits": [*traits, *secret],
            "favor": random.randint(0, 5),
            "disposition": random.choice(["I", "II"]),
            "assets": [
                {
                    "name": f"TOOL {n} OF {name}",
                    "skill": random.choice(SKILLS),
                    "quality": random.randint(0, 5),
                    "use": random.choice(["attack", "defend", "both"]),
                }
                for n in few()
            ],
            "boons": [
                {
                    "name": "LUCK",
                    "rating": random.randint(1, 3),
                    "attribute": "vigor",
                    "enduring": lasts,
                }
                for _ in few()
            ],
            "banes": [{"name": "CURSE", "rating": random.randint(1, 3), "enduring": lasts} for _ in few()],
            **old,
            "stress": {track: [{"box": box, "name": f"old {box}"} for box in tired]},
        },
    }
