"""The wagered sequence: advantage points, two exchanges a round (QS-52 to QS-61)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from agonist.kernel import (
    ONLOOKER,
    Answer,
    Event,
    Field,
    Number,
    Procedure,
    Staged,
)
from agonist.tabletop import Told, begun, picked

from ...chassis.people import seats
from ..approach.stating import thrown
from ..approach.tactics import Tactic, ability_form
from ..approach.weighing import Stake
from ..clash.rollers import helping
from ..people.contestants import Contestant
from ..people.knowledge import knows_ap
from ..questions import question
from ..rolls.rolls import Clash
from ..sequence.duels import RoundEnds, achieved, not_acting, prepared, round_stake
from ..sequence.falls import fall, shot
from ..sequence.kind import Kind
from ..sequence.round_tactics import their_fields
from ..sequence.state import Bout, Fall, Sequence, SequenceState
from .advantage import change, given, pay
from .wagers import (
    USUAL,
    Plans,
    anew,
    answered,
    desperate,
    falls_short,
    proposal,
    restated,
    wager_form,
)


class StartsWith(Told, frozen=True):
    rule = "QS-52"
    says = "{name} starts with {ap} AP: {ability} {rating}."
    name: str
    ability: str
    rating: str
    ap: int


class Given(Event, frozen=True):
    rule = "QS-59"
    name: str
    friend: str
    amount: int
    arrives: bool

    def text(self) -> str:
        end = "has them" if self.arrives else "gets nothing of it"
        return f"{self.name} gives {self.amount} AP, and {self.friend} {end}."


class WagerFalls(Told, frozen=True):
    rule = "QS-56"
    says = "{name:whose} wager falls to {wager}: there is no more."
    name: str
    wager: int


class Wagers(Event, frozen=True):
    rule = "QS-53"
    name: str
    wager: int
    desperate: bool = False
    all_in: bool = False

    def staged(self) -> Staged | None:
        """QS-56: who stakes all they have, or more."""
        word = "In desperation" if self.desperate else "All in"
        says = f"{begun(self.name)} risked {'more than there was' if self.desperate else 'everything'}"
        big = self.desperate or self.all_in
        return Staged(who=self.name, word=word, rare="bright", says=says) if big else None

    def text(self) -> str:
        return f"{self.name} wagers {self.wager}{' in desperation' if self.desperate else ''}."


def _wagers(state: SequenceState, who: Contestant, tactic: Tactic, rule: str = "") -> Wagers:
    """QS-53: what somebody stakes; that it is all they have only where all may know (QS-70)."""
    all_in = tactic.wager == who.ap and knows_ap(state, ONLOOKER, who)
    return Wagers(who.name, tactic.wager, desperate(who, tactic), all_in, under=rule)


class Wagered(Kind):
    side_by_side = (
        False  # QS-60: who is back in has an exchange of their own at once, in the midst of the others'
    )
    rule = "QS-57"

    def begin(self, state: SequenceState) -> None:
        """QS-52, QS-58: the whole rating of the first ability, and followers' who add theirs; at least 1."""
        for who in state.contestants:
            self.start(state, who)

    def start(self, state: SequenceState, who: Contestant) -> None:
        """QS-40, QS-52: the ability that it comes from is used in the first round after."""
        who.acted = False
        followers = sum(each.whole for each in state.followers_of(who) if each.use == "ap")
        who.ap = who.starting_ap = max(1, who.rating(who.hand).whole + followers)

    def tell_start(self, contest: Sequence) -> None:
        """QS-70: told to those who may know."""
        state = contest.state
        for who in state.contestants:
            aware = tuple(seat for seat in seats(state) if knows_ap(state, seat, who))
            contest.report(
                StartsWith,
                who.name,
                who.hand,
                str(who.rating(who.hand)),
                who.ap,
                audience=None if knows_ap(state, ONLOOKER, who) else aware,
            )

    def engage(self, state: SequenceState, bout: Bout) -> None:
        """QS-40, QS-41: AP stay with their owners, unless the option starts a new pair afresh; who joins has what they
        have."""
        pair = (bout.one, bout.two)
        new = all(len(state.foes_of(name)) == 1 for name in pair)
        if getattr(state.options, "new_pairing_ap", "keep") == "fresh" and state.round and new:
            for name in pair:
                self.start(state, state.find(name))

    def own_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        """QS-53, QS-56: up to the starting AP, or the current ones if more; and how one answers."""
        wager = Field("wager", "Wager", wager_form(who))
        if len(who.usable()) < 2 or not who.acted:
            return (wager,)
        return (wager, Field("answer", "Answering with", ability_form(who, default=who.answering())))

    def their_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        return (Field("their wager", f"{who.name} wagers", wager_form(who)),)

    def read(self, tactic: Tactic, parts: Mapping[str, Answer]) -> Tactic:
        wager = parts.get("wager", parts.get("their wager", USUAL))
        answer = parts.get("answer", tactic.answer or tactic.ability)
        return msgspec.structs.replace(tactic, wager=wager, answer=answer)

    def accepted(self, contest: Sequence, bout: Bout, stake: Stake) -> Procedure[None]:
        """QS-53: the game master may propose another wager, which need not be taken."""
        proposed = picked(stake.ruling.get("propose")).more
        if proposed not in (None, stake.tactic.wager):
            yield from self._proposed(stake, proposed)
        if stake.who.acted:
            stake.who.answers = stake.tactic.answer
        if stake.who.wager != stake.tactic.wager:
            contest.report(_wagers, contest.state, stake.who, stake.tactic)

    def _proposed(self, stake: Stake, wager: int) -> Procedure[None]:
        answer = yield question("propose a wager", stake.who, wager=wager, stated=stake.tactic.wager)
        if answer == "take":
            stake.tactic = msgspec.structs.replace(stake.tactic, wager=wager)

    def exchange(self, contest: Sequence, bout: Bout, tactics: dict[str, Tactic]) -> Procedure[None]:
        """QS-53: both exchanges, the higher wager first; at 0 AP one is out before the one still to come."""
        state = contest.state
        one, two = state.find(bout.one), state.find(bout.two)
        stakes = []
        for who, other in ((one, two), (two, one)):
            if not who.opposition:
                states = other.opposition and other.name not in tactics
                more = (*their_fields(self, state, other, bout),) if states else ()
                more = (*more, proposal(who))
                stakes.append(round_stake(contest, self, bout, who, tactics[who.name], more))
        if not (yield from prepared(contest, stakes, bout)):
            return
        plans = Plans(self, one, two, stakes, dict(tactics))
        first = yield from self._first(contest, bout, plans)
        if first is None:
            return
        second = two if first is one else one
        if not state.falls and first.ap > 0 and second.ap > 0:
            yield from self._second(contest, bout, plans, second)

    def _first(self, contest: Sequence, bout: Bout, plans: Plans) -> Procedure[Contestant | None]:
        clash = yield from thrown(
            contest,
            plans.stakes,
            lambda: plans.rollers(plans.first()),
            asides=lambda: [
                *plans.answers(plans.first()),
                *plans.weighed(plans.first(), contest.tell),
            ],
            worth=lambda result: plans.worth(plans.first(), plans.tactic(plans.first()).wager, result),
        )
        if clash is None:
            yield from not_acting(contest, plans.stakes, bout)
            return None
        actor = plans.first()
        for each in (each for each in (plans.one, plans.two) if each.opposition):
            contest.report(_wagers, contest.state, each, plans.tactic(each))
        yield from self._settle(contest, actor, plans, clash, plans.tactic(actor).wager)
        return actor

    def _second(self, contest: Sequence, bout: Bout, plans: Plans, actor: Contestant) -> Procedure[None]:
        """QS-56: with fewer AP than wagered the opposition's wager falls; a player chooses."""
        wager = plans.tactic(actor).wager
        if actor.ap < wager and (actor.opposition or (yield from falls_short(actor, wager))):
            wager = actor.ap
            contest.report(WagerFalls, actor.name, wager)
        clash = yield from anew(contest, plans, actor, wager)
        yield from self._settle(contest, actor, plans, clash, wager)

    def single(self, contest: Sequence, bout: Bout, actor: Contestant) -> Procedure[None]:
        """QS-60: who is back in has an exchange in this round, newly stated."""
        state = contest.state
        one, two = state.find(bout.one), state.find(bout.two)
        ability, wager = (yield restated(actor, bout.other(actor.name))).values()
        other = state.find(bout.other(actor.name))
        stated = {
            actor.name: Tactic(ability=ability, wager=wager),
            other.name: Tactic(ability=other.hand, answer=other.answering()),
        }
        plans = Plans(self, one, two, [], stated)
        contest.report(_wagers, state, actor, stated[actor.name], "QS-60")
        clash = yield from answered(contest, plans, actor, wager)
        yield from self._settle(contest, actor, plans, clash, wager)

    def _settle(
        self, contest: Sequence, actor: Contestant, plans: Plans, clash: Clash, wager: int
    ) -> Procedure[None]:
        """QS-54, QS-36: the loser pays by the actor's wager; who goes for something else wins that instead."""
        result = clash.result if actor is plans.one else clash.result.mirrored
        other = plans.two if actor is plans.one else plans.one
        contest.report(RoundEnds, actor.name, other.name, result.word, clash.why, under="QS-54")
        tactic = plans.tactic(actor)
        if result.victory and tactic.aim.elsewhere:
            achieved(contest, actor, tactic, result)
            return
        ratings = {
            roller.name: (roller.rating(), clash.dice[n]) for n, roller in enumerate(plans.rollers(actor))
        }
        pay(contest, self, actor, other, result, wager, ratings, elsewhere=tactic.aim.elsewhere)
        yield from ()

    def out(self, state: SequenceState, who: Contestant) -> bool:
        return who.ap <= 0

    def degree(self, state: SequenceState, loser: Contestant, winner: Contestant | None) -> int:
        return state.options.house.wagered_degree(loser.ap)

    def parting_shot(self, contest: Sequence, fall: Fall, shooter: Contestant) -> Procedure[None]:
        """QS-60: an exchange with a new wager; lost, it costs the shooter and may lift the loser above 0."""
        loser = contest.state.find(fall.names[0])
        more = (Field("wager", "Wager", wager_form(shooter)),)
        clash, rollers, answer = yield from shot(contest, shooter, loser, more)
        ratings = {
            roller.name: (roller.rating(), die) for roller, die in zip(rollers, clash.dice, strict=True)
        }
        wager = answer["wager"]
        contest.report(Wagers, shooter.name, wager, under="QS-60")
        pay(contest, self, shooter, loser, clash.result, wager, ratings, gives_back=not fall.left)

    def may_assist(self, state: SequenceState, who: Contestant) -> list[Contestant]:
        """QS-59: who has advantage points of their own to give; a follower's are in a total already."""
        return super().may_assist(state, who) if who.ap > 0 and not who.leader else []

    def assist_fields(self, state: SequenceState, who: Contestant) -> tuple[Field, ...]:
        return (
            *super().assist_fields(state, who),
            Field("amount", "How much", Number(1, max(1, who.ap), min(USUAL, max(1, who.ap)))),
        )

    def assist(
        self, contest: Sequence, who: Contestant, friend: Contestant, parts: Mapping[str, Answer]
    ) -> Procedure[None]:
        """QS-59: the number given is the resistance; the giver has lost it either way."""
        gift = yield from given(contest, helping(who, parts["ability"]), friend, parts["amount"])
        if gift is None:
            return
        amount, arrives = gift
        change(contest, who, -amount, "QS-59")
        contest.report(Given, who.name, friend.name, amount, arrives)
        if arrives:
            change(contest, friend, amount, "QS-59")
        if who.ap <= 0:
            fall(contest, self, who, "")

    def open(self, state: SequenceState, who: Contestant) -> bool:
        return knows_ap(state, ONLOOKER, who)

    def tell(self, who: Contestant) -> str:
        return f"{who.ap} AP".replace("-", "−")
