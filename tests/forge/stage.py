"""What the tests of this game share: people to put on stage, and contests played with chosen answers and dice."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, TypeVar

from agonist.forge import GAME
from agonist.forge.people.sheet import Mark, Sheet, Skill, SkillName, Trait
from agonist.forge.types.setup import (
    ChallengeSetup,
    ContestSetup,
    EnterpriseSetup,
    Entrant,
    GauntletSetup,
    TeamSetup,
)
from agonist.kernel import Ask, Event, Pending, Referee

E = TypeVar("E", bound=Event)


def person(name: str, seat: str = "", **sheet: Any) -> Entrant:
    """Somebody with three dice in everything, trained at 5+ in everything, unless the sheet says otherwise."""
    trained: dict[SkillName, Skill] = {
        skill: Skill(5, 10)
        for skill in ("influence", "fight", "maneuver", "wilderness", "craft", "resources")
    }
    trained |= sheet.pop("skills", {})
    return Entrant(name, seat or name.lower(), Sheet(skills=trained, **sheet))


def marks(*sizes: int) -> list[Mark]:
    return [Mark(size, f"old {size}") for size in sizes]


def full(*left: int, boxes: tuple[int, ...] = (1, 1, 1, 2, 2, 3)) -> list[Mark]:
    """All boxes marked but those left."""
    sizes = list(boxes)
    for size in left:
        sizes.remove(size)
    return marks(*sizes)


def team(name: str, *members: Entrant, **rest: Any) -> TeamSetup:
    return TeamSetup(name, list(members), **rest)


def challenge(*actors: Entrant, **rest: Any) -> ChallengeSetup:
    teams = [team("Actors", *actors), *rest.pop("others", [])]
    given: dict[str, Any] = {"goal": "Get through", "skill": "maneuver", "teams": teams}
    return ChallengeSetup(**given | rest)


def duel(attacker: Entrant, defender: Entrant, /, **rest: Any) -> ContestSetup:
    teams = [team("Attackers", attacker), team("Defenders", defender)]
    given: dict[str, Any] = {"goal": "Win", "skill": "fight", "harm_agreed": False, "teams": teams}
    return ContestSetup(**given | rest)


def gauntlet(*teams: TeamSetup, **rest: Any) -> GauntletSetup:
    given: dict[str, Any] = {"skill": "fight", "teams": list(teams)}
    return GauntletSetup(**given | rest)


def enterprise(*members: Entrant, **rest: Any) -> EnterpriseSetup:
    teams = [team("Travellers", *members, goal="Arrive")]
    chain = [Trait("SWAMP", 1), Trait("FOREST", 2)]
    given: dict[str, Any] = {"skill": "wilderness", "teams": teams, "chain": chain}
    return EnterpriseSetup(**given | rest)


def attack(target: str, attribute: str = "vigor", company: list[str] | None = None) -> dict[str, Any]:
    """The answer to "act" that attacks; `company` where there are teammates who have not acted."""
    plan: dict[str, Any] = {"target": target, "attribute": attribute}
    return {"pick": "attack", "with": plan if company is None else {**plan, "with": company}}


def seek(target: str, skill: str = "maneuver", attribute: str = "vigor") -> dict[str, Any]:
    """The answer to "act" that seeks an advantage."""
    return {"pick": "advantage", "with": {"target": target, "skill": {"pick": skill, "with": attribute}}}


STRICT = False
"""Whether stages ask everything as a must; tests are run in both manners (see conftest)."""

STEPS = {"around": "add dice", "dice": "add dice", "trait": "use a trait", "last": "asset or detriment"}
"""The steps of the form after a roll, by its fields."""


class Stage:
    """A contest with real dice that are typed in. What is not said is answered by default; dice not given miss, but
    morale is kept: dice to keep it are given for "Ash keeping".

    `say("act", …)` answers the next request called so, `say("act", …, about="Maro")` the next about Maro. The steps of
    the form after a roll can be said one by one, and "who acts" says who of a team acts next.
    """

    def __init__(self, type_name: str, setup: Any, options: Any = None) -> None:
        kind = GAME.type(type_name)
        seats = {"gm", *kind.seats(kind.setup_from(setup, options)[0])}
        self.referee: Referee[Any] = Referee.start(
            GAME,
            type_name,
            setup,
            options,
            seed=bytes(32),
            dice=dict.fromkeys(seats, "typed"),
            strict=STRICT,
        )
        self.asked: list[tuple[str, str, str]] = []
        self._said: dict[tuple[str, str], list[Any]] = defaultdict(list)
        self._dice: dict[str, list[list[int]]] = defaultdict(list)
        self._seen: set[str] = set()
        self._has_acted = -1

    def say(self, what: str, *answers: Any, about: str = "") -> Stage:
        self._said[what, about] += answers
        return self

    def dice(self, name: str, *rolls: list[int]) -> Stage:
        self._dice[name] += rolls
        return self

    def step(self) -> Pending | None:
        """Answer one request; None when the contest is over."""
        if self.referee.over:
            return None
        pending = self._next()
        self._note(pending)
        self.referee.answer(pending.id, self._answer(pending))
        return pending

    def _next(self) -> Pending:
        """What was spoken to, then what must be answered, then dice."""
        asks = [each for each in self.referee.pending if isinstance(each.request, Ask)]
        acting = [each for each in asks if each.request.what == "act"]
        others = [each for each in asks if each not in acting]
        if acting and not any(self._queue(each.request.what, each.request.about) for each in others):
            return self._acting(acting)
        asks = others
        spoken = [each for each in asks if self._queue(each.request.what, each.request.about)]
        musts = [each for each in asks if not each.window]
        dice = [each for each in self.referee.pending if each not in asks]
        return (spoken or musts or dice)[0]

    def _acting(self, acting: list[Pending], *, peek: bool = False) -> Pending:
        """Who was said to act, or who has been spoken to, or the first of the team."""
        state = self.state
        members = state.team(state.active).members
        acting = sorted(acting, key=lambda each: members.index(each.request.about))
        queue = self._queue("who acts", state.team(state.active).captain)
        if len(acting) > 1 and not peek and self._has_acted != self.referee.at:
            self.asked.append(("who acts", "", state.team(state.active).captain))
        if self._has_acted == self.referee.at:
            return acting[0]
        if queue and len(acting) > 1:
            name = queue[0] if peek else queue.pop(0)
            return next(each for each in acting if each.request.about == name)
        return acting[0]

    def _queue(self, what: str, about: str) -> list[Any]:
        return self._said[what, about] or self._said[what, ""]

    def _note(self, pending: Pending) -> None:
        """Write down what can be answered now, windows too, each once."""
        for each in self.referee.pending:
            request = each.request
            if not isinstance(request, Ask) or each.id in self._seen:
                continue
            if request.what == "act" and (each.id != pending.id or self._has_acted == each.at):
                continue
            self._seen.add(each.id)
            whats = dict.fromkeys(self._fields(request).values()) or [request.what]
            self.asked += [(what, request.seat, request.about) for what in whats]

    def _fields(self, request: Ask) -> dict[str, str]:
        """The steps that a form after a roll has, by its fields."""
        if request.what != "after the roll":
            return {}
        form: Any = request.legal()
        return {field.key: STEPS[field.key] for field in form.fields if field.key in STEPS}

    def _answer(self, pending: Pending) -> Any:
        request = pending.request
        if isinstance(request, Ask):
            if request.what == "after the roll":
                return self._after_roll(request)
            if request.what == "act" and self._has_acted == pending.at:
                return "wait"
            if request.what == "act":
                self._has_acted = pending.at
            queue = self._queue(request.what, request.about)
            if queue:
                return queue.pop(0)
            form: Any = pending.form()
            if request.what == "act":
                return form.pick(form.options[0].key)
            return request.assumed() if request.window else form.fallback()
        count = len(request.sides)  # type: ignore[attr-defined]
        test = self.state.test
        keeping = test is not None and test.goal == "Keep morale"
        rolls = self._dice[f"{request.about} keeping" if keeping else request.about or "journey"]
        value = rolls.pop(0) if rolls else [6 if keeping else 1] * count
        assert len(value) == count, f"{request.what}: {count} dice, not {value}"
        return value

    def _after_roll(self, request: Ask) -> Any:
        """The steps that were said, each in its field."""
        form: Any = request.legal()
        answer = form.fallback()
        for field in form.fields:
            step = STEPS.get(field.key, field.key)
            keys = {option.key for option in field.form.options if not option.unavailable}
            queue = self._queue(step, request.about)
            if queue and (queue[0]["pick"] if isinstance(queue[0], dict) else queue[0]) in keys:
                answer[field.key] = queue.pop(0)
        return answer

    def until(self, what: str, about: str = "") -> Ask:
        """Play until this can be answered, and leave it open."""
        while not self.referee.over:
            asks = list(self.referee.pending)
            acting = [p for p in asks if isinstance(p.request, Ask) and p.request.what == "act"]
            if self._has_acted == self.referee.at:
                acting = []
            others = [p for p in asks if isinstance(p.request, Ask) and p.request.what != "act"]
            if any(self._queue(p.request.what, p.request.about) and p.request.what != what for p in others):
                self.step()
                continue
            for pending in [*([self._acting(acting, peek=True)] if acting else []), *others]:
                request = pending.request
                if isinstance(request, Ask) and about in ("", request.about):
                    whats = (request.what, *self._fields(request).values())
                    if what in whats:
                        return request
            if what == "who acts" and self._several_act(about):
                request = self.referee.pending[0].request
                assert isinstance(request, Ask)
                return request
            self.step()
        raise AssertionError(f"{what!r} was never asked of {about or 'anybody'}; asked: {self.asked}")

    def _several_act(self, captain: str) -> bool:
        acting = [p for p in self.referee.pending if isinstance(p.request, Ask) and p.request.what == "act"]
        return len(acting) > 1 and captain in ("", self.state.team(self.state.active).captain)

    def play(self, most: int = 600) -> Stage:
        """Play to the end; everything that was said must have been asked for."""
        for _ in range(most):
            if self.step() is None:
                break
        assert self.referee.over, f"still going: {self.referee.pending[0].request}"
        left = {key: queue for key, queue in [*self._said.items(), *self._dice.items()] if queue}
        assert not left, f"never asked for: {left}; asked: {self.asked}"
        return self

    def events(self, kind: type[E]) -> list[E]:
        return [line.event for line in self.referee.lines if isinstance(line.event, kind) and not line.undone]

    def told(self) -> list[str]:
        return [line.event.text() for line in self.referee.lines]

    def whats(self) -> list[str]:
        return [what for what, _, _ in self.asked]

    def options(self, what: str, about: str = "") -> dict[str, Any]:
        """The options of a choice that can be answered later, by key."""
        request = self.until(what, about)
        form: Any = request.legal()
        if request.what != "after the roll":
            return {option.key: option for option in form.options}
        fields = [field for field in form.fields if STEPS.get(field.key) == what]
        return {o.key: o for field in fields for o in field.form.options if o.key != "enough"}

    @property
    def state(self) -> Any:
        return self.referee.state

    @property
    def result(self) -> Any:
        assert self.referee.result is not None
        return self.referee.result

    def sheet(self, name: str) -> dict[str, Any]:
        sheet: dict[str, Any] = self.result.sheets[name]
        return sheet
