"""FG-12, FG-30 to FG-32, CF-2, CF-10: harm, the boxes that absorb it, the Door of Death, and what a failure brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from agonist.kernel import GM, Ask, Choice, Contest, Form, Option, Procedure, Text
from agonist.tabletop import OnStage, Picked, Told, ask_of, picked

from ..people.character import Character, box_for, empty_boxes
from ..people.sheet import MOST_RATING, TRACKS, Box, Track, Trait, fresh, told_apart
from ..scene import Fresh, SceneT, named
from .naming import box_and_name, naming_form

Harm = Literal["misfortune", "injury", "physical", "mental", "social"]
"""A misfortune, an injury, or stress in one of the tracks."""

Fate = Literal["absorbed", "door", "ended"]
"""How harm went: a box took it, the character went through the Door of Death, or the story ended."""


def suffer(contest: Contest[SceneT], name: str, harm: Harm, rating: int) -> Procedure[Fate]:
    """Harm of any kind comes to a character. Nothing happens for a rating below 1."""
    if rating < 1:
        return "absorbed"
    character = contest.state.who(name)
    match harm:
        case "misfortune":
            return (yield from _misfortune(contest, character, rating))
        case "injury":
            return (yield from _injure(contest, character, rating))
        case _:
            return (yield from _strain(contest, character, harm, rating))


def suffer_each(contest: Contest[SceneT], short: dict[str, int], harm: Harm) -> Procedure[None]:
    """Each takes harm for what they lack, the main actor first."""
    for name, rating in short.items():
        yield from suffer(contest, name, harm, rating)


class Broken(Told, frozen=True):
    """Harm that no box can take whole."""

    rule, says = "FG-31", "No box of {name} can take {kind} {rating}: {rest} of it becomes {into}."
    name: str
    kind: str
    rating: int
    rest: int
    into: str


def _misfortune(contest: Contest[SceneT], character: Character, rating: int) -> Procedure[Fate]:
    """FG-31: what no empty box can take marks the highest empty one, and the rest is an injury."""
    boxes = character.misfortune
    if (yield from _absorb(contest, character, boxes, "misfortune", rating, "FG-30")):
        return "absorbed"
    rest = rating - _room(boxes)
    contest.report(Broken, character.name, "misfortune", rating, rest, "an injury")
    yield from _fill_highest(contest, character, boxes, "misfortune", rating - rest, "FG-31")
    return (yield from _injure(contest, character, rest))


def _injure(contest: Contest[SceneT], character: Character, rating: int) -> Procedure[Fate]:
    """FG-32: what no empty box can take leads to the Door of Death; not in a last stand (FG-55)."""
    if (yield from _absorb(contest, character, character.injury, "injury", rating, "FG-30")):
        return "absorbed"
    if character.last_stand == "in":
        return _end(contest, character, "perished", "FG-55")
    if not (yield from _pay_at_the_door(contest, character, rating - _room(character.injury))):
        return "ended"
    yield from _fill_highest(contest, character, character.injury, "injury", rating, "FG-32")
    return "door"


def _room(boxes: list[Box]) -> int:
    """The size of the highest empty box."""
    return max((box.size for box in empty_boxes(boxes)), default=0)


class DoorOfDeath(Told, frozen=True):
    rule = "FG-32"
    says = (
        "{name} spends {favor} Favor at the Door of Death and bears {trait} {rating}"
        "{gone:? in the place of {gone}}."
    )
    shows = OnStage("{name}", "Door of Death", "{name} came back from the Door of Death", "dark")
    name: str
    favor: int
    gone: str
    trait: str
    rating: int


def _strain(contest: Contest[SceneT], character: Character, track: Track, rating: int) -> Procedure[Fate]:
    """CF-2, CF-10: stress in a track; what no box can take costs as much Favor, for a new trait rated so."""
    if (yield from _absorb(contest, character, character.stress[track], f"{track} stress", rating, "CF-2")):
        return "absorbed"
    if character.last_stand == "in":
        return _end(contest, character, "perished", "CF-10")
    bears = "you bear a new trait, and surrender or make a last stand"
    new = Option("pay", f"Spend {rating} Favor", help=bears, then=_name(character))
    paid = yield from _at_the_door(contest, character, [new] if character.favor >= rating else [], "CF-10")
    if paid is None:
        return "ended"
    character.pay(rating)
    character.traits.append(Trait(paid.more, min(rating, MOST_RATING)))
    contest.report(DoorOfDeath, character.name, rating, "", paid.more, rating, under="CF-10")
    return "door"


class Absorbed(Told, frozen=True):
    rule, says = "FG-30", "{name} takes {kind} {rating} in a box of {box}: {harm}."
    name: str
    kind: str
    rating: int
    box: int
    harm: str


def _absorb(
    contest: Contest[SceneT], character: Character, boxes: list[Box], kind: str, rating: int, rule: str
) -> Procedure[bool]:
    """FG-30: one empty box of at least the rating takes it whole; its bearer picks it, and names the harm (FG-12)."""

    def form() -> Form:
        sizes = sorted({box.size for box in empty_boxes(boxes) if box.size >= rating})
        return naming_form(sizes, min(sizes, default=0), f"{kind} {rating}")

    if (lowest := box_for(boxes, rating)) is None:
        return False
    if contest.state.goes_on:
        _mark(contest, character, boxes, lowest, (kind, rating, rule))
        return True
    told = f"{{who}}, you take {kind} {rating}. What is it called?", f"{{who}} takes {kind} {rating}."
    answer = yield ask_of(character, "harm", form, rule, *told)
    wanted, harm = box_and_name(answer, 0)
    if (box := box_for(boxes, rating, wanted)) is None:
        return False
    box.harm = harm
    contest.report(Absorbed, character.name, kind, rating, box.size, harm, under=rule)
    return True


def _mark(
    contest: Contest[SceneT],
    character: Character,
    boxes: list[Box],
    box: Box,
    harm: tuple[str, int, str],
    *,
    whole: bool = True,
) -> None:
    """The box takes it; its bearer may name it, and pick another box, before anything else happens."""
    kind, rating, rule = harm
    box.harm = f"{kind} {rating}"
    at = [each is box for each in boxes].index(True)
    short = kind.removesuffix(" stress")
    contest.state.fresh.append(Fresh(character.name, short, at, rating, box.harm, whole))
    contest.report(Absorbed, character.name, kind, rating, box.size, box.harm, under=rule)


def _fill_highest(
    contest: Contest[SceneT], character: Character, boxes: list[Box], kind: str, rating: int, rule: str
) -> Procedure[None]:
    """Mark the highest empty box, if there is one."""
    if not empty_boxes(boxes):
        return
    if contest.state.goes_on:
        _mark(contest, character, boxes, empty_boxes(boxes)[-1], (kind, rating, rule), whole=False)
        return
    text = f"{{who}}, the highest empty box is marked. What is the {kind} called?"
    form = naming_form((), 0, f"{kind} {rating}")
    harm = yield ask_of(character, "harm", form, rule, text, f"{{who}} names the {kind}.")
    for box in empty_boxes(boxes)[-1:]:
        box.harm = harm
        contest.report(Absorbed, character.name, kind, rating, box.size, harm, under=rule)


def _pay_at_the_door(contest: Contest[SceneT], character: Character, difference: int) -> Procedure[bool]:
    """FG-32: with a trait of at least the difference and as much Favor, the trait gives way to lasting damage."""
    own = told_apart(character.own_traits()).items()
    able = {f"pay:{n}": (n, t) for n, t in own if t.rating >= difference and character.favor >= difference}
    spend = f"Spend {difference} Favor and give up"
    ways = [
        Option(key, f"{spend} {label} {trait.rating}", then=_name(character, trait))
        for key, (label, trait) in able.items()
    ]
    paid = yield from _at_the_door(contest, character, ways, "FG-32")
    if paid is None:
        return False
    character.pay(difference)
    _, trait = able[paid.key]
    contest.report(DoorOfDeath, character.name, difference, named(trait), paid.more, trait.rating)
    character.secrets = [t for t in character.secrets if t is not trait]
    character.traits = [*(t for t in character.traits if t is not trait), Trait(paid.more, trait.rating)]
    return True


def _name(character: Character, instead_of: Trait | None = None) -> Text:
    """What a new trait is called: by default something that no other trait of the bearer is called."""
    others = [trait.name for trait in character.own_traits() if trait is not instead_of]
    return Text(most=60, least=1, default=fresh("MARKED FOR LIFE", others))


def _at_the_door(
    contest: Contest[SceneT], character: Character, ways: list[Option], rule: str
) -> Procedure[Picked | None]:
    """Pay if possible and wanted; else the story ends, and its player says how."""
    form = Choice((*ways, Option("perished", "Perish"), Option("retired", "Retire for ever")))
    text, waiting = "{who} stands at the Door of Death. What now?", "{who} is at the Door of Death."
    answer = yield ask_of(character, "Door of Death", form, rule, text, waiting)
    if answer in ("perished", "retired"):
        _end(contest, character, answer, rule)
        return None
    return picked(answer)


_ENDS = {"perished": "has perished", "retired": "retires for ever"}


class StoryEnded(Told, frozen=True):
    rule, says, ways = "FG-32", "{name} {fate:ends}.", {"ends": _ENDS.__getitem__}
    shows = OnStage("{name}", "{fate:begun}", rare="dark")
    name: str
    fate: str


def _end(
    contest: Contest[SceneT], character: Character, fate: Literal["perished", "retired"], rule: str
) -> Literal["ended"]:
    character.fate = fate
    contest.report(StoryEnded, character.name, fate, under=rule)
    return "ended"


class Consequence(Told, frozen=True):
    rule, says = "FG-12", "{kind:start}{story:?: {story}| is for the game master to tell.}"
    ways = {"start": lambda kind: "Success at a cost" if kind == "cost" else "The consequence"}
    kind: str
    story: str


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
