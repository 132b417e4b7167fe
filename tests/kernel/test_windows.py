"""Windows, dice that wait for a word, answers taken for granted, standing orders: the moment before the dice fall."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Annotated, Any

import pytest
from msgspec import Struct

from agonist import kernel as k

SEED = b"\x07" * 32


class Bout(k.State):
    """Two duellists of 3 points; the game master may object to a trick, which then counts for nothing."""

    points: Annotated[dict[str, int], k.OPEN]
    seat: Annotated[str, k.OPEN] = "ash"
    denied: Annotated[int, k.OPEN] = 0
    guards: Annotated[int, k.OPEN] = 0


class Setup(Struct):
    points: int = 3
    tell: str = ""


class Struck(k.Event, frozen=True):
    rule = "B-1"
    who: str
    by: int

    def text(self) -> str:
        return f"{self.who} is struck for {self.by}."


YES_NO = k.yes_or_no("Yes", "No")


def never(_: k.Seen, ask: k.Ask) -> str:
    return "no"


def when_low(seen: k.Seen, ask: k.Ask) -> str | None:
    return "yes" if seen.state["points"][ask.seat] < 2 else None


class Fight(k.ContestType[Bout]):
    name, title, state_type, setup_type = "bout", "Bout", Bout, Setup
    orders = {"guard": (k.Order("never", "never", never), k.Order("low", "only when I am low", when_low))}

    def seats(self, setup: Setup) -> dict[str, str]:
        return {"ash": "Ash", "birch": "Birch"}

    def begin(self, setup: Setup, options: object) -> Bout:
        return Bout({"ash": setup.points, "birch": setup.points})

    def turn(self, contest: k.Contest[Bout]) -> k.Procedure[None]:
        state = contest.state
        me, you = state.seat, "birch" if state.seat == "ash" else "ash"
        trick = yield k.Ask(me, "trick", YES_NO, "B-1", "A trick?")
        guard = dice = None
        while dice is None:
            parts: tuple[Any, ...] = (
                k.Ask(you, "guard", YES_NO, "B-1", "Guard?", assume="no", directed=True),
                k.Roll((6,), seat=me, what="the blow"),
            )
            if trick == "yes":
                objection = k.Ask(k.GM, "objection", YES_NO, "B-1", "Deny it?", assume="no", interrupts=True)
                no, guard, dice = yield (objection, *parts)
                if no == "yes":
                    assert dice is None
                    trick, state.denied = "no", state.denied + 1
            else:
                guard, dice = yield parts
        state.guards += guard == "yes"
        by = max(0, (dice[0] > 3) + (trick == "yes") - (guard == "yes"))
        contest.report(Struck, you, by)
        state.points[you] -= by
        yield k.Ask(me, "salute", YES_NO, assume=lambda: "yes" if state.points[you] > 0 else "no")
        state.seat = you

    def outcome(self, state: Bout) -> k.Outcome | None:
        won = [seat for seat, points in state.points.items() if points > 0]
        return k.Outcome(summary=f"{won[0]} wins", winners=tuple(won)) if len(won) == 1 else None


GAME = k.Game(name="bout", title="Bout", blurb="", rules_version="1", types=(Fight(),))
TAP: dict[str, Any] = dict.fromkeys(("gm", "ash", "birch"), "tap")


def start(**rest: Any) -> k.Referee[Bout]:
    return k.Referee.start(GAME, "bout", {}, seed=SEED, **rest)


def open_now(referee: k.Referee[Any]) -> list[tuple[str, str, bool]]:
    return [(p.seat, p.request.what, p.window) for p in referee.pending]


def named(referee: k.Referee[Any], what: str) -> str:
    return next(p.id for p in referee.pending if p.request.what == what)


def granted(referee: k.Referee[Any]) -> list[tuple[str, Any, str]]:
    entries = referee.transcript.entries
    return [(e.seat, e.value, e.granted) for e in entries if isinstance(e, k.Answered)]


def test_windows_are_open_until_the_roller_s_word_and_close_with_what_they_assume() -> None:
    referee = start(dice=TAP)
    referee.answer(named(referee, "trick"), "yes")
    assert open_now(referee) == [
        ("gm", "objection", True),
        ("birch", "guard", True),
        ("ash", "the blow", False),
    ]
    referee.answer(named(referee, "the blow"), "sealed", by="ash")
    assert granted(referee) == [
        ("ash", "yes", ""),
        ("gm", "no", "assumed"),
        ("birch", "no", "assumed"),
        ("ash", "yes", "assumed"),
    ]
    assert open_now(referee) == [("birch", "trick", False)]


def test_a_window_that_is_used_counts_like_any_answer() -> None:
    referee = start(dice=TAP)
    referee.answer(named(referee, "trick"), "no")
    referee.answer(named(referee, "guard"), "yes", by="birch")
    assert open_now(referee) == [("ash", "the blow", False)]
    referee.answer(named(referee, "the blow"), "sealed")
    assert referee.state.guards == 1
    again = k.Referee.replay(GAME, k.Transcript.from_json(referee.transcript.to_json()))
    assert again.state == referee.state
    assert again.lines == referee.lines


def test_a_closed_window_is_not_opened_by_a_late_answer() -> None:
    referee = start(dice=TAP)
    referee.answer(named(referee, "trick"), "no")
    late = named(referee, "guard")
    referee.answer(named(referee, "the blow"), "sealed")
    before = referee.transcript.to_json()
    with pytest.raises(k.ActRefused) as refused:
        referee.answer(late, "yes", by="birch")
    assert refused.value.code == "act.already-answered"
    assert referee.transcript.to_json() == before


def test_an_interruption_ends_the_request_before_the_dice_and_uses_none_up() -> None:
    """What the dice show does not depend on when they fall, nor on what came before them."""
    plain, stopped = start(dice=TAP), start(dice=TAP)
    for referee, objects in ((plain, False), (stopped, True)):
        referee.answer(named(referee, "trick"), "yes")
        if objects:
            referee.answer(named(referee, "objection"), "yes")
            assert open_now(referee) == [("birch", "guard", True), ("ash", "the blow", False)]
        referee.answer(named(referee, "the blow"), "sealed")
    assert stopped.state.denied == 1
    rolled = [[e.value for e in r.transcript.entries if isinstance(e, k.Chanced)] for r in (plain, stopped)]
    assert rolled[0] == rolled[1]


def test_dice_at_once_close_windows_at_once() -> None:
    referee = start()
    referee.answer(named(referee, "trick"), "yes")
    assert open_now(referee) == [("birch", "trick", False)]


def test_in_a_strict_contest_every_window_is_asked() -> None:
    referee = start(strict=True)
    referee.answer(named(referee, "trick"), "yes")
    assert open_now(referee) == [("gm", "objection", False), ("birch", "guard", False)]
    referee.answer(named(referee, "guard"), "no")
    referee.answer(named(referee, "objection"), "no")
    assert open_now(referee) == [("ash", "salute", False)]
    assert all(not why for _, _, why in granted(referee))
    again = k.Referee.replay(GAME, k.Transcript.from_json(referee.transcript.to_json()))
    assert open_now(again) == open_now(referee)


def test_in_a_strict_contest_a_word_that_interrupts_is_given_once() -> None:
    """The request comes back with the new word, which need not be given again; all others are asked as ever, and in the
    next turn everybody is."""
    ways = k.Choice((k.Option("high", "High"), k.Option("low", "Low")))

    class Ruled(Fight):
        def turn(self, contest: k.Contest[Bout]) -> k.Procedure[None]:
            ruling, dice = "high", None
            while dice is None:
                word = k.Ask(k.GM, "ruling", ways, assume=ruling, interrupts=True)
                guard = k.Ask("birch", "guard", YES_NO, assume="no")
                ruling, _, dice = yield (word, guard, k.Roll((6,), seat="ash", what="blow"))
            contest.state.points["ash"] -= ruling == "low"

    game = k.Game(name="bout", title="Bout", blurb="", rules_version="1", types=(Ruled(),))
    referee = k.Referee.start(game, "bout", {}, seed=SEED, strict=True)
    for _ in range(2):
        assert open_now(referee) == [("gm", "ruling", False), ("birch", "guard", False)]
        referee.answer(named(referee, "ruling"), "low")
        assert open_now(referee) == [("gm", "ruling", True), ("birch", "guard", False)]
        referee.answer(named(referee, "guard"), "no")
    assert referee.state.points["ash"] == 1
    referee.answer(named(referee, "ruling"), "low")
    referee.answer(named(referee, "ruling"), "high")
    assert open_now(referee) == [("gm", "ruling", True), ("birch", "guard", False)]
    again = k.Referee.replay(game, k.Transcript.from_json(referee.transcript.to_json()))
    assert open_now(again) == open_now(referee)
    referee.answer(named(referee, "guard"), "no")
    assert referee.state.points["ash"] == 1
    assert [why for _, value, why in granted(referee) if value == "low"] == ["", "assumed"] * 2 + [""]


def test_a_seat_s_dice_follow_its_first_and_the_game_master_s_follow_the_players() -> None:
    class Both(Fight):
        def turn(self, contest: k.Contest[Bout]) -> k.Procedure[None]:
            yield tuple(k.Roll((6,), seat=seat, what=seat) for seat in ("gm", "ash", "ash", "birch", "gm"))
            yield (k.Roll((6,), seat="gm", what="first"), k.Roll((6,), seat="gm", what="second"))
            contest.state.points["ash"] = 0

    game = k.Game(name="bout", title="Bout", blurb="", rules_version="1", types=(Both(),))
    referee = k.Referee.start(game, "bout", {}, seed=SEED, dice=TAP)
    assert open_now(referee) == [("ash", "ash", False), ("birch", "birch", False)]
    referee.answer(referee.pending[0].id, "sealed", by="ash")
    assert open_now(referee) == [("birch", "birch", False)]
    referee.answer(referee.pending[0].id, "sealed", by="gm")
    assert open_now(referee) == [("gm", "first", False)]
    referee.answer(referee.pending[0].id, "sealed")
    assert referee.over
    assert k.verify(game, k.Transcript.from_json(referee.transcript.to_json())).sealed == 7


def test_dice_wait_until_all_that_must_be_is_decided() -> None:
    class Must(Fight):
        def turn(self, contest: k.Contest[Bout]) -> k.Procedure[None]:
            yield (k.Roll((6,), seat="ash", what="blow"), k.Ask("birch", "parry", YES_NO))
            contest.state.points["ash"] = 0

    game = k.Game(name="bout", title="Bout", blurb="", rules_version="1", types=(Must(),))
    for dice in ({}, TAP):
        referee = k.Referee.start(game, "bout", {}, seed=SEED, dice=dice)
        assert open_now(referee) == [("birch", "parry", False)]
        with pytest.raises(k.ActRefused):
            referee.answer("0.0.0", "sealed")


def test_what_has_one_legal_answer_is_not_asked() -> None:
    one = k.Choice((k.Option("go", "Go"), k.Option("stay", "Stay", unavailable="no time")))

    class Forced(Fight):
        def turn(self, contest: k.Contest[Bout]) -> k.Procedure[None]:
            contest.state.guards += (yield k.Ask("ash", "way", one)) == "go"
            yield k.Ask(
                "ash", "words", k.Fields((k.Field("way", "Way", one), k.Field("say", "Say", k.Text(9))))
            )
            contest.state.points["ash"] = 0

    game = k.Game(name="bout", title="Bout", blurb="", rules_version="1", types=(Forced(),))
    for strict in (False, True):
        referee = k.Referee.start(game, "bout", {}, seed=SEED, strict=strict)
        assert open_now(referee) == [("ash", "words", False)]
        assert granted(referee) == [("ash", "go", "forced")]


@pytest.mark.parametrize(
    ("form", "several"),
    [
        (k.Number(3, 3), False),
        (k.Number(3, 4), True),
        (k.Text(5), True),
        (k.Several((k.Option("a", "A"),), least=1), False),
        (k.Several((k.Option("a", "A"),)), True),
        (k.Split((k.Option("a", "A"),), 2, 2), False),
        (k.Many(k.Number(1, 1), 2, 2), False),
        (k.Many(k.Number(1, 1), 2), True),
        (k.Choice((k.Option("a", "A", then=k.Number(1, 1)),)), False),
        (k.Choice((k.Option("a", "A", then=k.Text(3)),)), True),
        (k.Fields((k.Field("a", "A", k.Number(1, 1)),)), False),
    ],
)
def test_a_form_knows_whether_there_is_a_choice(form: k.Form, several: bool) -> None:
    assert form.several() is several


def test_a_standing_order_answers_from_what_its_seat_sees_until_it_is_taken_back() -> None:
    referee = start(dice=TAP)
    referee.order("birch", "guard", "low")
    referee.answer(named(referee, "trick"), "no")
    assert ("birch", "guard", True) in open_now(referee)
    referee.order("birch", "guard", k.ALWAYS, "yes")
    assert open_now(referee) == [("ash", "the blow", False)]
    assert granted(referee)[-1] == ("birch", "yes", "order")
    assert [each.title for each in k.seat_view(referee, "birch").orders] == ["always yes"]
    assert k.seat_view(referee, "ash").orders == []
    again = k.Referee.replay(GAME, k.Transcript.from_json(referee.transcript.to_json()), SEED)
    assert again.orders.of("birch") == referee.orders.of("birch")
    referee.order("birch", "guard")
    assert referee.orders.of("birch") == []


@pytest.mark.parametrize(
    ("seat", "what", "order"),
    [("birch", "trick", "never"), ("birch", "guard", "often"), ("elm", "guard", "low")],
)
def test_an_order_that_nobody_knows_is_refused_and_changes_nothing(seat: str, what: str, order: str) -> None:
    referee = start(dice=TAP)
    before = referee.transcript.to_json()
    with pytest.raises(k.ActRefused) as refused:
        referee.order(seat, what, order)
    assert refused.value.accepted
    assert referee.transcript.to_json() == before


def test_the_game_master_undoes_to_the_moment_before_the_dice_and_they_show_the_same() -> None:
    referee = start(dice=TAP)
    referee.answer(named(referee, "trick"), "no")
    at = referee.at
    referee.answer(named(referee, "the blow"), "sealed")
    rolled = [e.value for e in referee.transcript.entries if isinstance(e, k.Chanced)]
    assert at in referee.points()
    referee.undo(at)
    assert open_now(referee) == [("birch", "guard", True), ("ash", "the blow", False)]
    referee.answer(named(referee, "guard"), "yes")
    referee.answer(named(referee, "the blow"), "sealed")
    assert [e.value for e in referee.transcript.entries if isinstance(e, k.Chanced)] == rolled * 2


def test_bots_use_windows_and_roll_without_waiting() -> None:
    def bot(_: k.Seen, ask: k.Ask) -> Any:
        return "yes" if ask.what in ("objection", "trick") or ask.seat == "birch" else "no"

    referee = k.drive(start(dice=TAP), dict.fromkeys(("gm", "ash", "birch"), bot))
    assert referee.over
    assert referee.state.denied
    assert referee.state.guards


def test_bots_that_leave_windows_alone_leave_no_answers_of_their_own() -> None:
    referee = k.drive(start(dice=TAP), dict.fromkeys(("gm", "ash", "birch"), k.defaults))
    assert referee.over
    why = Counter(reason for _, _, reason in granted(referee))
    assert set(why) == {"", "assumed"}
    assert k.verify(GAME, k.Transcript.from_json(referee.transcript.to_json())).typed == ()


def chances(policy: k.Policy) -> dict[str, Fraction]:
    kind = Fight()
    found = k.enumerate_contest(
        kind, kind.begin(Setup(points=1), None), policy, lambda _, end: end.winners[0], turns=6
    )
    return dict(found.of)


def test_closed_windows_and_strict_defaults_have_the_same_odds() -> None:
    """A policy that leaves every window alone plays as one that answers all of them with what they assume."""

    def spelled_out(_: k.Seen, ask: k.Ask) -> str:
        return "yes" if ask.what == "salute" and ask.assumed() == "yes" else "no"

    assert chances(lambda _, ask: ask.assumed() if ask.window else "no") == chances(spelled_out)


def test_enumeration_and_runs_stop_where_somebody_interrupts() -> None:
    def objector(_: k.Seen, ask: k.Ask) -> str:
        return "yes" if ask.what in ("trick", "objection") else "no"

    assert chances(objector) == chances(lambda _, ask: "no")
    kind = Fight()
    outcome = k.run(kind, kind.begin(Setup(), None), objector, Random(1))
    assert outcome.winners


def test_a_transcript_that_claims_too_much_is_refused() -> None:
    """Nobody can say of a decision that it was assumed or forced where it was not."""
    referee = start(dice=TAP)
    for why in ("assumed", "forced"):
        with pytest.raises(k.ActRefused):
            k.Referee.replay(GAME, referee.transcript).take(k.Answered(0, 0, "ash", "no", granted=why))
    referee.answer(named(referee, "trick"), "no")
    with pytest.raises(k.ActRefused):
        referee.take(k.Chanced(referee.at, 1, "ash", [3]))


# Whose windows are waited for


def chip_open(**rest: Any) -> k.Referee[Bout]:
    """A bout in which the first blow has fallen, and who struck it may salute before it goes on."""
    referee = start(dice=TAP, **rest)
    referee.patient_with = frozenset({"ash", "birch"})
    referee.answer(named(referee, "trick"), "no")
    referee.answer(named(referee, "the blow"), "sealed")
    return referee


def test_a_window_that_nothing_waits_for_stays_open_to_whom_one_is_patient_with() -> None:
    referee = chip_open()
    assert open_now(referee) == [("ash", "salute", True)]
    referee.answer(named(referee, "salute"), "no", by="ash")
    assert open_now(referee) == [("birch", "trick", False)]
    assert granted(referee)[-1] == ("ash", "no", "")


def test_who_keeps_the_time_lets_a_window_pass_as_it_is_assumed() -> None:
    referee = chip_open()
    new = referee.let_pass()
    assert [(e.seat, e.value, e.granted) for e in new if isinstance(e, k.Answered)] == [
        ("ash", "yes", "assumed")
    ]
    assert open_now(referee) == [("birch", "trick", False)]


def test_nothing_that_must_be_decided_is_let_pass() -> None:
    referee = start(dice=TAP)
    referee.patient_with = frozenset({"ash", "birch", "gm"})
    before = referee.transcript.to_json()
    assert referee.let_pass() == []
    assert referee.transcript.to_json() == before


def test_dice_that_nobody_throws_wait_for_whom_one_is_patient_with() -> None:
    referee = start()
    referee.patient_with = frozenset({"birch"})
    referee.answer(named(referee, "trick"), "no")
    assert open_now(referee) == [("birch", "guard", True)]
    referee.answer(named(referee, "guard"), "yes", by="birch")
    assert referee.state.guards == 1


def test_patience_is_nothing_that_a_transcript_knows_of() -> None:
    patient, hasty = chip_open(), start(dice=TAP)
    patient.let_pass()
    hasty.answer(named(hasty, "trick"), "no")
    hasty.answer(named(hasty, "the blow"), "sealed")
    assert patient.transcript.to_json() == hasty.transcript.to_json()


@pytest.mark.parametrize("dice", [{}, TAP], ids=["sealed", "tap"])
def test_a_bot_that_is_driven_uses_its_windows_where_nothing_else_is_open(dice: dict[str, Any]) -> None:
    """Also those that come alone, after the dice; the game master's own way of waiting is as it was before."""
    referee = start(dice=dice)
    referee.patient_with = frozenset({"gm"})
    bots = dict.fromkeys(("ash", "birch"), lambda _, ask: "no")
    k.drive(referee, bots)
    assert referee.over
    said = [value for _, value, _ in granted(referee)]
    assert "no" in said
    assert "yes" not in said, "a salute is assumed, and each was declined"
    assert referee.patient_with == {"gm"}


def test_who_drives_bots_waits_for_people_with_whom_the_referee_is_patient() -> None:
    """A person's window that comes alone is theirs; left alone it passes, and the bots go on."""
    referee = start(dice=TAP)
    referee.patient_with = frozenset({"ash"})
    referee.answer(named(referee, "trick"), "no")
    k.drive(referee, {"birch": k.defaults})
    referee.answer(named(referee, "the blow"), "sealed")
    left_alone: set[str] = set()
    k.drive(referee, {"birch": k.defaults}, left_alone=left_alone)
    assert open_now(referee) == [("ash", "salute", True)]
    left_alone.add(named(referee, "salute"))
    k.drive(referee, {"birch": k.defaults}, left_alone=left_alone)
    assert "salute" not in [what for _, what, _ in open_now(referee)]
