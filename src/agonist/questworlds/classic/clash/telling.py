"""Telling rolls: the dice to everybody, what gives ratings away to those who may know them (QW-13)."""

from __future__ import annotations

import msgspec

from agonist.kernel import Contest, Event, Rare, Staged
from agonist.tabletop import begun

from ...chassis.people import others
from ...chassis.ratings import needs_of
from ..people.contestants import Arena
from ..people.knowledge import knowers
from ..rolls.faces import Clash, Pair, mastery_bumps
from .rollers import Roller


class Rolled(Event, frozen=True):
    """A die, and for those who may know the rating what it comes to."""

    rule = "QW-3"
    faces = ("die",)
    name: str
    die: int
    ability: str = ""
    rating: str = ""
    result: str = ""

    def staged(self) -> Staged:
        rare: Rare = "bright" if self.result == "critical" else "dark" if self.result == "fumble" else ""
        note = f"{self.ability} {self.rating}".strip()
        word, needed = self.result.capitalize(), needs_of(self.rating)
        made = self.result in MADE if needed else None
        return Staged(begun(self.name), note, (self.die,), 20, word=word, rare=rare, needed=needed, made=made)

    def text(self) -> str:
        if not self.result:
            return begun(f"{self.name} rolls {self.die}.")
        return begun(f"{self.name} rolls {self.die} against {self.ability} {self.rating}: {self.result}.")


MADE = ("success", "critical")
"""QW-3: the results of who has made the roll."""


def met(better: str, worse: str, results: tuple[str, str], *, tie: bool = False) -> Staged:
    """QW-6, QW-17: two results against each other, that of who has the better of it first.

    >>> met("Ana", "Ben", ("success", "failure")).why, met("Ana", "Ben", ("failure", "failure")).why
    ('only Ana made it', 'both missed: the higher die wins')
    """
    mine, yours = results
    word = f"{mine.capitalize()} against {yours}"
    if tie:
        return Staged(word=word, says="Neither gave way", why="the same result and the same die")
    if mine == yours:
        why = f"{'both made it' if mine in MADE else 'both missed'}: the higher die wins"
    elif mine in MADE and yours not in MADE:
        why = f"only {better} made it"
    else:
        why = f"a {mine} beats a {yours}"
    return Staged(word=word, says=begun(f"{better} got the better of {worse}"), why=why)


def ends(name: str, other: str, level: str, why: str = "") -> Staged:
    """QW-7, QW-40: how a simple contest ended, from the first side's view, for anybody."""
    if level == "tie":
        return Staged(word="A tie", says="Neither gave way", why=why)
    winner, loser = (name, other) if level.endswith("victory") else (other, name)
    says = begun(f"{winner} got the better of {loser}")
    return Staged(begun(name), word=level.capitalize(), says=says, why=why)


def why(clash: Clash, winner: int | None) -> str:
    """What decided between two results, in a few words."""
    better = winner or 0
    names, words = clash.names, [result.word for result in clash.results]
    pair = words[better], words[1 - better]
    return met(names[better], names[1 - better], pair, tie=winner is None).why


class Stands(Event, frozen=True):
    """The results after bumps."""

    rule = "QW-4"
    names: tuple[str, str]
    results: tuple[str, str]

    def text(self) -> str:
        (one, two), (mine, yours) = self.names, self.results
        return begun(f"{one} has a {mine}, {two} a {yours}.")


def tell_rolls(
    contest: Contest[Arena], rollers: tuple[Roller, Roller], clash: Clash, natural: Pair, *, secret: bool
) -> None:
    """The dice, what they come to, the bumps, and where both stand after them."""
    both = knowers(contest.state, *(each.contestant for each in rollers if each.contestant))
    for roller, die, result in zip(rollers, clash.dice, natural, strict=True):
        told = Rolled(roller.name, die, roller.ability, str(roller.rating()), result.word)
        if roller.contestant:
            _tell_roll(contest, told, knowers(contest.state, roller.contestant))
        else:
            _tell_roll(contest, told, both if secret else None)
    _tell_bumps(contest, rollers, both)
    if clash.results != natural or both is not None:
        words = clash.results[0].word, clash.results[1].word
        contest.report(Stands, clash.names, words, audience=both if secret else None)


def _tell_roll(contest: Contest[Arena], told: Rolled, aware: tuple[str, ...] | None) -> None:
    """QW-13: everybody hears the die once; what it comes to, which gives the rating away, only those who may know."""
    if aware is not None:
        contest.report(Rolled, told.name, told.die, audience=others(contest.state, aware))
    contest.report(msgspec.structs.replace, told, audience=aware)


class Bumps(Event, frozen=True):
    """Bumps from masteries and from lasting effects, by contestant: each with its steps and where it comes from."""

    rule = "QW-4"
    bumps: dict[str, dict[str, int]]

    def text(self) -> str:
        told = [_bump(name, steps, why) for name, each in self.bumps.items() for why, steps in each.items()]
        return begun(f"{'; '.join(told)}.") if told else "Nobody is bumped."


def _tell_bumps(
    contest: Contest[Arena], rollers: tuple[Roller, Roller], both: tuple[str, ...] | None
) -> None:
    """While a rating is hidden, those in the know get a line even if nobody is bumped, so that others cannot tell
    anything from a missing line."""
    masteries = mastery_bumps(rollers[0].rating(), rollers[1].rating())
    bumps: dict[str, dict[str, int]] = {}
    for roller, more in zip(rollers, masteries, strict=True):
        lasting = roller.lasting_bumps()
        effect = "heroic" if lasting > 0 else "dying"
        sources = {f"{more} {'mastery' if more == 1 else 'masteries'} more": more, effect: lasting}
        if given := {why: steps for why, steps in sources.items() if steps}:
            bumps[roller.name] = given
    if bumps or both is not None:
        contest.report(Bumps, bumps, audience=both)


def _bump(name: str, steps: int, why: str) -> str:
    way = "up" if steps > 0 else "down"
    count = f" {abs(steps)} steps" if abs(steps) > 1 else ""
    return f"{name} is bumped {way}{count} ({why})"
