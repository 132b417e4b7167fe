"""FG-30 to FG-32, CF-2, CF-10: harm, the boxes that absorb it, and the Door of Death."""

from __future__ import annotations

from typing import Literal

from agonist.kernel import Ask, Choice, Contest, Event, Field, Fields, Form, Option, Procedure, Staged, Text

from ..scene import Fresh, SceneT, named
from .character import Character, box_for, empty_boxes
from .sheet import MOST_RATING, Box, Track, Trait
from .things import fresh, told_apart

Harm = Literal["misfortune", "injury", "physical", "mental", "social"]
"""A misfortune, an injury, or stress in one of the tracks."""

Fate = Literal["absorbed", "door", "ended"]
"""How harm went: a box took it, the character went through the Door of Death, or the story ended."""


def suffer(contest: Contest[SceneT], name: str, harm: Harm, rating: int) -> Procedure[Fate]:
    """Harm of any kind comes to a character. Nothing happens for a rating below 1."""
    if rating < 1:
        return "absorbed"
    match harm:
        case "misfortune":
            return (yield from misfortune(contest, name, rating))
        case "injury":
            return (yield from injure(contest, name, rating))
        case _:
            return (yield from strain(contest, name, harm, rating))


def suffer_each(contest: Contest[SceneT], short: dict[str, int], harm: Harm) -> Procedure[None]:
    """Each takes harm for what they lack, the main actor first."""
    for name, rating in short.items():
        yield from suffer(contest, name, harm, rating)


class Broken(Event, frozen=True):
    """Harm that no box can take whole."""

    rule = "FG-31"
    name: str
    kind: str
    rating: int
    rest: int
    into: str

    def text(self) -> str:
        return f"No box of {self.name} can take {self.kind} {self.rating}: {self.rest} of it becomes {self.into}."


def misfortune(contest: Contest[SceneT], name: str, rating: int) -> Procedure[Fate]:
    """FG-31: what no empty box can take marks the highest empty one, and the rest is an injury."""
    boxes = contest.state.who(name).misfortune
    if (yield from _absorb(contest, name, boxes, "misfortune", rating, "FG-30")):
        return "absorbed"
    rest = rating - max((box.size for box in empty_boxes(boxes)), default=0)
    contest.report(Broken, name, "misfortune", rating, rest, "an injury")
    yield from _fill_highest(contest, name, boxes, "misfortune", rating - rest, "FG-31")
    return (yield from injure(contest, name, rest))


def injure(contest: Contest[SceneT], name: str, rating: int) -> Procedure[Fate]:
    """FG-32: what no empty box can take leads to the Door of Death; not in a last stand (FG-55)."""
    character = contest.state.who(name)
    if (yield from _absorb(contest, name, character.injury, "injury", rating, "FG-30")):
        return "absorbed"
    if character.last_stand == "in":
        return _end(contest, character, "perished", "FG-55")
    difference = rating - max((box.size for box in empty_boxes(character.injury)), default=0)
    if not (yield from _pay_at_the_door(contest, character, difference)):
        return "ended"
    yield from _fill_highest(contest, name, character.injury, "injury", rating, "FG-32")
    return "door"


class DoorOfDeath(Event, frozen=True):
    rule = "FG-32"
    name: str
    favor: int
    gone: str
    trait: str
    rating: int

    def staged(self) -> Staged:
        return Staged(who=self.name, word="Door of Death", rare="dark")

    def text(self) -> str:
        instead = f" in the place of {self.gone}" if self.gone else ""
        bears = f"bears {self.trait} {self.rating}{instead}"
        return f"{self.name} spends {self.favor} Favor at the Door of Death and {bears}."


def strain(contest: Contest[SceneT], name: str, track: Track, rating: int) -> Procedure[Fate]:
    """CF-2, CF-10: stress in a track; what no box can take costs as much Favor, for a new trait rated so."""
    character = contest.state.who(name)
    if (yield from _absorb(contest, name, character.stress[track], f"{track} stress", rating, "CF-2")):
        return "absorbed"
    if character.last_stand == "in":
        return _end(contest, character, "perished", "CF-10")
    new = Option(
        "pay",
        f"Spend {rating} Favor",
        help="you bear a new trait, and surrender or make a last stand",
        then=_name(character),
    )
    able = character.favor >= rating
    answer = yield from _at_the_door(contest, character, [new] if able else [], "CF-10")
    if answer is None:
        return "ended"
    character.pay(rating)
    character.traits.append(Trait(answer["with"], min(rating, MOST_RATING)))
    contest.report(DoorOfDeath, name, rating, "", answer["with"], rating, under="CF-10")
    return "door"


class Absorbed(Event, frozen=True):
    rule = "FG-30"
    name: str
    kind: str
    rating: int
    box: int
    harm: str

    def text(self) -> str:
        return f"{self.name} takes {self.kind} {self.rating} in a box of {self.box}: {self.harm}."


def _absorb(
    contest: Contest[SceneT], name: str, boxes: list[Box], kind: str, rating: int, rule: str
) -> Procedure[bool]:
    """FG-30: one empty box of at least the rating takes it whole; its bearer picks it, and names the harm (FG-12)."""
    character = contest.state.who(name)

    def sizes() -> list[int]:
        return sorted({box.size for box in boxes if not box.harm and box.size >= rating})

    def form() -> Form:
        naming = Text(most=60, least=1, default=f"{kind} {rating}")
        if len(sizes()) < 2:
            return naming
        ways = tuple(Option(str(size), f"A box of {size}") for size in sizes())
        return Fields(
            fields=(
                Field("box", "Which box takes it", Choice(options=ways, default=ways[0].key)),
                Field("name", "Its name", naming),
            )
        )

    if (lowest := box_for(boxes, rating)) is None:
        return False
    if contest.state.goes_on:
        _mark(contest, name, boxes, lowest, (kind, rating, rule))
        return True
    text = f"{name}, you take {kind} {rating}. What is it called?"
    answer = yield Ask(character.seat, "harm", form, rule, text, f"{name} takes {kind} {rating}.", name)
    wanted, harm = (int(answer["box"]), answer["name"]) if isinstance(answer, dict) else (0, answer)
    if (box := box_for(boxes, rating, wanted)) is None:
        return False
    box.harm = harm
    contest.report(Absorbed, name, kind, rating, box.size, harm, under=rule)
    return True


def _mark(
    contest: Contest[SceneT],
    name: str,
    boxes: list[Box],
    box: Box,
    harm: tuple[str, int, str],
    *,
    whole: bool = True,
) -> None:
    """The box takes it; its bearer may name it, and pick another box, before anything else happens."""
    kind, rating, rule = harm
    called = f"{kind} {rating}"
    at = [each is box for each in boxes].index(True)
    box.harm = called
    contest.state.fresh.append(Fresh(name, kind.removesuffix(" stress"), at, rating, called, whole))
    contest.report(Absorbed, name, kind, rating, box.size, called, under=rule)


def _fill_highest(
    contest: Contest[SceneT], name: str, boxes: list[Box], kind: str, rating: int, rule: str
) -> Procedure[None]:
    """Mark the highest empty box, if there is one."""
    if not empty_boxes(boxes):
        return
    if contest.state.goes_on:
        _mark(contest, name, boxes, empty_boxes(boxes)[-1], (kind, rating, rule), whole=False)
        return
    text = f"{name}, the highest empty box is marked. What is the {kind} called?"
    naming = Text(most=60, least=1, default=f"{kind} {rating}")
    harm = yield Ask(
        contest.state.who(name).seat, "harm", naming, rule, text, f"{name} names the {kind}.", name
    )
    for box in empty_boxes(boxes)[-1:]:
        box.harm = harm
        contest.report(Absorbed, name, kind, rating, box.size, harm, under=rule)


def _pay_at_the_door(contest: Contest[SceneT], character: Character, difference: int) -> Procedure[bool]:
    """FG-32: with a trait of at least the difference and as much Favor, the trait gives way to lasting damage."""
    own = told_apart(character.own_traits()).items()
    able = {f"pay:{n}": (n, t) for n, t in own if t.rating >= difference and character.favor >= difference}
    ways = [
        Option(
            key, f"Spend {difference} Favor and give up {label} {trait.rating}", then=_name(character, trait)
        )
        for key, (label, trait) in able.items()
    ]
    answer = yield from _at_the_door(contest, character, ways, "FG-32")
    if answer is None:
        return False
    character.pay(difference)
    trait = able[answer["pick"]][1]
    contest.report(DoorOfDeath, character.name, difference, named(trait), answer["with"], trait.rating)
    character.secrets = [t for t in character.secrets if t is not trait]
    character.traits = [t for t in character.traits if t is not trait]
    character.traits.append(Trait(answer["with"], trait.rating))
    return True


def _name(character: Character, instead_of: Trait | None = None) -> Text:
    """What a new trait is called: by default something that no other trait of the bearer is called."""
    others = [trait.name for trait in character.own_traits() if trait is not instead_of]
    return Text(most=60, least=1, default=fresh("MARKED FOR LIFE", others))


def _at_the_door(
    contest: Contest[SceneT], character: Character, ways: list[Option], rule: str
) -> Procedure[dict[str, str] | None]:
    """Pay if possible and wanted; else the story ends, and its player says how."""
    ends = (Option("perished", "Perish"), Option("retired", "Retire for ever"))
    text = f"{character.name} stands at the Door of Death. What now?"
    form = Choice(options=(*ways, *ends))
    answer = yield Ask(
        character.seat,
        "Door of Death",
        form,
        rule,
        text,
        f"{character.name} is at the Door of Death.",
        character.name,
    )
    if isinstance(answer, dict):
        return answer
    _end(contest, character, answer, rule)
    return None


class StoryEnded(Event, frozen=True):
    rule = "FG-32"
    name: str
    fate: str

    def staged(self) -> Staged:
        return Staged(who=self.name, word=self.fate.capitalize(), rare="dark")

    def text(self) -> str:
        return (
            f"{self.name} has {self.fate}." if self.fate == "perished" else f"{self.name} retires for ever."
        )


def _end(
    contest: Contest[SceneT], character: Character, fate: Literal["perished", "retired"], rule: str
) -> Literal["ended"]:
    character.fate = fate
    contest.report(StoryEnded, character.name, fate, under=rule)
    return "ended"
