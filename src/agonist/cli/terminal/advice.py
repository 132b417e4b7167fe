"""Odds beside the answers: quiet numbers, from what the asked seat knows; all there is to say for who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from agonist.kernel import Answer, Field, Fields, Form, Pending, Referee, seat_view
from agonist.kernel import Choice as Pick
from agonist.kernel.forms import in_a_sentence, in_words, picked

if TYPE_CHECKING:
    from agonist.odds import Advice, Choice

_AT_ONCE = {"requests": 2_000, "seconds": 0.15}
"""How much is played on before a question is put: nobody should have to wait for it."""
_BEST = "; the word best takes the best answer"
_MOST_SHOWN = 6
"""How many whole answers stand beside a question of several parts."""


class Beside:
    """What stands beside the answers to one question; nothing if there is no advice."""

    def __init__(self, advice: Advice | None = None, form: Form | None = None) -> None:
        self._advice = advice
        self._form = form
        self._by_option: dict[str, list[Choice]] = {}
        choices = advice.choices if advice else ()
        self._alike = len(choices) > 1 and len({self._said(choice) for choice in choices}) == 1
        for choice in () if self._alike else choices:
            self._by_option.setdefault(_key(form, choice.answer), []).append(choice)

    def __bool__(self) -> bool:
        return bool(self._by_option)

    @property
    def heading(self) -> str:
        """What the numbers are."""
        return self._advice.measure if self._advice else ""

    @property
    def none(self) -> str:
        """Why no odds stand beside the answers, in a few words; empty where some do, or nothing is to be decided."""
        if self._advice is None or self._by_option:
            return ""
        if self._alike:
            return f"{self.heading.capitalize()}: {self._said(self._advice.choices[0])} whatever you choose"
        return f"No odds: {in_a_sentence(self._advice.why)}"

    def option(self, key: str) -> str:
        """The value of choosing an option, at best if that depends on what follows; the best of all is marked."""
        choices = self._by_option.get(key, ())
        if not choices:
            return ""
        values = {self._said(choice) for choice in choices}
        most = self._said(max(choices, key=lambda choice: choice.value))
        return f"{'up to ' if len(values) > 1 else ''}{most}{self._mark(*choices)}"

    def following(self, key: str) -> RenderableType | None:
        """What each answer is worth that can follow when an option was chosen."""
        choices = self._by_option.get(key, ())
        if len(choices) < 2:
            return None
        return Columns(
            [
                Text(f"{choice.label} {self._said(choice)}{self._mark(choice)}", style="cyan")
                for choice in choices
            ],
            padding=(0, 3),
        )

    @property
    def best(self) -> Answer:
        """The best answer that is known, or None."""
        return self._advice.best if self._advice else None

    def answers(self) -> RenderableType:
        """What whole answers are worth, the best of them first, where a question has several parts."""
        advice = self._advice
        assert advice is not None
        ordered = sorted(advice.choices, key=lambda choice: -choice.value)[:_MOST_SHOWN]
        shown = [
            Text(f"{self._short(one)} {self._said(one)}{self._mark(one)}", style="cyan") for one in ordered
        ]
        return Group(
            Text(f"{advice.measure.capitalize()}{_BEST if advice.best is not None else ''}", style="dim"),
            Columns(shown, padding=(0, 3)),
        )

    def _short(self, choice: Choice) -> str:
        """An answer of several parts by those that are not as offered, and not the same in all answers."""
        form, advice = self._form, self._advice
        if not isinstance(form, Fields) or advice is None:
            return choice.label
        offered = form.fallback()
        given = [each.answer for each in advice.choices]
        changed = [
            _part(field, choice.answer[field.key])
            for field in form.fields
            if choice.answer.get(field.key) != offered.get(field.key)
            and any(each.get(field.key) != choice.answer[field.key] for each in given)
        ]
        return ", ".join(changed) or "As offered"

    def _mark(self, *choices: Choice) -> str:
        """Says which is best, where one surely is."""
        best = self.best
        return " best" if best is not None and any(choice.answer == best for choice in choices) else ""

    def whole(self) -> RenderableType:
        """Everything that the advice says."""
        advice = self._advice
        if advice is None:
            return Text("Nothing is known about the chances here.")
        if not advice.choices:
            return Text(advice.why)
        lines = [Text(advice.measure.capitalize(), style="bold")]
        lines += [Text(f"  {self._said(choice):>9}  {choice.label}") for choice in advice.choices]
        lines.append(Text(f"\n{advice.why}"))
        lines += [Text(each) for each in (advice.together, advice.averaged) if each]
        lines.append(Text("Only what you can know was used.", style="dim"))
        return Group(*lines)

    def _said(self, choice: Choice) -> str:
        from agonist.odds.saying import chance_said, worked_out_said

        chance = self._advice is not None and self._advice.chance
        if chance and choice.error:
            return chance_said(choice.value, choice.error)
        return worked_out_said(choice.value) if chance else choice.says or f"{choice.value:.1f}"


def _part(field: Field, answer: Answer) -> str:
    """A part of an answer: what was picked says by itself what it is about, if it says more than a word."""
    words = in_words(field.form, answer)
    return words if isinstance(field.form, Pick) and " " in words else f"{field.label}: {words}"


def advice_for(referee: Referee[Any], pending: Pending, *, patient: bool = False) -> Beside:
    """What the seat that is asked can know about the chances of its answers, roughly unless somebody is `patient`."""
    from agonist.odds import advise
    from agonist.odds.situations import situation_of

    view = seat_view(referee, pending.seat)
    asked = next((each for each in view.asked if each.id == pending.id), None)
    if asked is None:
        return Beside()
    situation = None if asked.chance else situation_of(referee, pending)
    how_much: dict[str, Any] = {} if patient else _AT_ONCE
    found = advise(referee.game.name, referee.kind.name, view, asked, situation, **how_much)
    return Beside(found, asked.form)


def explained(referee: Referee[Any], pending: Pending) -> RenderableType:
    """All that can be said about the chances here."""
    return advice_for(referee, pending, patient=True).whole()


def _key(form: Form | None, answer: Answer) -> str:
    """By what an answer is found: the option that it chooses, or all of it."""
    return str(picked(answer).key if isinstance(form, Pick) else answer)
