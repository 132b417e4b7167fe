"""FG-12, FG-30: who takes new harm names it and picks the box, before the next dice fall."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Answer, Ask, Choice, Contest, Event, Field, Fields, Form, Option, Procedure, Text

from ..scene import Fresh, Scene, SceneT
from .character import empty_boxes
from .sheet import Box


def ask_and_name(contest: Contest[SceneT], asks: tuple[Ask, ...]) -> Procedure[tuple[Answer, ...]]:
    """Ask, and let those who have taken harm since then say what it is called and which box takes it.

    Where somebody cuts that short it can be said with what comes next, until dice fall.
    """
    scene = contest.state
    if contest.closed("harm"):
        scene.fresh = []
    if not scene.fresh:
        return tuple((yield asks)) if asks else ()
    harms = list(scene.fresh)
    answers = yield (*asks, *(naming(scene, harm) for harm in harms))
    given = tuple(answers[: len(asks)])
    for slot, harm in enumerate(harms, len(asks)):
        if slot in contest.arrived:
            call(contest, harm, answers[slot])
    return given


def name_the_rest(contest: Contest[SceneT]) -> Procedure[None]:
    """When it is over, what was taken last is named."""
    yield from ask_and_name(contest, ())


def boxes_of(scene: Scene, harm: Fresh) -> list[Box]:
    character = scene.who(harm.who)
    tracks = {"misfortune": character.misfortune, "injury": character.injury}
    return tracks[harm.kind] if harm.kind in tracks else character.stress[harm.kind]  # type: ignore[index]


def _marked(scene: Scene, harm: Fresh) -> Box:
    """The box that took it, as long as it is called what it was called then."""
    return boxes_of(scene, harm)[harm.box]


def _usual(scene: Scene, harm: Fresh) -> Any:
    box = _marked(scene, harm)
    return {"box": str(box.size), "name": harm.name} if _sizes(scene, harm) else harm.name


def _sizes(scene: Scene, harm: Fresh) -> list[int]:
    """The sizes to pick from; none where there is no choice."""
    sizes = {box.size for box in empty_boxes(boxes_of(scene, harm)) if box.size >= harm.rating}
    here = _marked(scene, harm).size
    return sorted(sizes | {here}) if harm.whole and sizes - {here} else []


def naming(scene: Scene, harm: Fresh) -> Ask:
    """The window in which its bearer may say what harm is called, and which box takes it."""

    def form() -> Form:
        called = Text(most=60, least=1, default=harm.name)
        if not _sizes(scene, harm):
            return called
        ways = tuple(Option(str(size), f"A box of {size}") for size in _sizes(scene, harm))
        picking = Choice(options=ways, default=str(_marked(scene, harm).size))
        return Fields(fields=(Field("box", "Which box takes it", picking), Field("name", "Its name", called)))

    text = f"{harm.who}, you took {harm.name}. What is it called?"
    waiting = f"{harm.who} may name it."
    assume = lambda: _usual(scene, harm)  # noqa: E731
    seat = scene.who(harm.who).seat
    return Ask(seat, "harm", form, "FG-30", text, waiting, harm.who, assume, directed=True)


class HarmNamed(Event, frozen=True):
    """Who took harm says what it is called, and perhaps that another box takes it."""

    rule = "FG-12"
    name: str
    was: str
    old_box: int
    box: int
    harm: str
    wanted: int = 0

    def text(self) -> str:
        place = f", in a box of {self.box}" if self.box != self.old_box else ""
        if self.wanted:
            place = f", and as no box of {self.wanted} is empty any more it stays in one of {self.box}"
        return f"{self.name} calls {self.was} by its name{place}: {self.harm}."


def call(contest: Contest[SceneT], harm: Fresh, answer: Any) -> None:
    """What was said is laid down as the boxes are now: harm whose box is taken meanwhile stays where it is, and what
    was corrected away stays away."""
    scene = contest.state
    scene.fresh = [each for each in scene.fresh if each is not harm]
    old = _marked(scene, harm)
    size, name = (int(answer["box"]), answer["name"]) if isinstance(answer, dict) else (old.size, answer)
    if old.harm != harm.name or (size, name) == (old.size, harm.name):
        return
    free = [box for box in empty_boxes(boxes_of(scene, harm)) if box.size == size != old.size]
    box = free[0] if free else old
    old.harm, box.harm = "", name
    wanted = size if size != box.size else 0
    contest.report(HarmNamed, harm.who, harm.name, old.size, box.size, name, wanted)
