"""Wagers: what both have stated for a round, within which limits, and what becomes of it (QS-53, QS-56)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from agonist.kernel import (
    Answer,
    Ask,
    Choice,
    Field,
    Fields,
    Number,
    Option,
    Procedure,
)
from agonist.tabletop import whose

from ..approach.ruled import Tell
from ..approach.rulings import credible_ask, stretch_of, tell_word
from ..approach.stating import Aside, thrown
from ..approach.tactics import Tactic, ability_form
from ..approach.weighing import Stake
from ..clash.rollers import Roller, using
from ..people.contestants import Contestant
from ..people.limits import most_to_wager
from ..questions import question
from ..rolls.results import Result
from ..rolls.rolls import Clash
from ..sequence.kind import Kind
from ..sequence.round_tactics import their_tactic
from ..sequence.state import Sequence
from .advantage import price

USUAL: Final = 3
"""QS-53: a wager that is offered where none is stated."""


class Plans(msgspec.Struct):
    """What both have stated for a round; the opposition's part is in the game master's word until it is said."""

    kind: Kind
    one: Contestant
    two: Contestant
    stakes: list[Stake]
    stated: dict[str, Tactic]
    stretches: dict[tuple[str, str], int] = {}

    def tactic(self, who: Contestant) -> Tactic:
        for stake in self.stakes:
            if stake.who is who:
                return stake.tactic
        if who.name in self.stated:
            return self.stated[who.name]
        return their_tactic(self.kind, who, self.stakes[0].ruling)

    def change(self, who: Contestant, ability: str, *, answers: bool = False) -> None:
        """QS-53, QS-56: another ability to act or to answer with, the same wager."""
        changed = {"answer": ability} if answers else {"ability": ability, "answer": self.answer(who)}
        if answers:
            who.answers = ability
        for stake in (each for each in self.stakes if each.who is who):
            stake.tactic = msgspec.structs.replace(stake.tactic, **changed)
        if who.name in self.stated:
            self.stated[who.name] = msgspec.structs.replace(self.stated[who.name], **changed)

    def answer(self, who: Contestant) -> str:
        """QS-53: the ability that one answers with."""
        return self.tactic(who).answer or self.tactic(who).ability

    def answers(self, actor: Contestant) -> list[Aside]:
        """QS-53: the other may still say how they answer; in their first round it is the first ability (QS-52)."""
        other = self.two if actor is self.one else self.one
        if other.opposition or not other.acted or len(other.usable()) < 2:
            return []
        return [(_answering(other, self), partial(self.change, other, answers=True))]

    def first(self) -> Contestant:
        """QS-53: the higher wager first; equal, who stated first."""
        wagers = self.tactic(self.one).wager, self.tactic(self.two).wager
        if wagers[0] != wagers[1]:
            return self.one if wagers[0] > wagers[1] else self.two
        return self.one if list(self.stated)[:1] == [self.one.name] else self.two

    def worth(self, actor: Contestant, wager: int, result: Result) -> object:
        """QS-31, QS-54: who wins and the AP, or the degree of what else the actor achieves."""
        won = result.victory if actor is self.one else result.defeat
        if self.tactic(actor).aim.augments and won:
            return result
        return result.sign, 0 if won and self.tactic(actor).aim.words else price(result.degree, wager)

    def rollers(self, actor: Contestant) -> tuple[Roller, Roller]:
        """The actor with the tactic's ability, the other with what they answer with."""
        return self._roller(self.one, actor), self._roller(self.two, actor)

    def _roller(self, who: Contestant, actor: Contestant) -> Roller:
        """What has passed as a tactic is as it was ruled then, whatever was said of it as an answer."""
        roller = using(who, self.tactic(who).ability if who is actor else self.answer(who))
        if roller.ability == self._passed(roller):
            return roller
        return msgspec.structs.replace(roller, stretch=self.stretches.get((who.name, roller.ability), 0))

    def weighed(self, actor: Contestant, tell: Tell) -> list[Aside]:
        """QS-11: the game master's word on abilities that are not of a tactic that has passed already."""
        new = [each for each in self.rollers(actor) if each.stated and each.ability != self._passed(each)]
        return [(credible_ask(each), partial(self._hear, actor, each, tell)) for each in new]

    def _passed(self, roller: Roller) -> str:
        return roller.contestant.hand if roller.contestant else ""

    def _hear(self, actor: Contestant, roller: Roller, tell: Tell, word: Answer) -> None:
        """What is refused gives way to the ability in hand."""
        who = roller.contestant
        if who is None or word == credible_ask(roller).assumed():
            return
        tell_word(tell, roller, word)
        if word == "refuse":
            self.change(who, who.hand, answers=who is not actor)
        else:
            self.stretches = {**self.stretches, (who.name, roller.ability): stretch_of(word)}


def proposal(who: Contestant) -> Field:
    other = Option("propose", "Propose another", rule="QS-53", then=wager_form(who))
    return Field(
        "propose", f"{whose(who.name)} wager", Choice((Option("as-stated", "As stated"), other), "as-stated")
    )


def wager_form(who: Contestant) -> Number:
    """QS-53, QS-56."""
    most = most_to_wager(who.opposition, who.ap, who.starting_ap)
    desperate = f"above {max(1, who.ap)} in desperation"
    why = "the opposition never wagers more than it has" if who.opposition else desperate
    return Number(1, most, min(USUAL, most), f"QS-56: {why}")


def restated(who: Contestant, other: str) -> Ask:
    return question(
        "exchange",
        who,
        lambda: Fields(
            (
                Field("ability", "With", ability_form(who, default=who.hand)),
                Field("wager", "Wager", wager_form(who)),
            )
        ),
        other=other,
    )


def anew(contest: Sequence, plans: Plans, actor: Contestant, wager: int) -> Procedure[Clash]:
    """QS-56: before the second exchange its actor may change tactic and ability, the wager not."""

    def mine() -> list[Aside]:
        return [] if actor.opposition else [(_other_tactic(actor, plans), partial(plans.change, actor))]

    return (yield from answered(contest, plans, actor, wager, mine))


def answered(
    contest: Sequence,
    plans: Plans,
    actor: Contestant,
    wager: int,
    mine: Callable[[], list[Aside]] = list,
) -> Procedure[Clash]:
    """QS-53: an exchange that is stated; the other may still say how they answer."""
    clash = yield from thrown(
        contest,
        (),
        lambda: plans.rollers(actor),
        asides=lambda: [*mine(), *plans.answers(actor), *plans.weighed(actor, contest.tell)],
        worth=partial(plans.worth, actor, wager),
    )
    assert clash is not None  # no tactic is on the table that could be given up
    return clash


def _other_tactic(who: Contestant, plans: Plans) -> Ask:
    return question(
        "other tactic",
        who,
        lambda: ability_form(who),
        assume=plans.tactic(who).ability,
        interrupts=True,
        directed=True,
    )


def _answering(who: Contestant, plans: Plans) -> Ask:
    """QS-53: how one answers is said when the other's tactic and wager are known."""
    other = plans.two if who is plans.one else plans.one
    return question(
        "answer",
        who,
        lambda: ability_form(who),
        assume=plans.answer(who),
        interrupts=True,
        directed=True,
        other=other.name,
        wager=plans.tactic(other).wager,
    )


def desperate(who: Contestant, tactic: Tactic) -> bool:
    return not who.opposition and tactic.wager > who.ap


def falls_short(who: Contestant, wager: int) -> Procedure[bool]:
    """QS-56: a player chooses that the wager falls, or stands as stated."""
    answer = yield question(
        "cut short",
        who,
        lambda: Choice(
            (
                Option("fall", f"It falls to {max(1, who.ap)}"),
                Option("stand", f"It stands at {wager}", help="In desperation."),
            ),
            "fall",
        ),
        ap=who.ap,
        wager=wager,
    )
    return bool(answer == "fall")
