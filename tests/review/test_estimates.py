"""Contests of any game reviewed by play-outs, from the same dice at every moment."""

import math
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from agonist.kernel import (
    GM,
    ONLOOKER,
    Answer,
    Ask,
    Chance,
    DiceMode,
    Play,
    Referee,
    SameDice,
    Seen,
    Transcript,
    TranscriptError,
    Viewer,
    drive,
    game,
    see,
    thrown,
)
from agonist.odds.simulation import simulate
from agonist.odds.situations import Position, Situation, situation_of
from agonist.questworlds.srd.odds.scoring import scored
from agonist.review import Estimate, Review, review
from agonist.review.club import club_of
from agonist.review.curve import Chances, chances_before, chances_now, sides_of, situation_now
from agonist.review.grading import THRESHOLDS
from agonist.review.judging import careful_error, judge
from agonist.review.model import Person
from agonist.review.places import Playouts, first_of, policy_of
from agonist.review.working import Gone
from tests.support.installed import installed_games

from .played import duel, played

LONG = ("group-extended", "subjugate", "mediate", "conflict", "destruction")
FIRSTS = [
    pytest.param(each.name, kind.name, marks=[pytest.mark.soak] if kind.name in LONG else [])
    for each in installed_games()
    for kind in each.types
    if kind.presets
]

NONE = Estimate(0.0)
PERSON = Person("asa", "Asa", NONE, 1.0, NONE, NONE, NONE, NONE, NONE)
REVIEW = Review("", "", "", "", "simulated", "", "", (), (), (), None, (), 40, 0.0)


@pytest.mark.parametrize(("name", "type"), FIRSTS)
def test_every_kind_of_contest_is_reviewed_and_adds_up(name: str, type: str) -> None:
    transcript = played(name, type)
    found = review(transcript, processes=1, scale=0.002)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
    for who in found.people:
        parts = who.luck.value + who.own.value + who.others.value + who.rulings.value
        assert who.start.value + parts == pytest.approx(who.end, abs=1e-9)
        assert 0 <= who.start.value <= 1
    for side in found.sides:
        assert len(side.curve) == len(found.moments) + 1
    assert all(m.judged is None or m.kind == "decision" for m in found.moments)


def test_an_estimate_is_within_its_error_of_what_many_simulations_say() -> None:
    found = review(played("forge", "challenge"), processes=1, scale=0.1)
    ours = next(who for who in found.people if who.seat == "cyrene")
    many = simulate("forge", "challenge", contests=2_000, processes=1, seed=2)
    assert abs(ours.start.value - many.win) < 4 * ours.start.error


def test_qs_45_an_estimate_is_within_its_error_of_what_is_worked_out_for_the_same_play() -> None:
    """A scored sequence of two who take no special stance; best play of both would hardly ever end (QS-46)."""
    people: list[dict[str, Any]] = [
        {"name": "Ivo", "abilities": [{"name": "Rapier", "rating": "12"}], "ability": "Rapier"},
        {"name": "Varro", "opposition": True, "resistance": "14", "tactic": "Sabre"},
    ]
    setup = {"prize": "an apology", "contestants": people, "opened_by": "Ivo"}
    plain = {"story_points": False, "experience": False}
    found = review(played("questworlds-srd", "scored", setup=setup, options=plain), processes=1, scale=0.05)
    ours = next(who for who in found.people if who.name == "Ivo")
    exact = scored(12, 14, policy="steady", against="steady")
    assert 0 < ours.start.error < 0.05
    assert abs(ours.start.value - float(exact.win)) < 3 * ours.start.error


def test_what_a_bot_does_as_a_bot_would_changes_nothing() -> None:
    """Values are against the play of the game's own bot: who plays like it neither gains nor loses by deciding."""
    found = review(played("deckahedron", "fight", "goblin"), processes=1, scale=0.02)
    assert all(who.own.value == who.others.value == 0 for who in found.people)
    assert found.against == "the bot 'sensible' of this game"


def test_nothing_below_twice_its_error_is_called_a_mistake() -> None:
    found = review(played("forge", "contest", bots="sensible"), processes=1, scale=0.02)
    least = THRESHOLDS[-1][0]
    judged = [m.judged for m in found.moments if m.judged is not None]
    assert judged
    for each in judged:
        assert bool(each.grade) == (
            each.cost.value - 2 * each.cost.error >= 0.01 and each.cost.value >= least
        )


def test_the_same_contest_gets_the_same_review_on_any_number_of_processes() -> None:
    transcript = played("deckahedron", "fight", "goblin")
    assert review(transcript, processes=1, scale=0.05) == review(transcript, processes=2, scale=0.05)


def test_a_contest_that_is_not_over_is_refused() -> None:
    kind = game("questworlds").type("extended")
    chosen = kind.presets["bridge"]
    referee = Referee.start(game("questworlds"), "extended", chosen.setup, chosen.options, seed=b"1" * 32)
    with pytest.raises(TranscriptError, match="not come to its end"):
        review(referee.transcript, processes=1)


@pytest.mark.parametrize(
    ("name", "type", "preset"),
    [("forge", "explore", "unmapped-forest"), ("questworlds", "group-extended", "boarding")],
)
def test_with_a_play_outs_own_dice_a_contest_comes_to_the_same_from_every_moment(
    name: str, type: str, preset: str
) -> None:
    """What a bot decides and what the play-out's dice show changes nothing: so only what differs counts."""
    transcript = played_with(SameDice("review:7"), name, type, preset)
    found = Gone(transcript)
    ends = [
        place.successes(found.seats, policy_of(found.kind), Playouts(7))[0]
        for place in (*found.places[:9], *found.places[9::7])
    ]
    assert ends == [found.places[-1].successes(found.seats, policy_of(found.kind), Playouts(7))[0]] * len(
        ends
    )
    assert len(ends) > 9


@pytest.mark.parametrize(
    ("name", "type", "preset"),
    [
        ("forge", "destruction", "duel-to-the-death"),
        ("questworlds", "extended", "bridge"),
        ("questworlds-srd", "scored", "courtyard"),
        ("deckahedron", "fight", "soldiers"),
    ],
)
def test_play_outs_that_come_to_stand_alike_are_played_once(name: str, type: str, preset: str) -> None:
    """From all places of a contest they come to the same, and count as long, as each alone; fewer answers are asked."""
    found = Gone(played(name, type, preset, seed=3))
    policy, asked = policy_of(found.kind), [0]

    def counting(seen: Seen, ask: Ask) -> Answer:
        asked[0] += 1
        return policy(seen, ask)

    counting.uses = getattr(policy, "uses", None)  # type: ignore[attr-defined]
    for number in range(2):
        together, asked[0] = Playouts(number), 0
        both = [each.successes(found.seats, counting, together) for each in found.places]
        few, asked[0] = asked[0], 0
        alone = [each.successes(found.seats, counting, Playouts(number)) for each in found.places]
        assert both == alone
        assert few < 0.9 * asked[0]


def played_with(dice: SameDice, name: str, type: str, preset: str) -> Transcript:
    """The transcript of a contest that bots played with dice that somebody typed in."""
    kind = game(name).type(type)
    chosen, policy = kind.presets[preset], policy_of(kind)
    seats = (GM, *kind.seats(kind.setup_from(chosen.setup, chosen.options)[0]))
    typed: dict[str, DiceMode] = dict.fromkeys(seats, "typed")
    referee = Referee.start(game(name), type, chosen.setup, chosen.options, seed=bytes(32), dice=typed)
    alone: set[str] = set()
    while not drive(referee, dict.fromkeys(referee.seats, policy), left_alone=alone).over:
        due = next(each for each in referee.pending if isinstance(each.request, Chance))
        assert isinstance(due.request, Chance)
        referee.answer(due.id, list(thrown(due.request, dice)))
    return referee.transcript


# What a seat cannot know


def duel_at_start(rating: int) -> Play[Any]:
    return Referee.start(game("questworlds"), "extended", duel(17, rating), {}, seed=b"1" * 32)


def chances(play: Play[Any], seat: str, **how: Any) -> Chances | None:
    situation = situation_now(play, seat)
    assert situation is not None
    return chances_now(situation, tuple(play.seats), **how)


def test_qw_13_the_live_chances_of_a_seat_do_not_depend_on_what_it_cannot_know() -> None:
    """Against best play, over what the hidden rating might be; the game master knows it, and exactly."""
    found = [chances(duel_at_start(rating), "ysolde") for rating in (6, 14, 25)]
    assert found[0] is not None
    assert found[0] == found[1] == found[2]
    assert found[0].seats["ysolde"].error > 0
    assert found[0].against == "best play of both sides, as if both knew all"
    low, high = (chances(duel_at_start(rating), GM) for rating in (6, 25))
    assert low is not None
    assert high is not None
    assert low.seats["ysolde"].value > high.seats["ysolde"].value
    assert low.seats["ysolde"].error < 1e-8


ALL = [
    pytest.param(each.name, kind.name, marks=[pytest.mark.soak] if kind.name in LONG[1:3] else [])
    for each in installed_games()
    for kind in each.types
    if kind.presets
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "type"), ALL)
def test_live_chances_are_the_same_for_positions_that_a_seat_cannot_tell_apart(name: str, type: str) -> None:
    """Whatever was hidden from anybody at the turn's start, their curve gets the same point, to the last digit."""
    kind = game(name).type(type)
    chosen = next(iter(kind.presets.values()))
    referee = Referee.start(game(name), type, chosen.setup, chosen.options, seed=bytes(32))
    compared = costs = 0
    for _ in range(12):
        for seat in (*(each for each in referee.seats if each != GM), ONLOOKER):
            real = situation_now(referee, seat)
            if real is None or compared >= 5:
                continue
            state = msgspec.json.decode(real.start, type=kind.state_type)
            kind.imagine(state, seat, Random(99))
            twin = msgspec.structs.replace(real, start=msgspec.json.encode(state))
            here, there = (each.now for each in (Position(real), Position(twin)))
            if see(here, Viewer(seat, here)) != see(there, Viewer(seat, there)):
                assert real.entries  # what was answered since went another way there
                continue
            one, two = (
                chances_now(each, tuple(referee.seats), contests=2, requests=1) for each in (real, twin)
            )
            assert one == two
            costs += costs < 1 and same_costs(referee, seat, twin)
            compared += 1
        if not bots_play(referee, 4):
            break
    assert compared


def same_costs(referee: Referee[Any], seat: str, twin: Situation) -> bool:
    """What an answer to an open question costs is the same too; False if none is open."""
    pending = next((each for each in referee.pending if each.seat == seat), None)
    if pending is None or not isinstance(pending.request, Ask) or not pending.request.legal().several():
        return False
    form = pending.request.legal()
    asked = (situation_of(referee, pending), msgspec.structs.replace(twin, slot=pending.slot))
    one, two = (judge(each, form, form.fallback(), 30, 60.0) for each in asked)
    assert one == two
    return True


def bots_play(referee: Referee[Any], answers: int) -> bool:
    """Let the game's first bot answer a few questions; whether it still goes on."""
    policy = policy_of(referee.kind)
    for _ in range(answers):
        if referee.over:
            return False
        pending = next(
            (each for each in referee.pending if isinstance(each.request, Ask)), referee.pending[0]
        )
        request = pending.request
        seen = Seen(pending.seat, referee.state)
        answer = policy(seen, request) if isinstance(request, Ask) else "sealed"
        referee.answer(pending.id, answer)
    return not referee.over


def test_who_looks_late_gets_the_moments_before_as_they_were_for_what_was_known_then() -> None:
    """QW-13: from a transcript that goes on, without what others have already answered to what is open."""
    referee = duel_at_start(14)
    assert isinstance(referee, Referee)
    first = chances(referee, "ysolde")
    bots_play(referee, 4)
    found = dict(chances_before(referee.transcript.to_json(), "ysolde", tuple(referee.seats)))
    assert found[0] == first
    assert len(found) >= 2
    assert max(found) < referee.at or found[referee.at] == chances(referee, "ysolde")


def test_sides_have_a_curve_together_only_while_they_have_the_same_chances() -> None:
    def moment(*values: float) -> Chances:
        return Chances({seat: Estimate(value) for seat, value in zip("abc", values, strict=True)}, "all")

    names = {"a": "Ash", "b": "Birch", "c": "Cole"}
    both = sides_of([moment(0.5, 0.5, 0.5), moment(0.7, 0.7, 0.3)], names)
    assert [(side.name, side.curve[-1].value) for side in both] == [("Ash and Birch", 0.7), ("Cole", 0.3)]


def test_a_review_for_onlookers_has_no_answers_and_no_judgements() -> None:
    found = review(
        played("questworlds", "extended", setup=duel()), knowledge=ONLOOKER, processes=1, scale=0.02
    )
    assert found.knowledge == ONLOOKER
    assert found.method == "simulated"
    assert all(not m.said and m.judged is None for m in found.moments)


@pytest.mark.parametrize(
    ("count", "low", "high"), [(8, 0.0, 3.5), pytest.param(400, 0.8, 1.25, marks=pytest.mark.soak, id="400")]
)
def test_contests_are_reviewed_with_dice_of_their_own_and_their_errors_add_up(
    count: int, low: float, high: float
) -> None:
    """Where a contest begins is the same each time, and estimated anew: as far apart as the errors say, and together as
    near to what many simulations say as a club is told. How far apart a few are is no more than a sample of it: bounds
    are where one of a thousand samples would be outside."""
    contests = 1_000 + 50 * count
    many = simulate("forge", "challenge", contests=contests, processes=1, seed=2).win
    reviews = [
        review(played("forge", "challenge", seed=n), processes=1, scale=0.002) for n in range(1, count + 1)
    ]
    starts = [next(who.start for who in each.people if who.seat == "cyrene") for each in reviews]
    assert len({each.value for each in starts}) > 4
    off = [(each.value - many) / each.error for each in starts]
    assert low < sum(each**2 for each in off) / len(off) < high
    together = next(each for each in club_of(reviews) if each.name == "Cyrene").expected
    known = math.sqrt(many * (1 - many) / contests) * count
    assert abs(together.value - count * many) < 3 * math.hypot(together.error, known)


def test_what_errors_say_is_how_far_apart_reviews_are() -> None:
    """Quickly, from the first place alone: 40 contests of 40 play-outs each."""
    starts = []
    for number in range(1, 41):
        found = Gone(played("forge", "challenge", seed=number))
        seats, policy = (found.seats[found.seats.index("cyrene")],), policy_of(found.kind)
        results = [
            found.places[0].successes(seats, policy, Playouts(found.first + n))[0][0] for n in range(40)
        ]
        starts.append(Estimate(sum(results) / 40, careful_error(results)))
    mean = sum(each.value for each in starts) / 40
    spread = sum(((each.value - mean) / each.error) ** 2 for each in starts) / 39
    assert 0.4 < spread < 1.8


def test_a_club_s_errors_hold() -> None:
    """By simulation: of many clubs whose contests are estimated as they are, 95 of 100 are within twice the error."""
    random, held, clubs = Random(4), 0, 300
    for _ in range(clubs):
        chances = [random.random() for _ in range(12)]
        starts = []
        for chance in chances:
            results = [float(random.random() < chance) for _ in range(40)]
            starts.append(Estimate(sum(results) / 40, careful_error(results)))
        people = [replace(PERSON, start=each) for each in starts]
        [member] = club_of([replace(REVIEW, people=(each,)) for each in people])
        held += abs(member.expected.value - sum(chances)) <= 2 * member.expected.error
    assert held >= 0.93 * clubs


def test_dk_5_a_place_is_the_same_whether_anybody_listens() -> None:
    """What may be told in a pause opens a window: played on from without a log, the contest stood somewhere else, and
    the review of a fight in which a wound card was turned over broke off."""
    found = Gone(played("deckahedron", "fight", "cellar", seed=15, bots="vengeful"))
    for place in found.places[::3]:
        unheard, heard = place.course(), place.course(log=True)
        assert [(each.seat, each.what) for each in unheard.slots] == [
            (each.seat, each.what) for each in heard.slots
        ]
        assert unheard.contest.events is None


def test_live_curves_have_dice_of_their_contest() -> None:
    """Or the first point of a preset's curve would be off by the same at every table."""
    kind = game("forge").type("challenge")
    chosen = kind.presets["guards-at-the-gate"]
    starts = set()
    for n in range(4):
        referee = Referee.start(
            game("forge"), "challenge", chosen.setup, chosen.options, seed=bytes([n]) * 32
        )
        now, first = situation_now(referee, GM), first_of(referee.transcript)
        assert now is not None
        found = chances_now(now, tuple(referee.seats), first)
        assert found == chances_now(now, tuple(referee.seats), first)
        assert found is not None
        starts.add(found.seats["cyrene"].value)
    assert len(starts) > 1
