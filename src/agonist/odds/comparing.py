"""The answers to a question beside each other, and the contests that were played on from each."""

from __future__ import annotations

import itertools
import math
import time
from typing import Any

from agonist.kernel import Answer, Ask, Course, SameDice, Seen, answer_all, play_on, play_some

from .candidates import legal
from .every_way import TooMuchError, every_way
from .reckoning import chance_of, difference, mean_of, shift_of, shifted
from .situations import Position

__all__ = ["Table"]

_WORLDS = 16
_WORSE, _APART = 0.05, 0.07
"""By how much answers are worse than the usual one, before anything is known of them, and how far that is spread."""
_SURELY = 2
"""By how many standard errors an answer has to be better for people to be told so."""
_LEAST = 6
"""How often the answers that are still compared are played at least, before half of them are left behind."""
_OFTEN, _FEW = 10, 4
"""How often each of the answers should be played on average; if need be so few of them are compared."""
_SHORT, _SHORTLY = 10, 16
"""How many requests are played at least before a glance tells, and how often each answer should be on average."""
_DOUBT, _GLANCE = 0.25, 0.02
"""How much results are spread before there are any: they are wins and losses, or glances, which differ much less."""
_TOLD_BY = 0.2
"""Which part of what may be played shows what glances mean."""
_SQUINT = 0.035
"""How far glances at one answer may be off against those at another, however many there are."""
_ALIKE = 4
"""In so many contests others must do as the seat does to count as on its side."""
_TIMES_AS_LONG = 5
"""What makes a contest so many times as long as it usually is, given again and again, keeps it from its end."""
_SETTING_UP = 3
"""What it takes to come to the question again, in requests."""


class Table:
    """The answers, and how the contests went that were played on from each."""

    def __init__(
        self,
        position: Position,
        answers: list[Answer],
        seed: int,
        shipped: list[int],
        until: tuple[float, float],
    ) -> None:
        self.position = position
        self.seeds = range(seed, seed + (_WORLDS if position.hides else 1))
        self.answers = answers
        self.seed = seed
        self.shipped = shipped
        """The answers of bots, which are always compared."""
        self.kept = shipped[0]
        """The answer that is never left behind: the usual one."""
        self.until = until
        """When to make do with what was played: by the processor's clock, and by that on the wall."""
        self.beside = _asked_the_same(position, seed)
        """The parts of the request in which others on the seat's side are asked the same, as far as they did alike."""
        self.results: list[list[float]] = [[] for _ in answers]
        self.exact: list[float] | None = None
        self.cost = 0
        self.glance_after = 0
        """After how many requests a glance tells how good an answer was; 0 if contests are played to their end."""
        self.length = 0.0
        """How many requests a contest takes from here after the usual answer, where that is known."""
        self.shift = 0.0
        """By how much glances are moved, since they look better or worse here than things are."""
        self.found: list[float] = []
        """What glances at the usual answer are known to come to."""
        self.whole: list[float] = []
        """How the usual answer did in contests that were played to their end, where the others are glanced at."""

    # Every way

    def work_out(self, requests: int) -> bool:
        """Go through every way that the dice can fall, if that takes no more than so many requests."""
        left = [requests]
        try:
            sums = [
                sum(every_way(self.position, each, answer, left) for each in self.seeds)
                for answer in self.answers
            ]
        except TooMuchError:
            self.cost += requests - max(0, left[0])
            return False
        self.exact = [each / len(self.seeds) for each in sums]
        return True

    # Contests played on

    def compare(self, requests: int, *, level: bool) -> None:
        """Play answers on; if the `level` is wanted, half of it goes to the usual one where others are glanced at."""
        before, first = self.cost, _ALIKE if self.beside else 2
        self.play([self.kept], first)
        self.length = each = max(1.0, (self.cost - before) / first)
        if not self._glances(requests, each):
            self.halve(requests, each)
            return
        self.results[self.kept] = []
        ends, now = self.until, (time.process_time(), time.perf_counter())
        if level:
            self.until = (ends[0] + now[0]) / 2, (ends[1] + now[1]) / 2
        self._level_out(max(_FEW, int(_TOLD_BY * requests / each)))
        self.play([self.kept], 2)
        self.halve(self.cost + requests // 2 if level else requests, self.glance_after + _SETTING_UP)
        self.until = ends
        if level:
            self._play_to_the_end(requests)

    def halve(self, requests: int, each: float) -> None:
        """Play all answers, leave the worse half behind, and so on with twice as many contests for each."""
        going = self._fewer(int((requests - self.cost) / each / _OFTEN))
        self.play([n for n in going if n != self.kept], len(self.results[self.kept]))
        while _LEAST * len(going) * each > requests - self.cost and len(going) > 2:
            going = self._better_half(going)
        if self.glance_after:
            self.play(going, _LEAST - 2)
            going = self._apart(going)
        phases = math.ceil(math.log2(len(going)))
        share = (requests - self.cost) / max(1, phases)
        for _ in range(phases):
            self.play(going, max(_LEAST, round(share / (each * len(going)))))
            if len(going) > 2:
                going = self._better_half(going)

    def play(self, going: list[int], times: int) -> None:
        """Play some answers on, so many times each, each time with the same dice."""
        for _ in range(times):
            number = len(self.results[going[0]]) if going else 0
            if number >= 2 and self._late():
                return
            for n in going:
                self.results[n].append(self._played(n, number))

    def _played(self, n: int, number: int) -> float:
        if n == self.kept and number < len(self.found):
            return self.found[number]
        course = self.position.course(self.seed + number)
        before, seat = course.at, self.position.seat
        policy = self.position.plays_on(course, self.seed + number)
        random = SameDice(f"{self.seed}:{number}")
        answer_all(course, policy, random, self._given(course, n, number))
        if self.glance_after:
            ended = play_some(course, policy, random, self.glance_after)
        else:
            ended = play_on(course, policy, random)
        self.cost += course.at - before + _SETTING_UP
        if ended is None:
            return self._glanced(course)
        success = course.kind.success(course.contest.state, ended, seat)
        if n == self.kept:
            alike = [
                course.kind.success(course.contest.state, ended, each) == success
                for each in self.beside.values()
            ]
            self.beside = dict(itertools.compress(self.beside.items(), alike))
        return success

    def _glanced(self, course: Course[Any]) -> float:
        """How well the seat stands at a glance, for what such a glance has been found to mean here."""
        glance = course.kind.outlook(course.contest.state, self.position.seat) or 0.0
        return shifted(glance, self.shift)

    def _level_out(self, times: int) -> None:
        """Play the usual answer on to a glance and then to the end, so many times, and see how glances err here.

        Where a seat looks better than it is, putting off the end would look good, and be no more than that.
        """
        glances: list[float | None] = []
        for number in range(times):
            if number >= 2 and self._late():
                break
            course, random = self.position.course(self.seed + number), SameDice(f"{self.seed}:{number}")
            before, policy = course.at, self.position.plays_on(course, self.seed + number)
            answer_all(course, policy, random, self._given(course, self.kept, number))
            ended = play_some(course, policy, random, self.glance_after)
            glances.append(self._glanced(course) if ended is None else None)
            ended = ended or play_on(course, policy, random)
            self.whole.append(course.kind.success(course.contest.state, ended, self.position.seat))
            self.cost += course.at - before + _SETTING_UP
        self.shift = shift_of(glances, self.whole)
        self.found = [
            success if glance is None else shifted(glance, self.shift)
            for glance, success in zip(glances, self.whole, strict=True)
        ]

    def _given(self, course: Course[Any], n: int, number: int) -> dict[int, Answer]:
        """The answer; every other time given by all on the same side who are asked the same and can give it, for they
        may come to the same: where all stay behind so that others go, nobody goes."""
        given, slots = {self.position.slot: self.answers[n]}, course.slots
        if n != self.kept and number % 2:
            for slot in self.beside:
                request = slots[slot]
                if isinstance(request, Ask) and legal(request.legal(), self.answers[n]):
                    given[slot] = self.answers[n]
        return given

    def _glances(self, requests: int, whole: float) -> bool:
        """Settle whether to look at how things stand after some turns, which many more can be played than contests."""
        if (
            self.position.kind.outlook(self.position.course(self.seed).contest.state, self.position.seat)
            is None
        ):
            return False
        after = max(_SHORT, int((requests - self.cost) / _SHORTLY / len(self.answers)))
        self.glance_after = after if 2 * after < whole else 0
        return bool(self.glance_after)

    def _play_to_the_end(self, requests: int) -> None:
        """Play the usual answer on to the end with the requests that are left, though others were only glanced at."""
        after, glanced, self.found = self.glance_after, self.results[self.kept], []
        self.glance_after, self.results[self.kept] = 0, self.whole
        while self.cost < requests and not self._late():
            self.play([self.kept], 1)
        self.glance_after, self.results[self.kept] = after, glanced

    def stalls(self, n: int) -> bool:
        """Whether a contest goes on and on if the seat gives the answer whenever it is asked the same."""
        course, random = self.position.course(self.seed), SameDice(f"{self.seed}:again")
        seat, answer, own = self.position.seat, self.answers[n], course.slots[self.position.slot]
        assert isinstance(own, Ask)
        what, policy = own.what, self.position.plays_on(course, self.seed)

        def again(seen: Seen, ask: Ask) -> Answer:
            if seen.seat == seat and ask.what == what and legal(ask.legal(), answer):
                return answer
            return policy(seen, ask)

        answer_all(course, policy, random, {self.position.slot: answer})
        last = course.at + _TIMES_AS_LONG * (int(self.length) + _SHORT)
        while course.result is None and course.at < last:
            answer_all(course, again, random)
        return course.result is None

    def _late(self) -> bool:
        return time.process_time() > self.until[0] or time.perf_counter() > self.until[1]

    def _fewer(self, many: int) -> list[int]:
        """So many of the answers, four at least: those of bots first, of the others a spread, two at least."""
        others = [n for n in range(len(self.answers)) if n not in self.shipped]
        room = max(2, max(_FEW, many) - len(self.shipped))
        if len(others) > room:
            others = [others[n * len(others) // room] for n in range(room)]
        return sorted([*self.shipped, *others])

    def _apart(self, going: list[int]) -> list[int]:
        """Those whose glances differ from the usual one's, and that one: with the same dice others come to the same."""
        return [n for n in going if n == self.kept or self.results[n] != self.results[self.kept]]

    def _better_half(self, going: list[int]) -> list[int]:
        best_first = sorted(going, key=lambda n: (n != self.kept, -mean_of(self.results[n])))
        return sorted(best_first[: (len(going) + 1) // 2])

    def ahead(self) -> list[int]:
        """The answers that may be taken to be better than the usual one, the best first."""
        leads = {n: self._lead(n) for n in range(len(self.answers))}
        return sorted((n for n, lead in leads.items() if lead > 0), key=lambda n: -leads[n])

    def surely(self) -> int:
        """The best of the answers that did better than the usual one by more than may well be chance, or that one."""
        for n in self.ahead():
            mean, error = self._against_usual(n)
            if mean > _SURELY * error:
                return n
        return self.kept

    def _lead(self, n: int) -> float:
        """By how much an answer may be taken to be better than the usual one: as it did with the same dice, the less so
        the less that tells, for of many answers one does well by luck, and most are worse."""
        mean, error = self._against_usual(n)
        return (mean * _APART**2 - _WORSE * error**2) / (_APART**2 + error**2)

    def _against_usual(self, n: int) -> tuple[float, float]:
        """How much better an answer did than the usual one with the same dice, and the standard error of that."""
        if self.exact is not None:
            return self.exact[n] - self.exact[self.kept], 0.0
        apart = [one - two for one, two in zip(self.results[n], self.results[self.kept], strict=False)]
        if len(apart) < max(map(len, self.results)) or not any(apart):
            return (-math.inf if any(apart) else 0.0), 0.0
        mean, error = difference(apart, _GLANCE if self.glance_after else _DOUBT)
        return mean, math.hypot(error, _SQUINT) if self.glance_after else error

    def summed(self, n: int) -> tuple[float, float, int]:
        """An answer's chance, its standard error, and the number of contests behind it."""
        if self.exact is not None:
            return self.exact[n], 0.0, 0
        results = self.results[n] or [0.5]
        if not self.glance_after:
            return chance_of(results)
        level, error, _ = chance_of(self.whole)
        own = self.results[self.kept]
        apart = [one - two for one, two in zip(results, own, strict=False)]
        mean, off = difference(apart, _GLANCE)
        error = error if n == self.kept else math.hypot(error, off)
        return min(1.0, max(0.0, level + mean)), error, len(results)


def _asked_the_same(position: Position, seed: int) -> dict[int, str]:
    """The seats that must answer the same at once, by their parts of the request."""
    slots = position.course(seed).slots
    own = slots[position.slot]
    assert isinstance(own, Ask)
    return {
        slot: each.seat
        for slot, each in enumerate(slots)
        if isinstance(each, Ask) and not each.window and each.what == own.what and each.seat != position.seat
    }
