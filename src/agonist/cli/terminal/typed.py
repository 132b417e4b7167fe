"""From a typed line to an answer: each kind of form read the way a person would write it.

A line that is JSON is taken as it is, so that a script can give any answer in one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from agonist.kernel import AnswerRefused, forms


def parse(form: forms.Form, line: str) -> forms.Answer:
    """The answer that a line means, checked; `AnswerRefused` if it means none. An empty line is the default."""
    line = line.strip()
    if isinstance(form, forms.Maybe):
        return None if line.casefold() in ("", "none") else parse(form.of, line)
    if line[:1] in ("{", "[", '"') and not isinstance(form, forms.Text):
        return form.check(json_from(form, line))
    if not line and not isinstance(form, forms.Text):
        return _default(form)
    match form:
        case forms.Text():
            return form.check(line or form.default)
        case forms.Number(parts=parts):
            return form.check(_whole(form, line) if parts == 1 else _share(line))
        case forms.Flag():
            return form.check({"y": True, "yes": True, "n": False, "no": False}.get(line.casefold(), line))
        case forms.Written(whole=whole):
            return form.check(int(line) if whole and re.fullmatch(r"-?\d{1,6}", line) else line)
        case forms.Many(of=forms.Text()):
            return form.check([each.strip() for each in line.split(",") if each.strip()])
        case forms.Choice():
            return form.check(option_from(form.options, line).key)
        case forms.Several():
            return form.check([option_from(form.options, each).key for each in _words(line, form.options)])
        case forms.Split():
            return form.check(_shares(form, line))
        case forms.Rolled():
            return form.check([_whole(form, each) for each in re.split(r"[\s,]+", line)])
        case forms.Dealt():
            return form.check(_cards(form, line))
        case forms.Fields() | forms.Many() | forms.Pairs():
            form.refuse("wrong-type", "This has several parts.", "")
    raise AnswerRefused("This question cannot be answered in the terminal.", accepted="JSON in one line")


def option_from(options: Sequence[forms.Option], word: str) -> forms.Option:
    """The option that a number of the list, a key, a label or the beginning of one names, if it can be chosen."""
    option = _named(options, word.strip())
    if option.unavailable:
        raise AnswerRefused(
            f"{option.label} cannot be chosen: {option.unavailable}.",
            code="answer.unavailable",
            accepted=_numbers(options),
        )
    return option


def _named(options: Sequence[forms.Option], word: str) -> forms.Option:
    if not word:
        raise AnswerRefused("An answer is needed.", code="answer.missing", accepted=_numbers(options))
    if word.isdecimal() and 1 <= int(word) <= len(options) and not any(o.key == word for o in options):
        return options[int(word) - 1]
    low = word.casefold()
    exact = [option for option in options if low in (option.key.casefold(), option.label.casefold())]
    begun = [option for option in options if option.label.casefold().startswith(low)]
    for found in (exact, begun):
        if len(found) == 1:
            return found[0]
    meant = " could be " + " or ".join(option.label for option in begun) if begun else " is not one of these"
    raise AnswerRefused(f"{word!r}{meant}.", accepted=_numbers(options))


def _numbers(options: Sequence[forms.Option]) -> str:
    free = [str(n) for n, option in enumerate(options, 1) if not option.unavailable]
    if len(free) < 3:
        return " or ".join(free)
    return f"one of {', '.join(free)}" if len(free) < 10 else f"a number from {free[0]} to {free[-1]}"


def json_from(form: forms.Form, line: str) -> forms.Answer:
    """What a line of JSON says."""
    try:
        return json.loads(line)
    except ValueError:
        form.refuse("wrong-type", "This looks like JSON but is not.", "")


def _default(form: forms.Form) -> forms.Answer:
    """What an empty line means: the default where the form has one, nothing where nothing is legal."""
    match form:
        case forms.Choice(default=default) if default or not all(option.key for option in form.options):
            return form.fallback()
        case forms.Number(default=int()) | forms.Split(default=dict()) | forms.Flag():
            return form.fallback()
        case forms.Written(example=example) if example:
            return form.check(example)
        case forms.Several(least=0) | forms.Several(default=(_, *_)):
            return list(form.default)
        case forms.Many(least=0):
            return []
    raise AnswerRefused("An answer is needed.", code="answer.missing", accepted=form.legal())


def _whole(form: forms.Form, word: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", word.strip()):
        form.refuse("wrong-type", f"{word.strip()!r} is no whole number.", "")
    return int(word)


def _share(word: str) -> float | str:
    """A part of one: 0.25 or 25%."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)\s*(%?)", word)
    return word if found is None else float(found[1]) / (100 if found[2] else 1)


def _words(line: str, options: Sequence[forms.Option]) -> list[str]:
    """The parts of a list: at commas, or at spaces if all are numbers or keys; "all" and "none" are known."""
    if line.casefold() == "none":
        return []
    if line.casefold() == "all":
        return [option.key for option in options if not option.unavailable]
    if "," in line:
        return [part for part in re.split(r"\s*,\s*", line) if part]
    parts = line.split()
    keys = {option.key for option in options}
    return parts if all(part.isdecimal() or part in keys for part in parts) else [line]


def _shares(form: forms.Split, line: str) -> forms.Answer:
    """Shares such as ``1=3 2=2`` or ``Ysolde 3, Warden 2``; a number alone is for the only option."""
    free = [option for option in form.options if not option.unavailable]
    if re.fullmatch(r"\d{1,9}", line) and len(free) == 1:
        return {free[0].key: int(line)}
    parts = line.split(",") if "," in line else re.findall(r"[^=:]+[=:]\s*\d+", line) or [line]
    shares: dict[str, int] = {}
    for part in parts:
        found = re.fullmatch(r"(.+?)\s*[=:\s]\s*(\d{1,9})", part.strip())
        if not found:
            form.refuse("wrong-type", f"{part.strip()!r} is no share.", "")
        shares[option_from(form.options, found[1]).key] = int(found[2])
    return shares


def _cards(form: forms.Dealt, line: str) -> forms.Answer:
    names = sorted(set(form.pile))
    parts = line.split(",") if "," in line else ([line] if line in names else line.split())
    return [option_from(form.options(), part).key for part in parts if part.strip()]
