"""The game and a model written apart from it, in step through contests with random people, options and answers."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from agonist.kernel import AgonistError, Answered, Ask, Choice, Fields, Form, Number, Referee
from agonist.questworlds.srd import GAME

from .model import Model
from .sequences import ChainedModel, ScoredModel, WageredModel
from .setups import options, scene
from .singles import ContestModel, GroupModel, OnePrizeModel, RecoveryModel

MOST_ANSWERS = 250
MODELS: dict[str, type[Model]] = {
    "contest": ContestModel,
    "group-contest": GroupModel,
    "one-prize": OnePrizeModel,
    "scored": ScoredModel,
    "wagered": WageredModel,
    "chained": ChainedModel,
    "recovery": RecoveryModel,
}


OFTEN = {
    "Achieves", "Adds", "Augmented", "Burned", "Called", "Changes", "ComesOff", "Decided", "Hindered", "Learns",
    "LeftWith", "Loses", "Regains", "Rises", "RoundEnds", "Shifts", "ShotLands", "Takes", "Tempted", "WagerFalls",
}  # fmt: skip
SELDOM = OFTEN | {"Assisted", "BackIn", "Given", "HelpCosts"}


def test_the_rules_and_the_model_agree() -> None:
    """QS-1 to QS-71: roll by roll, tally by tally, effect by effect, end by end."""
    agreed(dict.fromkeys(MODELS, range(40)), OFTEN, rolls=2_000)


@pytest.mark.soak
def test_the_rules_and_the_model_agree_for_long() -> None:
    """QS-1 to QS-71: the same, for more contests."""
    agreed(dict.fromkeys(MODELS, range(40, 140)), SELDOM, rolls=4_000)


def agreed(seeds: dict[str, range], events: set[str], *, rolls: int) -> None:
    """Many contests of every kind in lockstep, in which all of these things came about."""
    heard: Counter[str] = Counter()
    for kind, numbers in seeds.items():
        for seed in numbers:
            heard += played(seed, kind)
    assert events <= set(heard), events - set(heard)
    assert heard["Rolled"] >= rolls


class Ear:
    """Tells the model what was decided, and what the log says came of it."""

    def __init__(self, model: Model) -> None:
        self.model, self.heard = model, 0
        self.asked: Ask | None = None
        self.log: list[str] = []

    def entering(self, play: Any, entry: Any, *, by_hand: bool) -> None:
        slot = play.questions.course.slots[entry.slot] if isinstance(entry, Answered) else None
        self.asked = slot if isinstance(slot, Ask) else None

    def entered(self, play: Any, entry: Any, at: int) -> None:
        if self.asked is not None and isinstance(entry, Answered):
            self.log.append(f"  > {self.asked.what} [{self.asked.about}] {entry.granted}: {entry.value}")
            self.model.decide(self.asked.what, self.asked.about, entry.value)
        for line in play.lines[self.heard :]:
            self.heard += 1
            self.log.append(str(line.event))
            self.model.hear(line.event)

    def rewound(self, play: Any, to: int) -> None:
        raise AssertionError("nothing is undone here")


def played(seed: int, kind: str) -> Counter[str]:
    """One contest in lockstep; returns what came about, and how often."""
    random = Random(seed)
    setup, chosen = contest(random, kind)
    type_ = GAME.type(kind)
    seats = ("gm", *type_.seats(setup))
    dice: Any = dict.fromkeys(seats, random.choice(("tap", "tap", "sealed")))
    referee = Referee.start(
        GAME, kind, setup, chosen, seed=random.randbytes(32), dice=dice, strict=random.random() < 0.3
    )
    model = MODELS[kind](kind, setup, chosen)
    ear = Ear(model)
    wild = random.choice((0.1, 0.3, 0.6))
    try:
        ear.entered(referee, None, 0)
        referee.watcher = ear
        for _ in range(MOST_ANSWERS):
            model.compare(referee.state)
            if referee.over:
                model.finish(referee.result)
                break
            pending = random.choice(referee.pending)
            referee.answer(pending.id, said(pending, random, wild))
    except AssertionError as wrong:
        wrong.add_note("\n".join([f"seed {seed}, {kind}", str(setup), str(chosen), *ear.log[-60:]]))
        raise
    return model.heard


def contest(random: Random, kind: str) -> tuple[Any, Any]:
    """A set-up and options that can be played."""
    while True:
        try:
            return GAME.type(kind).setup_from(scene(random, kind), options(random, kind))
        except AgonistError:
            continue


def said(pending: Any, random: Random, wild: float) -> Any:
    return likely(pending.form(), random, wild) if isinstance(pending.request, Ask) else "sealed"


def likely(form: Form, random: Random, wild: float) -> Any:
    """What people say: often what is offered, else anything, but no numbers out of this world."""
    if random.random() > wild and not isinstance(form, Fields):
        return form.fallback()
    if isinstance(form, Fields):
        return {each.key: likely(each.form, random, wild) for each in form.fields}
    if isinstance(form, Choice):
        option = random.choice([each for each in form.options if not each.unavailable])
        if option.then is None:
            return option.key
        return {"pick": option.key, "with": likely(option.then, random, 0.8)}
    if isinstance(form, Number):
        return random.randint(max(form.least, min(-15, form.most)), min(form.most, max(form.least, 30)))
    return form.sample(random)
