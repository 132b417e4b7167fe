"""Set-ups survive the way through a page: no field that a game declares is lost, changed or made up."""

from typing import Any

import msgspec
import pytest
from msgspec import inspect as types

from agonist.deckahedron.cards import NAMES
from agonist.kernel import Fields, Form, Many, Maybe, Pairs, Several, game, games
from agonist.kernel.forms import changed, form_at, steps_to
from agonist.kernel.ready import own_data
from agonist.web.pages.drawing import environment
from agonist.web.pages.setting_up import draft_from, problems_in
from agonist.web.pages.sheets import Sheet
from tests.pages.browsing import Fields as Sent
from tests.pages.browsing import sent_by
from tests.pages.ready import PRESETS

PAGE = environment().from_string(
    '{% from "parts/sheet.html" import record %}{{ record(sheet, sheet.form, sheet.name, sheet.data) }}'
)


def drawn(form: Form, data: Any, name: str = "setup", **more: Any) -> str:
    return PAGE.render(sheet=Sheet(form=form, data=data, name=name, **more))


def sent(kind: Any, setup: Any, options: Any) -> Sent:
    return sent_by(drawn(kind.setup_form, setup)) | sent_by(drawn(kind.options_form, options, "options"))


@pytest.mark.parametrize("preset", PRESETS, ids="/".join)
def test_a_preset_comes_back_from_its_page_as_it_was(preset: tuple[str, str, str]) -> None:
    """Drawn as fields, sent as texts, read again: the contest begins in the same state."""
    name, type_name, key = preset
    kind = game(name).type(type_name)
    ready = kind.presets[key]
    setup, options = msgspec.to_builtins(ready.setup), msgspec.to_builtins(ready.options)
    draft = draft_from(kind, sent(kind, setup, options))
    assert problems_in(kind, draft) == {}
    again, first = (
        kind.begin(*kind.setup_from(*each)) for each in ((draft.setup, draft.options), (setup, options))
    )
    assert msgspec.to_builtins(again) == msgspec.to_builtins(first)


@pytest.mark.parametrize("preset", PRESETS, ids="/".join)
def test_rows_are_added_moved_and_removed_and_the_rest_stays(preset: tuple[str, str, str]) -> None:
    """Every list of every set-up can grow by a row and lose it again without touching anything else."""
    name, type_name, key = preset
    kind = game(name).type(type_name)
    form = kind.setup_form
    before = draft_from(kind, sent(kind, msgspec.to_builtins(kind.presets[key].setup), {})).setup
    plain = msgspec.json.encode(before)
    page = drawn(form, before)
    for place, rows in _lists(form, before, "setup"):
        single = isinstance(form_at(form, before, steps_to(place)[1:])[1], Maybe)
        if single and rows:
            continue
        data = changed(form, msgspec.json.decode(plain), f"add:{place}", "setup")
        grown = dict(_lists(form, data, "setup"))[place]
        assert grown == rows + 1, place
        if rows and isinstance(form_at(form, before, steps_to(place)[1:])[1], Many):
            moved = changed(form, data, f"up:{place}.{rows}", "setup")
            assert moved != data
        assert changed(form, data, f"remove:{place}.{rows}", "setup") == msgspec.json.decode(plain)
        assert f'name="do" value="add:{place}"' in page


def _lists(form: Form, data: Any, name: str) -> list[tuple[str, int]]:
    """The names of all lists of records with how many rows they have."""
    match form:
        case Fields(fields=fields):
            there = {each.key: each.default for each in fields} | (data or {})
            inner = [_lists(each.form, there[each.key], f"{name}.{each.key}") for each in fields]
            return [each for found in inner for each in found]
        case Many(of=Fields() as of):
            inner = [_lists(of, row, f"{name}.{n}") for n, row in enumerate(data or ())]
            return [(name, len(data or ()))] + [each for found in inner for each in found]
        case Pairs(value=value):
            inner = [_lists(value, row, f"{name}.{n}.value") for n, row in enumerate((data or {}).values())]
            return [(name, len(data or {}))] + [each for found in inner for each in found]
        case Maybe(of=Fields()):
            return [(name, int(data is not None))]
    return []


def test_a_problem_is_opened_on_the_page() -> None:
    """Everything folded on the way to a field is opened when something is wrong there."""
    kind = game("questworlds").type("extended")
    data = msgspec.to_builtins(kind.presets["bridge"].setup)
    place = "setup.contestants.1.edge"
    calm, wrong = drawn(kind.setup_form, data), drawn(kind.setup_form, data, problems={place: "Too much."})
    row = '<details class="item" data-row="setup.contestants.1" data-kind="'
    assert " open>" not in calm.split(row)[1].partition("<summary>")[0]
    assert " open>" in wrong.split(row)[1].partition("<summary>")[0]
    assert calm.index('name="setup.contestants.1.edge"') > calm.index("More: ", calm.index(row))
    assert wrong.index('name="setup.contestants.1.edge"') < wrong.index("More: ", wrong.index(row))
    assert "Too much." in wrong


@pytest.mark.parametrize(
    "act", ["", "add", "add:setup", "add:setup.nothing", "remove:setup.contestants.9", "up:x.y.z", "move:a:b"]
)
def test_a_change_that_leads_nowhere_changes_nothing(act: str) -> None:
    kind = game("questworlds").type("extended")
    data = msgspec.json.decode(msgspec.json.encode(kind.presets["bridge"].setup))
    again = msgspec.json.decode(msgspec.json.encode(data))
    assert changed(kind.setup_form, again, act, "setup") == data


def _says(told: Any) -> bool:
    """Whether a field brings its own words, as knobs do."""
    return isinstance(told, types.Metadata) and "label" in (told.extra or {})


def _records(info: Any, found: dict[type, set[str]]) -> dict[type, set[str]]:
    """The names of the fields of every record that a type has within."""
    if isinstance(info, types.StructType):
        if info.cls in found:
            return found
        found[info.cls] = {field.name for field in info.fields if not _says(field.type)}
        for field in info.fields:
            _records(field.type, found)
    within = [getattr(info, name, None) for name in ("type", "item_type", "value_type")]
    for each in (*within, *getattr(info, "types", ())):
        if isinstance(each, types.Type):
            _records(each, found)
    return found


def _words(name: str) -> dict[str, Any]:

    return own_data(type(game(name).types[0]).__module__, "setup.toml")


@pytest.mark.parametrize("name", [each.name for each in games() if _words(each.name)])
def test_every_field_has_words_and_no_words_are_about_nothing(name: str) -> None:
    """A game that brings words has some for every field of its set-ups, and cites rules that there are."""
    rules = game(name)
    found: dict[type, set[str]] = {}
    for kind in rules.types:
        _records(types.type_info(kind.setup_type), _records(types.type_info(kind.options_type), found))
    words = _words(name)
    for record, fields in found.items():
        for field in fields:
            assert any(field in words.get(each.__name__, {}) for each in record.__mro__), (record, field)
    known = {each.__name__: fields for record, fields in found.items() for each in record.__mro__[::-1]}
    for record_name, told in words.items():
        if record_name in ("cards", "copies"):
            continue
        for field, says in told.items():
            assert field in known[record_name], (record_name, field)
            assert says.get("rule", "") in {"", *rules.rules}, (record_name, field)


def test_cards_are_called_as_the_game_calls_them() -> None:
    sheet = game("deckahedron").sheet_form
    assert isinstance(sheet, Fields)
    pile = sheet.field("discard").form
    assert isinstance(pile, Several)
    assert {each.key: each.label for each in pile.options} == NAMES


def test_who_plays_whom_is_a_menu() -> None:
    """A seat is the game master's, a player's own, or that of another character's player; no field shows its name."""
    kind = game("forge").type("subjugate")
    setup = msgspec.to_builtins(kind.presets["cultists-ritual"].setup)
    sheet = Sheet(form=kind.setup_form, data=setup, name="setup")
    who = next(
        (f"setup.teams.{n}.members.{m}", each)
        for n, team in enumerate(setup["teams"])
        for m, each in enumerate(team["members"])
        if each["name"] == "Cyrene"
    )
    menu = sheet.players(f"{who[0]}.seat", who[1]["seat"], "gm")
    assert [text for _, text in menu[:2]] == ["the game master", "a player of their own"]
    assert dict(menu)[who[1]["seat"]] == "a player of their own"
    assert "the player of Maro" in dict(menu).values()
