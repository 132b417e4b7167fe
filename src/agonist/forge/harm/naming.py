"""FG-12, FG-30: who takes new harm names it and picks the box, before the next dice fall."""

from __future__ import annotations

from collections.abc import Sequence

from agonist.kernel import Answer, Ask, Choice, Contest, Event, Field, Fields, Form, Option, Procedure, Text
from agonist.tabletop import Window, ask_of, beside

from ..people.character import empty_boxes
from ..people.sheet import Box
from ..scene import Fresh, Scene, SceneT


def naming_form(sizes: Sequence[int], size: int, name: str) -> Form:
    """What harm is called, and where there is more than one size to pick from, which box takes it."""
    called = Text(most=60, least=1, default=name)
    if len(sizes) < 2:
        return called
    ways = tuple(Option(str(each), f"A box of {each}") for each in sizes)
    picking = Choice(options=ways, default=str(size))
    return Fields(fields=(Field("box", "Which box takes it", picking), Field("name", "Its name", called)))


def box_and_name(answer: Answer, size: int) -> tuple[int, str]:
    """What such a form says; `size` is the box that is not asked for."""
    return (int(answer["box"]), answer["name"]) if isinstance(answer, dict) else (size, answer)


def ask_and_name(contest: Contest[SceneT], asks: tuple[Ask, ...]) -> Procedure[tuple[Answer, ...]]:
    """Ask, and let those who have taken harm since then say what it is called and which box takes it.

    Where somebody cuts that short it can be said with what comes next, until dice fall.
    """
    return beside(contest, asks, unnamed(contest, interrupts=False))


def name_the_rest(contest: Contest[SceneT]) -> Procedure[None]:
    """When it is over, what was taken last is named, or is called as it is."""
    yield from ask_and_name(contest, ())
    contest.state.fresh = []


def unnamed(contest: Contest[SceneT], *, interrupts: bool = True) -> list[Window]:
    """What has not been named yet; when dice have fallen it is called as it is."""
    return [_window(contest, harm, interrupts=interrupts) for harm in contest.state.fresh]


def _window(contest: Contest[SceneT], harm: Fresh, *, interrupts: bool) -> Window:
    scene = contest.state

    def usual() -> Answer:
        size = _marked(scene, harm).size
        return {"box": str(size), "name": harm.name} if _sizes(scene, harm) else harm.name

    def form() -> Form:
        return naming_form(_sizes(scene, harm), _marked(scene, harm).size, harm.name)

    def ask() -> Ask:
        told = "FG-30", f"{{who}}, you took {harm.name}. What is it called?", "{who} may name it."
        who = scene.who(harm.who)
        return ask_of(who, "harm", form, *told, assume=usual, interrupts=interrupts, directed=True)

    return Window(
        "harm", ask, lambda answer: _call(contest, harm, answer), f"{harm.who}:{harm.kind}:{harm.box}"
    )


def boxes_of(scene: Scene, harm: Fresh) -> list[Box]:
    character = scene.who(harm.who)
    tracks = {"misfortune": character.misfortune, "injury": character.injury}
    return tracks[harm.kind] if harm.kind in tracks else character.stress[harm.kind]  # type: ignore[index]


def _marked(scene: Scene, harm: Fresh) -> Box:
    """The box that took it, as long as it is called what it was called then."""
    return boxes_of(scene, harm)[harm.box]


def _sizes(scene: Scene, harm: Fresh) -> list[int]:
    """The sizes to pick from; none where there is no choice."""
    sizes = {box.size for box in empty_boxes(boxes_of(scene, harm)) if box.size >= harm.rating}
    here = _marked(scene, harm).size
    return sorted(sizes | {here}) if harm.whole and sizes - {here} else []


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


def _call(contest: Contest[SceneT], harm: Fresh, answer: Answer) -> None:
    """What was said is laid down as the boxes are now: harm whose box is taken meanwhile stays where it is, and what
    was corrected away stays away."""
    scene = contest.state
    scene.fresh = [each for each in scene.fresh if each is not harm]
    old = _marked(scene, harm)
    size, name = box_and_name(answer, old.size)
    if old.harm != harm.name or (size, name) == (old.size, harm.name):
        return
    free = [box for box in empty_boxes(boxes_of(scene, harm)) if box.size == size != old.size]
    box = free[0] if free else old
    old.harm, box.harm = "", name
    wanted = size if size != box.size else 0
    contest.report(HarmNamed, harm.who, harm.name, old.size, box.size, name, wanted)
