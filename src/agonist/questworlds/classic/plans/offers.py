"""Everything that a contestant can set out to do now, as deeds to choose from."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Any

from agonist.kernel import Answer, Choice, Form, Number, Option, Several, Split, Text
from agonist.tabletop import Deed, Detail, Picked, deeds, done, picked

from ...chassis.ratings import Rating
from ..clash.rollers import Asks
from ..people.contestants import Contestant
from ..people.states import ExtendedState, Part, Plan
from ..questions import question

WORDS = Text(300)
UNSTATED = {"unstated": "exchange", "asymmetrical-unstated": "asymmetrical"}
"""QW-15: plans whose bid is left to the game master, and what they are once it is set."""
DEFAULT_BID = 3
"""QW-15: what is offered where nobody states a bid."""


class Objective(Deed, frozen=True):
    key, label = "objective", "What your words say"


class Augment(Deed, frozen=True):
    """An augment for somebody, on one of their abilities."""

    key, label, rule = "augment", "An augment", "QW-27"
    whom: Answer


class Doing(Deed, frozen=True):
    """What is done, with all that any of them may say; each asks for some of it."""

    words: Annotated[str, Detail("What you do", WORDS)] = ""
    aim: Annotated[Objective | Augment, Detail("What you want instead of advantage")] = Objective()
    ability: Annotated[str, Detail("Ability")] = ""
    target: Annotated[str, Detail("Against")] = ""
    targets: Annotated[list[str], Detail("Against")] = []
    bids: Annotated[dict[str, int], Detail("Bid against each")] = {}
    bid: Annotated[int, Detail("Bid")] = 0
    to: Annotated[str, Detail("To")] = ""
    amount: Annotated[int, Detail("AP")] = 0


class Exchange(Doing, frozen=True):
    key, label, rule = "exchange", "Act, with a bid", "QW-15"
    opens = "Bid"


class Unstated(Doing, frozen=True):
    key, label, rule = "unstated", "Act, and leave the bid to the game master", "QW-15"


class Aside(Doing, frozen=True):
    key, label, rule = "asymmetrical", "Pursue something else against an opponent", "QW-27"
    opens = "Go for something else"


class AsideUnstated(Doing, frozen=True):
    key, rule = "asymmetrical-unstated", "QW-27"
    label = "Pursue something else, and leave the bid to the game master"


class Unrelated(Doing, frozen=True):
    key, label, rule = "unrelated", "Do something unrelated", "QW-26"
    labels = {"aim": "What it is for", "ability": "Ability, if it needs a roll"}


class Disengage(Doing, frozen=True):
    key, label, rule = "disengage", "Leave the contest", "QW-28"
    labels = {"words": "How you get away"}
    opens = "Get away"


class Lend(Doing, frozen=True):
    key, label, rule = "lend", "Lend advantage points", "QW-32"
    labels = {"words": "How you help"}


class HoldBack(Deed, frozen=True):
    key, label = "nothing", "Hold back"
    opens = "Hold back"


def bid_limit(actor: Contestant) -> int:
    """QW-16: a player may stake as much as at the start, the game master's side only what is there."""
    return most_to_stake(actor.resistance, actor.ap, actor.starting_ap)


def most_to_stake(resistance: bool, ap: int, starting_ap: int) -> int:
    """The same for who knows these of somebody."""
    return ap if resistance else max(ap, starting_ap)


def bid_form(actor: Contestant, default: int = DEFAULT_BID) -> Number:
    most = max(1, bid_limit(actor))
    return Number(1, most, min(default, most), _why(actor))


def usual_bid(actor: Contestant) -> int:
    """QW-15, QW-35: 3, or for the game master's side a quarter of what it has: neither cautious nor daring."""
    return max(1, min(-(-actor.ap // 4) if actor.resistance else DEFAULT_BID, bid_limit(actor)))


def usual_target(state: ExtendedState, actor: Contestant) -> str:
    """Whom one fights already, or else each of a side another one."""
    opponents = [each.name for each in state.opponents(actor)]
    met = [name for name in reversed(actor.met) if name in opponents]
    if met:
        return met[0]
    side = [each.name for each in state.contestants if each.side == actor.side and each.undefeated]
    return opponents[side.index(actor.name) % len(opponents)] if actor.name in side else opponents[0]


def _why(actor: Contestant) -> str:
    if actor.resistance:
        return "QW-16: never more than the current AP"
    if actor.starting_ap > actor.ap:
        return "QW-16: a desperation stake goes up to the starting AP"
    return "QW-16: at most the current AP"


def ability_form(actor: Contestant, names: list[str]) -> Choice:
    options = [_ability(name, actor.rating(name)) for name in names]
    return Choice(tuple(options), usual_ability(actor, names))


def means_asks(name: str, who: Contestant, abilities: Callable[[], list[str]], **words: Any) -> Asks:
    """A window to pick the ability that is used, by default the usual one; none where there is only one."""
    if len(abilities()) == 1:
        return {}
    usual = partial(_usual, who, abilities)
    ask = question(name, who, lambda: ability_form(who, abilities()), assume=usual, directed=True, **words)
    return {name: ask}


def _usual(who: Contestant, abilities: Callable[[], list[str]]) -> str:
    return usual_ability(who, abilities())


def usual_ability(actor: Contestant, names: list[str]) -> str:
    """The ability in hand, if it is one of these."""
    return actor.hand if actor.hand in names else names[0]


@lru_cache(maxsize=1_000)
def _ability(name: str, rating: Rating) -> Option:
    return Option(name, f"{name} {rating}", leaves=(("rating", rating.whole),))


def own_abilities(actor: Contestant) -> list[str]:
    """Any of the actor's abilities; the game master's side uses its resistance."""
    return [actor.hand] if actor.resistance else [each.name for each in actor.abilities]


def contest_abilities(state: ExtendedState, actor: Contestant) -> list[str]:
    """QW-11, QW-25: in the first round the ability that the contest began with, later any."""
    return [actor.hand] if state.first_round else [each.name for each in actor.abilities]


def answering_abilities(state: ExtendedState, who: Contestant) -> list[str]:
    """QW-25: what a switch was charged for cannot be answered with until that is paid."""
    return [name for name in contest_abilities(state, who) if name not in who.charged]


def plan_form(state: ExtendedState, actor: Contestant, refused: frozenset[str]) -> Choice:
    """Everything that the actor can set out to do now."""
    means = ability_form(actor, [actor.hand] if "switch" in refused else contest_abilities(state, actor))
    any_means = ability_form(actor, [each.name for each in actor.abilities])
    own = ability_form(actor, own_abilities(actor)) if actor.resistance else any_means
    aims = _aims(state, actor)
    whom = Choice(_opponents(state, actor), usual_target(state, actor)) if state.group else None
    bid = None if state.group else bid_form(actor, usual_bid(actor))
    engaged = "You are engaged: the game master must allow it." if state.is_engaged(actor) else ""
    not_now = "the game master rules that you are engaged" if "unrelated" in refused else ""
    options = [
        Exchange.offered(ability=means, bid=bid, bids=_shares(state, actor)),
        Unstated.offered(ability=means, targets=_targets(state, actor)) if actor.player else None,
        Aside.offered(aim=aims, ability=any_means, target=whom, bid=bid_form(actor)),
        AsideUnstated.offered(aim=aims, ability=any_means, target=whom) if actor.player else None,
        Unrelated.offered(aim=aims, ability=own, unavailable=not_now, help=engaged),
        Disengage.offered(ability=own),
    ]
    if state.group:
        options += [_lend(state, actor, refused, own, engaged)] if actor.player else []
        options.append(HoldBack.offered(help="You do nothing with this action."))
    return deeds(options, Exchange.key)


@lru_cache(maxsize=1_000)
def named(names: tuple[str, ...]) -> tuple[Option, ...]:
    """People or abilities to choose from."""
    return tuple(Option(name, name) for name in names)


def _opponents(state: ExtendedState, actor: Contestant) -> tuple[Option, ...]:
    return named(tuple([each.name for each in state.opponents(actor)]))


def _shares(state: ExtendedState, actor: Contestant) -> Split | None:
    """QW-36: in a group a bid may be divided among several."""
    if not state.group:
        return None
    usual, most = {usual_target(state, actor): usual_bid(actor)}, max(1, bid_limit(actor))
    return Split(_opponents(state, actor), 1, most, why=_why(actor), default=usual)


def _targets(state: ExtendedState, actor: Contestant) -> Several | None:
    if not state.group:
        return None
    names = _opponents(state, actor)
    most = min(len(names), max(1, bid_limit(actor)))
    return Several(names, 1, most, default=(usual_target(state, actor),))


def _lend(
    state: ExtendedState, actor: Contestant, refused: frozenset[str], means: Choice, engaged: str
) -> Option:
    comrades = [each.name for each in state.comrades(actor) if each.player]
    reason = "" if comrades else "nobody else of your side is in the contest"
    if "lend" in refused:
        reason = "the game master rules that you are engaged"
    if reason:
        return Lend.offered(unavailable=reason, help=engaged)
    amount = Number(1, max(1, actor.ap), why="QW-32: never more than the current AP")
    return Lend.offered(ability=means, to=Choice(named(tuple(comrades))), amount=amount, help=engaged)


def _aims(state: ExtendedState, actor: Contestant) -> Choice:
    """QW-27: an aim in words, or an augment for oneself or a comrade; a resistance carries no modifiers (QW-9)."""
    helped = [] if actor.resistance else [each for each in (actor, *state.comrades(actor)) if each.player]
    has_own = "you have an augment from an ability of your own"
    names = tuple(
        Option(
            each.name,
            "Yourself" if each is actor else each.name,
            unavailable=has_own if each is actor and any(one.own for one in actor.modifiers) else "",
            rule="QW-9",
            then=Choice(named(tuple([ability.name for ability in each.abilities]))),
        )
        for each in helped
    )
    open_to_any = any(not name.unavailable for name in names)
    augment = Augment.offered(whom=Choice(names)) if open_to_any else None
    return deeds([Objective.offered(), augment], Objective.key)


def plan_from(answer: Answer, state: ExtendedState, actor: Contestant) -> Plan:
    """The plan that an answer to `plan_form` describes; a bid left to the game master is still open."""
    deed = done(answer, Exchange, Unstated, Aside, AsideUnstated, Unrelated, Disengage, Lend, HoldBack)
    if not isinstance(deed, Doing):
        return Plan(deed.key)
    helps, helped = picked(deed.aim.whom) if isinstance(deed.aim, Augment) else Picked("", "")
    parts = _parts(deed, state, actor)
    return Plan(deed.key, deed.words, deed.ability, parts, helps, helped, deed.to, deed.amount)


def _parts(deed: Doing, state: ExtendedState, actor: Contestant) -> tuple[Part, ...]:
    if deed.bids:
        return tuple([Part(name, bid) for name, bid in deed.bids.items()])
    if deed.targets:
        return tuple([Part(name, 0) for name in deed.targets])
    if not deed.bid and deed.key not in UNSTATED:
        return ()
    return (Part(deed.target or state.opponents(actor)[0].name, deed.bid),)


def stakes_form(actor: Contestant, parts: tuple[Part, ...]) -> Form:
    """A bid for targets that are already named: a number for one, else a share for each."""
    if len(parts) == 1:
        return bid_form(actor, parts[0].bid or DEFAULT_BID)
    names = tuple([part.target for part in parts])
    most = max(len(names), bid_limit(actor))
    default = {part.target: part.bid or max(1, min(DEFAULT_BID, most // len(names))) for part in parts}
    return Split(named(names), len(names), most, parts=len(names), why=_why(actor), default=default)


def staked(answer: Answer, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with the bids that an answer to `stakes_form` names."""
    if isinstance(answer, dict):
        return tuple(Part(name, bid) for name, bid in answer.items())
    return (Part(parts[0].target, answer),)
