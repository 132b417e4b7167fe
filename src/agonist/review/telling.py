"""A review in words: people's luck and skill, what turned it, and what would have been better."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from agonist.odds.saying import chance_said

from .model import Estimate, Moment, Person, Review


def points(estimate: Estimate, *, sign: bool = True) -> str:
    """A change of chance in points, with twice its error where that matters; small ones to a tenth if they are exact.

    >>> points(Estimate(0.231)), points(Estimate(0.0412)), points(Estimate(-0.04, 0.011)), points(Estimate(0.0))
    ('+23', '+4.1', '−4 ± 2', '0')
    >>> points(Estimate(0.0412, 0.002))
    '+4'
    """
    size, off = abs(100 * estimate.value), round(200 * estimate.error)
    tenths = size < 9.95 and estimate.error < _TENTH
    written = f"{size:.1f}".removesuffix(".0") if tenths else f"{size:.0f}"
    signed = ("−" if estimate.value < 0 else "+" if sign else "") if written != "0" else ""
    return f"{signed}{written} ± {off}" if off else f"{signed}{written}"


def share(estimate: Estimate) -> str:
    """What dice or decisions gave, in points; what may as well be nothing is about even.

    >>> share(Estimate(0.02, 0.015)), share(Estimate(0.2, 0.015)), share(Estimate(0.0))
    ('about even', '+20 ± 3 points', 'about even')
    """
    told = abs(estimate.value) >= max(2 * estimate.error, _EVEN)
    return f"{points(estimate)} points" if told else "about even"


def percent(estimate: Estimate) -> str:
    """A chance in percent, with twice its error where that matters; what is not certain is never called so.

    >>> percent(Estimate(0.584)), percent(Estimate(0.584, 0.02)), percent(Estimate(0.999, 1e-9))
    ('58%', '58% ± 4', 'over 99%')
    """
    return chance_said(estimate.value, 2 * estimate.error)


def together(names: Sequence[str]) -> str:
    """Names in a row.

    >>> together(["Bera", "Odo", "Siv"])
    'Bera, Odo and Siv'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def better(moment: Moment) -> str:
    """What would have been better, and by how much: 'bid 6 instead of 3: +4.1'."""
    judged = moment.judged
    if judged is None or not judged.grade:
        return ""
    if not judged.best:
        return f"another answer: {points(judged.cost)}"
    best, taken = _difference(judged.best, moment.said)
    return f"{best} instead of {taken}: {points(judged.cost)}"


def _difference(best: str, taken: str) -> tuple[str, str]:
    """Two answers in words without the parts that they share, and the other without how both begin.

    >>> _difference("exchange, bid 6", "exchange, bid 3")
    ('bid 6', '3')
    >>> _difference("Go for it: helped by Locks", "Go for it: helped by Nothing")
    ('Go for it: helped by Locks', 'Nothing')
    """
    one, two = best.split(", "), taken.split(", ")
    ours = [part for part in one if part not in two]
    theirs = [part for part in two if part not in one]
    if not (ours and theirs):
        return best, taken
    if len(ours) == len(theirs) == 1:
        first, second = ours[0].split(), theirs[0].split()
        alike = len([*takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))])
        if alike < min(len(first), len(second)):
            theirs = [" ".join(second[alike:])]
    return ", ".join(ours), ", ".join(theirs)


def turned(found: Review) -> str:
    """The moment that changed most, in a sentence."""
    return "" if found.turning is None else _moved(found, found.moments[found.turning])


def swings(found: Review, most: int = 5) -> list[tuple[Moment, str]]:
    """The throws that changed most, the largest first, as far as they did for sure."""
    throws = (found.moments[n] for n in found.swings)
    sure = [
        each for each in throws if any(abs(c.value) >= max(0.01, 2 * c.error) for c in each.change.values())
    ]
    return [(each, _moved(found, each)) for each in sure[:most]]


def _moved(found: Review, moment: Moment) -> str:
    seat, change = max(moment.change.items(), key=lambda item: item[1].value)
    name = next((who.name for who in found.people if who.seat == seat), "")
    side = next((each.name for each in found.sides if seat in each.seats), name)
    told = moment.told.rstrip(".")
    if moment.said and moment.kind == "dice" and told:
        shown = (each.rpartition(" ")[2] for each in moment.said.split(", "))
        told = (
            told
            if all(re.search(rf"\b{re.escape(face)}\b", told) for face in shown)
            else f"{moment.said}: {told}"
        )
    elif moment.said:
        told = moment.said if moment.kind == "dice" else f"{moment.who}: {moment.said}"
    after = moment.after[seat]
    was = percent(Estimate(min(1.0, max(0.0, after.value - change.value)), after.error))
    return f"{told}. {side}: {was} → {percent(after)}." if told else ""


def before_turning(found: Review) -> Moment | None:
    """The decision before what turned it: that one itself, or the last before its dice; none where nothing turned."""
    if found.turning is None:
        return None
    upto = found.moments[: found.turning + 1]
    return next((each for each in reversed(upto) if each.kind in ("decision", "passed") and each.at), None)


def steady(found: Review) -> str:
    """What is said where no moment stands out: that it was never in doubt, or that none can be told from the others."""
    won = [side.curve for side in found.sides if side.curve[-1].value == 1]
    if won and min(each.value for curve in won for each in curve) >= _SAFE:
        return "It was never in doubt."
    return "No single moment stands out, as far as can be told."


def verdict(found: Review) -> str:
    """Whether who might have won lost by the dice or by deciding, in a sentence; nothing where neither did much."""
    lost = [who for who in found.people if who.end == 0 and who.start.value >= _HOPE]
    who = max(lost, key=lambda each: each.start.value, default=None)
    if who is None:
        return ""
    luck, own = (-each.value if each.value <= -2 * each.error else 0.0 for each in (who.luck, who.own))
    if max(luck, own) < _TELLING:
        return ""
    by = (
        "by the dice"
        if luck >= 1.5 * own
        else "by decisions"
        if own >= 1.5 * luck
        else "by dice and decisions alike"
    )
    began = percent(Estimate(who.start.value))
    took = f"the dice: {share(who.luck)}, own decisions: {share(who.own)}"
    return f"{who.name} began at {began} and lost {by}: {took}."


def in_brief(found: Review, seats: Sequence[str]) -> list[str]:
    """A review in at most five lines, for who sat at some of its seats: where they began, what turned it, what the
    dice and their own decisions gave, and the costliest of these."""
    whose = [who for who in found.people if who.seat in seats] or list(found.people)
    lines = [verdict(found)]
    if not lines[0]:
        lines = ["; ".join(f"{who.name} began at {percent(who.start)}" for who in whose[:3]) + "."]
    lines.append(f"It turned here: {turn}" if (turn := turned(found)) else steady(found))
    if whose:
        given = (
            f"{who.name}: dice {share(who.luck)}, own decisions {share(who.own)}. {skill_of(who)}"
            for who in whose[:2]
        )
        lines += given
    ours = {who.seat for who in whose}
    lesson = next((each for each in lessons(found, len(found.moments)) if each[0].seat in ours), None)
    lines.append(
        f"{lesson[0].who} could have done better: {lesson[1]} points."
        if lesson
        else "No decision stands out as worse than another, for what was known then."
    )
    return lines[:5]


def luck_by_side(found: Review) -> list[tuple[str, Estimate]]:
    """What the dice gave each side, by its name."""
    lucks = {who.seat: who.luck for who in found.people}
    return [(side.name, lucks[side.seats[0]]) for side in found.sides]


def skill_of(who: Person) -> str:
    """A person's decisions in a sentence."""
    if who.accuracy is None:
        return "No decision could be judged."
    counted = [f"{n} {name if n == 1 else _PLURAL[name]}" for name, n in who.grades.items() if n]
    many = f"{who.judged} decision{'s' if who.judged != 1 else ''} judged"
    return f"{who.accuracy:.0f} % accurate, {many}" + (f": {', '.join(counted)}." if counted else ".")


def sums_of(who: Person) -> list[tuple[str, Estimate]]:
    """What took a person from the chance at the beginning to the end: added up, it comes to that."""
    told = [("the dice", who.luck), ("own decisions", who.own), ("decisions of others", who.others)]
    return told + ([("rulings", who.rulings)] if who.rulings.value else [])


_TENTH, _EVEN = 0.00025, 0.0005
"""Up to which error tenths of a point are told, and below what a share is even."""
_TELLING = 0.05
"""How much dice or decisions must have taken at least to be told as why somebody lost."""
_SAFE, _HOPE = 0.75, 0.3
"""What is never in doubt has this chance all the way; who began with less of a hope lost as was to be expected."""
_PLURAL = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}


def lessons(found: Review, most: int = 5) -> list[tuple[Moment, str]]:
    """The costliest decisions, and what would have been better, where that may be said."""
    judged = [moment for moment in found.moments if moment.judged is not None]
    graded = [moment for moment in judged if moment.judged and moment.judged.grade and moment.judged.best]
    graded.sort(key=lambda moment: -(moment.judged.cost.value if moment.judged else 0.0))
    return [(moment, better(moment)) for moment in graded[:most]]
