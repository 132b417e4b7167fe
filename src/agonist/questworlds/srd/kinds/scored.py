"""The scored sequence: resolution points, and who has five is out (QS-45 to QS-51)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from agonist.kernel import Answer, Choice, Event, Field, Option, Procedure, Split
from agonist.tabletop import picked, whose

from ...chassis.combatants import Left
from ..approach.tactics import Stance, Tactic
from ..approach.weighing import Stake
from ..clash.rollers import helping
from ..people.contestants import Contestant
from ..questions import question
from ..rolls.knobs import BOOK, StoryKnobs
from ..rolls.results import Result
from ..sequence.duels import achieved, duel
from ..sequence.falls import fall, shot
from ..sequence.free_actions import challenged
from ..sequence.kind import Kind
from ..sequence.leaving import withdraw
from ..sequence.round_tactics import STANCE_SAID
from ..sequence.state import Bout, Fall, Sequence, SequenceState


def rp_taken(degree: int, winner: Stance, loser: Stance, knobs: StoryKnobs = BOOK) -> int:
    """QS-45, QS-46: degree + 1, and what gambits and defensive responses make of it.

    >>> [rp_taken(1, *each) for each in (("plain", "plain"), ("gambit", "gambit"), ("defensive", "gambit"))]
    [2, 4, 3]
    """
    points = knobs.points(degree)
    if "gambit" in (winner, loser):
        points += knobs.gambit_costs if loser == "gambit" else knobs.gambit_wins
    points -= knobs.defensive_gives * (winner == "defensive") + knobs.defensive_saves * (loser == "defensive")
    return max(0, points)


def out_in(seen: Mapping[str, Any]) -> int:
    """QS-45: how many resolution points put one out, in what a seat sees."""
    return int(seen["options"].get("knobs", {}).get("out", BOOK.out))


def rp_left(row: Mapping[str, Any], out: int) -> Left:
    """QS-45: how many resolution points more put somebody out, a follower too."""
    return max(0, out - row["rp"]), out, False, f"{row['rp']} RP of {out}"


class Takes(Event, frozen=True):
    """Resolution points, open to all (QS-70)."""

    rule = "QS-45"
    name: str
    points: int
    total: int

    def text(self) -> str:
        return f"{self.name}: {self.points or 'no'} RP more, {self.total} in all."


class Stands(Event, frozen=True):
    rule = "QS-46"
    name: str
    stance: str

    def text(self) -> str:
        return f"{self.name} {STANCE_SAID[self.stance]}."


class Shifts(Event, frozen=True):
    rule = "QS-50"
    name: str
    follower: str
    points: int
    gone: bool

    def text(self) -> str:
        end = f", and {self.follower} is gone" if self.gone else ""
        return f"{self.follower} takes {self.points} RP for {self.name}{end}."


class Assisted(Event, frozen=True):
    rule = "QS-47"
    name: str
    friend: str
    points: int
    total: int

    def text(self) -> str:
        if not self.points:
            return f"{whose(self.name)} assist changes nothing for {self.friend}."
        moved = f"takes {-self.points} RP off" if self.points < 0 else f"puts {self.points} RP on"
        return f"{whose(self.name)} assist {moved} {self.friend} ({self.total})."


class ShotLands(Event, frozen=True):
    rule = "QS-49"
    name: str
    loser: str
    points: int
    total: int

    def text(self) -> str:
        moved = f"{self.points} RP more" if self.points > 0 else f"{-self.points} RP fewer"
        return f"{whose(self.name)} parting shot: {moved} for {self.loser} ({self.total})."


def stances(knobs: StoryKnobs) -> Choice:
    """QS-46, with what each comes to."""
    gambit = f"+{knobs.gambit_wins} RP if you win, +{knobs.gambit_costs} on you if you lose."
    defence = f"−{knobs.defensive_gives} RP if you win, −{knobs.defensive_saves} on you if you lose."
    return Choice(
        (
            Option("plain", "As it comes"),
            Option("gambit", "Gambit: end it fast", help=gambit, rule="QS-46"),
            Option("defensive", "Guarded: hold out", help=defence, rule="QS-46"),
        ),
        "plain",
    )


_DEEDS = {"plain": "Go for it", "gambit": "Risk more", "defensive": "Stay on guard"}


def own_stances(knobs: StoryKnobs) -> Choice:
    """QS-46: for who has the initiative, each is a deed of its own."""
    found = stances(knobs)
    named = tuple([msgspec.structs.replace(each, deed=_DEEDS[each.key]) for each in found.options])
    return Choice(named, found.default)


class Scored(Kind):
    rule = "QS-45"

    def engage(self, state: SequenceState, bout: Bout) -> None:
        """QS-40, QS-48: 0 to 0; who joins a pairing shares its tally; who came back has the old one (QS-37)."""
        for name in (bout.one, bout.two):
            who = state.find(name)
            shared = [each for each in state.sharing(who) if each is not who]
            if shared:
                who.rp = shared[0].rp
            elif len(state.foes_of(name)) == 1 and not who.returned:
                who.rp = 0
            who.returned = False

    def own_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        return (Field("stance", "How", own_stances(state.options.house)),)

    def their_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        return (Field("their stance", f"{who.name} acts", stances(state.options.house)),)

    def read(self, tactic: Tactic, parts: Mapping[str, Answer]) -> Tactic:
        stance = parts.get("stance", parts.get("their stance", "plain"))
        return msgspec.structs.replace(tactic, stance=stance)

    def accepted(self, contest: Sequence, bout: Bout, stake: Stake) -> Procedure[None]:
        """QS-46: declared openly, before the dice."""
        if stake.tactic.stance not in ("plain", stake.who.stance):
            contest.report(Stands, stake.who.name, stake.tactic.stance)
        yield from ()

    def exchange(self, contest: Sequence, bout: Bout, tactics: dict[str, Tactic]) -> Procedure[None]:
        """QS-45, QS-46: the loser takes RP; a round without any makes a standoff likelier."""
        state = contest.state
        result = yield from duel(contest, self, bout, tactics)
        if result is None:
            return
        for name in (bout.one, bout.two):
            if state.find(name).opposition and tactics[name].stance != "plain":
                contest.report(Stands, name, tactics[name].stance)
        points = yield from self._judge(contest, bout, tactics, result)
        bout.quiet = 0 if points else bout.quiet + 1
        if bout.quiet == state.options.house.standoff_rounds and not state.falls:
            bout.quiet = 0
            yield from standoff(contest, bout)

    def worth(self, state: SequenceState, result: Result, ours: Tactic, theirs: Tactic) -> object:
        """QS-36, QS-46: who wins and the RP, or the degree of what else is achieved."""
        won, lost = (ours, theirs) if result.victory else (theirs, ours)
        if not result.sign or won.aim.augments:
            return result
        return result.sign, 0 if won.aim.words else rp_taken(
            result.degree, won.stance, lost.stance, state.options.house
        )

    def _judge(
        self, contest: Sequence, bout: Bout, tactics: dict[str, Tactic], result: Result
    ) -> Procedure[int]:
        """QS-36, QS-45: who goes for something else leaves the other's tally alone; a tie changes nothing."""
        state = contest.state
        if not result.sign:
            return 0
        one, two = state.find(bout.one), state.find(bout.two)
        winner, loser = (one, two) if result.victory else (two, one)
        won, lost = tactics[winner.name], tactics[loser.name]
        if won.aim.elsewhere:
            achieved(contest, winner, won, result)
            return 0
        points = rp_taken(result.degree, won.stance, lost.stance, state.options.house)
        yield from self.lodge(contest, loser, points, winner.name)
        return points

    def lodge(self, contest: Sequence, loser: Contestant, points: int, by: str) -> Procedure[None]:
        """QS-45, QS-48, QS-50: points go on the shared tally, some perhaps to secondaries; then who is out is out."""
        state = contest.state
        for each in state.sharing(loser):
            each.rp += points
        contest.report(Takes, loser.name, points, loser.rp)
        moved = (yield from self._shifted(contest, loser)) if points else 0
        one_round = bool(loser.leader) and points >= state.options.house.follower_out
        if self.out(state, loser) or one_round:
            fall(contest, self, loser, by, max(0, points - moved))

    def _shifted(self, contest: Sequence, loser: Contestant) -> Procedure[int]:
        """QS-48, QS-50: every player whose tally it is may let followers take some of it."""
        moved = 0
        for each in contest.state.sharing(loser):
            moved += yield from shift(contest, each)
        return moved

    def out(self, state: SequenceState, who: Contestant) -> bool:
        return who.rp >= state.options.house.out

    def stays_out(self, state: SequenceState, fall: Fall, loser: Contestant) -> bool:
        """QS-49, QS-50: under 5 one is back in; a follower must also hold fewer than 3 of what knocked them out."""
        return self.out(state, loser) or (
            bool(loser.leader) and fall.lodged >= state.options.house.follower_out
        )

    def degree(self, state: SequenceState, loser: Contestant, winner: Contestant | None) -> int:
        """QS-45: by the winner's tally; whom a friend's assist knocked out was beaten by who faces them (QS-47)."""
        faced = [winner] if winner else [state.find(name) for name in state.foes_of(loser.name)]
        return state.options.house.scored_degree(loser.rp - min((each.rp for each in faced), default=0))

    def parting_shot(self, contest: Sequence, fall: Fall, shooter: Contestant) -> Procedure[None]:
        """QS-49: won, more RP; lost, as many come off as the last round and later shots had put on."""
        state = contest.state
        loser = state.find(fall.names[0])
        clash, _, _ = yield from shot(contest, shooter, loser)
        points = clash.result.sign * state.options.house.points(clash.result.degree)
        if points < 0:
            points = 0 if fall.left else -min(-points, fall.lodged)
        fall.lodged += points
        for name in fall.names:
            state.find(name).rp += points
        if points:
            contest.report(ShotLands, shooter.name, loser.name, points, loser.rp)

    def assist(
        self, contest: Sequence, who: Contestant, friend: Contestant, parts: Mapping[str, Answer]
    ) -> Procedure[None]:
        """QS-47: against the base, 5 harder for each earlier assist to the same; it helps or it harms."""
        state = contest.state
        clash = yield from challenged(contest, helping(who, parts["ability"]), friend, "QS-47")
        if clash is None:
            return
        points = -clash.result.sign * state.options.house.points(clash.result.degree)
        points = max(points, -friend.rp)
        for each in state.sharing(friend):
            each.rp += points
        contest.report(Assisted, who.name, friend.name, points, friend.rp)
        if points > 0:
            yield from self._shifted(contest, friend)
        if self.out(state, friend):
            fall(contest, self, friend, "")

    def tell(self, who: Contestant) -> str:
        return f"{who.rp} RP"


def shift(contest: Sequence, who: Contestant) -> Procedure[int]:
    """QS-50: any number of RP to secondaries, who are gone when they hold 3; shifted ones no longer count."""
    state = contest.state
    able = [each for each in state.followers_of(who) if each.here and each.role == "secondary"]
    if not able or not who.rp:
        return 0
    answer = yield question(
        "shift",
        who,
        lambda: Choice(
            (
                Option("keep", "Keep them"),
                Option(
                    "shift",
                    "Let followers take some",
                    rule="QS-50",
                    then=Split(tuple(Option(each.name, each.name) for each in able), 1, max(1, who.rp)),
                ),
            ),
            "shift" if who.rp >= state.options.house.out else "keep",
        ),
        rp=who.rp,
    )
    shares = picked(answer).more or {}
    moved = 0
    for follower in able:
        points = min(shares.get(follower.name, 0), who.rp)
        follower.rp += points
        for each in state.sharing(who):
            each.rp -= points
        moved += points
        if follower.rp >= state.options.house.follower_out:
            follower.status = "out"
        if points:
            contest.report(Shifts, who.name, follower.name, points, not follower.here)
    return moved


def standoff(contest: Sequence, bout: Bout) -> Procedure[None]:
    """QS-46: the game master is asked whether something breaks the standoff or both withdraw."""
    rounds = contest.state.options.house.standoff_rounds
    answer = yield question("standoff", rounds=rounds, one=bout.one, two=bout.two)
    if answer == "withdraw":
        yield from withdraw(contest, bout)
