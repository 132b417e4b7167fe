"""The forms that offer a contestant everything that can be set out to do now."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from agonist.kernel import Answer, Choice, Field, Fields, Form, Number, Option, Several, Split, Text

from ..people.contestants import Contestant
from ..rolls.ratings import Rating
from ..types.states import ExtendedState
from .plan import Part, Plan

WORDS = Text(300)
_WORDS = Field("words", "What you do", WORDS)
UNSTATED = {"unstated": "exchange", "asymmetrical-unstated": "asymmetrical"}
"""QW-15: plans whose bid is left to the game master, and what they are once it is set."""
DEFAULT_BID = 3
"""QW-15: what is offered where nobody states a bid."""


def bid_limit(actor: Contestant) -> int:
    """QW-16: a player may stake as much as at the start, the game master's side only what is there."""
    return most_to_stake(actor.resistance, actor.ap, actor.starting_ap)


def most_to_stake(resistance: bool, ap: int, starting_ap: int) -> int:
    """The same for who knows these of somebody."""
    return ap if resistance else max(ap, starting_ap)


def bid_form(actor: Contestant, default: int = DEFAULT_BID) -> Number:
    most = max(1, bid_limit(actor))
    return Number(1, most, min(default, most), _why(actor))


def bids_form(actor: Contestant, targets: list[str], usual: str) -> Split:
    """QW-36: a bid divided among one or more targets."""
    most = max(1, bid_limit(actor))
    options = tuple(Option(name, name) for name in targets)
    return Split(options, 1, most, why=_why(actor), default={usual: usual_bid(actor)})


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


_FORMS: dict[tuple[Any, ...], Choice] = {}
"""Forms that were made, by all that they are made from."""


def plan_form(state: ExtendedState, actor: Contestant, refused: frozenset[str]) -> Choice:
    """Everything that the actor can set out to do now. The same is offered again and again, and made once."""
    key = _offered_by(state, actor, refused)
    form = _FORMS.get(key)
    if form is None:
        if len(_FORMS) >= 5_000:
            _FORMS.clear()
        form = _FORMS[key] = made_plan_form(state, actor, refused)
    return form


def _offered_by(state: ExtendedState, actor: Contestant, refused: frozenset[str]) -> tuple[Any, ...]:
    """All that a plan's form depends on."""
    ratings = tuple([(each.name, actor.rating(each.name).whole) for each in actor.abilities])
    hand = actor.hand, actor.rating(actor.hand).whole
    own = (actor.name, actor.resistance, hand, actor.ap, actor.starting_ap, ratings)
    here = (
        state.group,
        state.first_round,
        state.is_engaged(actor),
        any(each.own for each in actor.modifiers),
    )
    foes = tuple([each.name for each in state.opponents(actor)])
    if not state.group:
        return own, here, foes, refused
    comrades = [
        (each.name, each.player, *[ability.name for ability in each.abilities])
        for each in state.comrades(actor)
    ]
    return own, here, foes, refused, tuple(comrades), usual_target(state, actor)


def made_plan_form(state: ExtendedState, actor: Contestant, refused: frozenset[str]) -> Choice:
    """The same, made now."""
    means, aims, whom = _means(state, actor, refused), _aims(state, actor), _whom(state, actor)
    any_means = ability_form(actor, [each.name for each in actor.abilities])
    own = ability_form(actor, own_abilities(actor)) if actor.resistance else any_means
    options = [_exchange(state, actor, means)]
    if actor.player:
        options.append(_unstated(state, actor, means))
    options.append(_asymmetrical(actor, aims, any_means, whom))
    if actor.player:
        options.append(_asymmetrical(actor, aims, any_means, whom, stated=False))
    options += [_unrelated(state, actor, refused, aims, own), _disengage(own)]
    if state.group and actor.player:
        options.append(_lend(state, actor, refused, own))
    if state.group:
        options.append(Option("nothing", "Hold back", help="You do nothing with this action."))
    return Choice(tuple(options), "exchange")


@lru_cache(maxsize=1_000)
def _options(names: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(name, name) for name in names)


def _opponents(state: ExtendedState, actor: Contestant) -> tuple[Option, ...]:
    return _options(tuple([each.name for each in state.opponents(actor)]))


def _whom(state: ExtendedState, actor: Contestant) -> tuple[Field, ...]:
    """In a group an action says against whom."""
    if not state.group:
        return ()
    targets = _opponents(state, actor)
    return (Field("target", "Against", Choice(targets, usual_target(state, actor))),)


def _stake(state: ExtendedState, actor: Contestant) -> Field:
    if state.group:
        targets = [each.name for each in state.opponents(actor)]
        return Field("bids", "Bid against each", bids_form(actor, targets, usual_target(state, actor)))
    return Field("bid", "Bid", bid_form(actor, usual_bid(actor)))


def _means(state: ExtendedState, actor: Contestant, refused: frozenset[str]) -> Field:
    names = [actor.hand] if "switch" in refused else contest_abilities(state, actor)
    return Field("ability", "Ability", ability_form(actor, names))


def _exchange(state: ExtendedState, actor: Contestant, means: Field) -> Option:
    parts = (_WORDS, means, _stake(state, actor))
    return Option("exchange", "Act, with a bid", rule="QW-15", then=Fields(parts))


def _unstated(state: ExtendedState, actor: Contestant, means: Field) -> Option:
    parts = [_WORDS, means]
    if state.group:
        names = _opponents(state, actor)
        most = min(len(names), max(1, bid_limit(actor)))
        parts.append(
            Field("targets", "Against", Several(names, 1, most, default=(usual_target(state, actor),)))
        )
    return Option(
        "unstated", "Act, and leave the bid to the game master", rule="QW-15", then=Fields(tuple(parts))
    )


def _asymmetrical(
    actor: Contestant, aims: Choice, means: Choice, whom: tuple[Field, ...], *, stated: bool = True
) -> Option:
    parts = [
        _WORDS,
        Field("aim", "What you want instead of advantage", aims),
        Field("ability", "Ability", means),
        *whom,
    ]
    if stated:
        parts.append(Field("bid", "Bid", bid_form(actor)))
    key, label = "asymmetrical", "Pursue something else against an opponent"
    if not stated:
        key, label = "asymmetrical-unstated", "Pursue something else, and leave the bid to the game master"
    return Option(key, label, rule="QW-27", then=Fields(tuple(parts)))


def _unrelated(
    state: ExtendedState, actor: Contestant, refused: frozenset[str], aims: Choice, means: Choice
) -> Option:
    parts = (
        _WORDS,
        Field("aim", "What it is for", aims),
        Field("ability", "Ability, if it needs a roll", means),
    )
    return Option(
        "unrelated",
        "Do something unrelated",
        unavailable="the game master rules that you are engaged" if "unrelated" in refused else "",
        help="You are engaged: the game master must allow it." if state.is_engaged(actor) else "",
        rule="QW-26",
        then=Fields(parts),
    )


def _disengage(means: Choice) -> Option:
    parts = (Field("words", "How you get away", WORDS), Field("ability", "Ability", means))
    return Option("disengage", "Leave the contest", rule="QW-28", then=Fields(parts))


def _lend(state: ExtendedState, actor: Contestant, refused: frozenset[str], means: Choice) -> Option:
    comrades = [each for each in state.comrades(actor) if each.player]
    reason = "" if comrades else "nobody else of your side is in the contest"
    if "lend" in refused:
        reason = "the game master rules that you are engaged"
    parts = (
        Field("words", "How you help", WORDS),
        Field("ability", "Ability", means),
        Field("to", "To", Choice(tuple(Option(each.name, each.name) for each in comrades))),
        Field("amount", "AP", Number(1, max(1, actor.ap), why="QW-32: never more than the current AP")),
    )
    engaged = "You are engaged: the game master must allow it." if state.is_engaged(actor) else ""
    then = None if reason else Fields(parts)
    return Option("lend", "Lend advantage points", unavailable=reason, help=engaged, rule="QW-32", then=then)


def _aims(state: ExtendedState, actor: Contestant) -> Choice:
    """QW-27: an aim in words, or an augment for oneself or a comrade; a resistance carries no modifiers (QW-9)."""
    helped = [] if actor.resistance else [each for each in (actor, *state.comrades(actor)) if each.player]
    abilities = [(each.name, tuple([ability.name for ability in each.abilities])) for each in helped]
    return _aims_for(actor.name, tuple(abilities), any(each.own for each in actor.modifiers))


@lru_cache(maxsize=1_000)
def _aims_for(actor: str, abilities: tuple[tuple[str, tuple[str, ...]], ...], has_own: bool) -> Choice:
    aims = [Option("objective", "What your words say")]
    names = tuple(
        Option(
            name,
            "Yourself" if name == actor else name,
            unavailable="you have an augment from an ability of your own"
            if name == actor and has_own
            else "",
            rule="QW-9",
            then=Choice(_options(theirs)),
        )
        for name, theirs in abilities
    )
    if any(not name.unavailable for name in names):
        aims.append(Option("augment", "An augment", rule="QW-27", then=Choice(names)))
    return Choice(tuple(aims), "objective")


def plan_from(answer: Answer, state: ExtendedState, actor: Contestant) -> Plan:
    """The plan that an answer to `plan_form` describes; a bid left to the game master is still open."""
    if answer == "nothing":
        return Plan("nothing")
    kind, more = answer["pick"], answer["with"]
    helps, helped = _help(more.get("aim"))
    return Plan(
        kind=kind,
        words=more["words"],
        ability=more["ability"],
        parts=_parts(kind, more, state, actor),
        helps=helps,
        helped=helped,
        to=more.get("to", ""),
        amount=more.get("amount", 0),
    )


def _help(aim: Any) -> tuple[str, str]:
    if not isinstance(aim, dict):
        return "", ""
    return aim["with"]["pick"], aim["with"]["with"]


def _parts(kind: str, more: dict[str, Any], state: ExtendedState, actor: Contestant) -> tuple[Part, ...]:
    if "bids" in more:
        return tuple(Part(name, bid) for name, bid in more["bids"].items())
    if "targets" in more:
        return tuple(Part(name, 0) for name in more["targets"])
    if "bid" not in more and kind not in UNSTATED:
        return ()
    return (Part(more.get("target") or state.opponents(actor)[0].name, more.get("bid", 0)),)


def stakes_form(actor: Contestant, parts: tuple[Part, ...]) -> Form:
    """A bid for targets that are already named: a number for one, else a share for each."""
    if len(parts) == 1:
        return bid_form(actor, parts[0].bid or DEFAULT_BID)
    names = [part.target for part in parts]
    most = max(len(names), bid_limit(actor))
    options = tuple(Option(name, name) for name in names)
    default = {part.target: part.bid or max(1, min(DEFAULT_BID, most // len(names))) for part in parts}
    return Split(options, len(names), most, parts=len(names), why=_why(actor), default=default)


def staked(answer: Answer, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with the bids that an answer to `stakes_form` names."""
    if isinstance(answer, dict):
        return tuple(Part(name, bid) for name, bid in answer.items())
    return (Part(parts[0].target, answer),)
