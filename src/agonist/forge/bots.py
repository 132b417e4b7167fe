"""Who decides instead of a person, by what the seat sees: a plain bot, one that plays a whole team, orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from agonist.kernel import Answer, Ask, Choice, Look, Option, Order, Policy, Seen, defaults, speaks_at
from agonist.tabletop import Picked

from .gauntlet.advantage import Advantage
from .gauntlet.attack import Attack
from .people.sheet import ATTRIBUTES, SKILLS, Attribute
from .test.boons import Make
from .test.sources import NOTHING

View = Mapping[str, Any]


class Sight:
    """A seat's view, with names for what a bot looks for."""

    def __init__(self, state: Look) -> None:
        self.state = state
        self._met: dict[str, View] = {}

    def who(self, name: str) -> View:
        if name not in self._met:
            self._met[name] = self.state.named("characters", name)
        return self._met[name]

    def able(self, team: str) -> list[View]:
        return [c for c in self.state["characters"] if c["team"] == team and not c["out"]]

    def team(self, name: str) -> View:
        return self.state.named("teams", name)

    def morale(self, name: str) -> int:
        """The morale of somebody's team; 0 where there are no teams with morale."""
        return int(self.team(self.who(name)["team"]).get("morale", 0)) if "teams" in self.state else 0

    def captain(self, name: str) -> bool:
        return bool(self.team(self.who(name)["team"])["captain"] == name)

    def expected(self, name: str, skill: str, attribute: str) -> float:
        """The effort that a plain roll brings on average."""
        character = self.who(name)
        return float(character[attribute] * (7 - character["skills"][skill]["training"]) / 6)

    def strongest(self, name: str) -> Attribute:
        return max(ATTRIBUTES, key=self.who(name).__getitem__)

    def promise(self, name: str, skill: str) -> float:
        """The effort that a skill brings on average with the attribute that promises most."""
        return self.expected(name, skill, self.strongest(name))

    def room(self, name: str) -> int:
        """The largest harm that the boxes of the kind in play can still absorb."""
        character = self.who(name)
        stress = self.state["edition"] == "conflict"
        boxes = character["stress"][self.state.get("track", "physical")] if stress else character["injury"]
        return max((int(box["size"]) for box in boxes if not box["harm"]), default=0)

    def resistance(self, name: str) -> float:
        """How well somebody would defend and bear it; a captain is worth a little more effort."""
        return self.promise(name, self.state["skill"]) + self.room(name) - 0.5 * self.captain(name)

    def desperate(self, name: str) -> bool:
        return self.room(name) < 2

    def contested(self) -> bool:
        """Whether somebody tests against others; only a challenge shows a difficulty."""
        return self.state["test"].get("difficulty") is None

    def member(self, name: str) -> View:
        sides = self.state["test"]["sides"]
        members: dict[str, View] = {each["name"]: each for side in sides for each in side["members"]}
        return members[name]

    def knows_enough(self, name: str) -> bool:
        """Whether it is known what somebody's side has to reach: everybody whom it tests against has rolled."""
        test = self.state["test"]
        if name not in test["lacks"] or len(test["sides"]) <= 2:
            return name in test["lacks"]
        return all(side["members"][0]["rolled"] for side in test["sides"])

    def lack(self, name: str) -> int:
        """How much effort somebody's side lacks; an attacker whose opponent has not rolled always wants more."""
        return int(self.state["test"]["lacks"].get(name, 1))


plain: Policy = defaults
"""Takes every default: no optional step of a test, attacks with the strongest attribute."""


def _sensible(seen: Seen, ask: Ask) -> Answer:
    """Attacks the weakest, protects the captain, buys morale when it is low, and would rather surrender than perish."""
    decide = _DECISIONS.get(ask.what)
    if decide is not None and not (decide is _act and ask.window):
        answer = decide(Sight(seen.state), ask)
        if answer is not None:
            return answer
    return defaults(seen, ask)


def _open(ask: Ask) -> list[Option]:
    form = ask.legal()
    assert isinstance(form, Choice)
    return [option for option in form.options if not option.unavailable]


def _key(options: Sequence[Option], *wanted: str) -> str | None:
    """The first of the options whose key begins with one of those wanted, in their order."""
    for kind in wanted:
        for option in options:
            if option.key.startswith(kind):
                return option.key
    return None


def _after_roll(sight: Sight, ask: Ask) -> Answer:
    """As long as effort is lacking what costs nothing; with those dice on the table, what costs something.

    An attacker, who cannot know how much is enough, does all at once.
    """
    lack = sight.lack(ask.about)
    if lack <= 0:
        return ask.with_parts({} if sight.contested() else _for_favor(ask.options("last"), -lack))
    dice = ask.options("dice")
    wanted: dict[str, Any] = {
        "around": _key(ask.options("around"), "environment"),
        "dice": _key(dice, "morale", "misfortune", "trait", "bane"),
    }
    enough = sight.knows_enough(ask.about)
    if not enough or not any(wanted.values()):
        wanted["dice"] = wanted["dice"] or _key(dice, "boon")
        wanted["trait"] = _trait(sight, ask)
        if not enough and any(wanted.values()):
            wanted["then"] = "done"
        wanted["last"] = _key(ask.options("last", "asset"), "asset")
    return ask.with_parts({key: value for key, value in wanted.items() if value is not None})


def _for_favor(options: Sequence[Option], spare: int) -> dict[str, Any]:
    """Favor for a detriment where a challenge is won by enough."""
    bearable = [o for o in options if o.key.startswith("own:") and dict(o.leaves)["favor"] <= spare]
    return {"last": bearable[0].key} if bearable else {}


def _trait(sight: Sight, ask: Ask) -> Answer:
    """The first trait for the modifier that promises most."""
    trait = _key(ask.options("trait"), "use:")
    if trait is None:
        return None
    member = sight.member(ask.about)
    least = sight.state["hits_from"][ask.about]
    chance = (7 - least) / 6
    dice = member["dice"]
    worth = {
        "focus": dice.count(1) * chance,
        "fervor": dice.count(6) * chance * 1.2,
        "fortune": len(dice) * chance - sum(die >= least for die in dice),
    }
    best = max(worth, key=lambda effect: worth[effect])
    return Picked(trait, [best]).answer() if worth[best] >= 0.5 else None


def _act(sight: Sight, ask: Ask) -> Answer:
    """Surrender when the next blow may be the last; buy morale when it is low, one member a turn and the captain if
    possible; else attack who would defend and bear it worst."""
    state, name = sight.state, ask.about
    me = sight.who(name)
    if state["kind"] != "destruction" and sight.desperate(name) and not me["last_stand"] and me["favor"] < 2:
        return "surrender"
    everybody, team = state.rows("characters", "name", "team", "out"), me["team"]
    foes = [each for each, side, out in everybody if side != team and not out]
    if (
        state["kind"] != "destruction"
        and sight.morale(name) <= -2
        and (sight.captain(name) or not state["acted"])
    ):
        skill = max(
            (s for s in SKILLS if s != state["skill"]), key=lambda s: sight.expected(name, s, "vigor")
        )
        target = min(foes, key=lambda foe: sight.promise(foe, skill))
        return Advantage(target, Picked(skill, "vigor")).answer()
    target = foes[0] if len(foes) == 1 else min(foes, key=sight.resistance)
    mates = [each for each, side, out in everybody if side == team and each != name and not out]
    company: list[str] | UnsetType = UNSET
    if free := [each for each in mates if each not in state["acted"]]:
        skill = state["skill"]
        company = free[:1] if sight.promise(name, skill) < sight.promise(target, skill) else []
    return Attack(target, sight.strongest(name), company).answer()


def _join_defence(sight: Sight, ask: Ask) -> Answer:
    """Step in for the captain, if the next blow would not be the last."""
    target = sight.state["targeted"][-1]
    if sight.captain(target) and not sight.desperate(ask.about):
        return _strongest(sight, ask)
    return "stay out"


def _help_keep(sight: Sight, ask: Ask) -> Answer:
    """Help if that promises more than the difficulty it adds."""
    (side,) = sight.state["test"]["sides"]
    promise = sight.promise(ask.about, side["members"][0]["skill"])
    return sight.strongest(ask.about) if promise > 1.2 else "stay out"


def _strongest(sight: Sight, ask: Ask) -> Answer:
    open_keys = [option.key for option in _open(ask) if option.key in ATTRIBUTES]
    return max(open_keys, key=lambda attribute: sight.who(ask.about)[attribute], default=None)


def _advantage(sight: Sight, ask: Ask) -> Answer:
    """Morale when it is low, else a secret, an asset, or a bane."""
    wanted = _key(
        _open(ask), *(("morale",) if sight.morale(ask.about) < 0 else ()), "learn", "take", "discard"
    )
    if wanted is not None:
        return wanted
    form = {option.key: option.then for option in _open(ask)}.get(Make.key)
    if form is None:
        return None
    usual = Make.made(form.fallback())
    foes = [way.make.more for way in map(Make.made, form.answers()) if way.make.key == "bane"]
    foe = sight.state["targeted"][-1:] or [""]
    bane = Picked("bane", foe[0] if foe[0] in foes else min(foes, default=""))
    return Make(bane if foes else usual.make, usual.name).answer()


def _last_stand(sight: Sight, ask: Ask) -> Answer:
    """Stand if still hale and not outnumbered; else it is better to lose than to perish."""
    team = sight.who(ask.about)["team"]
    own = len(sight.able(team))
    others = sum(not c["out"] and c["team"] != team for c in sight.state["characters"])
    return "yes" if sight.room(ask.about) >= 3 and own >= others else "no"


def _approach(sight: Sight, ask: Ask) -> Answer:
    """The skill and attribute that promise most, of those that are open."""
    ways = _open(ask)
    if ways and ways[0].then is None:
        return _strongest(sight, ask)
    promises = {
        (option.key, way.key): sight.expected(ask.about, option.key, way.key)
        for option in ways
        if isinstance(option.then, Choice)
        for way in option.then.options
        if not way.unavailable
    }
    skill, attribute = max(promises, key=lambda pair: promises[pair])
    return Picked(skill, attribute).answer()


def _go_on(sight: Sight, ask: Ask) -> Answer:
    """Stay behind rather than perish, unless nobody else would go."""
    team = sight.able(sight.who(ask.about)["team"])
    if sight.desperate(ask.about) and any(not sight.desperate(c["name"]) for c in team):
        return "stay"
    return _strongest(sight, ask)


_DECISIONS: dict[str, Callable[[Sight, Ask], Answer]] = {
    "after the roll": _after_roll,
    "deny the dice": lambda sight, ask: "yes" if sight.who(ask.about)["favor"] >= 3 else "no",
    "act": _act,
    "join the defence": _join_defence,
    "help keep morale": _help_keep,
    "advantage": _advantage,
    "last stand": _last_stand,
    "approach": _approach,
    "go on": _go_on,
}

sensible = speaks_at(*(_DECISIONS.keys() - {"act"}))(_sensible)
"""Plays a whole team. It never acts out of turn."""

BOTS: dict[str, Policy] = {"sensible": sensible, "plain": plain}


def _only_when_behind(seen: Seen, ask: Ask) -> Answer | None:
    """Leave a roll as it is unless somebody who has rolled, or a difficulty, would beat it."""
    behind = seen.state["test"]["lacks"].get(ask.about, 0) > 0
    return None if behind else ask.legal().fallback()


ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "after the roll": (
        Order("behind", "ask me only when my side is behind", _only_when_behind),
        Order("leave", "leave my rolls as they are", lambda _, ask: ask.legal().fallback()),
    ),
    "raise the difficulty": (Order("never", "never raise the difficulty", lambda *_: NOTHING),),
    "deny the dice": (Order("never", "keep my Favor", lambda *_: "no"),),
    "join the defence": (Order("stay", "step in for nobody", lambda *_: "stay out"),),
    "defend": (),
    "does it fit": (Order("yes", "what players say fits", lambda *_: "yes"),),
}
"""FG-14, FG-22, FG-45: what is asked, or can be said, again and again."""
