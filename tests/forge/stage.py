"""What the tests of this game share: people to put on stage, and contests played with chosen answers and dice."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, TypeVar

from agonist.forge import GAME
from agonist.forge.setup import (
    ChallengeSetup,
    ContestSetup,
    EnterpriseSetup,
    Entrant,
    GauntletSetup,
    TeamSetup,
)
from agonist.forge.sheet import Mark, Sheet, Skill, SkillName, Trait
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


class Stage:
    """A contest with real dice that are typed in. What is not said is answered by default; dice not given miss, but
    morale is kept: dice to keep it are given for "Ash keeping".

    `say("act", …)` answers the next request called so, `say("act", …, about="Maro")` the next about Maro.
    """

    def __init__(self, type_name: str, setup: Any, options: Any = None) -> None:
        kind = GAME.type(type_name)
        seats = {"gm", *kind.seats(kind.setup_from(setup, options)[0])}
        self.referee: Referee[Any] = Referee.start(
            GAME, type_name, setup, options, seed=bytes(32), dice=dict.fromkeys(seats, "typed")
        )
        self.asked: list[tuple[str, str, str]] = []
        self._said: dict[tuple[str, str], list[Any]] = defaultdict(list)
        self._dice: dict[str, list[list[int]]] = defaultdict(list)

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
        pending = self.referee.pending[0]
        request = pending.request
        if isinstance(request, Ask):
            self.asked.append((request.what, request.seat, request.about))
            queue = self._said[request.what, request.about] or self._said[request.what, ""]
            value = queue.pop(0) if queue else pending.form().fallback()
        else:
            count = len(request.sides)  # type: ignore[attr-defined]
            test = self.state.test
            keeping = test is not None and test.goal == "Keep morale"
            rolls = self._dice[f"{request.about} keeping" if keeping else request.about or "journey"]
            value = rolls.pop(0) if rolls else [6 if keeping else 1] * count
            assert len(value) == count, f"{request.what}: {count} dice, not {value}"
        self.referee.answer(pending.id, value)
        return pending

    def until(self, what: str, about: str = "") -> Ask:
        """Play until this is asked, and leave it open."""
        while not self.referee.over:
            request = self.referee.pending[0].request
            if isinstance(request, Ask) and request.what == what and about in ("", request.about):
                return request
            self.step()
        raise AssertionError(f"{what!r} was never asked of {about or 'anybody'}; asked: {self.asked}")

    def play(self, most: int = 400) -> Stage:
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
        """The options of a choice that is asked later, by key."""
        form: Any = self.until(what, about).legal()
        return {option.key: option for option in form.options}

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
