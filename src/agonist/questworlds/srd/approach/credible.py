"""The game master's word on an ability that is used without a tactic of its own: in a parting shot, an answer, a second
chance, a recovery (QS-11)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from agonist.kernel import GM, Answer, Ask, Contest, Procedure

from ..clash.opposed import fallen
from ..clash.rollers import Roller
from ..clash.story_points import Worth, as_it_is
from ..people.contestants import Arena
from ..rolls.rolls import Clash
from .ruled import Tell
from .rulings import Modified, Refused
from .tactics import ability_form
from .weighing import credible_form

Again = Callable[[int], Procedure[Roller]]
"""How one of the two says anew what they roll with."""


def credible_ask(roller: Roller) -> Ask:
    """QS-11: credible, a stretch, or not possible; unsaid, it is as it was."""
    return Ask(
        GM,
        "credible",
        credible_form(roller.ability),
        "QS-11",
        f"{roller.name} uses {roller.ability} ({roller.rating()}). Is that credible?",
        f"The game master weighs what {roller.name} does.",
        roller.name,
        assume=str(roller.stretch) if roller.stretch else "credible",
        interrupts=True,
    )


def stretch_of(word: Answer) -> int:
    """QS-11: what the game master's word takes off."""
    return 0 if word in ("credible", "refuse") else int(word)


def tell_word(tell: Tell, roller: Roller, word: Answer) -> None:
    if word == "refuse":
        tell(Refused(roller.name, roller.ability))
    else:
        tell(Modified(roller.name, "a stretch", stretch_of(word), under="QS-11"))


def tried(
    contest: Contest[Arena], pair: tuple[Roller, Roller], again: Again, worth: Worth = as_it_is
) -> Procedure[tuple[Clash, tuple[Roller, Roller]]]:
    """QS-4, QS-11: both roll, unless the game master finds before that something else must be used. Returns with what
    they rolled at last."""
    while True:
        weighed = [n for n, each in enumerate(pair) if each.stated]
        asks = tuple(credible_ask(pair[n]) for n in weighed)
        *words, first, second = yield (*asks, pair[0].die(), pair[1].die())
        if first is not None and second is not None:
            return (yield from fallen(contest, pair, (first[0], second[0]), worth)), pair
        for n, word in zip(weighed, words, strict=True):
            if word != asks[weighed.index(n)].assumed():
                tell_word(contest.tell, pair[n], word)
                if word == "refuse":
                    other = yield from again(n)
                else:
                    other = msgspec.structs.replace(pair[n], stretch=stretch_of(word))
                pair = (other, pair[1]) if n == 0 else (pair[0], other)


def tried_with(
    contest: Contest[Arena], roller: Roller, other: Roller, worth: Worth = as_it_is
) -> Procedure[tuple[Clash, str]]:
    """QS-11: one against a resistance; what is refused gives way to another ability. Returns what was used."""

    def again(_: int) -> Procedure[Roller]:
        ability = yield _another(roller)
        return msgspec.structs.replace(roller, ability=ability)

    clash, (used, _) = yield from tried(contest, (roller, other), again, worth)
    return clash, used.ability


def _another(roller: Roller) -> Ask:
    who = roller.contestant
    assert who is not None  # only who chose an ability can be refused it
    return Ask(
        who.seat,
        "another ability",
        lambda: ability_form(who, default=who.hand),
        "QS-11",
        f"That cannot work. {who.name}, what do you use instead?",
        f"{who.name} looks for another way.",
        who.name,
    )
