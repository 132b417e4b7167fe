"""What who is not engaged does: engage, join, assist, help, something else, or wait (QS-38, QS-40, QS-41, QS-47)."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Answer, Ask, Choice, Event, Field, Fields, Number, Option, Procedure
from agonist.tabletop import Told, picked

from ...chassis import Rating
from ...chassis.ratings import MOST
from ..approach.augments import AUGMENT, augment, given_by
from ..approach.tactics import WORDS, ability_form
from ..clash.opposed import fallen, opposed
from ..clash.rollers import Roller, against, by_follower, helping
from ..people.contestants import Contestant
from ..questions import question
from ..rolls.resistance import resistance_form, resistance_named
from ..rolls.rolls import Clash
from .kind import Kind
from .state import Sequence, SequenceState


class NoAssist(Told, frozen=True):
    rule = "QS-38"
    says = "{name} cannot help {friend} so."
    name: str
    friend: str


def beneficiaries(state: SequenceState, friend: Contestant) -> list[str]:
    """QS-47: those who share a tally are one, and each of them has been helped when they part."""
    return [each.name for each in state.sharing(friend)] if state.kind == "scored" else [friend.name]


def harder(state: SequenceState, friend: Contestant) -> Rating:
    """QS-47, QS-68: +5 for every earlier assist of this sequence to the same beneficiary, whoever gave it."""
    before = [state.assists[name] for name in beneficiaries(state, friend) if name in state.assists]
    return Rating(max(before) + state.options.house.assist_step) if before else state.base


def challenged(contest: Sequence, roller: Roller, friend: Contestant, rule: str) -> Procedure[Clash | None]:
    """QS-38, QS-47: the resistance is as the rule has it, unless the game master starts elsewhere, or sees no way; then
    nothing is rolled."""
    state = contest.state
    offered = harder(state, friend)
    ask = _weighed(roller, friend, offered, rule)
    while True:
        word, number = picked(ask.assumed())
        if word == "no":
            contest.report(NoAssist, roller.name, friend.name)
            return None
        resistance = offered if number is None else Rating(number)
        other = against(resistance)
        said, mine, theirs = yield (ask, roller.die(), other.die())
        if mine is not None and theirs is not None:
            state.assists |= dict.fromkeys(beneficiaries(state, friend), resistance.whole)
            return (yield from fallen(contest, (roller, other), (mine[0], theirs[0])))
        ask = msgspec.structs.replace(ask, assume=said)


def _weighed(roller: Roller, friend: Contestant, offered: Rating, rule: str) -> Ask:
    other = Option("other", "Another resistance", then=Number(0, MOST, offered.whole))
    options = (Option("yes", f"Against {offered}", rule=rule), other, Option("no", "It does not help"))
    return question(
        "resistance",
        roller,
        Choice(options, "yes"),
        by=GM,
        rule=rule,
        assume="yes",
        interrupts=True,
        friend=friend.name,
        ability=roller.ability,
        offered=offered,
    )


class Engages(Event, frozen=True):
    rule = "QS-40"
    name: str
    other: str
    joins: bool = False

    def text(self) -> str:
        return f"{self.name} {'joins against' if self.joins else 'engages'} {self.other}."


class ActsFreely(Told, frozen=True):
    rule = "QS-38"
    says = "{name}: {what}."
    name: str
    what: str


class ComesBack(Event, frozen=True):
    rule = "QS-37"
    name: str
    allowed: bool

    def text(self) -> str:
        return f"{self.name} comes back." if self.allowed else f"{self.name} cannot come back."


class FollowerOut(Event, frozen=True):
    rule = "QS-51"
    name: str
    by: str
    out: bool

    def text(self) -> str:
        end = "is out" if self.out else "holds out"
        return f"{self.by} goes for {self.name}, who {end}."


def act_freely(contest: Sequence, kind: Kind, who: Contestant) -> Procedure[None]:
    """QS-38, QS-40: one free action a round."""
    state = contest.state
    if who.status == "left":
        yield from _come_back(contest, who)
        return
    answer = yield question("free action", who, lambda: _form(kind, state, who))
    yield from _done(contest, kind, who, answer)


def _form(kind: Kind, state: SequenceState, who: Contestant) -> Choice:
    supports = bool(who.leader) and who.status == "beside"
    options = [] if supports else [*_engagements(state, who), *_targets(state, who)]
    if not who.opposition:
        options += _help(kind, state, who)
    options.append(Option("wait", "Wait", rule="QS-40"))
    return Choice(tuple(options), options[0].key if who.status == "in" else "wait")


def _engagements(state: SequenceState, who: Contestant) -> list[Option]:
    """QS-40, QS-41: a free opponent cannot refuse; against one who is engaged one joins. Who was just lifted is met
    from the next round on (QS-68)."""
    free = [each for each in state.opponents(who) if not state.engaged(each.name) and not each.rests]
    busy = [each for each in state.opponents(who) if state.engaged(each.name)]
    worn = "No resolve is left (QS-63)." if state.kind == "chained" and who.resolve <= 0 else ""
    options = []
    if free:
        form = Choice(tuple(Option(each.name, each.name) for each in free), free[0].name)
        options.append(Option("engage", "Engage", worn, rule="QS-40", then=form))
    if busy:
        form = Choice(tuple(Option(each.name, each.name) for each in busy), busy[0].name)
        options.append(Option("join", "Join against", worn, rule="QS-41", then=form))
    return [] if worn else options


def _targets(state: SequenceState, who: Contestant) -> list[Option]:
    """QS-51: followers of the other side in any role, in a scored sequence; a character sends a follower."""
    names = [each.name for foe in state.opponents(who) for each in foe.followers if each.here]
    names += [each.name for each in state.opponents(who) if each.leader]
    own = [each.name for each in who.followers if each.here]
    if state.kind != "scored" or not names or not (who.opposition or own):
        return []
    parts = [Field("target", "Whom", Choice(tuple(Option(name, name) for name in names), names[0]))]
    if not who.opposition:
        parts.append(Field("sends", "Sending", Choice(tuple(Option(name, name) for name in own), own[0])))
    return [Option("follower", "Go for a follower", rule="QS-51", then=Fields(tuple(parts)))]


def _help(kind: Kind, state: SequenceState, who: Contestant) -> list[Option]:
    """QS-38: an assist, an augment, or another aim."""
    options = []
    friends = kind.may_assist(state, who)
    if friends:
        chosen = Choice(tuple(Option(each.name, each.name) for each in friends), friends[0].name)
        form = Fields((Field("friend", "Whom", chosen), *kind.assist_fields(state, who)))
        options.append(Option("assist", "Assist", rule="QS-38", then=form))
    mates = [each for each in (*state.mates(who), who) if each.character and each.standing]
    if mates:
        chosen = Choice(tuple(Option(each.name, each.name) for each in mates), mates[0].name)
        parts = (
            Field("friend", "Whom", chosen),
            Field("ability", "With", ability_form(who, default=who.hand)),
        )
        options.append(Option("augment", "Augment", rule="QS-13", then=Fields(parts)))
    parts = (Field("ability", "With", ability_form(who, default=who.hand)), Field("words", "What", WORDS))
    options.append(Option("other", "Something else", rule="QS-38", then=Fields(parts)))
    return options


def _done(contest: Sequence, kind: Kind, who: Contestant, answer: Answer) -> Procedure[None]:
    state = contest.state
    key, more = picked(answer)
    if key in ("engage", "join"):
        engage(contest, kind, who, state.find(more), joins=key == "join")
    elif key == "assist":
        yield from kind.assist(contest, who, state.find(more["friend"]), more)
    elif key == "augment":
        yield from _augmented(contest, who, state.find(more["friend"]), more["ability"])
    elif key == "other":
        yield from _other_aim(contest, who, more["ability"], more["words"])
    elif key == "follower":
        yield from _attacked(contest, who, more)
    else:
        contest.report(ActsFreely, who.name, "waits")


def engage(contest: Sequence, kind: Kind, who: Contestant, other: Contestant, *, joins: bool) -> None:
    """QS-40, QS-41: a new pair, last in the order; who comes from outside has a tally from now on."""
    state = contest.state
    if who in state.helpers:
        state.helpers.remove(who)
        state.contestants.append(who)
        who.status = "in"
        state.group = True
        kind.start(state, who)
    bout = state.new_bout(who, other)
    kind.engage(state, bout)
    contest.report(Engages, who.name, other.name, joins, under="QS-41" if joins else "")


def _augmented(contest: Sequence, who: Contestant, friend: Contestant, ability: str) -> Procedure[None]:
    """QS-13, QS-38: the game master takes it, rolled or not, or refuses."""
    ruling = yield question("augment", who, AUGMENT, by=GM, friend=friend.name, ability=ability)
    source, label = given_by(who, friend, ability)
    yield from augment(contest, friend, source, label, helping(who, ability), ruling)


def _other_aim(contest: Sequence, who: Contestant, ability: str, words: str) -> Procedure[None]:
    """QS-38: with or without a contest, as the game master says; it risks no tally."""
    rolls = Option("roll", "It takes a roll", then=resistance_form(contest.state.base))
    answer = yield question(
        "another aim",
        who,
        Choice((Option("done", "It is done"), rolls, Option("no", "It cannot be")), "done"),
        by=GM,
        ability=ability,
        words=words,
    )
    how, more = picked(answer)
    told = {"done": "it is done", "no": "it cannot be"}.get(how, "")
    if how == "roll":
        difficulty = resistance_named(more, contest.state.base)
        clash = yield from opposed(contest, helping(who, ability), against(difficulty))
        told = f"a {clash.result.word}"
    contest.report(ActsFreely, who.name, f"{words or 'something else'}: {told}")


def _attacked(contest: Sequence, who: Contestant, parts: dict[str, str]) -> Procedure[None]:
    """QS-51: the follower's ability against a resistance, or against the follower whom another player sends."""
    state = contest.state
    pairs = [(each, one) for each in state.contestants for one in each.followers]
    leader, follower = {one.name: (each, one) for each, one in pairs}[parts["target"]]
    stands = next((each for each in state.contestants if each.name == follower.name), None)
    if (sent := who.follower(parts.get("sends", ""))) is not None:
        attacker = by_follower(who, sent)
    else:
        difficulty = yield question(
            "against a follower", follower.name, resistance_form(state.base), by=GM, attacker=who.name
        )
        attacker = against(resistance_named(difficulty, state.base), who.name)
    defender = by_follower(leader, follower) if stands is None else helping(stands, follower.ability)
    clash = yield from opposed(contest, defender, attacker)
    if clash.result.defeat:
        follower.status = "out"
        if stands is not None:
            stands.status, stands.result = "out", clash.result
            state.part(stands.name)
    contest.report(FollowerOut, follower.name, who.name, clash.result.defeat)


def _come_back(contest: Sequence, who: Contestant) -> Procedure[None]:
    """QS-37: with the game master's leave and the old tally."""
    answer = yield question("come back", who)
    if answer == "no":
        return
    leave = yield question("let back", who, by=GM)
    contest.report(ComesBack, who.name, leave == "yes")
    if leave == "yes":
        state = contest.state
        who.status, who.result, who.returned = "in", None, True
        state.beaten = [each for each in state.beaten if each.name != who.name]
