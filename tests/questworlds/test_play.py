"""Random set-ups and random legal play: what must hold whatever happens."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import (
    GM,
    ONLOOKER,
    Ask,
    Chanced,
    Referee,
    Seen,
    corrections,
    drive,
    enumerate_contest,
    run,
    seat_view,
)
from agonist.kernel.contract import check_contract, play_randomly
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.bots import BOTS, Purse, bidding
from agonist.questworlds.classic.deeds.final_action import FinalAction
from agonist.questworlds.classic.people.consequences import Changed, Defeated
from agonist.questworlds.classic.people.knowledge import knows
from agonist.questworlds.classic.people.setup import (
    AugmentEntry,
    Carried,
    Character,
    ExtendedSetup,
    FollowerEntry,
    GroupSetup,
    ModifierEntry,
)
from agonist.questworlds.classic.rolls.knobs import BOOK
from tests.questworlds.scenes import foe, hero, start
from tests.support.tries import tries

RATINGS = st.integers(3, 45)
OPTIONS = st.fixed_dictionaries(
    {
        "better_roll": st.sampled_from(["high", "low"]),
        "surplus_bumps_down": st.booleans(),
        "hurt_penalty": st.sampled_from([-3, -1]),
    }
)
EXTENDED = st.fixed_dictionaries({"edges": st.booleans(), "propose_bids": st.booleans()})
GROUP = st.fixed_dictionaries(
    {"double_fumble": st.sampled_from(["tie", "hurts-both", "ask"]), "change_when_attacked": st.booleans()}
)


@st.composite
def characters(draw: Any, name: str, side: str = "", resistance: bool | None = None) -> Character:
    """A contestant with anything that a contestant can have."""
    ratings = draw(st.lists(RATINGS, min_size=1, max_size=3))
    followers = draw(st.lists(st.tuples(RATINGS, st.sampled_from(["ap", "ability"])), max_size=1))
    helped = tuple(FollowerEntry(name=f"{name}'s {n}", rating=r, use=u) for n, (r, u) in enumerate(followers))
    common = {"side": side, "edge": draw(st.integers(-3, 5)), "followers": helped}
    if draw(st.booleans()) if resistance is None else resistance:
        return foe(name, *ratings, **common)
    return hero(
        name,
        *ratings,
        **common,
        hero_points=draw(st.integers(0, 3)),
        modifiers=draw(st.sampled_from([(), (ModifierEntry(label="fog", value=-3),)])),
        augments=draw(st.sampled_from([(), (AugmentEntry(source="a friend", rating=15, kind="rolled"),)])),
        lasting=draw(st.sampled_from([(), (Carried(effect="hurt"),), (Carried(effect="heroic"),)])),
    )


@st.composite
def contests(draw: Any) -> tuple[str, Any, dict[str, Any]]:
    """A contest type with a set-up and options for it."""
    options = draw(OPTIONS)
    if draw(st.booleans()):
        two = (draw(characters("A", resistance=False)), draw(characters("B")))
        outsiders = draw(st.sampled_from([(), (hero("O", 14, hero_points=1),)]))
        return "extended", ExtendedSetup(contestants=two, outsiders=outsiders), options | draw(EXTENDED)
    first = draw(characters("A", "us", resistance=False))
    others = [
        draw(characters(name, side))
        for name, side in zip("BCD", draw(st.permutations(["us", "x", "y"])), strict=True)
    ]
    return "group-extended", GroupSetup(contestants=(first, *others)), options | draw(EXTENDED) | draw(GROUP)


@pytest.mark.unmeasured
@tries(20)
@given(contests(), st.randoms(use_true_random=False))
def test_the_contract_holds(contest, random: Random) -> None:
    """Replays are equal, snapshots resume, undo meets the same dice, refusals change nothing."""
    type_name, setup, options = contest
    check_contract(GAME, type_name, setup, options, random, most=80)


@tries(40)
@given(contests(), st.randoms(use_true_random=False))
def test_what_holds_in_every_contest(contest, random: Random) -> None:
    """AP are conserved in transfers, the defeated do not act, there is at most one final action each, and the
    outcome matches the final AP (QW-18, QW-22, QW-30, QW-31)."""
    type_name, setup, options = contest
    referee = play_randomly(GAME, type_name, setup, options, random, watch=_nobody_down_acts, most=400)
    _changes_add_up(referee)
    tries = [line.event.name for line in referee.lines if isinstance(line.event, FinalAction)]
    assert len(tries) == len(set(tries))
    if referee.over:
        _outcome_matches(referee)


@tries(25)
@given(contests(), st.randoms(use_true_random=False))
def test_corrections_at_any_time(contest, random: Random) -> None:
    """Whatever the game master corrects, and whenever, the contest goes on and its replay is the same."""

    def watch(referee: Any) -> None:
        if not referee.over and random.random() < 0.2:
            chosen = random.choice(corrections(referee.state))
            form: Any = chosen.form
            value = form.sample(random)
            if chosen.path.endswith(".ap"):
                value = max(form.least, min(form.most, random.randint(-5, 9)))
            referee.override(chosen.path, value, reason="as it was meant")

    type_name, setup, options = contest
    referee = play_randomly(GAME, type_name, setup, options, random, watch=watch, most=150)
    again = Referee.replay(GAME, referee.transcript)
    assert again.state == referee.state
    assert again.lines == referee.lines


@pytest.mark.unmeasured
@tries(25)
@given(contests(), st.randoms(use_true_random=False))
def test_qw_13_views_hide_what_is_hidden(contest, random: Random) -> None:
    """QW-13: over random play no seat of another side sees a hidden total or what would give it away."""
    type_name, setup, options = contest
    play_randomly(GAME, type_name, setup, options, random, watch=_hidden_is_hidden, most=120)


def test_qw_13_who_looks_on_knows_what_all_know_who_play() -> None:
    """QW-13: the room's screen shows the side on which all players are."""

    def shown(kind: str, preset: str) -> list[str]:
        ready = GAME.type(kind).presets[preset]
        referee = Referee.start(GAME, kind, ready.setup, ready.options, seed=bytes(32))
        seen = seat_view(referee, ONLOOKER).state["contestants"]
        return [each["name"] for each in seen if "ap" in each]

    ours = ["Captain Vane", "Doctor Quill", "Bosun Tarr", "Pip"]
    assert shown("group-extended", "boarding") == ours
    assert shown("extended", "bridge") == ["Ysolde"]


def _hidden_is_hidden(referee: Any) -> None:
    state = referee.state
    for seat in referee.seats:
        strangers = {each.name for each in state.contestants if not knows(state, seat, each)}
        view = seat_view(referee, seat)
        for each in view.state["contestants"]:
            if each["name"] in strangers:
                assert (
                    not {"ap", "starting_ap", "abilities", "modifiers", "lasting", "followers"} & each.keys()
                )
        for line in view.lines:
            about = line.facts.get("name")
            if about in strangers:
                assert line.facts["event"] not in ("starts-with", "boldness", "changed", "in-the-open")
                assert "rating" not in line.facts
            if line.facts["event"] == "bumps":
                assert not strangers & set(line.facts["bumps"])


def _nobody_down_acts(referee: Any) -> None:
    """QW-22: a defeated contestant is asked for nothing but an answer to a parting shot, or a final action."""
    for pending in referee.pending:
        request = pending.request
        if isinstance(request, Ask) and request.about and request.seat != "gm":
            who = referee.state.find(request.about)
            if who.status == "defeated":
                assert request.what in ("answer", "hero point", "final action"), request
            if who.status == "away":
                assert request.what == "return"


def _changes_add_up(referee: Any) -> None:
    """QW-18: every total is its start plus what the log says; in an exchange's transfer one gains what one loses."""
    changes = [line.event for line in referee.lines if isinstance(line.event, Changed)]
    for who in referee.state.contestants:
        mine = [change for change in changes if change.name == who.name]
        assert who.ap == who.starting_ap + sum(change.by for change in mine)
        assert all(change.after == change.before + change.by for change in mine)
        assert who.known == bool(mine)
    gains = [
        (n, each) for n, each in enumerate(changes) if each.by > 0 and each.cites() in ("QW-18", "QW-28")
    ]
    for n, gain in gains:
        assert changes[n - 1].by == -gain.by


def _outcome_matches(referee: Any) -> None:
    state, result = referee.state, referee.result
    inside = {each.side for each in state.contestants if each.ap > 0 and each.status == "in"}
    assert len(inside) <= 1
    assert {state.find(name).side for name in result.winners} == inside
    for who in state.contestants:
        if who.status == "defeated":
            assert who.ap <= 0
            assert who.level.degree == BOOK.degree_of(who.ap)
        elif who.status == "in":
            assert who.ap > 0
    fallen = {line.event.name for line in referee.lines if isinstance(line.event, Defeated)}
    assert {each.name for each in state.contestants if each.status == "defeated"} <= fallen


@tries(30)
@given(contests(), st.sampled_from(sorted(BOTS)), st.integers(0, 999))
def test_no_contest_runs_for_ever_with_bids_of_at_least_1(contest, bot, seed) -> None:
    """QW-15, QW-22: bots that bid come to an end, whatever the set-up; only a handicap can make a bid worth nothing."""
    type_name, setup, options = contest
    without_handicaps = options | {"edges": False}
    referee = Referee.start(GAME, type_name, setup, without_handicaps, seed=bytes([seed % 256, *bytes(31)]))
    drive(referee, dict.fromkeys(referee.seats, BOTS[bot]), most=6_000)
    assert referee.over
    result: Any = referee.result
    assert result.standings
    assert all(each.level or each.ap is None or each.ap > 0 for each in result.standings)


@pytest.mark.parametrize("kind", GAME.types, ids=lambda kind: kind.name)
@pytest.mark.parametrize("bot", sorted(BOTS))
def test_every_preset_is_played_through_by_every_bot(kind, bot) -> None:
    """To an end that names winner, degree, consequence, benefit and what carries over."""
    for preset in kind.presets.values():
        referee = Referee.start(GAME, kind.name, preset.setup, preset.options, seed=bytes(32))
        drive(referee, dict.fromkeys(referee.seats, BOTS[bot]))
        result: Any = referee.result
        assert result.summary
        assert result.rule in GAME.rules
        assert result.prize == preset.setup.prize
        if result.winners:
            assert result.degree in ("marginal", "minor", "major", "complete")
            levels = [each for each in result.standings if each.level.endswith("defeat")]
            assert all(each.consequence for each in levels)
        assert set(result.sheets) >= {each.name for each in preset.setup.contestants if not each.resistance}
        again = next(each.name for each in preset.setup.contestants if not each.resistance)
        enlisted = kind.enlist(preset.setup, again, result.sheets[again], again.lower())
        kind.setup_from(enlisted, preset.options)


def test_every_line_of_the_log_cites_a_rule() -> None:
    """Every line that a game writes carries a number of the reference."""
    for kind in GAME.types:
        for preset in kind.presets.values():
            for seed in range(6):
                referee = play_randomly(GAME, kind.name, preset.setup, preset.options, Random(seed), most=400)
                cited = {
                    line.event.cites()
                    for line in referee.lines
                    if line.event.__module__.startswith("agonist.questworlds")
                }
                assert cited <= set(GAME.rules)
                assert "" not in cited


def test_every_question_carries_a_rule_and_what_others_read() -> None:
    """Prompts say what they are about: a rule, words for who is asked, words for the others."""

    def watch(referee: Any) -> None:
        for pending in referee.pending:
            request = pending.request
            if isinstance(request, Ask):
                assert request.rule in GAME.rules
                assert request.text
                assert request.waiting

    for kind in GAME.types:
        for preset in kind.presets.values():
            for seed in range(4):
                play_randomly(
                    GAME, kind.name, preset.setup, preset.options, Random(seed), watch=watch, most=300
                )


def test_gauges_are_the_totals_that_a_seat_may_know() -> None:
    """QW-13: a chart of AP shows no hidden ones."""
    for name in ("extended", "group-extended"):
        kind = GAME.type(name)
        preset = next(iter(kind.presets.values()))
        referee = Referee.start(GAME, name, preset.setup, preset.options, seed=bytes(32))
        seat = next(each for each in referee.seats if each != "gm")
        everybody = {each.name: each.ap for each in referee.state.contestants}
        own = {each.name: each.ap for each in referee.state.contestants if not each.resistance}
        assert kind.gauges(seat_view(referee, "gm").state) == everybody
        assert kind.gauges(seat_view(referee, seat).state) == own


# Bots


@pytest.mark.parametrize(
    ("bot", "bid"),
    [("cautious", 3), ("steady", 4), ("bold", 9), ("all-in", 17)],
)
def test_what_bots_bid(bot, bid) -> None:
    """QW-15: an eighth and at least 3, so that it comes to an end; a quarter, a half, everything."""
    referee = start("extended", ExtendedSetup(contestants=(hero("A", 17), foe("B", 9)), first="A"))
    drive(referee, {"a": BOTS[bot], "gm": BOTS[bot]})
    texts = [line.event.text() for line in referee.lines if line.event.cites() == "QW-15"]
    assert texts == [f"A bids {bid} against B with First."]


@pytest.mark.parametrize("habit", BOTS)
def test_others_are_taken_to_go_on_bidding_as_they_did(habit) -> None:
    """QW-15: who plays on in what a seat imagines bids for the others like the bot that would have bid so last, or like
    any if they have not bid yet; for the seat's own like the first. What can happen does not depend on it."""
    fighters = (hero("A", 24), hero("B", 20, side="A"), foe("C", 30), foe("D", 28, side="C"))
    referee = start("group-extended", GroupSetup(contestants=fighters))
    state, kind = referee.state, referee.kind
    (ask,) = [each.request for each in referee.pending if each.request.what == "foes"]
    seen = Seen(GM, state)
    for each in state.contestants:
        each.known = True
    plays_on = [kind.plays_on(state, "a", Random(seed)) for seed in range(12)]
    assert all(any(each(seen, ask) == bot(seen, ask) for each in plays_on) for bot in BOTS.values())
    bids, before = BOTS[habit](seen, ask), state.key()
    for name, plan in bids["with"].items():
        ((target, bid),) = plan["with"]["bids"].items()
        state.find(name).stake(bid, state.find(target))
    assert state.key() == before
    assert kind.plays_on(state, "a", Random(0))(seen, ask) == bids
    assert kind.plays_on(state, GM, Random(0))(seen, ask) == BOTS["cautious"](seen, ask)


def test_bots_know_what_their_seat_knows() -> None:
    """QW-13: a bidder is told the other's AP only when the seat may know them."""
    seen: list[Purse] = []

    def spy(purse: Purse) -> int:
        seen.append(purse)
        return 4

    referee = start("extended", ExtendedSetup(contestants=(hero("A", 17), foe("B", 9)), first="A"))
    policies = {"a": bidding(spy), "gm": bidding(lambda _: 1)}
    while len(seen) < 2:
        drive(referee, policies)
        for face in (9, 18, 9, 9):
            dice = [each for each in referee.pending if not isinstance(each.request, Ask)]
            if dice:
                referee.answer(dice[0].id, [face])
            drive(referee, policies)
    assert [(purse.own, purse.other, purse.most) for purse in seen] == [(17, None, 17), (17, 5, 17)]


@pytest.mark.unmeasured
def test_equal_all_in_duels_are_even() -> None:
    """QW-17: the real rules, enumerated: equal ratings, all in on both sides, give each exactly one half."""
    kind = GAME.type("extended")
    setup = ExtendedSetup(contestants=(hero("A", 3), hero("B", 3)), first="A")
    setup, options = kind.setup_from(setup, {"propose_bids": False})

    start_state = kind.begin(setup, options)
    chances = enumerate_contest(
        kind, start_state, BOTS["all-in"], lambda _, outcome: outcome.winners, turns=60, enough=1e-4
    )
    assert chances[("A",)] + chances[("B",)] > 0.999
    assert chances[("A",)] == chances[("B",)]


def test_bare_runs_are_quick_enough_to_simulate() -> None:
    """A bot duel through the real rules without a log."""
    kind = GAME.type("extended")
    preset = kind.presets["bridge"]
    state = kind.begin(*kind.setup_from(preset.setup, preset.options))
    wins = sum(run(kind, state, BOTS["bold"], Random(seed)).winners == ("Ysolde",) for seed in range(40))
    assert 0 < wins < 40


def test_dice_are_of_those_who_roll() -> None:
    """QW-3: a player's roll is made by the player's seat, a resistance's by the game master."""
    referee = Referee.start(GAME, "extended", GAME.type("extended").presets["bridge"].setup, seed=bytes(32))
    drive(referee, dict.fromkeys(referee.seats, BOTS["cautious"]))
    rolled = [entry.seat for entry in referee.transcript.entries if isinstance(entry, Chanced)]
    assert rolled[:2] == ["ysolde", "gm"]
