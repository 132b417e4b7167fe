"""The chained sequence: resolve, which belongs to the character (QS-62 to QS-69)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from agonist.kernel import GM, Answer, Choice, Contest, Event, Field, Fields, Option, Procedure, Text
from agonist.tabletop import minus, picked, signed

from ...chassis.combatants import Left
from ..aftermath.effects import leave as left_with
from ..approach.tactics import Tactic, ability_form
from ..clash.rollers import helping
from ..people.contestants import Arena, Contestant, Follower
from ..questions import question
from ..rolls.results import Result
from ..sequence.duels import achieved, duel
from ..sequence.falls import fall, shot
from ..sequence.free_actions import challenged
from ..sequence.kind import Kind
from ..sequence.state import Bout, Fall, Sequence, SequenceState

RESOLVE_LEFT = (
    "from defeat",
    "Resolve: what is lost stays lost until one recovers, and whoever has none left is out.",
)
"""What it means to have no resolve left."""


def resolve_left(row: Mapping[str, Any]) -> Left:
    """QS-62, QS-70: resolve, or if it is hidden what was lost of it before everybody's eyes."""
    if "resolve" not in row:
        return None, 0, True, f"{row['points']} lost" if row["points"] else ""
    left, began = row["resolve"], row["starting_resolve"]
    return left, max(left, began), False, f"{minus(left)} of {began} resolve"


class Loses(Event, frozen=True):
    """Resolve lost: the loss is seen by all (QS-70); what is left by who may know it."""

    rule = "QS-64"
    name: str
    points: int
    left: int | None = None

    def text(self) -> str:
        rest = "" if self.left is None else f", {self.left} left".replace("-", "−")
        return f"{self.name}: {self.points} resolve lost{rest}."


class Bears(Event, frozen=True):
    rule = "QS-66"
    name: str
    follower: str
    points: int
    gone: bool

    def text(self) -> str:
        end = ", and leaves for good" if self.gone else ", and is out of this"
        return f"{self.follower} bears the loss of {self.points} resolve for {self.name}{end}."


class Regains(Event, frozen=True):
    rule = "QS-67"
    name: str
    points: int
    now: int

    def text(self) -> str:
        if not self.points:
            return f"{self.name} regains nothing."
        return f"{self.name} regains {self.points} resolve and has {self.now}.".replace("-", "−")


class Diminished(Event, frozen=True):
    rule = "QS-69"
    name: str
    starting: int

    def text(self) -> str:
        due = " A career is over, when player and game master say so." if not self.starting else ""
        return f"{self.name} has been down: the starting resolve is {self.starting} from now on.{due}"


def lose(contest: Contest[Arena], who: Contestant, points: int, *, counts: bool = True) -> None:
    """QS-64: in full, below 0 too. What counts for the outcome is remembered (QS-65)."""
    who.resolve -= points
    who.points += points if counts else 0
    if who.resolve <= 0:
        who.fallen = True
    hidden = who.opposition and not getattr(contest.state.options, "show_resolve", False)
    contest.report(Loses, who.name, points, None if hidden else who.resolve)


def regain(contest: Contest[Arena], who: Contestant, points: int, *, at_once: bool = False) -> None:
    """QS-67, QS-69: at most to the starting value; once above 0 again that is 1 lower for good."""
    gained = max(0, min(points, who.starting_resolve - who.resolve))
    who.resolve += gained
    contest.report(Regains, who.name, gained, who.resolve)
    if who.fallen and who.resolve > 0:
        who.fallen = False
        if not at_once and who.character:
            who.starting_resolve -= 1
            who.resolve = min(who.resolve, who.starting_resolve)
            contest.report(Diminished, who.name, who.starting_resolve)


class Chained(Kind):
    rule = "QS-64"

    def exchange(self, contest: Sequence, bout: Bout, tactics: dict[str, Tactic]) -> Procedure[None]:
        """QS-64: the loser of a round loses degree + 1 resolve, trades it, or has a follower bear it."""
        state = contest.state
        result = yield from duel(contest, self, bout, tactics)
        if result is None:
            return
        one, two = state.find(bout.one), state.find(bout.two)
        winner, loser = (one, two) if result.sign >= 0 else (two, one)
        before = {who.name: who.resolve for who in (one, two)}
        if result.sign and tactics[winner.name].aim.elsewhere:
            achieved(contest, winner, tactics[winner.name], result)
        elif result.sign:
            points = state.options.house.resolve_lost(result.degree)
            yield from suffer(contest, loser, points, bearers_of(state, loser), loser.hand)
        for who, own in sorted(((one, result), (two, result.mirrored)), key=lambda each: each[1].sign):
            lodged = before[who.name] - who.resolve
            self._power(contest, who, tactics[who.name], own)
            if who.resolve <= 0:
                fall(contest, self, who, bout.other(who.name), lodged)

    def _power(self, contest: Sequence, who: Contestant, tactic: Tactic, own: Result) -> None:
        """QS-64: incredible powers may cost 1 resolve more, neither traded nor counted."""
        cost = getattr(contest.state.options, "power_cost", "off")
        pays = (cost == "defeat" and own.defeat) or (cost == "zero-victory" and own == Result(1, 0))
        if tactic.power and pays:
            lose(contest, who, 1, counts=False)

    def own_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        if getattr(state.options, "power_cost", "off") == "off":
            return ()
        uses = Choice((Option("no", "No"), Option("yes", "An incredible power")), "no")
        return (Field("power", "By", uses),)

    def read(self, tactic: Tactic, parts: Mapping[str, Answer]) -> Tactic:
        return msgspec.structs.replace(tactic, power=parts.get("power", "no") == "yes")

    def out(self, state: SequenceState, who: Contestant) -> bool:
        return who.resolve <= 0

    def degree(self, state: SequenceState, loser: Contestant, winner: Contestant | None) -> int:
        return state.options.house.chained_degree(loser.points)

    def parting_shot(self, contest: Sequence, fall: Fall, shooter: Contestant) -> Procedure[None]:
        """QS-49, QS-65: as in a scored sequence, with resolve; its losses are traded like a round's."""
        loser = contest.state.find(fall.names[0])
        clash, rollers, _ = yield from shot(contest, shooter, loser)
        points = contest.state.options.house.resolve_lost(clash.result.degree)
        if clash.result.victory:
            before = loser.resolve
            yield from suffer(contest, loser, points, bearers_of(contest.state, loser), rollers[1].ability)
            fall.lodged += before - loser.resolve
        elif clash.result.defeat and not fall.left:
            back = min(points, fall.lodged)
            fall.lodged -= back
            loser.points -= min(back, loser.points)
            regain(contest, loser, back, at_once=True)

    def may_assist(self, state: SequenceState, who: Contestant) -> list[Contestant]:
        """QS-67, QS-68: a teammate engaged, free or fallen; at 0 or less one treats nobody."""
        return [
            each
            for each in state.contestants
            if each.side == who.side
            and each is not who
            and each.status in ("in", "out")
            and each.resolve < each.starting_resolve
            and who.resolve > 0
        ]

    def assist(
        self, contest: Sequence, who: Contestant, friend: Contestant, parts: Mapping[str, Answer]
    ) -> Procedure[None]:
        """QS-68: a recovery as an assist: one roll, 5 harder each time; who is lifted above 0 is back in."""
        state = contest.state
        clash = yield from challenged(contest, helping(who, parts["ability"]), friend, "QS-68")
        if clash is None:
            return
        points = contest.state.options.house.resolve_lost(clash.result.degree)
        if clash.result.victory:
            regain(contest, friend, points)
        elif clash.result.defeat and state.assist_defeat != "time":
            payer = who if state.assist_defeat == "helper" else friend
            ability = parts["ability"] if payer is who else ""
            yield from suffer(contest, payer, points, bearers_of(state, payer), ability)
            if payer.standing and payer.resolve <= 0:
                fall(contest, self, payer, "")
        if friend.status == "out" and friend.resolve > 0:
            friend.status, friend.result, friend.rests = "in", None, True
            state.beaten = [each for each in state.beaten if each.name != friend.name]

    def tell(self, who: Contestant) -> str:
        return "" if who.opposition else f"{who.resolve} resolve".replace("-", "−")


def bearers_of(state: SequenceState, who: Contestant) -> list[Follower]:
    """QS-66: the secondaries who may bear a character's loss."""
    mine = state.followers_of(who) if who.character else []
    return [each for each in mine if each.here and each.role == "secondary"]


def suffer(
    contest: Contest[Arena], who: Contestant, points: int, bearers: list[Follower], ability: str
) -> Procedure[str]:
    """QS-64, QS-66: lost, traded for a consequence as a whole, or borne by a follower. It touches the ability used, or
    where none was (QS-67) what the game master names. Returns how it was taken."""
    hopeless = bool(ability) and who.rating(ability).hopeless
    knobs = contest.state.options.house
    worth = knobs.trade(points)
    tradable = who.character and points <= knobs.most_traded and not hopeless
    if not (tradable or bearers):
        lose(contest, who, points)
        return "lose"
    answer = yield question(
        "loss",
        who,
        lambda: _losing(who, points, bearers, worth, f" on {ability}" if ability else "", tradable=tradable),
        points=points,
        resolve=minus(who.resolve),
    )
    how, name = picked(answer)
    if how == "lose":
        lose(contest, who, points)
    elif how == "trade":
        label, on = yield from _worded(who, worth, ability)
        left_with(contest, who, worth, label, (on,), under="QS-64")
    else:
        bear(contest, who, {each.name: each for each in bearers}[name], points)
    return str(how)


def _losing(
    who: Contestant, points: int, bearers: list[Follower], worth: int, on: str, *, tradable: bool
) -> Choice:
    left = who.resolve - points
    options = [
        Option(
            "lose",
            f"Lose {points} resolve",
            help=f"{left} left".replace("-", "−"),
            leaves=(("resolve", left),),
        )
    ]
    if tradable:
        options.append(Option("trade", f"Take {signed(worth)}{on} instead", rule="QS-64"))
    if bearers:
        chosen = Choice(tuple(Option(each.name, each.name) for each in bearers), bearers[0].name)
        options.append(Option("bear", "A follower bears it", rule="QS-66", then=chosen))
    return Choice(tuple(options), "lose")


def _worded(who: Contestant, worth: int, ability: str) -> Procedure[tuple[str, str]]:
    """QS-64, QS-67: the game master words it, and names what it touches where no ability was used."""
    parts = [Field("label", "In words", Text(80, 1, "the toll of it"))]
    if not ability:
        parts.append(Field("on", "On", ability_form(who, default=who.hand)))
    answer = yield question(
        "word a consequence",
        who,
        Fields(tuple(parts)),
        by=GM,
        size=signed(worth),
        on=f" on {ability}" if ability else "",
    )
    return answer["label"], ability or answer["on"]


def bear(contest: Contest[Arena], who: Contestant, follower: Follower, points: int) -> None:
    """QS-66: the whole loss; then they are out of this sequence, and their augment is gone."""
    follower.lost += points
    who.points += points
    follower.status = (
        "gone for good" if follower.lost >= contest.state.options.house.follower_resolve else "out"
    )
    who.modifiers = [
        each for each in who.modifiers if not (each.source == "followers" and each.label == follower.name)
    ]
    contest.report(Bears, who.name, follower.name, points, follower.status == "gone for good")
