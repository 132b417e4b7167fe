"""Bots: policies that see only their seat's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from agonist.kernel import Answer, Ask, Choice, Policy, Seen, quiet, speaks_at
from agonist.tabletop import Picked, picked

from ..people.limits import most_to_wager


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
