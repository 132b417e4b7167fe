"""Playing for somebody: bots, which see only their seat's view, what can be imagined of what is hidden, standing
orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import msgspec

from agonist.kernel import Answer, Ask, Choice, Fields, Look, Number, Order, Policy, Seen, speaks_at
from agonist.tabletop import Picked, picked

from .people.contestants import Arena, Contestant
from .people.knowledge import knows
from .people.states import ExtendedState
from .plans.offers import most_to_stake
from .rolls.resistance import resistance


class Purse(msgspec.Struct, frozen=True):
    """What a bidder knows: own AP now and at the start, the opponent's if known, and the limits of the bid."""

    own: int
    starting: int
    other: int | None
    least: int
    most: int

    def held(self, bid: int) -> int:
        """The bid within its limits (QW-16)."""
        return max(self.least, min(self.most, bid))


Bids = Callable[[Purse], int]
"""How much somebody bids."""

_BY_WHAT_IS_LEFT = ("hero point", "plan", "parting shot")
"""What goes by what somebody has left; of those whom another plays by now, though this seat was asked, it is hidden."""


def bidding(
    choose: Bids, *, heroic: bool = False, shoots: bool = False, others: Mapping[str, Bids] = {}
) -> Policy:
    """A policy that bids what `choose` says, for some `others` what they would, and leaves everything else at its
    default.

    With `heroic` it spends a hero point where much hangs on a roll that it is losing; with `shoots` it takes parting
    shots.
    """

    @speaks_at(*(["hero point"] if heroic else []))
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.what in _BY_WHAT_IS_LEFT and _hidden(seen.state, ask.about):
            return ask.assumed() if ask.window else ask.legal().fallback()
        if ask.what == "hero point" and heroic:
            spends = losing(seen.state, ask.about) and turns_much(seen.state, ask)
            return "yes" if spends else "no"
        if ask.window:
            return ask.assumed()
        if ask.what == "plan":
            return _acts(seen.state, ask.about, others.get(ask.about, choose))
        if ask.what == "parting shot" and not shoots:
            return "no"
        form = ask.legal()
        if isinstance(form, Choice) and ask.what == "parting shot":
            return _shot(seen.state, ask.about, form, others.get(ask.about, choose))
        if isinstance(form, Choice) and ask.what == "foes":
            return Picked("each", _each_acts(seen.state, form, choose, others)).answer()
        return form.fallback()

    return decide


def _hidden(view: Look, name: str) -> bool:
    """Whether it is hidden what somebody has left; who helps from outside has nothing that could be."""
    try:
        return view.named("contestants", name).get("ap") is None
    except LookupError:
        return False


def _each_acts(view: Look, form: Choice, choose: Bids, others: Mapping[str, Bids]) -> Answer:
    """QW-34: the sheet of all foes, each as if it were alone."""
    sheet = _more(form, "each")
    return {field.key: _acts(view, field.key, others.get(field.key, choose)) for field in sheet.fields}


def _acts(view: Look, name: str, choose: Bids) -> Answer:
    """QW-15: an exchange with the ability in hand, in a group against a target of one's own (QW-36)."""
    me = view.named("contestants", name)
    most = max(1, most_to_stake(me["resistance"], me["ap"], me["starting_ap"]))
    target, bid = _staked(view, me, choose, 1, most)
    stake = {"bids": {target: bid}} if view.get("phase") else {"bid": bid}
    return Picked("exchange", {"words": "", "ability": me["hand"], **stake}).answer()


def _shot(view: Look, name: str, form: Choice, choose: Bids) -> Answer:
    """QW-30: a parting shot, with the ability that the form suggests."""
    shot = picked(form.pick("shot"))
    stakes = _more(form, "shot").field("bid").form
    assert isinstance(stakes, Number)
    _, bid = _staked(view, view.named("contestants", name), choose, stakes.least, stakes.most)
    return Picked(shot.key, {**shot.more, "bid": bid}).answer()


def _more(form: Choice, key: str) -> Fields:
    """What an option asks for."""
    then = {each.key: each.then for each in form.options}[key]
    assert isinstance(then, Fields)
    return then


def _staked(view: Look, me: Look, choose: Bids, least: int, most: int) -> tuple[str, int]:
    """Whoever has least left of those whose total is known, and how much against that one."""
    own, side = me["ap"], me["side"]
    people = view.rows("contestants", "name", "side", "status")
    foes = [name for name, of, status in people if of != side and status == "in"]
    totals = [view.named("contestants", name).get("ap") for name in foes]
    known = [own if total is None else total for total in totals]
    at = known.index(min(known)) if known else None
    purse = Purse(own, me["starting_ap"], None if at is None else totals[at], least, most)
    return me["name"] if at is None else foes[at], purse.held(choose(purse))


def losing(view: Mapping[str, Any], name: str) -> bool:
    """Whether the roll on the table is the other's."""
    return view["prevails"] not in ("", name)


def turns_much(view: Look, ask: Ask) -> bool:
    """Whether the degree of a simple contest hangs on a hero point, or somebody's fall, or the roll and with it a
    quarter of one's AP (QW-35: more than cautious)."""
    form = ask.legal()
    assert isinstance(form, Choice)
    spent, kept = (dict(each.leaves) for each in form.options)
    if "ap" not in spent:
        return True
    own, theirs = _totals(view, ask.about)
    if own + kept["ap"] <= 0 < own + spent["ap"] or (theirs and theirs + spent["theirs"] <= 0):
        return True
    return spent["won"] != kept["won"] and 4 * (spent["ap"] - kept["ap"]) >= own


def _totals(view: Look, name: str) -> tuple[int, int]:
    """One's own AP and those of who rolled against one, 0 if they are hidden."""
    others = [view.named("contestants", other) for other in view["clash"]["names"] if other != name]
    return view.named("contestants", name)["ap"], sum(other.get("ap") or 0 for other in others)


BIDS: Final[dict[str, Bids]] = {
    "cautious": lambda purse: max(3, purse.own // 8),
    "steady": lambda purse: max(3, purse.own // 4),
    "bold": lambda purse: (purse.own + 1) // 2,
    "all-in": lambda purse: purse.own if purse.other is None else min(purse.own, purse.other),
}
"""An eighth of what it has or a quarter, at least 3; half of it; everything, or as much as the opponent has."""

BOTS: Final[dict[str, Policy]] = {
    name: bidding(bids, heroic=True, shoots=name == "bold") for name, bids in BIDS.items()
}
"""They spend a hero point where much hangs on a roll that they are losing; the bold one takes parting shots."""


_WAYS: Final = tuple(BIDS.values())


def as_before(state: ExtendedState, seat: str, random: Random) -> Policy:
    """The first bot, with others who go on bidding as they did last: like the bot that would have bid so.

    Those who have not bid yet do so like any of the bots, all like the same.
    """
    way = random.choice(_WAYS)
    others = {
        each.name: _bids_like(each) if each.staked else way for each in state.contestants if each.seat != seat
    }
    return bidding(_WAYS[0], heroic=True, others=others)


def _bids_like(who: Contestant) -> Bids:
    own = max(1, who.staked_of)
    purse = Purse(own, who.starting_ap, who.staked_against or None, 1, own)
    return min(_WAYS, key=lambda bids: abs(purse.held(bids(purse)) - who.staked))


USUAL: Final = ("low", "little", "moderate", "raised", "high")
"""The resistance classes (QW-8) that are taken for equally likely as long as nothing is known."""


def imagine(state: Arena, seat: str, random: Random) -> None:
    """A usual resistance for everybody of whom the seat knows nothing."""
    for each in (*state.contestants, *state.outsiders):
        whole = resistance(random.choice(USUAL), state.options.base).whole
        if not knows(state, seat, each):
            _rate(each, whole)


def _rate(who: Contestant, whole: int) -> None:
    who.modifiers, who.lasting, who.followers = [], [], []
    for ability in who.abilities:
        ability.whole = whole
    if who.starting_ap:
        who.ap = who.starting_ap = who.staked_of = max(1, whole)
    if who.best is not None:
        who.best = who.worst = whole


def _when_losing(seen: Seen, ask: Ask) -> Answer:
    """Where one is losing and a point changes something by itself, not only if the other spends one too."""
    form = ask.legal()
    assert isinstance(form, Choice)
    changes = {each.key: dict(each.leaves) for each in form.options}["yes"]["changes"]
    return "yes" if changes and losing(seen.state, ask.about) else "no"


def _ask_unless_winning(seen: Seen, ask: Ask) -> Answer | None:
    return "no" if seen.state["prevails"] == ask.about else None


ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "hero point": (
        Order("ask", "ask me unless I am winning the roll", _ask_unless_winning),
        Order("losing", "spend one whenever I am losing", _when_losing),
        Order("keep", "keep them", lambda *_: "no"),
    ),
    "parting shot": (Order("never", "no parting shots", lambda *_: "no"),),
    "hold": (Order("let-go", "hold nobody", lambda *_: "no"),),
}
"""QW-5, QW-28, QW-30: what is asked again and again."""

CROWD: Final = 5
"""So many contestants are too many to ask everybody about every roll."""


def usual_orders(contestants: int) -> dict[str, str]:
    """QW-5: in a crowd a player is asked about a hero point who is not winning the roll."""
    return {"hero point": "ask"} if contestants >= CROWD else {}
