"""A review put together: values become changes, changes luck and skill.

What dice and decisions did adds up to the outcome because it is made of differences; that proves nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

import msgspec

from agonist.kernel import GM

from .grading import accuracy
from .judging import careful_error
from .model import Estimate, Judged, Moment, Person, Review, Side
from .telling import together

if TYPE_CHECKING:
    from .working import Gone

_LEAST, _SURE = 0.05, 0.95
"""How much a moment must change at least to be called the turning point; and from which chance on nothing turns."""

Values = Any
"""By play-out, place and seat."""


class Found:
    """All that was found out about a contest, before it is put together.

    With a seat's `knowledge`, decisions are part of it only where it `judges`: they are for who may know of them.
    """

    def __init__(
        self, gone: Gone, curve: Any, judged: dict[int, Judged | None], knowledge: str, *, judges: bool = True
    ) -> None:
        import numpy as np  # only who works a review out needs it, not every server that shows one

        self.gone = gone
        self.values: Values = np.array(curve, dtype=float)
        self.judged = judged
        self.knowledge = knowledge
        self.judges = judges
        self.exact = gone.solved is not None and not knowledge
        self.names = _names(gone)
        self.valued = gone.valued(knowledge)

    def estimate(self, numbers: Any) -> Estimate:
        """The mean of some numbers, one of each play-out; exact ones are as exact as the solver."""
        mean = float(numbers.mean())
        if self.exact:
            assert self.gone.valuer is not None
            return Estimate(mean, self.gone.valuer.error)
        return Estimate(mean, careful_error(numbers.tolist()))

    def at(self, place: int, seat: int) -> Estimate:
        """The value of a place; that of the end is known."""
        numbers = self.values[:, place, seat]
        if self.valued[place] == len(self.gone.steps):
            return Estimate(float(numbers.mean()))
        return self.estimate(numbers)

    def change(self, step: int, seat: int) -> Estimate:
        """What a step did to a seat's value; nothing, and surely, where both places have the same."""
        numbers = self.values[:, step + 1, seat] - self.values[:, step, seat]
        return (
            self.estimate(numbers)
            if self.valued[step] != self.valued[step + 1] or self.exact
            else Estimate(0.0)
        )


def _names(gone: Gone) -> dict[str, str]:
    """What people call a seat: the one whom it plays, if that is one, else as the seat is called."""
    names = {}
    for seat in gone.seats:
        plays = gone.kind.played_by(gone.play.state, seat)
        names[seat] = plays[0] if len(plays) == 1 else gone.play.seats[seat]
    return names


def reviewed(found: Found, *, solved: bool) -> Review:
    """The review, from all that was found out."""
    gone = found.gone
    shown = [n for n, step in enumerate(gone.steps) if _counts(found, n, step)]
    moments = tuple(_moment(found, n) for n in shown)
    result = gone.play.result
    assert result is not None
    bots = gone.kind.bots
    against = (
        "best play of both sides"
        if solved
        else f"the bot {next(iter(bots))!r} of this game"
        if bots
        else "defaults"
    )
    assert gone.valuer is not None or not solved
    seats = range(len(gone.seats))
    return Review(
        game=gone.transcript.game,
        type=gone.transcript.type,
        title=gone.kind.title,
        summary=result.summary,
        method="solved" if solved else "simulated",
        against=against,
        aim=gone.kind.aim,
        moments=moments,
        sides=_sides(found, shown),
        people=tuple(
            _person(found, seat, shown) for seat in sorted(seats, key=lambda n: gone.seats[n] == GM)
        ),
        turning=turning_of(moments),
        swings=swings_of(moments),
        contests=0 if solved else len(found.values),
        error=gone.valuer.error if solved and gone.valuer else 0.0,
        notes=_notes(found, solved=solved),
        knowledge=found.knowledge,
    )


def _notes(found: Found, *, solved: bool) -> tuple[str, ...]:
    notes = []
    if solved and found.gone.valuer is not None:
        notes.append(f"Values are worked out: {found.gone.valuer.assumes}.")
    else:
        notes.append(
            f"Values are estimated: from every moment {len(found.values)} contests were played on. "
            "What is smaller than twice its error is not called a mistake. A decision that the bot would have taken "
            "too moves no value, even where another would have been better."
        )
        asked, judged = len(found.gone.decisions), len(found.judged)
        if judged < asked and not found.knowledge:
            notes.append(f"There was time to judge {judged} of {asked} decisions, the unusual ones first.")
    if found.knowledge and found.judges:
        notes.append(
            "Something stayed hidden here. Chances are what everybody who looked on could know; what a decision cost "
            "is told only to who took it."
        )
    notes.append("Luck and decisions add up to the outcome because they are differences of the same values.")
    return tuple(notes)


def _counts(found: Found, n: int, step: Any) -> bool:
    """Whether a step is worth telling: what only passed, and changed nothing, is not."""
    if found.knowledge:
        return bool(step.public) or (found.judges and step.kind == "decision")
    return step.kind != "passed" or any(
        abs(found.change(n, s).value) > 1e-9 for s in range(len(found.gone.seats))
    )


def swings_of(moments: tuple[Moment, ...]) -> tuple[int, ...]:
    """The throws by how much they changed, the largest first."""
    dice = [n for n, each in enumerate(moments) if each.kind == "dice"]
    return tuple(sorted(dice, key=lambda n: -_size(moments[n]))[:10])


def turning_of(moments: tuple[Moment, ...]) -> int | None:
    """The moment that changed most; none where nothing changed by more than could be chance."""
    open_ = [n for n, each in enumerate(moments) if not _decided(each)]
    most = max(open_, key=lambda n: _size(moments[n]), default=None)
    if most is None:
        return None
    sure = any(abs(each.value) >= max(_LEAST, 2 * each.error) for each in moments[most].change.values())
    return most if sure else None


def _decided(moment: Moment) -> bool:
    """Whether it was as good as decided before and after, for everybody."""
    ends = [(each.value, each.value - moment.change[seat].value) for seat, each in moment.after.items()]
    return all(min(pair) >= _SURE or max(pair) <= 1 - _SURE for pair in ends)


def _size(moment: Moment) -> float:
    return max((abs(each.value) - each.error for each in moment.change.values()), default=0.0)


def _moment(found: Found, n: int) -> Moment:
    gone, step = found.gone, found.gone.steps[n]
    seats = range(len(gone.seats))
    public = bool(found.knowledge) and not found.judges
    return Moment(
        kind=step.kind,
        step=0 if public else step.step,
        at=0 if public else step.at,
        seat=step.seat,
        who=found.names.get(step.seat) or gone.play.seats.get(step.seat, ""),
        what="" if public else step.what,
        said="" if public else step.said,
        after={gone.seats[s]: found.at(n + 1, s) for s in seats},
        change={gone.seats[s]: found.change(n, s) for s in seats},
        told=step.public if found.knowledge else step.told,
        public=step.public,
        dice=() if public else step.dice,
        judged=None if public else found.judged.get(n),
    )


def _sides(found: Found, shown: list[int]) -> tuple[Side, ...]:
    gone = found.gone
    groups: dict[bytes, list[int]] = {}
    for seat in range(len(gone.seats)):
        groups.setdefault(found.values[:, :, seat].tobytes(), []).append(seat)
    return tuple(
        Side(
            together([found.names[gone.seats[s]] for s in members]),
            tuple(gone.seats[s] for s in members),
            (found.at(0, members[0]), *(found.at(n + 1, members[0]) for n in shown)),
        )
        for members in groups.values()
    )


def _person(found: Found, seat: int, shown: list[int]) -> Person:
    gone, name = found.gone, found.gone.seats[seat]
    by_cause: dict[str, list[int]] = {"luck": [], "own": [], "others": [], "rulings": []}
    for n, step in enumerate(gone.steps):
        by_cause[_cause(step, name)].append(n)
    sums = {cause: _summed(found, steps, seat) for cause, steps in by_cause.items()}
    judged = [
        each for n in shown if gone.steps[n].seat == name and (each := found.judged.get(n)) is not None
    ]  # fmt: skip
    end = float(found.values[:, -1, seat].mean())
    bare = Person(name, found.names[name], found.at(0, seat), end, cost=Estimate(0.0), **sums)  # type: ignore[arg-type]
    return with_skill(bare, judged)


def with_skill(who: Person, judged: Sequence[Judged]) -> Person:
    """Somebody with what these decisions of theirs cost."""
    return msgspec.structs.replace(
        who,
        cost=Estimate(sum(each.cost.value for each in judged), hypot(*(each.cost.error for each in judged))),
        judged=len(judged),
        grades={g: sum(each.grade == g for each in judged) for g in ("inaccuracy", "mistake", "blunder")},
        accuracy=accuracy(each.cost for each in judged),
    )


def _cause(step: Any, seat: str) -> str:
    if step.kind == "dice":
        return "luck"
    if step.kind in ("ruling", "correction") or (step.kind == "passed" and step.seat == GM != seat):
        return "rulings"
    return "own" if step.seat == seat else "others"


def _summed(found: Found, steps: list[int], seat: int) -> Estimate:
    """A sum of changes, its error from the sums of each play-out."""
    moved = [n for n in steps if found.valued[n] != found.valued[n + 1] or found.exact]
    if not moved:
        return Estimate(0.0)
    values = found.values[:, :, seat]
    sums = sum(values[:, n + 1] - values[:, n] for n in moved)
    return found.estimate(sums)
