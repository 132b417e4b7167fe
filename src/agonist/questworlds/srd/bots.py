"""Playing for somebody: bots, which see only their seat's view, what can be imagined of what is hidden, standing
orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from agonist.kernel import Answer, Ask, Choice, Order, Policy, Seen, quiet, speaks_at
from agonist.tabletop import Picked, picked

from .people.contestants import Arena, Contestant
from .people.knowledge import knows, knows_ap, knows_resolve
from .people.limits import most_to_wager


def saves(seen: Seen, ask: Ask) -> bool:
    """QS-31: whether one more success turns a defeat into a tie or a victory, or a tie into a victory."""
    return ask.about in seen.state["turned_by_a_point"]


def outlasts(ask: Ask) -> bool:
    """QS-64: whether somebody has more resolve than a loss costs."""
    form = ask.legal()
    assert isinstance(form, Choice)
    return all(dict(each.leaves)["resolve"] > 0 for each in form.options if each.key == "lose")


@speaks_at("story point")
def steady(seen: Seen, ask: Ask) -> Answer:
    """Everything as offered, and a story point where it changes who wins."""
    if ask.what == "story point" and saves(seen, ask):
        return 1 if ask.legal().fallback() == 0 else "yes"
    return ask.assumed() if ask.window else ask.legal().fallback()


@quiet
def thrifty(_: Seen, ask: Ask) -> Answer:
    """Everything as offered, and no story points."""
    return ask.assumed() if ask.window else ask.legal().fallback()


def _form(ask: Ask, key: str, **parts: Answer) -> Answer:
    """An answer to a choice that has parts, with some of them changed."""
    form = ask.legal()
    assert isinstance(form, Choice)
    more = picked(form.pick(key)).more
    asked = {name: value for name, value in parts.items() if name in (more or ())}
    return Picked(key, {**more, **asked} if asked else more).answer()


def _their(ask: Ask, part: str, choose: Callable[[str], Answer]) -> Answer:
    """For the game master: what the opposition states before the dice, in the window for it."""
    assumed = ask.assumed()
    if ask.what != "ruling" or not isinstance(assumed, Mapping) or part not in assumed:
        return assumed
    return {**assumed, part: choose(ask.about)}


def _foe(view: Mapping[str, Any], name: str) -> str:
    """Whom somebody is engaged with first."""
    return next(
        (b["two"] if b["one"] == name else b["one"] for b in view["bouts"] if name in (b["one"], b["two"])),
        name,
    )


def _fights(seen: Seen, name: str) -> bool:
    """QS-26: who leads after a sequence has no part in it, and no tally."""
    return any(each["name"] == name for each in seen.state["contestants"])


def standing(choose: Callable[[Mapping[str, Any], str], str]) -> Policy:
    """A policy for scored sequences: the stance as `choose` says, all else as `steady`."""

    @speaks_at("ruling", "story point")
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.what == "ruling" and ask.window:
            return _their(ask, "their stance", lambda name: choose(seen.state, _foe(seen.state, name)))
        if ask.what == "tactic" and _fights(seen, ask.about):
            return _form(ask, "act", stance=choose(seen.state, ask.about))
        return steady(seen, ask)

    return decide


def _rp(view: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Own resolution points, and those of whom one is engaged with."""
    everyone = {each["name"]: each for each in view["contestants"]}
    foes = [b["two"] if b["one"] == name else b["one"] for b in view["bouts"] if name in (b["one"], b["two"])]
    return everyone[name]["rp"], max((everyone[foe]["rp"] for foe in foes), default=0)


def _careful(view: Mapping[str, Any], name: str) -> str:
    """Defensive while behind; never both, or nobody would ever be out."""
    mine, theirs = _rp(view, name)
    return "defensive" if mine > theirs else "plain"


def _bold(view: Mapping[str, Any], name: str) -> str:
    """Gambits while one round can end it."""
    return "gambit" if _rp(view, name)[1] >= 1 else "plain"


def wagering(choose: Callable[[int], int]) -> Policy:
    """A policy for wagered sequences: the wager from the AP one has."""

    @speaks_at("ruling", "story point")
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.what == "ruling" and ask.window:
            return _their(ask, "their wager", lambda name: _wager(seen, _foe(seen.state, name), choose))
        if ask.what == "tactic" and _fights(seen, ask.about):
            return _form(ask, "act", wager=_wager(seen, ask.about, choose))
        return steady(seen, ask)

    return decide


def _wager(seen: Seen, name: str, choose: Callable[[int], int]) -> int:
    """Within its limits (QS-56)."""
    me: Mapping[str, int] = {each["name"]: each for each in seen.state["contestants"]}[name]
    most = most_to_wager(bool(me["opposition"]), me["ap"], me["starting_ap"])
    return max(1, min(most, choose(me["ap"])))


@speaks_at("story point")
def proud(seen: Seen, ask: Ask) -> Answer:
    """Trades losses for consequences as long as that can be done, and never yields."""
    if ask.what == "loss":
        form = ask.legal()
        assert isinstance(form, Choice)
        return "trade" if any(each.key == "trade" for each in form.options) else form.fallback()
    return steady(seen, ask)


BOTS: Final[dict[str, Policy]] = {"steady": steady, "thrifty": thrifty}
SCORED_BOTS: Final[dict[str, Policy]] = {
    "steady": steady,
    "careful": standing(_careful),
    "bold": standing(_bold),
    "thrifty": thrifty,
}
WAGERED_BOTS: Final[dict[str, Policy]] = {
    "steady": wagering(lambda ap: max(3, ap // 4)),
    "cautious": wagering(lambda _: 3),
    "bold": wagering(lambda ap: (ap + 1) // 2),
}
CHAINED_BOTS: Final[dict[str, Policy]] = {"steady": steady, "proud": proud, "thrifty": thrifty}


USUAL: Final = (-5, 0, 5, 10, 15, 20)
"""How far from the base resistance opposition is taken to be, each as likely, as long as nothing is known (QS-9)."""
RESOLVES: Final = (1, 3, 4, 5)
"""QS-63: what opposition begins with: a mook, somebody with a name, a crowd."""
_SECRETS: Final[dict[str, Any]] = {"opposition_goals": (), "assured": "no", "whole": "", "notes": ""}
"""What only the game master knows, as it is where there is no secret."""


def imagine(state: Arena, seat: str, random: Random) -> None:
    """Something usual for everybody of whom the seat knows nothing, which what is open does not rule out, and nothing
    that only the game master knows. What does not follow from the seat's view is made over, whatever it was."""
    for each in state.everybody():
        whole = max(1, state.base.whole + random.choice(USUAL), each.wager)
        resolve = random.choice(RESOLVES)
        if not knows(state, seat, each):
            _rate(each, whole)
        if not knows_ap(state, seat, each):
            each.ap = each.starting_ap = max(each.rating(each.hand).whole, each.wager, 1)
        if not knows_resolve(state, seat, each):
            _wear(each, resolve)
    for name, nothing in _SECRETS.items():
        if hasattr(state, name):
            setattr(state, name, nothing)


def _rate(who: Contestant, whole: int) -> None:
    who.resistance = whole
    who.modifiers, who.lasting, who.followers = [], [], []
    for ability in who.abilities:
        ability.whole = whole


def _wear(who: Contestant, usual: int) -> None:
    """QS-63, QS-64: who is still in has lost less than all, who is out has lost all or more."""
    start = max(usual, who.points + 1) if who.status != "out" else min(usual, max(1, who.points))
    who.starting_resolve = start
    who.resolve = start - who.points


def _burned(ask: Ask, *, wanted: bool) -> Answer:
    """Yes or no, or so many where a roll may take several."""
    many = ask.legal().fallback() == 0
    return int(wanted) if many else "yes" if wanted else "no"


def _if_it_saves(seen: Seen, ask: Ask) -> Answer:
    return _burned(ask, wanted=saves(seen, ask))


def _ask_if_it_saves(seen: Seen, ask: Ask) -> Answer | None:
    return None if saves(seen, ask) else _burned(ask, wanted=False)


def _lose_what_is_left(_: Seen, ask: Ask) -> Answer | None:
    return "lose" if outlasts(ask) else None


ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "story point": (
        Order("ask", "ask me only if it decides who wins", _ask_if_it_saves),
        Order("saves", "burn one whenever it decides who wins", _if_it_saves),
        Order("keep", "keep them", lambda _, ask: _burned(ask, wanted=False)),
    ),
    "loss": (Order("lose", "lose resolve, and ask me only if that takes me out", _lose_what_is_left),),
    "parting shot": (Order("never", "no parting shots", lambda *_: "no"),),
    "free action": (Order("wait", "wait whenever I am free", lambda *_: "wait"),),
    "shift": (Order("keep", "followers take nothing", lambda *_: "keep"),),
}
"""QS-31, QS-38, QS-42, QS-50, QS-64: what is asked again and again."""

CROWD: Final = 5
"""So many pairs are too many to ask everybody about every roll."""


def usual_orders(pairs: int) -> dict[str, str]:
    """QS-31, QS-64: in a crowd a player is asked where a story point decides who wins, or a loss who is out."""
    return {"story point": "ask", "loss": "lose"} if pairs >= CROWD else {}
