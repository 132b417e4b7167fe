"""The chained sequence, resolve and recovery (QS-62 to QS-69)."""

from typing import Any, Literal

import pytest

from agonist.kernel import DiceMode, Referee, SetupRefused, seat_view
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import RecoverySetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import FollowerEntry, LastingEntry
from agonist.questworlds.srd.rolls.knobs import BOOK
from tests.questworlds_srd.scenes import act, foe, helped, hero, log, play, watching

QUIET = {"story_points": False}


def scene(*people: Any, **more: Any) -> SequenceSetup:
    return SequenceSetup(prize="the far side", contestants=people or (hero(), foe()), **more)


def chained(dice: list[int], says: dict[str, Any] | None = None, setup: Any = None, **options: Any) -> Any:
    return play("chained", setup or scene(), dice, says, {**QUIET, **options})


def resolve(referee: Any, *names: str) -> list[int]:
    return [referee.state.find(name).resolve for name in names or ("Asa", "The guard")]


def test_resolve_belongs_to_the_character() -> None:
    """QS-63: 5 at first, kept from one sequence to the next; with 0 or less nobody begins one."""
    lost = chained([19, 3], {"round": ["go-on", "break-off"]})
    sheet = lost.result.sheets["Asa"]
    assert sheet.resolve == 3
    kind = GAME.type("chained")
    setup = kind.enlist(scene(), "Asa", sheet, "asa")
    assert kind.begin(*kind.setup_from(setup)).find("Asa").resolve == 3
    with pytest.raises(SetupRefused, match="no resolve left"):
        kind.setup_from(scene(hero(resolve=0), foe()))


def test_a_round_costs_resolve() -> None:
    """QS-64: degree + 1, in full, below 0 too; at 0 or less one is out."""
    assert resolve(chained([19, 3])) == [3, 5]
    out = chained([15, 19, 15, 19], {"parting shot": "no"}, scene(hero(), foe(resolve=4)))
    assert resolve(out) == [5, -2]
    assert out.result.winners == ("Asa",)
    deep = chained([20, 5], {}, scene(hero(abilities={"Wits": 1}, resolve=3), foe(resistance="5M2")))
    assert resolve(deep)[0] == -2


def test_a_loss_is_traded_as_a_whole() -> None:
    """QS-64: −5 to −20 on the ability used, counting from the next round; 5 or more cannot be traded."""
    assert [BOOK.trade(points) for points in (1, 2, 3, 4)] == [-5, -10, -15, -20]
    referee = chained([19, 3], {"loss": ["trade"]})
    who = referee.state.find("Asa")
    assert who.resolve == 5
    assert who.rating("Wits").whole == 5
    assert who.rating("Charm").whole == 12
    with_words = chained([19, 3], {"loss": ["trade"], "word a consequence": {"label": "a burned hand"}})
    assert with_words.state.find("Asa").lasting[0].label == "a burned hand"
    five = chained([20, 5], {"loss": "trade"}, scene(hero(abilities={"Wits": 1}), foe(resistance="5M2")))
    assert five.state.find("Asa").lasting == []
    assert resolve(five)[0] == 0


@pytest.mark.parametrize(("value", "kept"), [(-14, True), (-15, False), (-16, False)])
def test_qs_64_a_hopeless_ability_bears_no_consequence(value: int, kept: bool) -> None:
    """QS-64: with a whole rating of 0 or less nothing can be traded, and nobody is asked."""
    worn = hero(lasting=(LastingEntry(value=value, label="shaken", touches=("Wits",)),))
    referee = chained([19, 3], {"loss": ["trade"], "hopeless": ["stay"]}, scene(worn, foe()))
    assert resolve(referee)[0] == (5 if kept else 3)
    assert len(referee.state.find("Asa").lasting) == (2 if kept else 1)


def test_the_worked_example() -> None:
    """QS-64, QS-65, QS-69: 5, then 2, traded, then 0 and out: 5 points counted are degree 2; later it starts at 4."""
    strong = foe(resistance=18)
    setup = scene(hero(rating=10), strong)
    says = {"loss": ["lose", "trade", "lose"], "tactic": [act(), act(), act(ability="Charm")]}
    referee = chained([19, 18, 19, 18, 13, 3], says, setup)
    who = referee.state.find("Asa")
    assert who.resolve == 0
    assert who.result.key == "defeat-2"
    assert [each.value for each in who.lasting] == [-15]
    sheet = referee.result.sheets["Asa"]
    patient = hero("Asa", 10, resolve=sheet.resolve, fallen=sheet.fallen)
    rest = RecoverySetup(contestants=(hero("Bo"), patient), helper="Bo", helped="Asa")
    back = play("recovery", rest, [15, 19], {"recovery": [{"pick": "try", "with": "Wits"}, "stop"]}, QUIET)
    assert back.result.sheets["Asa"].starting_resolve == 4
    assert back.result.sheets["Asa"].resolve == 3
    assert not back.result.sheets["Asa"].fallen


@pytest.mark.parametrize(
    ("points", "degree"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (20, 4)]
)
def test_the_outcome_by_points(points: int, degree: int) -> None:
    """QS-65."""
    assert BOOK.chained_degree(points) == degree


def test_yielding_after_a_round() -> None:
    """QS-65: not before the first; both at once is nobody's prize; a yielded sequence is a defeat by the points."""
    yielded = chained([19, 3], {"tactic": [act(), "leave"], "parting shot": "no"})
    assert yielded.result.sides["the characters"] == "defeat-1"
    rivals = scene(hero(side="a"), hero("Bo", side="b"))
    both = chained([19, 3], {"go on": "yield"}, rivals)
    assert both.result.winners == ()
    one = chained([19, 3], {"go on Asa": "yield", "parting shot": "no"}, rivals)
    assert one.result.winners == ("Bo",)
    theirs = chained([3, 19], {"go on": "yield", "parting shot": "no"})
    assert theirs.result.winners == ("Asa",)


def test_player_and_game_master_say_at_once_whether_they_go_on() -> None:
    """QS-65: the game master's word waits for the player's; if both yield it is nobody's prize."""
    both = chained([9, 9], {"go on": "yield", "tactic": [act(), "leave"]})
    assert both.result.winners == ()
    theirs = chained([9, 9], {"go on": "yield", "parting shot": "no"})
    assert theirs.result.winners == ("Asa",)
    mine = chained([9, 9], {"tactic": [act(), "leave"], "parting shot": "no"})
    assert mine.result.winners == ("The guard",)


def test_what_is_traded_touches_the_ability_used() -> None:
    """QS-64, QS-67: of a shot the answer's, of help the helper's; for the helped the game master names it."""
    says = {"loss": ["lose", "trade"], "parting shot": "yes", "answer a shot Bo": {"ability": "Brawn"}}
    shot = chained([15, 20, 3, 20], says, scene(hero(), hero("Bo", 10, side="b", resolve=3)))
    assert shot.state.find("Bo").lasting[0].touches == ("Brawn",)
    cases: tuple[tuple[Literal["helper", "helped"], tuple[str, ...]], ...] = (
        ("helper", ("Charm",)),
        ("helped", ("Brawn",)),
    )
    for who, touches in cases:
        rest = RecoverySetup(
            contestants=(hero("Bo"), hero(resolve=2)), helper="Bo", helped="Asa", defeat=who, time=3
        )
        word = {"label": "bad dreams"} | ({"on": "Brawn"} if who == "helped" else {})
        told = {"recovery": {"pick": "try", "with": "Charm"}, "loss": "trade", "word a consequence": word}
        over = play("recovery", rest, [20, 3], told, QUIET)
        payer = over.state.find("Bo" if who == "helper" else "Asa")
        assert (payer.lasting[0].label, payer.lasting[0].touches) == ("bad dreams", touches)
        assert over.over


def test_who_has_no_resolve_helps_nobody() -> None:
    """QS-67, QS-68: from beside the sequence neither."""
    for resolve, helps in ((0, False), (1, True)):
        offered: list[str] = []
        says = {"free action": [watching(offered)]}
        chained([9, 6], says, scene(hero(resolve=3), foe(), helpers=(hero("Bo", resolve=resolve),)))
        assert ("assist" in offered) == helps


def test_fallen_opposition_does_not_return() -> None:
    """QS-69: nor does a game that plays chained sequences play others (QS-33)."""
    won = chained([15, 20], {}, scene(hero(), foe(resolve=1)))
    kind = GAME.type("chained")
    with pytest.raises(SetupRefused, match="does not return"):
        kind.setup_from(kind.follow(scene(), won.result.carried))
    other = scene(hero(), foe("Another"))
    kind.setup_from(kind.follow(other, won.result.carried))
    scored = GAME.type("scored")
    with pytest.raises(SetupRefused, match="sequences are chained"):
        scored.setup_from(scored.follow(other, won.result.carried))


def test_a_career_ends_if_both_say_so() -> None:
    """QS-69: after a sequence too; game master and player together."""
    worn = hero(resolve=0, starting_resolve=0)
    rest = RecoverySetup(contestants=(hero("Bo"), worn), helper="Bo", helped="Asa")
    for due, agrees, ended in (("yes", "yes", True), ("yes", "no", False), ("no", "yes", False)):
        over = play("recovery", rest, [], {"career ends": due, "consent": agrees}, QUIET)
        assert over.result.sheets["Asa"].story_over == ended


def test_a_parting_shot_with_resolve() -> None:
    """QS-49, QS-65: back in above 0, and no lower start for it (QS-69)."""
    weak = scene(hero(), foe(resolve=2))
    further = chained([3, 19, 3, 19], {"parting shot": "yes"}, weak)
    assert resolve(further)[1] == -2
    back = chained([3, 19, 19, 3], {"parting shot": "yes"}, weak)
    assert resolve(back)[1] == 2
    assert not back.over


def test_qs_65_a_lost_shot_gives_back_what_the_round_took_though_a_power_felled() -> None:
    """QS-49, QS-64, QS-65: the round took 2 of 3 and the power the last; a shot lost at degree 1 gives the 2 back, one
    lost at degree 4 no more: what a power cost is not the round's."""
    rivals = scene(hero(side="a", resolve=3), hero("Bo", side="b"))
    says: dict[str, Any] = {"tactic Asa": [act(power="yes")], "parting shot": "yes", "loss": "lose"}
    back = chained([19, 3, 19, 3], says, rivals, power_cost="defeat")
    assert resolve(back, "Asa") == [2]
    assert back.state.find("Asa").points == 0
    strong = scene(hero(side="a", resolve=3, abilities={"Wits": 15, "Lore": "15M2"}), hero("Bo", side="b"))
    says |= {"tactic Asa": [act(power="yes")], "answer a shot Asa": {"ability": "Lore"}}
    assert resolve(chained([19, 3, 19, 15], says, strong, power_cost="defeat"), "Asa") == [2]


def test_incredible_powers_cost_more() -> None:
    """QS-64: 1 resolve on that outcome, neither traded nor counted."""
    uses = {"tactic": [act(power="yes")]}
    hurt = chained([19, 3], dict(uses), power_cost="defeat")
    assert resolve(hurt)[0] == 5 - 2 - 1
    assert hurt.state.find("Asa").points == 2
    narrow = chained([9, 6], {"tactic": [act(power="yes")]}, power_cost="zero-victory")
    assert resolve(narrow)[0] == 4


def test_followers_bear_losses() -> None:
    """QS-66: a secondary augments, bears a whole loss and is out; who has lost 3 in all leaves for good."""
    setup = scene(hero(rating=10, followers=(FollowerEntry(name="Ott", rating=12),)), foe())
    says = {"tactic": [helped("Wits", follower="Ott")], "loss": [{"pick": "bear", "with": "Ott"}]}
    referee = chained([19, 3, 13, 13], {**says, "round": ["go-on", "go-on", "break-off"]}, setup)
    who = referee.state.find("Asa")
    assert who.resolve == 5
    assert who.followers[0].status == "out"
    assert not [each for each in who.modifiers if each.source == "followers"]
    assert referee.result.sheets["Asa"].followers[0].lost == 2
    worn = scene(hero(followers=(FollowerEntry(name="Ott", rating=12, lost=2),)), foe())
    gone = chained(
        [19, 3, 13, 13],
        {"loss": [{"pick": "bear", "with": "Ott"}], "round": ["go-on", "go-on", "break-off"]},
        worn,
    )
    assert gone.result.sheets["Asa"].followers == ()


def test_what_followers_who_stand_alone_have_lost_is_kept() -> None:
    """QS-23, QS-66: a supporter who risks their own resolve by helping; what strains them lasts, and 3 lost in all is
    for good."""
    ott = FollowerEntry(name="Ott", rating=12, role="supporter")
    setup = scene(hero(resolve=4, followers=(ott,)), foe(), assist_defeat="helper")

    def worn(foe_shows: int) -> Any:
        ways = [{"pick": way, "with": {"friend": "Asa", "ability": "Ott"}} for way in ("assist", "augment")]
        says = {"free action Ott": ways, "augment": "roll", "round": ["go-on", "go-on", "break-off"]}
        return chained([13, 13, 19, foe_shows, 13, 13, 19, 9], says, setup).result.sheets["Asa"]

    sheet = worn(9)
    assert [each.lost for each in sheet.followers] == [2]
    assert [(each.value, each.touches) for each in sheet.lasting] == [(-10, ("Ott",))]
    gone = worn(10)
    assert gone.followers == gone.lasting == ()


def test_recovery() -> None:
    """QS-67: degree + 1 back, at most to the start; a defeat costs what was settled; 15/4 against 10/17 is +2."""
    down = hero("Bo", resolve=-2, fallen=True)
    setup = RecoverySetup(contestants=(hero(), down), helper="Asa", helped="Bo", time=1)
    referee = play("recovery", setup, [4, 17], {}, QUIET)
    assert referee.result.sheets["Bo"].resolve == 0
    assert referee.result.sheets["Bo"].fallen
    costly = RecoverySetup(contestants=(hero(), down), helper="Asa", helped="Bo", time=1, defeat="helper")
    assert play("recovery", costly, [19, 3], {}, QUIET).result.sheets["Asa"].resolve == 3
    traded = play("recovery", costly, [19, 3], {"loss": "trade"}, QUIET)
    assert traded.result.sheets["Asa"].resolve == 5
    assert traded.result.sheets["Asa"].lasting[0].value == -10
    harmful = RecoverySetup(contestants=(hero(), down), helper="Asa", helped="Bo", time=1, defeat="helped")
    assert play("recovery", harmful, [19, 3], {}, QUIET).result.sheets["Bo"].resolve == -4
    rested = play("recovery", setup, [], {"rest": 2, "recovery": "stop"}, QUIET)
    assert rested.result.sheets["Bo"].resolve == 0
    with pytest.raises(SetupRefused, match="treats nobody"):
        GAME.type("recovery").setup_from(
            RecoverySetup(contestants=(hero(resolve=0),), helper="Asa", helped="Asa")
        )


def test_a_recovery_inside_a_sequence_is_an_assist() -> None:
    """QS-68: 5 harder each time, for the fallen too, who are back in with a lower start."""
    setup = scene(
        hero(resolve=1),
        hero("Bo"),
        hero("Cy"),
        foe("One"),
        foe("Two"),
        pairings=(Pairing(one="Asa", two="One"), Pairing(one="Cy", two="Two")),
    )
    assist = {"pick": "assist", "with": {"friend": "Asa", "ability": "Wits"}}
    says = {
        "left over": {"Bo": "free"},
        "free action Bo": [assist, assist],
        "free action One": "wait",
        "loss": "lose",
    }
    referee = chained([19, 8, 13, 13, 15, 19], says, setup)
    who = referee.state.find("Asa")
    assert (who.status, who.resolve, who.starting_resolve) == ("in", 2, 4)
    again = chained(
        [19, 8, 13, 13, 13, 13, 13, 13, 13, 14], {**says, "free action Bo": [assist, assist]}, setup
    )
    assert any("resistance 15" in line for line in log(again))


def test_a_career_can_end() -> None:
    """QS-69, QS-19: at a starting resolve of 0, with the player's consent."""
    patient = hero("Bo", starting_resolve=1, resolve=0, fallen=True)
    setup = RecoverySetup(contestants=(hero(), patient), helper="Asa", helped="Bo")
    referee = play("recovery", setup, [15, 19], {"consent": "yes"}, QUIET)
    assert referee.result.sheets["Bo"].starting_resolve == 0
    assert referee.result.sheets["Bo"].story_over


def test_the_oppositions_resolve_is_the_game_masters() -> None:
    """QS-70: its losses are seen; the option shows it."""
    referee = chained([3, 19])
    assert "resolve" not in seat_view(referee, "asa").state["contestants"][1]
    assert "The guard: 2 resolve lost." in [line.text for line in seat_view(referee, "asa").lines]
    assert seat_view(referee, "gm").state["contestants"][1]["resolve"] == 3
    shown = chained([3, 19], show_resolve=True)
    assert seat_view(shown, "asa").state["contestants"][1]["resolve"] == 3


@pytest.mark.parametrize(
    ("resolve", "dice", "left"), [(5, (3, 6), 4), (1, (3, 6), None), (4, (20, 14), 1), (3, (20, 14), None)]
)
def test_a_loss_that_takes_nobody_out_is_taken_by_order(
    resolve: int, dice: tuple[int, int], left: int | None
) -> None:
    """QS-64: 1 of 5 resolve is lost unasked, and 3 of 4; what would take all that is left is asked about."""
    setup = scene(hero(resolve=resolve), foe(resistance=14))
    seats: dict[str, DiceMode] = dict.fromkeys(("gm", "asa"), "typed")
    referee = Referee.start(GAME, "chained", setup, seed=bytes(32), dice=seats, options=QUIET)
    referee.order("asa", "loss", "lose")
    for value in (act()(referee.pending[-1].form()), [dice[0]], [dice[1]]):
        referee.answer(next(each for each in referee.pending if not each.window).id, value)
    (now, *_) = [each.request.what for each in referee.pending if not each.window]
    assert (now == "loss") is (left is None)
    assert referee.state.find("Asa").resolve == (resolve if left is None else left)


@pytest.mark.parametrize("name", ["Asa", "Bo"])
def test_qs_19_who_backed_out_neither_treats_nor_is_treated(name: str) -> None:
    """QS-19, QS-67: the story is at stake and helper or helped backs out before any die: time heals, nobody rolls."""
    setup = RecoverySetup(
        contestants=(hero("Bo"), hero(resolve=2)), helper="Bo", helped="Asa", story_at_stake=True
    )
    says = {f"story at stake {name}": "out", "rest": 1}
    referee = play("recovery", setup, [3, 19], says, QUIET, leftover=True)
    assert referee.over
    assert referee.result.sheets["Asa"].resolve == 3
    assert not any(" success" in line for line in log(referee))
