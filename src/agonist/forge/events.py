"""What happens in skill tests, and to those who take them."""

from __future__ import annotations

from ..kernel import Event

__all__ = [
    "Absorbed",
    "AddedDice",
    "AssetDropped",
    "AssetUsed",
    "BoonOrBane",
    "Broken",
    "Compared",
    "Consequence",
    "Declared",
    "Denied",
    "Detriment",
    "DifficultySet",
    "DoorOfDeath",
    "HarmNamed",
    "NotFitting",
    "Raised",
    "Rides",
    "Rolled",
    "SecretNamed",
    "StoryEnded",
    "TraitUsed",
    "XpMarked",
]


def listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def some_dice(count: int) -> str:
    return "a die" if count == 1 else f"{count} dice"


def faces(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) if dice else "nothing"


class Declared(Event, frozen=True):
    rule = "FG-14"
    names: tuple[str, ...]
    skill: str
    attributes: tuple[str, ...]
    goal: str
    against: tuple[str, ...] = ()

    def text(self) -> str:
        with_what = listed(tuple(attribute.capitalize() for attribute in dict.fromkeys(self.attributes)))
        whom = f" against {listed(self.against)}" if self.against else ""
        verb = "test" if len(self.names) > 1 else "tests"
        goal = f": {self.goal.rstrip('.')}" if self.goal else ""
        return f"{listed(self.names)} {verb} {self.skill.capitalize()} with {with_what}{whom}{goal}."


class DifficultySet(Event, frozen=True):
    rule = "FG-11"
    difficulty: int
    parts: dict[str, int]

    def text(self) -> str:
        made_of = ", ".join(f"{name} {value:+}" for name, value in self.parts.items())
        return f"The difficulty is {self.difficulty}" + (f" ({made_of})." if made_of else ".")


class Raised(Event, frozen=True):
    rule = "FG-14"
    name: str
    trait: str
    rating: int
    kind: str
    prize: str

    def text(self) -> str:
        return f"{self.name} raises the difficulty by {self.rating} ({self.trait}) for a {self.kind}: {self.prize}."


class Rolled(Event, frozen=True):
    rule = "FG-10"
    faces = ("dice",)
    name: str
    why: str
    dice: tuple[int, ...]
    pool: tuple[int, ...]
    effort: int

    def text(self) -> str:
        pool = f", now {faces(self.pool)}" if self.pool != self.dice else ""
        return f"{self.name} ({self.why}) rolls {faces(self.dice)}{pool}: effort {self.effort}."


class AddedDice(Event, frozen=True):
    rule = "FG-15"
    name: str
    source: str
    kind: str
    dice: int
    owner: str = ""

    def text(self) -> str:
        whose = f" of {self.owner}" if self.owner and self.owner != self.name else ""
        return f"{self.name} adds {some_dice(self.dice)}: {self.source} ({self.kind}{whose})."


class NotFitting(Event, frozen=True):
    rule = "FG-22"
    name: str
    source: str

    def text(self) -> str:
        return f"The game master finds that {self.source} does not help {self.name} here."


class Denied(Event, frozen=True):
    rule = "FG-22"
    owner: str
    source: str
    favor: int
    name: str

    def text(self) -> str:
        return f"{self.owner} spends {self.favor} Favor, and {self.source} gives {self.name} no dice."


class SecretNamed(Event, frozen=True):
    """Names a secret trait to those who know it."""

    rule = "FG-46"
    owner: str
    trait: str

    def text(self) -> str:
        return f"The secret trait of {self.owner} is {self.trait}."


class TraitUsed(Event, frozen=True):
    rule = "FG-16"
    name: str
    trait: str
    effects: tuple[str, ...]
    favor: int

    def text(self) -> str:
        cost = f"spends {self.favor} Favor" if self.favor else "spends nothing"
        return f"{self.name} uses {self.trait} and {cost}: {listed(self.effects)}."


class Detriment(Event, frozen=True):
    rule = "FG-14"
    name: str
    trait: str
    rating: int
    gives: str = ""

    def text(self) -> str:
        what = (
            f"{self.gives} gets {some_dice(self.rating)}"
            if self.gives
            else f"the difficulty rises by {self.rating}"
        )
        trait = self.trait[:1].upper() + self.trait[1:]
        return (
            f"{trait} is to the detriment of {self.name}: {what}, and {self.name} gains {self.rating} Favor."
        )


class AssetUsed(Event, frozen=True):
    rule = "FG-19"
    name: str
    asset: str
    least: int
    quality: int
    off_label: bool = False

    def text(self) -> str:
        how = " for what it was not made for" if self.off_label else ""
        return f"{self.name} uses {self.asset}{how}: at least {self.least} effort. Its quality is {self.quality}."


class AssetDropped(Event, frozen=True):
    rule = "FG-19"
    name: str
    asset: str
    quality: int

    def text(self) -> str:
        return f"The test failed, and {self.asset} of {self.name} drops to quality {self.quality}."


class Compared(Event, frozen=True):
    """How a test ended; of a contest for the attackers, whose difficulty is the defenders' effort."""

    rule = "FG-10"
    names: tuple[str, ...]
    effort: int
    difficulty: int
    success: bool
    against: tuple[str, ...] = ()

    def text(self) -> str:
        many = len(self.names) > 1
        count = f"effort {self.effort} against {max(0, self.difficulty)}"
        if not self.against:
            return f"{listed(self.names)} {_verb('succeed' if self.success else 'fail', many)} with {count}."
        if self.success:
            return f"{listed(self.names)} {_verb('prevail', many)} over {listed(self.against)}: {count}."
        tie = ", and a tie is the defender’s" if self.effort == self.difficulty else ""
        holds = _verb("hold", len(self.against) > 1)
        return f"{listed(self.against)} {holds} against {listed(self.names)}: {count}{tie}."


def _verb(word: str, many: bool) -> str:
    return word if many else f"{word}s"


class XpMarked(Event, frozen=True):
    rule = "FG-12"
    name: str
    skill: str
    xp: int
    training: int
    better: bool = False

    def text(self) -> str:
        grown = f", which is now {self.training}+" if self.better else ""
        return f"{self.name} marks 1 XP for {self.skill.capitalize()} ({self.xp}){grown}."


class Rides(Event, frozen=True):
    rule = "FG-13"
    name: str
    skill: str
    attribute: str
    goal: str

    def text(self) -> str:
        how = f"{self.skill.capitalize()} with {self.attribute.capitalize()}"
        return f"Let it ride: {how} is closed to {self.name} for this goal."


class Consequence(Event, frozen=True):
    rule = "FG-12"
    kind: str
    story: str

    def text(self) -> str:
        start = "Success at a cost" if self.kind == "cost" else "The consequence"
        return f"{start}: {self.story}" if self.story else f"{start} is for the game master to tell."


class BoonOrBane(Event, frozen=True):
    rule = "FG-3"
    maker: str
    kind: str
    title: str
    rating: int
    bearer: str

    def text(self) -> str:
        place = "for" if self.kind == "boon" else "on"
        return f"{self.maker} makes a {self.kind} {place} {self.bearer}: {self.title}, rated {self.rating}."


class Absorbed(Event, frozen=True):
    rule = "FG-30"
    name: str
    kind: str
    rating: int
    box: int
    harm: str

    def text(self) -> str:
        return f"{self.name} takes {self.kind} {self.rating} in a box of {self.box}: {self.harm}."


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


class DoorOfDeath(Event, frozen=True):
    rule = "FG-32"
    name: str
    favor: int
    gone: str
    trait: str
    rating: int

    def text(self) -> str:
        instead = f" in the place of {self.gone}" if self.gone else ""
        bears = f"bears {self.trait} {self.rating}{instead}"
        return f"{self.name} spends {self.favor} Favor at the Door of Death and {bears}."


class StoryEnded(Event, frozen=True):
    rule = "FG-32"
    name: str
    fate: str

    def text(self) -> str:
        return (
            f"{self.name} has {self.fate}." if self.fate == "perished" else f"{self.name} retires for ever."
        )
