"""The game in step with a model of it that was written apart (`model.py`): piles, tokens, Stamina, falls, foes."""

from random import Random
from typing import Any

import pytest

from agonist.deckahedron import GAME
from agonist.deckahedron.fight.foes import BESTIARY
from agonist.kernel import Answered, Ask, Chanced, Policy, Referee, random_policy
from agonist.kernel.contract import play_randomly
from agonist.kernel.play import Play
from tests.deckahedron.model import SUITS, Group, Model

STAMINA = ("4444s", "1334s", "3344s", "3434s", "1224sx", "3212sx", "4112sx", "3434s", "1342s", "3343s")
GEAR = ("leather", "padded", "full plate", "good cardio", "sangfroid", "buckler", "tower shield")


def groups_of(referee: Referee[Any]) -> tuple[Any, list[Group]]:
    """The state at the start, and every request that was answered with the state in which it was."""
    twin: Play[Any] = Play.unplayed(referee.game, referee.transcript)
    setup, options = referee.kind.setup_from(referee.transcript.setup, referee.transcript.options)
    start = referee.kind.begin(setup, options)
    found: list[Group] = []
    at = -1
    for entry in referee.transcript.entries:
        if isinstance(entry, Answered | Chanced):
            if entry.at != at:
                found.append(Group([], [], twin.state.copy(), set()))
                at = entry.at
            request = twin.questions.expected(entry).request
            if isinstance(request, Ask):
                found[-1].asks.append((request.what, request.about, entry.value))
                if isinstance(entry, Answered) and entry.granted == "assumed":
                    found[-1].assumed.add(request.what)
            else:
                found[-1].dice.append(list(entry.value))
        twin.take(entry)
    return start, found


def character(random: Random, name: str) -> dict[str, Any]:
    lost = random.sample(range(10), random.choice((0, 0, 3, 6, 8)))
    return {
        "name": name,
        **{key: random.choice(SUITS) for key in ("strength", "dexterity", "intelligence")},
        "harm": random.choice((0, 0, 1, 2)),
        "wounds": random.choice((0, 0, 1, 2)),
        "exhaustion": [STAMINA[n] for n in lost],
        "protection": [{"name": each} for each in random.sample(GEAR, random.randint(0, 3))],
        "weapons": [{"name": "axe", "damage": "1d6"}, {"name": "bow", "damage": "1d4", "ranged": True}],
        "ammo": random.randint(0, 3),
    }


def set_up(random: Random, kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    names = ("Bera", "Odo", "Siv")[: random.randint(1, 3)]
    characters = [character(random, name) for name in names]
    if kind == "hit":
        damage = random.choice(("1", "2", "1d6", "2d6", "3d6+4", "d4"))
        direct = {"damage": "", "stamina": random.randint(0, 3), "harm": 1, "wounds": random.randint(0, 1)}
        how = {"damage": damage} if random.random() < 0.7 else direct
        return {"characters": characters, **how, "against": random.choice(("physical", "mental", "any"))}, {}
    foes = [
        {
            "name": f"Foe {n}",
            "kind": random.choice(sorted(BESTIARY)),
            "unaware": random.random() < 0.2,
            "tough": random.random() < 0.3,
        }
        for n in range(random.randint(1, 4))
    ]
    return {"characters": characters, "foes": foes}, {"first": random.choice(("characters", "foes"))}


def mostly(bot: Policy, random: Random) -> Policy:
    """A bot that now and then does anything that is legal."""
    anything = random_policy(random)
    return lambda seen, ask: (anything if random.random() < 0.3 else bot)(seen, ask)


def in_step(kind: str, seed: int) -> Model:
    """Play a contest through the referee and follow it with the model."""
    random = Random(f"{kind} {seed}")
    setup, options = set_up(random, kind)
    policies: dict[str, Policy] = {}
    if seed % 3:
        bot = mostly(GAME.type(kind).bots["sensible"], random)
        policies = dict.fromkeys(("gm", "bera", "odo", "siv"), bot)
    referee = play_randomly(GAME, kind, setup, options, random, policies=policies, most=150)
    start, groups = groups_of(referee)
    model = Model(start, groups, ambush=options.get("first") == "foes")
    model.follow()
    if referee.over:
        model.compare(referee.state)
    return model


@pytest.mark.parametrize("kind", ["hit", "fight"])
def test_the_game_keeps_in_step_with_a_model_written_apart(kind) -> None:
    """DK-2 to DK-5, DK-10 to DK-17, DK-20, DK-21, DK-30 to DK-35: some hundred contests, decision by decision."""
    compared = sum(in_step(kind, seed).compared for seed in range({"hit": 150, "fight": 60}[kind]))
    assert compared > 250


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["hit", "fight"])
def test_the_game_keeps_in_step_for_thousands_of_contests(kind) -> None:
    """The same, for longer."""
    for seed in range(1_000, {"hit": 11_000, "fight": 4_000}[kind]):
        in_step(kind, seed)
