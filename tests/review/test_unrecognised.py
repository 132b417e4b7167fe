"""A game of somebody else's, whose people the kernel does not recognise: it says itself how well a seat did."""

from typing import Annotated, Any

import pytest
from msgspec import Struct

from agonist import kernel as k
from agonist.kernel import registry
from agonist.odds import advise
from agonist.odds.situations import situation_of
from agonist.review import review
from agonist.review.curve import chances_now, situation_now


class Wager(k.State):
    stakes: Annotated[dict[str, int], k.OPEN]
    lead: Annotated[int, k.OPEN] = 0
    rounds: Annotated[int, k.OPEN] = 0


class Setup(Struct):
    rounds: int = 3


class Wagering(k.ContestType[Wager]):
    """Who bets much wins a round in five of six cases, who bets little in one."""

    name, title, state_type, setup_type = "wager", "Wager", Wager, Setup
    presets = {"one": k.Preset("One", "A bet.", Setup())}

    def seats(self, setup: Setup) -> dict[str, str]:
        return {"ann": "Ann"}

    def begin(self, setup: Setup, options: object) -> Wager:
        return Wager({"ann": 0}, rounds=setup.rounds)

    def turn(self, contest: k.Contest[Wager]) -> k.Procedure[None]:
        bets = k.Choice((k.Option("little", "Little"), k.Option("much", "Much")))
        bet = yield k.Ask("ann", "bet", bets, "", "How much?")
        (face,) = yield k.Roll((6,), seat="ann", what="the die")
        contest.state.lead += 1 if face > (1 if bet == "much" else 5) else -1
        contest.state.rounds -= 1

    def outcome(self, state: Wager) -> k.Outcome | None:
        return None if state.rounds else k.Outcome(summary="It is over.")


class Scored(Wagering):
    name = "scored"

    def success(self, state: Wager, outcome: k.Outcome, seat: str) -> float:
        return float(state.lead > 0)


GAME = k.Game(name="wagers", title="Wagers", blurb="", rules_version="1", types=(Wagering(), Scored()))


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._by_hand, "wagers", GAME)


def begun(type: str) -> k.Referee[Any]:
    return k.Referee.start(GAME, type, Setup(), seed=bytes(32))


def advised(referee: k.Referee[Any]) -> Any:
    pending, view = referee.pending[0], k.seat_view(referee, "ann")
    return advise("wagers", referee.kind.name, view, view.asked[0], situation_of(referee, pending))


def test_advice_is_given_where_the_game_says_how_well_a_seat_did() -> None:
    found = advised(begun("scored"))
    assert found.best == "much"
    assert {each.answer: round(each.value, 2) for each in found.choices}["much"] > 0.2


def test_nobody_is_told_that_it_makes_no_difference_where_that_is_not_known() -> None:
    found = advised(begun("wager"))
    assert not found.choices
    assert "no difference" not in found.why
    assert "does not say whom this seat plays" in found.why


def test_a_review_has_those_whom_the_game_tells_the_success_of() -> None:
    referee = begun("scored")
    now = situation_now(referee, "ann")
    assert now is not None
    chances = chances_now(now, list(referee.seats))
    assert chances is not None
    assert 0 < chances.seats["ann"].value < 1
    k.drive(referee, dict.fromkeys(referee.seats, k.defaults))
    found = review(referee.transcript, processes=1, scale=0.01)
    assert [who.name for who in found.people] == ["Ann"]


def test_a_review_says_that_it_does_not_know_who_plays_whom() -> None:
    referee = begun("wager")
    k.drive(referee, dict.fromkeys(referee.seats, k.defaults))
    with pytest.raises(k.TranscriptError, match="does not say whom the seats play"):
        review(referee.transcript, processes=1, scale=0.01)
