"""A tactic on the table, and what the game master may say of it before the dice: credible or not, what helps and
hinders, how hard it is (QS-8 to QS-17). Everything has a default, so that "as offered" is one answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from agonist.kernel import GM, Answer, Ask, Choice, Field, Fields, Number, Option
from agonist.tabletop import quoted, signed

from ...chassis import Rating
from ...chassis.ratings import MOST
from ..people.contestants import NONE, Arena, Contestant
from ..people.modifiers import Modifier
from ..questions import question
from ..rolls.resistance import resistance_form
from .augments import AUGMENT, UNROLLED
from .flaws import afterwards, flaw_form
from .ruled import Memory, Telling
from .tactics import NOTHING, Tactic


class Stake(msgspec.Struct, kw_only=True):
    """A tactic on the table: whose, against whom, who helps, what the game master has said of it so far and now, how it
    is stated anew if it is refused, and what else to do when it is accepted."""

    who: Contestant
    opponent: Contestant | None
    tactic: Tactic
    again: Any
    helps: Mapping[str, str] = {}
    more: tuple[Field, ...] = ()
    ruling: Mapping[str, Answer] = {}
    said: Mapping[str, Answer] = {}
    before: list[Modifier] = []
    hand: str = ""
    asking: str = ""
    resistance: int = 0
    rolled: dict[str, Memory] = {}
    telling: Telling = msgspec.field(default_factory=Telling)
    then: Any = None
    form: Any = None

    @property
    def fallen(self) -> Memory:
        """QS-13: what is rolled for is rolled once for a tactic, though another was tried meanwhile."""
        return self.rolled.setdefault(self.tactic.ability, Memory())

    def hear(self, said: Mapping[str, Answer]) -> None:
        """What the game master says before the dice."""
        self.said = said

    def offer(self, helper: str, ability: str) -> None:
        """QS-12: somebody helps; that is worth what is offered first, as long as the game master does not say
        otherwise."""
        field = help_field(helper, ability)
        self.helps = {**self.helps, helper: ability}
        self.form = Fields((*self.form.fields, field))
        self.said = {**self.said, field.key: field.form.fallback()}

    def take_back(self) -> None:
        """QS-11: what was said of a tactic that is ruled on anew, or given up, no longer counts."""
        self.who.modifiers = list(self.before)
        self.who.hand, self.who.asking = self.hand, self.asking
        if self.opponent is not None and self.ruling.get("resistance", "as-set") != "as-set":
            self.opponent.resistance = self.resistance

    def ask(self, state: Arena) -> Ask:
        """QS-11: what the game master has to say of it."""
        tactic = self.tactic
        return question(
            "ruling",
            self.who,
            lambda: ruling_form(state, self),
            by=GM,
            ability=tactic.ability,
            rating=self.who.rating(tactic.ability),
            declared=_declared(tactic),
            said=quoted(tactic.words),
        )


def ruling_form(state: Arena, stake: Stake) -> Fields:
    """QS-11: all that the game master may say of one tactic, each part as it is offered."""
    who, opponent, tactic = stake.who, stake.opponent, stake.tactic
    parts = [*_retry(state, who, tactic), Field("tactic", "The tactic is", credible_form(tactic.ability))]
    parts.append(Field("situation", "The situation", _situation()))
    parts += _augments(state, tactic, stake.helps)
    parts += _flaws(who, tactic)
    parts += _hindering_ability(who, tactic)
    if _mixed(who, tactic.ability):
        both = Choice((Option("add", "All count"), Option("strike", "Struck")), "add")
        parts.append(Field("effects", "Benefits against consequences", both))
    parts += _required(state, tactic)
    if tactic.resource:
        parts.append(Field("resource", f"Winning over {tactic.resource}", resistance_form(state.base)))
    if (used := who.ability(tactic.ability)) and used.relationship:
        parts.append(Field("relationship", "A defeat costs", _relationship()))
    if opponent is not None and opponent.opposition:
        parts.append(Field("resistance", f"{opponent.name}", resistance_anew(state, opponent)))
    return Fields((*parts, *stake.more))


def _declared(tactic: Tactic) -> str:
    """QS-46, QS-53: what the other side hears before it answers."""
    how = {"gambit": ", risking a gambit", "defensive": ", defensively"}.get(tactic.stance, "")
    return how + (f", and wagers {tactic.wager}" if tactic.wager else "")


def credible_form(ability: str) -> Choice:
    """QS-11, QS-71: credible, a stretch, or refused."""
    sure = "A rating of 5 is never refused." if ability == NONE else ""
    return Choice(
        (
            Option("credible", "Credible"),
            Option("-5", "A stretch: −5", rule="QS-11"),
            Option("-10", "A far stretch: −10"),
            Option("refuse", "Not possible", sure),
        ),
        "credible",
    )


def _situation() -> Choice:
    """QS-8, QS-11: ±5 or ±10 as a rule; other values are accepted from the game master."""
    steps = tuple(Option(str(each), signed(each)) for each in (-10, -5, 5, 10))
    other = Option("other", "Another modifier", then=Number(-200, 200, 0))
    return Choice((Option("0", "Nothing special"), *steps, other), "0")


def _augments(state: Arena, tactic: Tactic, helps: Mapping[str, str]) -> list[Field]:
    parts = [Field("augment", f"Help from {tactic.augment}", AUGMENT)] if tactic.augment else []
    if tactic.follower:
        form = AUGMENT if state.followers_roll else UNROLLED
        parts.append(Field("follower", f"Help from {tactic.follower}", form))
    return parts + [help_field(name, ability) for name, ability in helps.items()]


def help_field(name: str, ability: str) -> Field:
    """QS-12: what another's help is worth."""
    return Field(f"help {name}", f"Help from {name} ({ability})", AUGMENT)


def _flaws(who: Contestant, tactic: Tactic) -> list[Field]:
    """QS-14, QS-15: what flaws do to a tactic, as the game master says; what the player brought up hinders, unless the
    game master says otherwise."""
    parts = [
        Field(f"flaw {each}", each, flaw_form(who, each, usual="-5" if each == tactic.hindered_by else "no"))
        for each in who.flaws
    ]
    if tactic.by_flaw:
        form = afterwards(who, gave_in=True)
        parts.append(Field("for the flaw", f"For acting by {tactic.by_flaw}", form, rule="QS-15"))
    return parts


def _hindering_ability(who: Contestant, tactic: Tactic) -> list[Field]:
    """QS-14: an ability can stand against a tactic like a flaw."""
    names = [each.name for each in who.abilities if each.name != tactic.ability and not each.lent_by]
    if not names:
        return []
    options = tuple(Option(each, each, then=flaw_form(who, each, tempts=False)) for each in names)
    return [
        Field(
            "ability against",
            "An ability stands against it",
            Choice((Option("none", "None"), *options), "none"),
        )
    ]


def _mixed(who: Contestant, ability: str) -> bool:
    """QS-23: a benefit meets a consequence."""
    signs = {each.value > 0 for each in who.lasting if each.on(ability) and each.value}
    return len(signs) == 2


def _required(state: Arena, tactic: Tactic) -> list[Field]:
    """QS-17: where the game master requires a resource that is below 0, its penalty counts unasked."""
    spent = [each for each in state.resources if each.present < 0 and each.name != tactic.resource]
    if not spent:
        return []
    options = tuple(Option(each.name, f"{each.name} ({signed(each.present)})") for each in spent)
    form = Choice((Option(NOTHING, "None"), *options), NOTHING)
    return [Field("requires", "It takes a worn-out resource", form, rule="QS-17")]


def _relationship() -> Choice:
    """QS-2: announced before the roll."""
    return Choice(
        (
            Option("nothing", "Nothing more"),
            Option("consequence", "Who is called upon: a consequence", rule="QS-2"),
            Option("ability", "The relationship, until the next advance"),
        ),
        "nothing",
    )


def resistance_anew(state: Arena, opponent: Contestant) -> Choice:
    """QS-9, QS-10: as it stands, or set anew before the dice."""
    least = state.least_resistance
    named = resistance_form(state.base, least=least)
    stands = Option("as-set", f"As it is ({Rating(opponent.resistance)})")
    other = Option("other", "Another resistance", then=Number(least, MOST, opponent.resistance))
    return Choice((stands, *named.options[:-1], other), "as-set")


def _retry(state: Arena, who: Contestant, tactic: Tactic) -> list[Field]:
    """QS-18: a lost contest is not tried again with the same tactic, unless the game master waves it through."""
    tried = ((each.who, each.prize, each.ability) for each in state.tried)
    if tactic.ability == NONE or (who.name, state.prize, tactic.ability) not in tried:
        return []
    form = Choice((Option("yes", "Let it be tried again"), Option("no", "Another tactic")), "no")
    label = f"{tactic.ability} has failed here before"
    return [Field("retry", label, form, help="QS-18: the same tactic is not tried twice.")]


def must_be_asked(state: Arena, who: Contestant, tactic: Tactic) -> bool:
    """QS-17, QS-18: how hard it is to win over a community, and whether a lost contest may be tried again."""
    return bool(tactic.resource or _retry(state, who, tactic))
