"""Relay: five runners in turn say how hard they run, and a die says how far. A game for measuring tables with."""

from typing import Annotated

from msgspec import Struct

from agonist import kernel as k


class Runner(k.State):
    name: Annotated[str, k.OPEN]
    seat: Annotated[str, k.OPEN]
    breath: Annotated[int, k.FOR_OWNER]
    way: Annotated[int, k.OPEN] = 0


class Race(k.State):
    runners: Annotated[list[Runner], k.OPEN]
    legs: Annotated[int, k.OPEN]
    leg: Annotated[int, k.OPEN] = 0


class Setup(Struct):
    legs: int = 1_000_000


class Ran(k.Event, frozen=True):
    rule = "RL-1"
    runner: str
    effort: int
    die: int

    def text(self) -> str:
        return f"{self.runner} runs at {self.effort} and comes {self.effort + self.die} further."


class Relay(k.ContestType[Race]):
    name, title, state_type, setup_type = "relay", "Relay", Race, Setup
    presets = {"long": k.Preset("A long relay", "Five runners who never tire.", Setup())}

    def seats(self, setup: Setup) -> dict[str, str]:
        return {f"runner{n}": f"Runner {n}" for n in range(5)}

    def begin(self, setup: Setup, options: object) -> Race:
        return Race([Runner(name, seat, 20) for seat, name in self.seats(setup).items()], setup.legs)

    def turn(self, contest: k.Contest[Race]) -> k.Procedure[None]:
        race = contest.state
        runner = race.runners[race.leg % 5]
        effort = yield k.Ask(
            runner.seat, "effort", k.Number(1, 10), "RL-1", f"{runner.name}, how hard do you run?"
        )
        (die,) = yield k.Roll((6,), seat=runner.seat, what="how far")
        runner.way += effort + die
        race.leg += 1
        contest.report(Ran, runner=runner.name, effort=effort, die=die)

    def outcome(self, state: Race) -> k.Outcome | None:
        if state.leg < state.legs:
            return None
        return k.Outcome(summary="They have arrived.")


GAME = k.Game(
    name="relay",
    title="Relay",
    blurb="A race of five.",
    rules_version="1",
    types=(Relay(),),
    rules={"RL-1": "Who runs says how hard; a die is added."},
)
