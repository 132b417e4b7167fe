"""Bots: policies that see only their seat's view. A bidding bot is made from one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from agonist.kernel import Answer, Ask, Choice, Fields, Number, Policy, Seen, Split, quiet


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


def bidding(choose: Callable[[Purse], int], *, heroic: bool = False, shoots: bool = False) -> Policy:
    """A policy that bids what `choose` says and leaves everything else at its default.

    With `heroic` it spends a hero point on a roll that it is losing; with `shoots` it takes parting shots.
    """

    @quiet
    def decide(seen: Seen, ask: Ask) -> Answer:
        if ask.window:
            return ask.assumed()
        if ask.what == "hero point" and heroic:
            return "yes" if losing(seen.state, ask.about) else "no"
        form = ask.legal()
        if isinstance(form, Choice) and (ask.what == "plan" or (shoots and ask.what == "parting shot")):
            key = "exchange" if ask.what == "plan" else "shot"
            return _staked(seen.state, ask.about, form, key, choose)
        if isinstance(form, Choice) and ask.what == "foes":
            return {"pick": "each", "with": _each_staked(seen.state, form, choose)}
        return form.fallback()

    return decide


def _each_staked(view: Mapping[str, Any], form: Choice, choose: Callable[[Purse], int]) -> Answer:
    """QW-34: the sheet of all foes, each as if it were alone."""
    sheet = next(each.then for each in form.options if each.key == "each")
    assert isinstance(sheet, Fields)
    plans = ((field.key, field.form) for field in sheet.fields)
    return {
        name: _staked(view, name, plan, "exchange", choose)
        for name, plan in plans
        if isinstance(plan, Choice)
    }


def _staked(
    view: Mapping[str, Any], name: str, form: Choice, key: str, choose: Callable[[Purse], int]
) -> Answer:
    option = next(each for each in form.options if each.key == key)
    assert isinstance(option.then, Fields)
    stakes = next(field for field in option.then.fields if field.key in ("bid", "bids"))
    answer = form.pick(key)
    me = next(each for each in view["contestants"] if each["name"] == name)
    foes = [each for each in view["contestants"] if each["side"] != me["side"] and each["status"] == "in"]
    target = min(foes, key=lambda each: each.get("ap", me["ap"]), default=me)
    other = None if target is me else target.get("ap")
    assert isinstance(stakes.form, Number | Split)
    purse = Purse(me["ap"], me["starting_ap"], other, stakes.form.least, stakes.form.most)
    bid = purse.held(choose(purse))
    answer["with"][stakes.key] = bid if stakes.key == "bid" else {target["name"]: bid}
    return answer


def losing(view: Mapping[str, Any], name: str) -> bool:
    clash = view["clash"]
    if clash is None:
        return False
    worst_first = ["fumble", "failure", "success", "critical"]
    mine = clash["names"].index(name)
    ours, theirs = worst_first.index(clash["results"][mine]), worst_first.index(clash["results"][1 - mine])
    return ours <= theirs and ours < 3


cautious: Final = bidding(lambda purse: max(3, purse.own // 8), heroic=True)
"""An eighth of what it has, at least 3, and a hero point when it is losing."""
steady: Final = bidding(lambda purse: max(3, purse.own // 4), heroic=True)
"""A quarter of what it has, at least 3, and a hero point when it is losing."""
bold: Final = bidding(lambda purse: (purse.own + 1) // 2, heroic=True, shoots=True)
"""Half of what it has, hero points, and parting shots."""
all_in: Final = bidding(
    lambda purse: purse.own if purse.other is None else min(purse.own, purse.other), heroic=True
)
"""Everything, or as much as the opponent has, and a hero point when it is losing."""

BOTS: Final[dict[str, Policy]] = {"cautious": cautious, "steady": steady, "bold": bold, "all-in": all_in}
