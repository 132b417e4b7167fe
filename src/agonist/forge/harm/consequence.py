"""FG-12: what follows a failure."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Text
from agonist.tabletop import picked

from ..people.sheet import TRACKS, Track
from ..scene import SceneT
from .suffering import Harm, suffer_each


class Consequence(Event, frozen=True):
    rule = "FG-12"
    kind: str
    story: str

    def text(self) -> str:
        start = "Success at a cost" if self.kind == "cost" else "The consequence"
        return f"{start}: {self.story}" if self.story else f"{start} is for the game master to tell."


def consequence(
    contest: Contest[SceneT],
    short: dict[str, int],
    inflict: Callable[[Contest[SceneT], dict[str, int], Harm], Procedure[None]] = suffer_each,
    track: Track = "physical",
    *,
    cost: bool = True,
) -> Procedure[str]:
    """FG-12: the game master chooses a turn of the story, success at a cost, or harm for what each lacks."""
    ratings = ", ".join(f"{name} {lacking}" for name, lacking in short.items())
    stress = contest.state.rules().stress
    harms = (
        {each: f"{each.capitalize()} stress" for each in TRACKS} if stress else {"misfortune": "Misfortune"}
    )
    ways = [Option(kind, f"{title}: {ratings}") for kind, title in harms.items()]
    ways.append(Option("narrative", "A turn of the story", then=Text(most=300)))
    if cost:
        ways.append(Option("cost", "Success at a cost", then=Text(most=300)))
    text = f"{', '.join(short)} failed. What follows?"
    form = Choice(options=tuple(ways), default=track if stress else "misfortune")
    answer = yield Ask(GM, "consequence", form, "FG-12", text, "The game master chooses the consequence.")
    kind, story = picked(answer)
    if kind in ("narrative", "cost"):
        contest.report(Consequence, kind, story)
        return kind
    yield from inflict(contest, short, answer)
    return "harm"
