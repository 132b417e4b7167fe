"""Set-ups survive the way through a page: no field that a game declares is lost, changed or made up."""

from typing import Any

import msgspec
import pytest
from msgspec import inspect as types

from agonist.deckahedron.cards import NAMES
from agonist.kernel import game, games
from agonist.web.pages.setting_up import draft_from, problems_in
from agonist.web.pages.setup_parts import Part, bare, info_of, parts_of, unfold
from agonist.web.pages.setup_reading import read
from agonist.web.pages.setup_rows import changed
from agonist.web.pages.setup_words import worded, words_of
from tests.pages.ready import PRESETS


def sent(part: Part) -> dict[str, list[str]]:
    """The fields that a page sends for a part."""
    match part.kind:
        case "record" | "list" | "pairs":
            found = {key: value for inner in part.parts for key, value in sent(inner).items()}
            return found | ({} if part.kind == "record" else {f"{part.name}:list": [""]})
        case "ticks":
            return {part.name: ["", *(value for value, _, there in part.ticks if there)]}
        case "tick":
            return {part.name: ["no", "yes"] if part.value else ["no"]}
    return {part.name: ["" if part.value is None else str(part.value)]}


@pytest.mark.parametrize("preset", PRESETS, ids="/".join)
def test_a_preset_comes_back_from_its_page_as_it_was(preset: tuple[str, str, str]) -> None:
    """Drawn as fields, sent as texts, read again: the contest begins in the same state."""
    name, type_name, key = preset
    kind = game(name).type(type_name)
    ready = kind.presets[key]
    setup, options = msgspec.to_builtins(ready.setup), msgspec.to_builtins(ready.options)
    words = words_of(name)
    fields = sent(worded(parts_of(info_of(kind.setup_type), setup, "setup"), words))
    fields |= sent(worded(parts_of(info_of(kind.options_type), options, "options"), words))
    draft = draft_from(kind, fields)
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
    info = info_of(kind.setup_type)
    before = read(info, sent(parts_of(info, msgspec.to_builtins(kind.presets[key].setup), "setup")), "setup")
    plain = msgspec.json.encode(before)
    for part in _lists(parts_of(info, before, "setup")):
        if part.most == len(part.parts):
            continue
        data = changed(info, msgspec.json.decode(plain), f"add:{part.name}", "setup")
        grown = next(each for each in _lists(parts_of(info, data, "setup")) if each.name == part.name)
        assert len(grown.parts) == len(part.parts) + 1
        last = grown.parts[-1].name
        if part.kind == "list" and part.parts:
            moved = changed(info, msgspec.json.decode(msgspec.json.encode(data)), f"up:{last}", "setup")
            assert moved != data
        assert changed(info, data, f"remove:{last}", "setup") == msgspec.json.decode(plain)


def _lists(part: Part) -> list[Part]:
    here = [part] if part.kind in ("list", "pairs") else []
    return here + [each for inner in part.parts for each in _lists(inner)]


def test_a_problem_is_opened_on_the_page() -> None:
    """Everything folded on the way to a field is opened when something is wrong there."""
    kind = game("questworlds").type("extended")
    data = msgspec.to_builtins(kind.presets["bridge"].setup)
    part = parts_of(info_of(kind.setup_type), data, "setup")
    assert unfold(part, "setup.contestants.1.side")[-1] == "setup.contestants.1.side"
    contestants: Any = next(each for each in part.parts if each.name == "setup.contestants")
    side = next(each for each in contestants.parts[1].parts if each.name.endswith(".side"))
    assert not side.folded


@pytest.mark.parametrize(
    "act", ["", "add", "add:setup", "add:setup.nothing", "remove:setup.contestants.9", "up:x.y.z", "move:a:b"]
)
def test_a_change_that_leads_nowhere_changes_nothing(act: str) -> None:
    kind = game("questworlds").type("extended")
    data = msgspec.json.decode(msgspec.json.encode(kind.presets["bridge"].setup))
    again = msgspec.json.decode(msgspec.json.encode(data))
    assert changed(info_of(kind.setup_type), again, act, "setup") == data


def _records(part: Part) -> list[Part]:
    here = [part] if part.type else []
    return here + [each for inner in part.parts for each in _records(inner)]


def _fields(info: Any, found: dict[type, set[str]]) -> dict[type, set[str]]:
    """The names of the fields of every record that a type has within."""
    inside = bare(info)[0]
    if isinstance(inside, types.StructType) and inside.cls not in found:
        found[inside.cls] = {field.name for field in inside.fields}
        for field in inside.fields:
            _fields(field.type, found)
    for name in ("item_type", "value_type"):
        if hasattr(inside, name):
            _fields(getattr(inside, name), found)
    return found


@pytest.mark.parametrize("name", [each.name for each in games() if words_of(each.name)])
def test_every_field_has_words_and_no_words_are_about_nothing(name: str) -> None:
    """A game that brings words has some for every field of its set-ups, and cites rules that there are."""
    rules = game(name)
    found: dict[type, set[str]] = {}
    for kind in rules.types:
        _fields(info_of(kind.setup_type), _fields(info_of(kind.options_type), found))
    words = words_of(name)
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
    assert words_of("deckahedron")["cards"] == NAMES


def test_who_plays_whom_is_a_menu() -> None:
    """A seat is the game master's, a player's own, or that of another character's player; no field shows its name."""
    kind = game("forge").type("subjugate")
    setup = msgspec.to_builtins(kind.presets["cultists-ritual"].setup)
    part = worded(parts_of(info_of(kind.setup_type), setup, "setup"), words_of("forge"))
    seats = {
        record.gist: next(each for each in record.parts if each.name.endswith(".seat"))
        for record in _records(part)
        if "Entrant" in record.type
    }
    menu = [text for _, text in seats["Cyrene"].options]
    assert menu[:2] == ["the game master", "a player of their own"]
    assert dict(seats["Cyrene"].options)[seats["Cyrene"].value] == "a player of their own"
    assert "the player of Maro" in menu
