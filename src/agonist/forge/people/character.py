"""A character in a contest: the sheet, who plays it, and what has become of it so far."""

from __future__ import annotations

from typing import Annotated, Literal

from agonist.kernel import FOR_OWNER, OPEN, State
from agonist.tabletop import handed_over

from .knobs import BOOK, ForgeKnobs
from .sheet import (
    ATTRIBUTES,
    MOST_EPIPHANIES,
    MOST_FAVOR,
    SKILLS,
    TRACKS,
    Asset,
    Attribute,
    Bane,
    Boon,
    Box,
    Dice,
    Epiphanies,
    Favor,
    Knowledge,
    Mark,
    Rode,
    Sheet,
    Skill,
    SkillName,
    Track,
    Trait,
    training_by_xp,
)

MOST_SEVERE = 3
"""FG-4: no box is larger."""


class Known(Knowledge, forbid_unknown_fields=True):
    """FG-2: who knows a trait knows its rating too, and of two that have one name both."""

    ratings: Annotated[list[int], OPEN] = []


class Character(State):
    """Somebody in a contest. `out` says how they left; `last_stand` is in while it lasts, had ever after."""

    name: Annotated[str, OPEN]
    seat: Annotated[str, OPEN, handed_over(lambda scene: scene.characters, "team", lambda who: not who.out)]
    team: Annotated[str, OPEN]
    vigor: Annotated[Dice, OPEN]
    intuition: Annotated[Dice, OPEN]
    reason: Annotated[Dice, OPEN]
    skills: Annotated[dict[SkillName, Skill], OPEN]
    traits: Annotated[list[Trait], OPEN]
    secrets: Annotated[list[Trait], FOR_OWNER]
    favor: Annotated[Favor, OPEN]
    disposition: Annotated[Literal["I", "II"], OPEN]
    assets: Annotated[list[Asset], OPEN]
    boons: Annotated[list[Boon], OPEN]
    banes: Annotated[list[Bane], OPEN]
    misfortune: Annotated[list[Box], OPEN]
    injury: Annotated[list[Box], OPEN]
    stress: Annotated[dict[Track, list[Box]], OPEN]
    knows: Annotated[list[Known], FOR_OWNER]
    epiphanies: Annotated[Epiphanies, OPEN] = 0
    fate: Annotated[Literal["", "perished", "retired"], OPEN] = ""
    out: Annotated[Literal["", "abstains", "surrendered", "perished", "retired", "lost"], OPEN] = ""
    last_stand: Annotated[Literal["", "in", "had"], OPEN] = ""
    earned: Annotated[dict[SkillName, int], OPEN] = {}

    def dice(self, attribute: Attribute) -> int:
        """FG-10: the number of dice that an attribute gives."""
        rating: int = getattr(self, attribute)
        return rating

    def own_traits(self) -> list[Trait]:
        return [*self.traits, *self.secrets]

    def knows_of(self, other: Character, trait: Trait) -> bool:
        """FG-22, FG-46: whether this character knows another's trait."""
        return not trait.secret or any(k.of == other.name and k.trait == trait.name for k in self.knows)

    def learn(self, other: Character, name: str) -> None:
        """FG-46: know another's secret trait from now on, and what it is rated at."""
        ratings = [trait.rating for trait in other.secrets if trait.name == name]
        for known in self.knows:
            if (known.of, known.trait) == (other.name, name):
                known.ratings = ratings
                return
        self.knows.append(Known(other.name, name, ratings))

    def know_ratings(self, everybody: list[Character]) -> None:
        """FG-2: of all traits that are known, know what they are rated at now."""
        for known in self.knows:
            for other in everybody:
                if other.name == known.of:
                    self.learn(other, known.trait)

    def pay(self, favor: int) -> None:
        """Spend Favor; what was corrected meanwhile cannot make it negative."""
        self.favor = max(0, self.favor - favor)

    def earn(self, favor: int) -> None:
        """Gain Favor, as much as a sheet has room for."""
        self.favor = min(MOST_FAVOR, self.favor + favor)

    def see_clearly(self) -> None:
        """FG-55: gain an epiphany, if the sheet has room for one more."""
        self.epiphanies = min(MOST_EPIPHANIES, self.epiphanies + 1)


def severity(boxes: list[Box]) -> int:
    """FG-30: the highest marked box; they stand lowest first."""
    for box in reversed(boxes):
        if box.harm:
            return box.size
    return 0


def empty_boxes(boxes: list[Box]) -> list[Box]:
    """The empty boxes, lowest first."""
    return sorted((box for box in boxes if not box.harm), key=lambda box: box.size)


def box_for(boxes: list[Box], rating: int, wanted: int = 0) -> Box | None:
    """FG-30: the empty box that takes harm of this rating whole: of the wanted size if it can be, else the lowest."""
    able = [box for box in empty_boxes(boxes) if box.size >= rating]
    fitting = [box for box in able if box.size == wanted] or able
    return fitting[0] if fitting else None


def _track(sizes: tuple[int, ...], marks: list[Mark]) -> list[Box]:
    boxes = [Box(size) for size in sizes]
    for mark in marks:
        if (box := box_for(boxes, mark.box, mark.box)) is not None:
            box.harm = mark.name or "unnamed"
    return boxes


def _marks(boxes: list[Box]) -> list[Mark]:
    return [Mark(box.size, box.harm) for box in boxes if box.harm]


_UNTRAINED = Skill()
_SAME = (*ATTRIBUTES, "favor", "disposition", "epiphanies", "fate")
"""What stands on a sheet as it is on the character."""


def _skill(sheet: Sheet, name: SkillName) -> Skill:
    skill = sheet.skills.get(name, Skill())
    return Skill(min(skill.training, training_by_xp(skill.xp)), skill.xp)


def entered(
    name: str, seat: str, team: str, sheet: Sheet, *, abstains: bool = False, knobs: ForgeKnobs = BOOK
) -> Character:
    """The character that a sheet enters a contest as."""
    return Character(
        name=name,
        seat=seat,
        team=team,
        **{same: getattr(sheet, same) for same in _SAME},
        assets=[asset.copy() for asset in sheet.assets],
        boons=[boon.copy() for boon in sheet.boons],
        banes=[bane.copy() for bane in sheet.banes],
        skills={skill: _skill(sheet, skill) for skill in SKILLS},
        traits=[trait.copy() for trait in sheet.traits if not trait.secret],
        secrets=[trait.copy() for trait in sheet.traits if trait.secret],
        misfortune=_track(knobs.boxes("misfortune"), sheet.misfortunes),
        injury=_track(knobs.boxes("injury"), sheet.injuries),
        stress={track: _track(knobs.boxes("stress"), sheet.stress.get(track, [])) for track in TRACKS},
        knows=[Known(each.of, each.trait) for each in sheet.knows],
        out="abstains" if abstains else sheet.fate,
        earned={},
    )


def sheet_of(
    character: Character, assets: list[Asset] | None = None, rides: list[Rode] | None = None
) -> Sheet:
    """The sheet as the next contest starts from it: what was only for the gauntlet is gone (FG-46).

    It shares with the character what is on it.
    """
    return Sheet(
        **{same: getattr(character, same) for same in _SAME},
        skills={name: skill for name, skill in character.skills.items() if skill != _UNTRAINED},
        traits=character.own_traits(),
        assets=character.assets if assets is None else assets,
        boons=[boon for boon in character.boons if not boon.passing],
        banes=[bane for bane in character.banes if not bane.passing],
        misfortunes=_marks(character.misfortune),
        injuries=_marks(character.injury),
        stress={track: marks for track, boxes in character.stress.items() if (marks := _marks(boxes))},
        knows=[Knowledge(each.of, each.trait) for each in character.knows],
        rides=rides or [],
    )
