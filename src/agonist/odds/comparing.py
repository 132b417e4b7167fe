"""The answers to a question beside each other, and the contests that were played on from each.

What the field calls these: all answers meet the same dice and the same guesses (common random numbers), so that what
differs is what was decided; after each round the worse half is left behind, and the others are played twice as often
(successive halving); and since the best of many is best by luck too, how each did against the usual one is moved
towards what such answers come to (shrinkage, empirical Bayes). Nothing here looks at a clock: the same question with
as many requests comes to the same, on any machine.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agonist.kernel import Answer, Ask, Course, SameDice, Seen, answer_all, play_on, play_some

from .candidates import legal
from .every_way import TooMuchError, every_way
from .reckoning import chance_of, mean_of, shift_of, shifted
from .situations import Position
from .standing import GLANCE, Standing, Worth

_WORLDS = 16
"""How many guesses at what is hidden are gone through in every way, at least; up to four times as many."""
_LEAST = 6
"""How often the answers that are still compared are played at least, before half of them are left behind."""
_OFTEN, _FEW = 10, 4
"""How often each of the answers should be played on average; if need be so few of them are compared."""
_SHORT, _SHORTLY = 10, 16
"""How many requests are played at least before a glance tells, and how often each answer should be on average."""
_TOLD_BY = 0.2
"""Which part of what may be played shows what glances mean."""
_ALIKE = 4
"""In so many contests others must do as the seat does to count as on its side."""
_TIMES_AS_LONG = 5
"""What makes a contest so many times as long as it usually is, given again and again, keeps it from its end."""
_SETTING_UP = 3
"""What it takes to come to the question again, in requests."""


class Table(Standing):
    """The answers, and how the contests went that were played on from each."""

    def __init__(
        self,
        position: Position,
        answers: list[Answer],
        seed: int,
        shipped: list[int],
        *,
        together: bool = False,
    ) -> None:
        super().__init__(answers, shipped[0])
        self.position = position
        self.seed = seed
        self.shipped = shipped
        """The answers of bots, which are always compared."""
        self.together = together
        """Whether answers are given by all on the seat's side, every other time."""
        self.beside = _asked_the_same(position, seed)
        """The parts of the request in which others on the seat's side are asked the same, as far as they did alike."""
        self.cost = 0
        self.length = 0.0
        """How many requests a contest takes from here after the usual answer, where that is known."""
        self.shift = 0.0
        """By how much glances are moved, since they look better or worse here than things are."""
        self.found: list[float] = []
        """What glances at the usual answer are known to come to."""

    # Every way

    def work_out(self, requests: int) -> bool:
        """Go through every way that the dice can fall, if that takes no more than so many requests.

        Where something is hidden that is done for guesses at it: what they come to differs, and is known only so well.
        """
        left, worlds, least = [requests], list[list[float]](), _WORLDS if self.position.hides else 1
        while len(worlds) < (4 * least if least > 1 else 1):
            try:
                worlds.append(self._every_way(len(worlds), left))
            except TooMuchError:
                if len(worlds) >= least:
                    break
                self.cost += requests - max(0, left[0])
                return False
        if self.position.hides:
            self.doubt, self.results = GLANCE, [list(column) for column in zip(*worlds, strict=True)]
        else:
            self.exact = worlds[0]
        return True

    def _every_way(self, number: int, left: list[int]) -> list[float]:
        return [every_way(self.position, self.seed + number, answer, left) for answer in self.answers]

    # Contests played on

    def compare(self, requests: int, *, level: bool) -> None:
        """Play answers on; if the `level` is wanted, half of it goes to the usual one where others are glanced at."""
        before, first = self.cost, _ALIKE if self.beside else 2
        self.play([self.kept], first)
        self.length = each = max(1.0, (self.cost - before) / first)
        if not self._glances(requests, each):
            self.halve(requests, each)
            return
        self.results[self.kept], self.doubt = [], GLANCE
        self._level_out(max(_FEW, int(_TOLD_BY * requests / each)))
        self.play([self.kept], 2)
        self.halve(self.cost + requests // 2 if level else requests, self.glance_after + _SETTING_UP)
        if level:
            with self._to_the_end():
                while self.cost < requests:
                    self.play([self.kept], 1)

    def tell_usual(self, least: int) -> None:
        """Play the usual answer to the end until so many contests tell its chance, unless that is worked out."""
        if self.worked_out or len(self.answers) == 1:
            return
        with self._to_the_end():
            while len(self.results[self.kept]) < least:
                self.play([self.kept], 1)

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
        """The answer; `together` every other time given by all on the same side who are asked the same and can give
        it, for bots come to the same: where all stay behind so that others go, nobody goes."""
        given = {self.position.slot: self.answers[n]}
        if self.together and n != self.kept and number % 2:
            given |= self._of_all(course, n)
        return given

    def _of_all(self, course: Course[Any], n: int) -> dict[int, Answer]:
        """The answer given by all on the same side who are asked the same and can give it."""
        asked = ((slot, course.slots[slot]) for slot in (self.position.slot, *self.beside))
        return {
            slot: self.answers[n]
            for slot, request in asked
            if isinstance(request, Ask) and legal(request.legal(), self.answers[n])
        }

    def if_all(self, n: int, times: int) -> Worth | None:
        """What becomes of an answer if all give it who are on the same side and asked the same; None if nobody is."""
        if not self.beside:
            return None
        results = []
        for number in range(times):
            course, random = self.position.course(self.seed + number), SameDice(f"{self.seed}:{number}")
            given, policy = self._of_all(course, n), self.position.plays_on(course, self.seed + number)
            if len(given) < 2:
                return None
            answer_all(course, policy, random, given)
            ended = course.result or play_on(course, policy, random)
            results.append(course.kind.success(course.contest.state, ended, self.position.seat))
        return Worth(*chance_of(results))

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

    @contextmanager
    def _to_the_end(self) -> Iterator[None]:
        """Meanwhile the usual answer is played on to the end, even if others were only glanced at."""
        if not self.glance_after:
            yield
            return
        after, glanced, self.found = self.glance_after, self.results[self.kept], []
        self.glance_after, self.results[self.kept] = 0, self.whole
        yield
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
