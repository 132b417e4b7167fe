"""What a question opens with: at most four deeds, each done with its usual details, and the details as words.

All of it is read off the question's form, so every game has it. A game says more by naming options (`Option.deed`):
then those are the deeds, wherever in the form they stand.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from agonist.kernel import Answer, AnswerRefused, Choice, Fields, Form, Number, Option, Several, Split, Text
from agonist.kernel.forms import follow, in_words, picked

MOST_DEEDS = 4
_MOST_WORDS = 4
_LONGEST = 60
"""A detail of more options is no word of a sentence: it is chosen where there is room."""

Step = tuple[str, str]
"""What a deed sets: the place of a choice in the answer, and the option."""


class Offer(msgspec.Struct, frozen=True):
    """One deed: what it is called, what is said beside it, how it is answered with its usual details, and the choices
    that make it this deed and no other."""

    label: str
    answer: Answer
    steps: tuple[Step, ...]
    note: str = ""
    rule: str = ""
    leaves: tuple[tuple[str, int], ...] = ()
    count: str = ""
    number: str = ""
    """The place of its only number, and that number."""
    at: str = ""
    whom: str = ""
    """The place of whom or what it is done to, and who that is."""
    named: bool = False
    """Whether the game has named it."""

    @property
    def key(self) -> str:
        """By what a page names it."""
        return "&".join(f"{place}={key}" for place, key in self.steps)


class Word(msgspec.Struct, frozen=True):
    """A detail of the usual deed that can be changed: what it is called, its form, and all places where it stands."""

    label: str
    form: Choice | Number | Split
    value: str
    places: tuple[str, ...]
    total: int = 0
    """Of what is divided: how much that is; the value is who gets most."""


class Offered(msgspec.Struct, frozen=True):
    """The deeds, the usual one first; the words; and whether there is more to the form than these."""

    deeds: tuple[Offer, ...]
    words: tuple[Word, ...] = ()
    more: bool = True
    usual: bool = True
    """Whether the first is what is done usually; else none is."""

    def deed(self, key: str) -> Offer | None:
        """The deed of that name."""
        return next((each for each in self.deeds if each.key == key), None)


def offered(form: Form) -> Offered | None:
    """What a question opens with; None where its form lists nothing to do."""
    named = list(_named(form))
    found = [each for each in named or _listed(form) if _legal(form, each.answer)]
    if not found:
        return None
    usual = form.fallback()
    found.sort(key=lambda each: each.answer != usual)
    if not named:
        found = [found[0], *[each for each in found[1:] if not _left_open(form, each, found[0])]]
    deeds = tuple(found[:MOST_DEEDS])
    words = tuple(_words(form, deeds))
    said = {place for word in words for place in word.places}
    told = tuple([_told(form, each, said, usual=named != [] and n == 0) for n, each in enumerate(deeds)])
    usually = bool(named) or not isinstance(form, Choice) or bool(form.default)
    return Offered(told, words, _more(form, deeds), usually)


def completed(form: Form, answer: Answer, usual: Answer) -> Answer:
    """An answer that was given in part, with what is usual for all that was left empty."""
    match form:
        case Choice(options=options):
            key, more = picked(answer)
            option = next((each for each in options if each.key == str(key)), None)
            if option is None:
                return usual if key in _EMPTY else answer
            if option.then is None:
                return answer
            before = picked(usual)
            rest = before.more if before.key == option.key else option.then.fallback()
            return follow(option.key, completed(option.then, more, rest))
        case Fields(fields=fields) if isinstance(usual, dict):
            given = form.parts(answer)
            wanted = [each for each in fields if each.key in usual]
            there = {each.key: completed(each.form, given.get(each.key), usual[each.key]) for each in wanted}
            return {**given, **there}
    return usual if answer in _EMPTY else answer


_EMPTY: tuple[Answer, ...] = ("", None, [], {})


def _legal(form: Form, answer: Answer) -> bool:
    try:
        form.check(answer)
    except AnswerRefused:
        return False
    return True


def _named(form: Form, place: str = "a", before: tuple[Step, ...] = ()) -> Iterator[Offer]:
    """The deeds that the game has named: options of the question, or of a detail of one."""
    match form:
        case Choice(options=options):
            for option in options:
                if option.unavailable:
                    continue
                steps = (*before, (place, option.key))
                if option.deed:
                    yield _offer(form, option, steps)
                elif option.then:
                    for each in _named(option.then, f"{place}.{option.key}", steps):
                        yield msgspec.structs.replace(each, answer=follow(option.key, each.answer))
        case Fields(fields=fields) if not form.listed:
            usual: Answer = None
            for field in fields:
                for each in _named(field.form, f"{place}.{field.key}", before):
                    usual = form.fallback() if usual is None else usual
                    yield msgspec.structs.replace(each, answer={**usual, field.key: each.answer})


def _listed(form: Form, place: str = "a") -> Iterator[Offer]:
    """Without such names: the options themselves, or those of the first detail that leaves a choice."""
    match form:
        case Choice():
            for option in form.options:
                if not (option.unavailable or isinstance(option.then, Text)):
                    yield _offer(form, option, ((place, option.key),))
        case Fields(fields=fields) if not form.listed:
            first = next((each for each in fields if _leaves_a_choice(each.form)), None)
            if first is not None:
                usual = form.fallback()
                for each in _listed(first.form, f"{place}.{first.key}"):
                    yield msgspec.structs.replace(each, answer={**usual, first.key: each.answer})


def _leaves_a_choice(form: Form) -> bool:
    return isinstance(form, Choice) and sum(not each.unavailable for each in form.options) > 1


def _offer(form: Choice, option: Option, steps: tuple[Step, ...]) -> Offer:
    """A deed by its option; what its name leaves open is said beside it."""
    note = option.help if not option.deed or option.deed == option.label else ""
    if not note and option.deed and option.then is None and option.deed != option.label:
        note = option.label
    return Offer(
        option.deed or option.label,
        form.pick(option.key),
        steps,
        note,
        option.rule,
        option.leaves,
        named=bool(option.deed),
    )


def _left_open(form: Form, deed: Offer, usual: Offer) -> bool:
    """Whether a deed has a detail for which the rules know nothing usual, and which is no detail of the usual deed."""
    known = list(_parts(form, usual.answer))
    own = [
        each for each in _parts(form, deed.answer) if each.places[0] not in {place for place, _ in deed.steps}
    ]
    open_ones = [each for each in own if isinstance(each.form, Choice) and not each.form.default]
    if any(not any(_alike(each, other) for other in known) for each in open_ones):
        return True
    last = form
    for _, key in deed.steps:
        last = next((each.then for each in getattr(last, "options", ()) if each.key == key), None) or last
    return isinstance(last, Several) and last.least > 0


def _told(form: Form, deed: Offer, said: set[str], *, usual: bool) -> Offer:
    """A deed with its number, and with what it does beyond the sentence."""
    set_by = {place for place, _ in deed.steps}
    parts = [each for each in _parts(form, deed.answer) if each.places[0] not in set_by]
    numbers = [each for each in parts if isinstance(each.form, Number | Split)]
    if len(numbers) == 1 and usual:
        number = str(numbers[0].total) if isinstance(numbers[0].form, Split) else numbers[0].value
        deed = msgspec.structs.replace(deed, count=numbers[0].places[0], number=number)
    at, whom = next(_objects(form, deed.answer), ("", "")) if deed.named else ("", "")
    deed = msgspec.structs.replace(deed, at=at, whom=whom)
    unsaid = [each for each in parts if isinstance(each.form, Choice) and not each.form.default]
    unsaid = [each for each in unsaid if at not in each.places]
    told = [in_words(each.form, each.value) for each in unsaid if not said & {*each.places}]
    return msgspec.structs.replace(deed, note=", ".join(told)) if told and not deed.note else deed


def _objects(form: Form, answer: Answer, place: str = "a", *, alone: bool = False) -> Iterator[Step]:
    """Whom or what something is done to: a detail called so, or the only one."""
    match form:
        case Choice(options=options):
            key, more = picked(answer)
            chosen = next((each for each in options if each.key == str(key)), None)
            if chosen and alone:
                yield place, chosen.label
            elif chosen and chosen.then and more is not None:
                inside = isinstance(chosen.then, Choice)
                yield from _objects(chosen.then, more, f"{place}.{key}", alone=inside)
        case Fields(fields=fields) if isinstance(answer, dict):
            for field in fields:
                if field.key in _WHOM and field.key in answer:
                    yield from _objects(field.form, answer[field.key], f"{place}.{field.key}", alone=True)
        case Split() if isinstance(answer, dict) and answer and form.each:
            yield place, max(form.options, key=lambda each: answer.get(each.key, 0)).label


_WHOM = ("target", "bids")


class _Part(msgspec.Struct, frozen=True):
    """A detail of an answer: where it stands, and where it would if another choice around it had been made."""

    label: str
    form: Choice | Number | Split
    value: str
    places: tuple[str, ...]
    total: int = 0


def _words(form: Form, deeds: tuple[Offer, ...]) -> Iterator[Word]:
    """The details of the usual deed that leave a choice; the same detail of another deed is changed with it."""
    set_by = {place for each in deeds for place, _ in each.steps}
    usual, *others = [
        [each for each in _parts(form, deed.answer) if not set_by & {*each.places}] for deed in deeds
    ]
    if len({deed.steps[0][0] for deed in deeds}) > 1:
        return  # they are themselves the details
    labels = [part.label for part in usual]
    if len(labels) > len(set(labels)):
        return  # which of them is meant cannot be said in a word
    for part in usual[:_MOST_WORDS]:
        same = [place for other in others for each in other if _alike(part, each) for place in each.places]
        places = tuple(dict.fromkeys((*part.places, *same)))
        yield Word(part.label, part.form, part.value, places, part.total)


def _parts(form: Form, answer: Answer, places: tuple[str, ...] = ("a",), label: str = "") -> Iterator[_Part]:
    match form:
        case Choice(options=options):
            key, more = picked(answer)
            if _leaves_a_choice(form) and len(options) <= _LONGEST:
                yield _Part(label, form, str(key), places)
            chosen = next((each for each in options if each.key == str(key)), None)
            if chosen and chosen.then and more is not None:
                alike = [
                    each.key for each in options if _same_kind(each.then, chosen.then) and each is not chosen
                ]
                inside = tuple(f"{place}.{each}" for each in (key, *alike) for place in places)
                yield from _parts(chosen.then, more, inside)
        case Fields(fields=fields) if isinstance(answer, dict):
            for field in fields:
                if field.key in answer:
                    inside = tuple(f"{place}.{field.key}" for place in places)
                    yield from _parts(field.form, answer[field.key], inside, field.label)
        case Number(least=least, most=most) if least < most and isinstance(answer, int):
            yield _Part(label, form, str(answer), places)
        case Split() if isinstance(answer, dict) and answer and form.each:
            yield _Part(label, form, max(answer, key=answer.__getitem__), places, sum(answer.values()))


def _same_kind(one: Form | None, other: Form | None) -> bool:
    if isinstance(one, Fields) and isinstance(other, Fields):
        return [each.key for each in one.fields] == [each.key for each in other.fields]
    if isinstance(one, Choice) and isinstance(other, Choice):
        return {each.key for each in one.options} == {each.key for each in other.options}
    return type(one) is type(other)


def _alike(one: _Part, other: _Part) -> bool:
    ends = [each.places[0].rpartition(".")[2] for each in (one, other)]
    if ends[0] != ends[1] and one.label != other.label:
        return False
    if isinstance(one.form, Choice) and isinstance(other.form, Choice):
        return {each.key for each in one.form.options} == {each.key for each in other.form.options}
    return type(one.form) is type(other.form)


def _more(form: Form, deeds: tuple[Offer, ...]) -> bool:
    """Whether anything can be answered that is none of these."""
    plain = isinstance(form, Choice) and not any(option.then for option in form.options)
    return not plain or len(deeds) < len(form.options)  # type: ignore[attr-defined]
