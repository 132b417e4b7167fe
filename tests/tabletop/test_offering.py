"""What a question opens with: at most four deeds, read off any form, each with its usual details."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import (
    GM,
    Ask,
    Choice,
    Field,
    Fields,
    Form,
    Game,
    Number,
    Option,
    Referee,
    Seen,
    Several,
    Split,
    Text,
)
from agonist.table import Refused
from agonist.tabletop.offering import MOST_DEEDS, completed, offered
from agonist.web.pages.answers import answer_to
from tests.support.installed import installed_games

FOES = Choice((Option("ann", "Ann"), Option("bob", "Bob")))
ABILITY = Choice((Option("sword", "Sword 17"), Option("bow", "Bow 13")), "sword")
HOW = Choice(
    (Option("plain", "As it comes", deed="Strike"), Option("bold", "Boldly", deed="Risk more")), "plain"
)
TURN = Choice(
    (
        Option(
            "act",
            "Act",
            then=Fields(
                (
                    Field("target", "Against", FOES),
                    Field("ability", "With", ABILITY),
                    Field("how", "How", HOW),
                )
            ),
        ),
        Option("wait", "Wait", deed="Wait"),
        Option("fly", "Fly", unavailable="no wings", deed="Fly"),
        Option("other", "Something else", then=Text(100)),
    ),
    "act",
)


def labels(form: Form) -> list[str]:
    found = offered(form)
    return [each.label for each in found.deeds] if found else []


def test_named_options_are_the_deeds_wherever_they_stand() -> None:
    """Each with all its usual details; what cannot be chosen is none, what has no name is behind more ways."""
    found = offered(TURN)
    assert found is not None
    assert labels(TURN) == ["Strike", "Risk more", "Wait"]
    usual = {"target": "ann", "ability": "sword", "how": "plain"}
    assert [each.answer for each in found.deeds] == [
        {"pick": "act", "with": usual},
        {"pick": "act", "with": usual | {"how": "bold"}},
        "wait",
    ]
    assert found.usual
    assert found.more
    assert found.deeds[0].whom == "Ann"


def test_details_of_the_usual_deed_are_words() -> None:
    found = offered(TURN)
    assert found is not None
    assert [(each.label, each.value) for each in found.words] == [("Against", "ann"), ("With", "sword")]


def test_without_names_the_options_are_the_deeds_the_usual_one_first() -> None:
    """At most four; one that is nothing without words is none of them, nor one whose details nobody can guess."""
    form = Choice(
        (
            Option("say", "Say something", then=Text(100)),
            Option("give", "Give it to somebody", then=FOES),
            *(Option(key, key.title()) for key in ("run", "hide", "wait", "sing", "dance")),
        ),
        "hide",
    )
    assert labels(form) == ["Hide", "Run", "Wait", "Sing"]


def test_of_several_parts_the_first_choice_counts() -> None:
    ruling = Fields(
        (
            Field("fits", "Fits", Choice((Option("yes", "Yes"), Option("no", "No")), "yes")),
            Field("by", "By", Number(-5, 5, 0)),
        )
    )
    found = offered(ruling)
    assert found is not None
    assert [each.answer for each in found.deeds] == [{"fits": "yes", "by": 0}, {"fits": "no", "by": 0}]


@pytest.mark.parametrize(
    "form",
    [Text(9), Number(1, 6, 2), Several((Option("a", "A"),)), Fields((Field("n", "N", Number(0, 2, 0)),))],
)
def test_what_lists_nothing_to_do_opens_with_no_deeds(form: Form) -> None:
    assert offered(form) is None


def test_a_plain_choice_of_a_few_has_nothing_more() -> None:
    found = offered(FOES)
    assert found is not None
    assert not found.more
    assert not found.usual


def test_a_number_and_who_gets_most_of_a_total_stand_on_the_deed() -> None:
    bids = Split((Option("ann", "Ann"), Option("bob", "Bob")), 1, 20, default={"bob": 3})
    found = offered(
        Choice(
            (Option("bid", "Act, with a bid", then=Fields((Field("bids", "Bid", bids),)), deed="Bid"),), "bid"
        )
    )
    assert found is not None
    assert (found.deeds[0].number, found.deeds[0].whom) == ("3", "Bob")
    assert found.words[0].total == 3


def test_a_deed_is_answered_with_the_details_that_are_sent() -> None:
    """What was changed counts, what was not sent is as usual, and what makes it this deed is its own."""
    deed = "a=act&a.act.how=bold"
    sent = {"deed": [deed], "a": ["wait"], "a.act.target": ["bob"], "a.act.how": ["plain"]}
    assert answer_to(TURN, sent) == {
        "pick": "act",
        "with": {"target": "bob", "ability": "sword", "how": "bold"},
    }
    with pytest.raises(Refused, match="cannot be done here"):
        answer_to(TURN, {"deed": ["a=fly"]})


def test_what_is_wrong_in_a_detail_is_not_mended() -> None:
    """Only what was left empty is filled in: a wrong number is there to be refused."""
    form, usual = Fields((Field("n", "N", Number(1, 6, 2)),)), {"n": 2}
    assert completed(form, {"n": ""}, usual) == usual
    assert completed(form, {"n": 99}, usual) == {"n": 99}


def asked_in(game: Game, kind: Any, preset: Any) -> list[Form]:
    """The forms of a contest's first questions, played by its first bot."""
    seats = {GM, *kind.seats(kind.setup_from(preset.setup, preset.options)[0])}
    bot = next(iter(kind.bots.values()))
    referee = Referee.start(
        game, kind.name, preset.setup, preset.options, seed=b"1" * 32, dice=dict.fromkeys(seats, "tap")
    )
    forms, random = list[Form](), Random(1)
    for _ in range(25):
        if referee.over:
            break
        pending = random.choice(referee.pending)
        if not isinstance(pending.request, Ask):
            referee.answer(pending.id, "sealed")
            continue
        forms.append(pending.request.legal())
        referee.answer(pending.id, bot(Seen(pending.seat, referee.state), pending.request))
    return forms


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.name)
def test_every_deed_of_every_game_can_be_answered(game: Game) -> None:
    """One tap is a legal answer in every preset, and no two deeds are alike."""
    found = [
        (form, offered(form))
        for kind in game.types
        for preset in kind.presets.values()
        for form in asked_in(game, kind, preset)
    ]
    seen = 0
    for form, opening in found:
        if opening is None:
            continue
        answers = [each.answer for each in opening.deeds]
        assert 1 <= len(answers) <= MOST_DEEDS
        for deed in opening.deeds:
            assert form.check(deed.answer) == deed.answer
            assert answer_to(form, {"deed": [deed.key]}) == deed.answer
        assert len({str(each) for each in answers}) == len(answers)
        seen += 1
    assert seen > 10
