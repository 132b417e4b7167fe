"""FG-12, FG-30: who takes new harm names it and picks the box, before anything else happens."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Answer, Ask, Choice, Contest, Event, Field, Fields, Form, Option, Procedure, Text

from ..scene import Fresh, Scene, SceneT
from .character import empty_boxes
from .sheet import Box


def ask_and_name(contest: Contest[SceneT], asks: tuple[Ask, ...]) -> Procedure[tuple[Answer, ...]]:
    """Ask, and let those who have taken harm since then say what it is called and which box takes it."""
    scene = contest.state
    if contest.closed("harm"):
        scene.fresh = []
    if not scene.fresh:
        return tuple((yield asks))
    harms = list(scene.fresh)
    answers = yield (*asks, *(_window(scene, harm) for harm in harms))
    given = tuple(answers[: len(asks)])
    for harm, answer in zip(harms, answers[len(asks) :], strict=True):
        cut_short = None in given and answer == _usual(scene, harm)
        if not cut_short:
            scene.fresh = [each for each in scene.fresh if each is not harm]
            _name(contest, harm, answer)
    return given


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


def _window(scene: Scene, harm: Fresh) -> Ask:
    def form() -> Form:
        naming = Text(most=60, least=1, default=harm.name)
        if not _sizes(scene, harm):
            return naming
        ways = tuple(Option(str(size), f"A box of {size}") for size in _sizes(scene, harm))
        picking = Choice(options=ways, default=str(_marked(scene, harm).size))
        return Fields(fields=(Field("box", "Which box takes it", picking), Field("name", "Its name", naming)))

    text = f"{harm.who}, you took {harm.name}. What is it called?"
    waiting = f"{harm.who} may name it."
    assume = lambda: _usual(scene, harm)  # noqa: E731
    return Ask(scene.who(harm.who).seat, "harm", form, "FG-30", text, waiting, harm.who, assume)


class HarmNamed(Event, frozen=True):
    """Who took harm says what it is called, and perhaps that another box takes it."""

    rule = "FG-12"
    name: str
    was: str
    old_box: int
    box: int
    harm: str

    def text(self) -> str:
        place = f", in a box of {self.box}" if self.box != self.old_box else ""
        return f"{self.name} calls {self.was} by its name{place}: {self.harm}."


def _name(contest: Contest[SceneT], harm: Fresh, answer: Any) -> None:
    scene = contest.state
    old = _marked(scene, harm)
    size, name = (int(answer["box"]), answer["name"]) if isinstance(answer, dict) else (old.size, answer)
    if old.harm != harm.name or (size, name) == (old.size, harm.name):
        return
    old.harm = ""
    box = old if size == old.size else next(b for b in boxes_of(scene, harm) if b.size == size and not b.harm)
    box.harm = name
    contest.report(HarmNamed(harm.who, harm.name, old.size, box.size, name))
