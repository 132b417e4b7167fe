"""What comes of what the game master says of a tactic before the dice: what helps and hinders, how hard it is (QS-8 to
QS-17)."""

from __future__ import annotations

from collections.abc import Mapping

from agonist.kernel import Answer, Contest, Event, Procedure
from agonist.tabletop import Told, picked

from ...chassis import Rating
from ..clash.rollers import by_follower, helping
from ..people.contestants import Arena, Contestant
from ..people.knowledge import knowers
from ..people.modifiers import Modifier, signed
from ..rolls.resistance import resistance_named
from .augments import augment, given_by
from .flaws import ActsBy, doubted, hinder, leaves, tempt
from .relationships import Announced
from .resources import call_on, require
from .ruled import Memory, Ruled, Tell
from .tactics import NOTHING, Tactic

SITUATION = "the situation"


class Stated(Event, frozen=True):
    rule = "QS-18"
    name: str
    ability: str
    words: str = ""

    def text(self) -> str:
        said = f" “{self.words}”" if self.words else ""
        return f"{self.name} goes about it with {self.ability}.{said}"


class Refused(Told, frozen=True):
    rule = "QS-11"
    says = "That cannot work: {name} needs another tactic than {ability}."
    name: str
    ability: str


class Modified(Ruled, frozen=True):
    rule = "QS-8"
    name: str
    label: str
    value: int

    def subject(self) -> tuple[str, ...]:
        return "modifier", self.name, self.label

    def withdrawn(self) -> str:
        return f"{self.name}: nothing for {self.label} after all."

    def text(self) -> str:
        return f"{self.name}: {signed(self.value)} for {self.label}."


class ResistanceSet(Ruled, frozen=True):
    rule = "QS-9"
    name: str
    rating: str

    def subject(self) -> tuple[str, ...]:
        return "resistance", self.name

    def withdrawn(self) -> str:
        return f"{self.name}: the resistance is as it was."

    def text(self) -> str:
        return f"{self.name}: the resistance is {self.rating}."


class Struck(Ruled, frozen=True):
    rule = "QS-23"
    name: str

    def subject(self) -> tuple[str, ...]:
        return "effects", self.name

    def withdrawn(self) -> str:
        return f"Benefits and consequences of {self.name} count after all."

    def text(self) -> str:
        return f"Benefits and consequences of {self.name} cancel out this time."


def clear(who: Contestant, ruling: Mapping[str, Answer] = {}) -> None:
    """QS-11: what was said of an earlier tactic no longer counts; QS-13: nor what helped it, if that fits no more."""
    who.modifiers = [each for each in who.modifiers if each.until != "round"]
    if ruling.get("augments") == "drop":
        who.modifiers = [each for each in who.modifiers if each.kind != "augment"]
    for each in who.lasting:
        each.struck = False


def still_holds(
    state: Arena,
    who: Contestant,
    tactic: Tactic,
    ruling: Mapping[str, Answer],
    helps: Mapping[str, str],
    fallen: Memory,
) -> None:
    """QS-13, QS-15: what help cost and flaws left stands by a ruling that says the same of them, else goes."""
    if refused(ruling):
        fallen.hold()
        return
    said = {tactic.augment: ruling.get("augment"), tactic.follower: ruling.get("follower")}
    said |= {
        given_by(state.find(name), who, ability)[1]: ruling[f"help {name}"] for name, ability in helps.items()
    }
    flaws = [flaw for flaw in who.flaws if ruling[f"flaw {flaw}"] == "tempts"]
    acts = [f"{tactic.by_flaw}: {ruling['for the flaw']}"] if tactic.by_flaw else []
    fallen.hold([label for label, how in said.items() if how == "roll"], [*flaws, *acts])


def refused(ruling: Mapping[str, Answer]) -> bool:
    """QS-11, QS-18: the tactic cannot be, or is not tried again."""
    return ruling.get("retry") == "no" or ruling["tactic"] == "refuse"


def rule_on(
    contest: Contest[Arena],
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    ruling: Mapping[str, Answer],
    helps: Mapping[str, str] = {},
    *,
    fallen: Memory,
    tell: Tell,
) -> Procedure[bool]:
    """QS-18: modifiers first, then the resistance. False if another tactic is wanted.

    `fallen` keeps what the dice of this tactic's help and hindrances came to: who rules anew does not roll anew.
    """
    clear(who, ruling)
    still_holds(contest.state, who, tactic, ruling, helps, fallen)
    if refused(ruling):
        contest.report(Refused, who.name, tactic.ability, under="QS-18" if "retry" in ruling else "")
        return False
    for flaw in who.flaws:
        if ruling[f"flaw {flaw}"] == "tempts" and not (yield from _resisted(contest, who, flaw, fallen)):
            return False
    tell(Stated(who.name, tactic.ability, tactic.words))
    who.hand = tactic.ability
    who.asking = str(ruling.get("relationship", "")).replace("nothing", "")
    if who.asking:
        tell(Announced(who.name, tactic.ability, who.asking))
    _modify(who, ruling, tell)
    yield from _help(contest, who, tactic, ruling, helps, fallen, tell)
    yield from _hindrances(contest, who, ruling, fallen, tell)
    if tactic.by_flaw:
        _acts_by(contest, who, tactic.by_flaw, ruling["for the flaw"], fallen, tell)
    if ruling.get("effects") == "strike":
        _strike(who, tactic.ability, tell)
    if (required := ruling.get("requires", NOTHING)) != NOTHING:
        require(contest.state, who, str(required), tell)
    if tactic.resource:
        difficulty = resistance_named(ruling["resource"], contest.state.base)
        yield from call_on(contest, who, tactic.resource, tactic.calls_with, difficulty, fallen)
    if opponent is not None and ruling.get("resistance", "as-set") != "as-set":
        set_resistance(contest, opponent, resistance_named(ruling["resistance"], contest.state.base), tell)
    return True


def _resisted(contest: Contest[Arena], who: Contestant, flaw: str, fallen: Memory) -> Procedure[bool]:
    """QS-15: False if they give in, and do as the flaw says: then another tactic is wanted."""
    if flaw not in fallen.flaws:
        left = yield from tempt(contest, who, flaw)
        if flaw in who.gave_in:
            return False
        fallen.flaws[flaw] = left
    return True


def _acts_by(
    contest: Contest[Arena], who: Contestant, flaw: str, answer: Answer, fallen: Memory, tell: Tell
) -> None:
    """QS-15: who acts as a flaw says just does it; the game master may have it leave a benefit."""
    tell(ActsBy(who.name, flaw))
    known = f"{flaw}: {answer}"
    if known not in fallen.flaws:
        fallen.flaws[known] = leaves(contest, who, answer)


def set_resistance(
    contest: Contest[Arena], opponent: Contestant, rating: Rating, tell: Tell | None = None
) -> None:
    """QS-10: told to those who may know it."""
    opponent.resistance = max(contest.state.least_resistance, rating.whole)
    opponent.rolled = False
    aware = knowers(contest.state, opponent)
    (tell or contest.tell)(ResistanceSet(opponent.name, str(Rating(opponent.resistance)), audience=aware))


def _modify(who: Contestant, ruling: Mapping[str, Answer], tell: Tell) -> None:
    stretch = 0 if ruling["tactic"] == "credible" else int(ruling["tactic"])
    key, other = picked(ruling["situation"])
    situation = other if key == "other" else int(key)
    for label, kind, value in (("a stretch", "stretch", stretch), (SITUATION, "situational", situation)):
        if value:
            who.modifiers.append(Modifier(who.name, label, kind, value, until="round"))  # type: ignore[arg-type]
            tell(Modified(who.name, label, value, under="QS-11"))


def _help(
    contest: Contest[Arena],
    who: Contestant,
    tactic: Tactic,
    ruling: Mapping[str, Answer],
    helps: Mapping[str, str],
    fallen: Memory,
    tell: Tell,
) -> Procedure[None]:
    if tactic.augment:
        roller = helping(who, tactic.augment)
        yield from augment(contest, who, "own", tactic.augment, roller, ruling["augment"], fallen, tell)
    for follower in contest.state.augmenting_followers(who):
        if follower.name == tactic.follower:
            roller, said = by_follower(who, follower), ruling["follower"]
            yield from augment(contest, who, "followers", follower.name, roller, said, fallen, tell)
    for name, ability in helps.items():
        helper = contest.state.find(name)
        said = ruling[f"help {name}"]
        source, label = given_by(helper, who, ability)
        yield from augment(contest, who, source, label, helping(helper, ability), said, fallen, tell)


def _hindrances(
    contest: Contest[Arena], who: Contestant, ruling: Mapping[str, Answer], fallen: Memory, tell: Tell
) -> Procedure[None]:
    """QS-14: several add up."""
    against, how = picked(ruling.get("ability against", "none"))
    said = [(flaw, ruling[f"flaw {flaw}"]) for flaw in who.flaws] + (
        [(against, how)] if against != "none" else []
    )
    for flaw, answer in said:
        key, size = picked(answer)
        if key in ("-5", "-10"):
            hinder(who, flaw, int(key), tell)
        elif key == "doubt":
            hinder(who, flaw, (yield from doubted(contest, who, flaw, int(size), fallen)), tell)


def _strike(who: Contestant, ability: str, tell: Tell) -> None:
    for each in who.lasting:
        if each.on(ability):
            each.struck = True
    tell(Struck(who.name))
