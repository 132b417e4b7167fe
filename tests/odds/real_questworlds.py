"""QuestWorlds contests for the odds' tests: two contestants with ratings, and what the real rules say of them."""

from typing import Any

from agonist.kernel import GM, Chances, ContestType, Policy, enumerate_contest, game
from agonist.questworlds.classic.odds.bots import bidder


def begin(
    type_name: str, one: object, two: object, *, first: str = "One", **options: Any
) -> tuple[ContestType[Any], Any]:
    """A contest type of the game and a state of it: One, a player's character, against Two, the game master's."""
    kind = game("questworlds").type(type_name)
    edges = {"edge": options.pop("edge", 0)}, {"edge": options.pop("against_edge", 0)}
    sides = (
        {"name": "One", "abilities": [{"name": "Wits", "rating": one}], **edges[0]},
        {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": two}], **edges[1]},
    )
    setup: dict[str, Any] = {"contestants": sides}
    if type_name == "extended":
        setup["first"] = first
        options = {"propose_bids": False, **options}
    chosen, checked = kind.setup_from(setup, options)
    return kind, kind.begin(chosen, checked)


def policies(one: str, two: str, state: Any) -> dict[str, Policy]:
    """Bidders for both, each of whom knows what the other starts with."""
    player, resistance = state.contestants
    first, second = bidder(one, resistance.ap), bidder(two, player.ap)
    assert first is not None
    assert second is not None
    return {player.seat: first, GM: second}


def level(_: Any, outcome: Any) -> str:
    """The outcome from the first side's view."""
    return str(outcome.sides["One"])


def enumerated(kind: ContestType[Any], state: Any, policy: Any, enough: float = 1e-12) -> Chances[str]:
    return enumerate_contest(kind, state, policy, level, enough=enough)
