"""What comes of what the game master says before the dice: what helps and hinders a tactic, how hard it is (QS-8 to
QS-17), and what is credible (QS-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from agonist.kernel import GM, Answer, Ask, Contest, Procedure
from agonist.tabletop import Told, picked

from ...chassis import Rating
from ..clash.opposed import fallen
from ..clash.rollers import Roller, by_follower, helping
from ..clash.story_points import Worth, as_it_is
from ..people.contestants import Arena, Contestant
from ..people.knowledge import knowers
from ..people.modifiers import Modifier
from ..questions import question
from ..rolls.resistance import resistance_named
from ..rolls.rolls import Clash
from .augments import Source, augment, given_by
from .flaws import ActsBy, doubted, hinder, leaves, tempt
from .resources import Announced, call_on, require
from .ruled import SITUATION, Modified, Ruled, Tell
from .tactics import NOTHING, ability_form
from .weighing import Stake, credible_form


class Stated(Told, frozen=True):
    rule = "QS-18"
    says = "{name} goes about it with {ability}.{words:quoted}"
    name: str
    ability: str
    words: str = ""


class Refused(Told, frozen=True):
    rule = "QS-11"
    says = "That cannot work: {name} needs another tactic than {ability}."
    name: str
    ability: str


class ResistanceSet(Ruled, frozen=True):
    rule = "QS-9"
    about = ("resistance", "name")
    undone = "{name}: the resistance is as it was."
    says = "{name}: the resistance is {rating}."
    name: str
    rating: str


class Struck(Ruled, frozen=True):
    rule = "QS-23"
    about = ("effects", "name")
    undone = "Benefits and consequences of {name} count after all."
    says = "Benefits and consequences of {name} cancel out this time."
    name: str


def clear(who: Contestant, ruling: Mapping[str, Answer] = {}) -> None:
    """QS-11: what was said of an earlier tactic no longer counts; QS-13: nor what helped it, if that fits no more."""
    who.modifiers = [each for each in who.modifiers if each.until != "round"]
    if ruling.get("augments") == "drop":
        who.modifiers = [each for each in who.modifiers if each.kind != "augment"]
    for each in who.lasting:
        each.struck = False


def still_holds(state: Arena, stake: Stake) -> None:
    """QS-13, QS-15: what help cost and flaws left stands by a ruling that says the same of them, else goes."""
    who, tactic, ruling = stake.who, stake.tactic, stake.ruling
    if refused(ruling):
        stake.fallen.hold()
        return
    said = {tactic.augment: ruling.get("augment"), tactic.follower: ruling.get("follower")}
    for name, ability in stake.helps.items():
        said[given_by(state.find(name), who, ability)[1]] = ruling[f"help {name}"]
    flaws = [flaw for flaw in who.flaws if ruling[f"flaw {flaw}"] == "tempts"]
    acts = [f"{tactic.by_flaw}: {ruling['for the flaw']}"] if tactic.by_flaw else []
    stake.fallen.hold([label for label, how in said.items() if how == "roll"], [*flaws, *acts])


def refused(ruling: Mapping[str, Answer]) -> bool:
    """QS-11, QS-18: the tactic cannot be, or is not tried again."""
    return ruling.get("retry") == "no" or ruling["tactic"] == "refuse"


def rule_on(contest: Contest[Arena], stake: Stake) -> Procedure[bool]:
    """QS-18: modifiers first, then the resistance. False if another tactic is wanted.

    What the dice of this tactic's help and hindrances came to is kept: who rules anew does not roll anew.
    """
    state, tell = contest.state, stake.telling.tells(contest.tell)
    who, tactic, ruling = stake.who, stake.tactic, stake.ruling
    clear(who, ruling)
    still_holds(state, stake)
    if refused(ruling):
        contest.report(Refused, who.name, tactic.ability, under="QS-18" if "retry" in ruling else "")
        return False
    for flaw in who.flaws:
        if ruling[f"flaw {flaw}"] == "tempts" and not (yield from _resisted(contest, stake, flaw)):
            return False
    tell(Stated(who.name, tactic.ability, tactic.words))
    who.hand = tactic.ability
    who.asking = str(ruling.get("relationship", "")).replace("nothing", "")
    if who.asking:
        tell(Announced(who.name, tactic.ability, who.asking))
    _modify(who, ruling, tell)
    for source, label, roller, said in _helping(state, stake):
        yield from augment(contest, who, source, label, roller, said, stake.fallen, tell)
    yield from _hindrances(contest, stake, tell)
    if tactic.by_flaw:
        _acts_by(contest, stake, ruling["for the flaw"], tell)
    if ruling.get("effects") == "strike":
        for each in who.lasting:
            each.struck = each.struck or each.on(tactic.ability)
        tell(Struck(who.name))
    if (required := ruling.get("requires", NOTHING)) != NOTHING:
        require(state, who, str(required), tell)
    if tactic.resource:
        difficulty = resistance_named(ruling["resource"], state.base)
        yield from call_on(contest, who, tactic.resource, tactic.calls_with, difficulty, stake.fallen)
    if stake.opponent is not None and ruling.get("resistance", "as-set") != "as-set":
        set_resistance(contest, stake.opponent, resistance_named(ruling["resistance"], state.base), tell)
    return True


def _resisted(contest: Contest[Arena], stake: Stake, flaw: str) -> Procedure[bool]:
    """QS-15: False if they give in, and do as the flaw says: then another tactic is wanted."""
    if flaw not in stake.fallen.flaws:
        left = yield from tempt(contest, stake.who, flaw)
        if flaw in stake.who.gave_in:
            return False
        stake.fallen.flaws[flaw] = left
    return True


def _acts_by(contest: Contest[Arena], stake: Stake, answer: Answer, tell: Tell) -> None:
    """QS-15: who acts as a flaw says just does it; the game master may have it leave a benefit."""
    tell(ActsBy(stake.who.name, stake.tactic.by_flaw))
    known = f"{stake.tactic.by_flaw}: {answer}"
    if known not in stake.fallen.flaws:
        stake.fallen.flaws[known] = leaves(contest, stake.who, answer)


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


def _helping(state: Arena, stake: Stake) -> Iterator[tuple[Source, str, Roller, Answer]]:
    """QS-12: all that helps: as what it counts, what it is called, who rolls, and what the game master says."""
    who, tactic, ruling = stake.who, stake.tactic, stake.ruling
    if tactic.augment:
        yield "own", tactic.augment, helping(who, tactic.augment), ruling["augment"]
    for each in state.augmenting_followers(who):
        if each.name == tactic.follower:
            yield "followers", each.name, by_follower(who, each), ruling["follower"]
    for name, ability in stake.helps.items():
        helper = state.find(name)
        yield *given_by(helper, who, ability), helping(helper, ability), ruling[f"help {name}"]


def _hindrances(contest: Contest[Arena], stake: Stake, tell: Tell) -> Procedure[None]:
    """QS-14: several add up."""
    who, ruling = stake.who, stake.ruling
    against, how = picked(ruling.get("ability against", "none"))
    said = [(flaw, ruling[f"flaw {flaw}"]) for flaw in who.flaws]
    for flaw, answer in [*said, (against, how)] if against != "none" else said:
        key, size = picked(answer)
        if key in ("-5", "-10"):
            hinder(who, flaw, int(key), tell)
        elif key == "doubt":
            hinder(who, flaw, (yield from doubted(contest, who, flaw, int(size), stake.fallen)), tell)


# An ability that is used without a tactic of its own: in a parting shot, an answer, a second chance, a recovery


Again = Callable[[int], Procedure[Roller]]
"""How one of the two says anew what they roll with."""


def credible_ask(roller: Roller) -> Ask:
    """QS-11: credible, a stretch, or not possible; unsaid, it is as it was."""
    return question(
        "credible",
        roller,
        credible_form(roller.ability),
        by=GM,
        assume=str(roller.stretch) if roller.stretch else "credible",
        interrupts=True,
        ability=roller.ability,
        rating=roller.rating(),
    )


def stretch_of(word: Answer) -> int:
    """QS-11: what the game master's word takes off."""
    return 0 if word in ("credible", "refuse") else int(word)


def tell_word(tell: Tell, roller: Roller, word: Answer) -> None:
    if word == "refuse":
        tell(Refused(roller.name, roller.ability))
    else:
        tell(Modified(roller.name, "a stretch", stretch_of(word), under="QS-11"))


def tried(
    contest: Contest[Arena], pair: tuple[Roller, Roller], again: Again, worth: Worth = as_it_is
) -> Procedure[tuple[Clash, tuple[Roller, Roller]]]:
    """QS-4, QS-11: both roll, unless the game master finds before that something else must be used. Returns with what
    they rolled at last."""
    while True:
        weighed = [n for n, each in enumerate(pair) if each.stated]
        asks = tuple(credible_ask(pair[n]) for n in weighed)
        *words, first, second = yield (*asks, pair[0].die(), pair[1].die())
        if first is not None and second is not None:
            return (yield from fallen(contest, pair, (first[0], second[0]), worth)), pair
        for n, word in zip(weighed, words, strict=True):
            if word != asks[weighed.index(n)].assumed():
                tell_word(contest.tell, pair[n], word)
                if word == "refuse":
                    other = yield from again(n)
                else:
                    other = msgspec.structs.replace(pair[n], stretch=stretch_of(word))
                pair = (other, pair[1]) if n == 0 else (pair[0], other)


def tried_with(
    contest: Contest[Arena], roller: Roller, other: Roller, worth: Worth = as_it_is
) -> Procedure[tuple[Clash, str]]:
    """QS-11: one against a resistance; what is refused gives way to another ability. Returns what was used."""

    def again(_: int) -> Procedure[Roller]:
        ability = yield _another(roller)
        return msgspec.structs.replace(roller, ability=ability)

    clash, (used, _) = yield from tried(contest, (roller, other), again, worth)
    return clash, used.ability


def _another(roller: Roller) -> Ask:
    who = roller.contestant
    assert who is not None  # only who chose an ability can be refused it
    return question("another ability", who, lambda: ability_form(who, default=who.hand))
