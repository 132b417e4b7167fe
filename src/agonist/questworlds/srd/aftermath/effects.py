"""What a contest leaves: experience (QS-29), and lasting effects as the game master says (QS-2, QS-19, QS-21 to
QS-23)."""

from __future__ import annotations

from typing import Final

from agonist.kernel import (
    GM,
    Answer,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Number,
    Option,
    Procedure,
    Several,
    Staged,
    Text,
)
from agonist.tabletop import Told, agreed, listed, picked, signed, whose

from ..people.contestants import Arena, Contestant
from ..people.limits import MOST_EXPERIENCE
from ..people.modifiers import Lasting
from ..questions import question
from ..rolls.results import Result, beside

MOST_A_SESSION: Final = 5


class Learns(Told, frozen=True):
    rule = "QS-29"
    says = "{name} learns from {why}: 1 experience ({total} in all)."
    name: str
    why: str
    total: int


def learn(contest: Contest[Arena], who: Contestant, about: str, why: str) -> None:
    """QS-29: 1 experience, once a session for each ability or flaw, at most 5 a session; characters only."""
    if not contest.state.options.experience or not who.character or who.experience >= MOST_EXPERIENCE:
        return
    if about in who.marks or who.session_experience >= MOST_A_SESSION:
        return
    who.marks.append(about)
    who.session_experience += 1
    who.experience += 1
    contest.report(Learns, who.name, why, who.experience)


def new_session(who: Contestant) -> None:
    """QS-29: with a new session everything can teach again."""
    who.marks = []
    who.session_experience = 0


WEAKER = 6
"""QS-21: over an opponent so far below, a benefit is perhaps too much; a note, which decides nothing."""


class LeftWith(Event, frozen=True):
    rule = "QS-21"
    name: str
    value: int
    label: str
    touches: tuple[str, ...] = ()

    def text(self) -> str:
        what = "a benefit" if self.value > 0 else "a consequence"
        on = f" on {listed(self.touches)}" if self.touches else ""
        return f"{self.name} is left with {what}, {self.label}: {signed(self.value)}{on}."


class StoryEnds(Event, frozen=True):
    rule = "QS-19"
    name: str
    consents: bool

    def staged(self) -> Staged | None:
        return (
            Staged(self.name, word="The story ends", rare="dark", says=f"{whose(self.name)} story ends here")
            if self.consents
            else None
        )

    def text(self) -> str:
        if self.consents:
            return f"{whose(self.name)} story ends here, with their player's consent."
        return f"{whose(self.name)} player does not consent: the story goes on."


def lasting_effects(
    contest: Contest[Arena], outcomes: dict[str, tuple[Result, str]], notes: tuple[str, ...] = ()
) -> Procedure[None]:
    """QS-21: offered for each who has an outcome with a sign, and given only as the game master says.

    `outcomes` are what to offer for: by a label the outcome and whose it is.
    """
    offers = {key: offer for key, offer in outcomes.items() if offer[0].sign}
    if not offers:
        return
    told = "; ".join(f"{key}: {result.word}" for key, (result, _) in offers.items())
    hints = f" {' '.join(notes)}" if notes else ""
    answers = yield question(
        "lasting effects",
        None,
        lambda: Fields(
            tuple(
                Field(key, key, _offer(contest.state, result, contest.state.find(name)))
                for key, (result, name) in offers.items()
            )
        ),
        told=told,
        hints=hints,
    )
    for key, (result, name) in offers.items():
        _apply(contest, contest.state.find(name), result, answers[key])


def _offer(state: Arena, result: Result, who: Contestant) -> Choice:
    """QS-21, QS-22: what the degree suggests, a price or boon beside or instead, something else, or nothing."""
    value = state.options.house.lasting_value(result)
    word = "Benefit" if result.victory else "Consequence"
    other = "price" if result.victory else "boon"
    options = [Option("nothing", "Nothing lasting")]
    options.append(Option("suggested", f"{word} {signed(value)}", rule="QS-21", then=wording(who)))
    if sizes := beside(result):
        sized = Choice(tuple(Option(str(each), signed(each)) for each in sizes), str(sizes[0]))
        priced = Fields((Field("size", "How much", sized), *wording(who).fields))
        options.append(Option(other, f"A {other} instead", rule="QS-22", then=priced))
        both = Fields((Field("size", f"The {other}", sized), *wording(who).fields))
        options.append(Option("both", f"{word} {signed(value)} and a {other}", then=both))
    free = Fields((Field("size", "How much", Number(-200, 200, value)), *wording(who).fields))
    options.append(Option("other", "Something else", then=free))
    return Choice(tuple(options), "nothing")


def wording(who: Contestant) -> Fields:
    """QS-23: what a lasting effect is called, and what it touches."""
    names = [each.name for each in who.abilities if not each.lent_by]
    used = (who.hand,) if who.hand in names else ()
    on = Several(tuple(Option(name, name) for name in names), default=used)
    return Fields(
        (
            Field("label", "In words", Text(80, 1, "what remains")),
            Field("on", "On which abilities", on, help="None chosen: on all of them."),
        )
    )


def _apply(contest: Contest[Arena], who: Contestant, result: Result, answer: Answer) -> None:
    key, more = picked(answer)
    if key == "nothing":
        return
    values = [int(more["size"])] if "size" in more else []
    if key in ("suggested", "both"):
        values.insert(0, contest.state.options.house.lasting_value(result))
    for value in values:
        leave(contest, who, value, more["label"], tuple(more["on"]))


def leave(
    contest: Contest[Arena],
    who: Contestant,
    value: int,
    label: str,
    touches: tuple[str, ...],
    under: str = "",
) -> Lasting | None:
    """QS-23: a value, a label, and what it touches."""
    if not value:
        return None
    effect = Lasting(who.name, value, label, touches)
    who.lasting.append(effect)
    contest.report(LeftWith, who.name, value, label, touches, under=under)
    return effect


def weaker_note(who: Contestant, opponent: Contestant) -> tuple[str, ...]:
    """QS-21: the glossary would give no benefit over somebody 6 or more below."""
    gap = who.rating(who.hand).whole - opponent.rating(opponent.hand).whole
    if gap < WEAKER:
        return ()
    return (f"({opponent.name} was {gap} below {who.name}: a benefit may be too much.)",)


def endings(contest: Contest[Arena]) -> Procedure[None]:
    """QS-19: where a story was at stake and is lost, it ends only if the game master asks and the player consents."""
    if not contest.state.story_at_stake:
        return
    for who in contest.state.characters():
        if who.result is None or not who.result.defeat:
            continue
        if (yield from agreed(question("story ends", who, by=GM))):
            yield from consent(contest, who)


def careers(contest: Contest[Arena]) -> Procedure[None]:
    """QS-69: a starting resolve of 0 is a career that is due to end, which game master and player do together."""
    for who in contest.state.characters():
        if who.starting_resolve or who.story_over:
            continue
        if (yield from agreed(question("career ends", who, by=GM))):
            yield from consent(contest, who)


def consent(contest: Contest[Arena], who: Contestant) -> Procedure[None]:
    """QS-19: no rule ends a character by itself."""
    who.story_over = yield from agreed(question("consent", who))
    contest.report(StoryEnds, who.name, who.story_over)
