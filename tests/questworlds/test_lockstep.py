"""The game and a model written apart from it, in step through contests with random set-ups, manners and answers."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from agonist.kernel import Ask, DiceMode, Policy, Referee, Seen, random_policy
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.bots import BOTS
from agonist.questworlds.classic.people.options import ExtendedOptions, GroupOptions
from agonist.questworlds.classic.people.setup import (
    AugmentEntry,
    Carried,
    Character,
    ExtendedSetup,
    FollowerEntry,
    GroupSetup,
    ModifierEntry,
)
from tests.questworlds.model import Model
from tests.questworlds.scenes import foe, hero

MOST_ANSWERS = 300


OFTEN = {
    "Compared",
    "Achieved",
    "Leaves",
    "PartingShot",
    "FinalActionEnds",
    "Gifts",
    "Unrelated",
    "BroughtBack",
}
SELDOM = OFTEN | {
    "BothFumble",
    "Lends",
    "Rejoins",
    "Switched",
    "FollowerAsked",
    "TurnsAway",
    "BidLowered",
    "Lapses",
}


def test_the_rules_and_the_model_agree() -> None:
    """QW-1 to QW-39: exchange by exchange, total by total, consequence by consequence."""
    agreed(range(300), OFTEN, exchanges=1_500)


@pytest.mark.soak
def test_the_rules_and_the_model_agree_for_long() -> None:
    """QW-1 to QW-39: the same, for thousands of contests."""
    agreed(range(300, 6_300), SELDOM, exchanges=30_000)


def agreed(seeds: range, events: set[str], *, exchanges: int) -> None:
    """Many contests in lockstep, in which all of these things came about."""
    heard: Counter[str] = Counter()
    for seed in seeds:
        heard += played(seed)
    assert events <= set(heard)
    assert heard["Bid"] >= exchanges


def played(seed: int) -> Counter[str]:
    """One contest in lockstep; returns what came about, and how often."""
    random = Random(seed)
    kind, setup, options = _contest(random)
    seats = ("gm", *GAME.type(kind).seats(setup))
    dice: dict[str, DiceMode] = dict.fromkeys(seats, random.choice(("tap", "sealed")))
    strict = random.random() < 0.3
    referee = Referee.start(GAME, kind, setup, options, seed=random.randbytes(32), dice=dice, strict=strict)
    model = Model(setup, options, group=kind == "group-extended")
    policies = {seat: _policy(random) for seat in referee.seats}
    heard = 0
    for _ in range(MOST_ANSWERS):
        try:
            for line in referee.lines[heard:]:
                model.hear(line.event)
            heard = len(referee.lines)
            model.compare(referee.state)
        except AssertionError as mismatch:
            told = "\n".join(line.event.text() for line in referee.lines)
            raise AssertionError(f"seed {seed}: {mismatch}\n{setup}\n{options}\n{told}") from mismatch
        if referee.over:
            break
        pending = random.choice(referee.pending)
        if isinstance(pending.request, Ask):
            seen = Seen(pending.seat, referee.state)
            referee.answer(pending.id, policies[pending.seat](seen, pending.request))
        else:
            referee.answer(pending.id, "sealed")
    return Counter(type(line.event).__name__ for line in referee.lines)


def _policy(random: Random) -> Policy:
    """Somebody who does anything, somebody who fights, or now this and now that."""
    anything = random_policy(random)
    fighting = BOTS[random.choice(sorted(BOTS))]
    share = random.choice([0.0, 0.2, 0.5])
    return lambda seen, ask: (anything if random.random() < share else fighting)(seen, ask)


def _contest(random: Random) -> tuple[str, Any, Any]:
    common: dict[str, Any] = {
        "better_roll": random.choice(["high", "low"]),
        "surplus_bumps_down": random.random() < 0.7,
        "hurt_penalty": random.choice([-3, -1]),
        "edges": random.random() < 0.5,
        "propose_bids": random.random() < 0.3,
        "gift_limit": random.choice(["target-number", "rating"]),
    }
    outsiders = (_character(random, "O", resistance=False, helps="A"),) if random.random() < 0.3 else ()
    if random.random() < 0.5:
        pair = (_character(random, "A", resistance=False), _character(random, "B"))
        return "extended", ExtendedSetup(contestants=pair, outsiders=outsiders), ExtendedOptions(**common)
    sides = random.choice(
        [("us", "x", "x"), ("us", "us", "x"), ("us", "us", "x", "x"), ("us", "x", "y", "us")]
    )
    everybody = tuple(
        _character(random, name, side=side, resistance=False if name == "A" else None)
        for name, side in zip("ABCD", sides, strict=False)
    )
    double: Any = random.choice(["tie", "hurts-both", "ask"])
    chosen = GroupOptions(**common, double_fumble=double, change_when_attacked=random.random() < 0.8)
    return "group-extended", GroupSetup(contestants=everybody, outsiders=outsiders), chosen


def _character(
    random: Random, name: str, *, side: str = "", resistance: bool | None = None, helps: str = ""
) -> Character:
    ratings = [
        random.choice([random.randint(3, 20), random.randint(3, 45)]) for _ in range(random.randint(1, 3))
    ]
    common: dict[str, Any] = {"side": side, "edge": random.randint(-3, 5)}
    resists = random.random() < 0.6 if resistance is None else resistance
    if random.random() < 0.3:
        use: Any = random.choice(["ap", "ability"] if resists else ["ap", "augment", "ability"])
        dog = FollowerEntry(name=f"{name}'s dog", rating=random.randint(3, 20), use=use)
        if helps:
            dog = FollowerEntry(name="Hound", rating=8, assigned_to=helps, reluctant=random.random() < 0.5)
        common["followers"] = (dog,)
    if resists:
        return foe(name, *ratings, **common)
    return hero(
        name,
        *ratings,
        **common,
        hero_points=random.randint(0, 3),
        modifiers=random.choice([(), (), (ModifierEntry(label="fog", value=-3),)]),
        augments=random.choice([(), (), (AugmentEntry(source="a friend", rating=15, kind="rolled"),)]),
        lasting=random.choice([(), (), (Carried(effect="hurt"),), (Carried(effect="heroic"),)]),
    )
