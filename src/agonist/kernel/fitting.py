"""Whether an entry fits a contest where it stands: something is asked or due there, and this can come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from .corrections import checked_correction
from .errors import ActRefused
from .questions import Part, Questions
from .requests import Ask, Chance
from .transcript import Answered, Chanced, Overridden

if TYPE_CHECKING:
    from .play import Play


def fitting(play: Play[Any], entry: Answered | Chanced | Overridden) -> Answered | Chanced | Overridden:
    """The entry as it is applied; refused where it is out of place."""
    match entry:
        case Answered():
            return _answer(play.questions, entry, play.called)
        case Chanced():
            _chance(play.questions, entry, play.called)
        case Overridden():
            _correction(play, entry)
    return entry


def _answer(questions: Questions, entry: Answered, called: Callable[[str], str]) -> Answered:
    part = questions.expected(entry)
    request = part.request
    if not isinstance(request, Ask) or request.seat != entry.seat:
        raise ActRefused(f"Nothing is asked of {called(entry.seat)} there.")
    form = request.legal()
    checked = form.check(entry.value)
    if checked != entry.value:
        raise ActRefused("The answer is not in its normal shape.")
    if entry.granted == "assumed" and not _is_assumed(questions, part, checked):
        raise ActRefused("Nothing of the kind is assumed there.")
    if entry.granted == "forced" and form.several():
        raise ActRefused("There is more than one answer to that.")
    return msgspec.structs.replace(entry, value=checked)


def _is_assumed(questions: Questions, part: Part, value: Any) -> bool:
    if questions.must(part.ask) or questions.musts(part.lane):
        return False
    return bool(value == part.ask.assumed())


def _chance(questions: Questions, entry: Chanced, called: Callable[[str], str]) -> None:
    part = questions.expected(entry)
    request = part.request
    if not isinstance(request, Chance) or request.seat != entry.seat:
        raise ActRefused(f"No dice of {called(entry.seat)} are due there.")
    if questions.musts(part.lane) or questions.windows(part.lane):
        raise ActRefused("Something has to be decided before these dice.")
    request.form().check(entry.value)


def _correction(play: Play[Any], entry: Overridden) -> None:
    if play.over:
        raise ActRefused("The contest is over.", code="act.over", accepted="a fork")
    if entry.at != play.at:
        raise ActRefused("A correction is out of place.", accepted=f"at {play.at}")
    checked_correction(play.state, entry.path, entry.value)
