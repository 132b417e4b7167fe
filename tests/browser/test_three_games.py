"""Each game from the start page to its end: a game master and three players, each at a screen of their own."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.tables import choose_preset, open_table, play, start, take_seats


def _gather(sit: Sit, preset: str, shorten: list[tuple[str, str]]) -> list[Person]:
    """A game master sets a contest up and invites three, one of them with a phone."""
    gm = sit("the game master")
    open_table(gm)
    choose_preset(gm, preset)
    for selector, value in shorten:
        if value == "click":
            gm.page.locator(selector).first.evaluate("each => each.click()")
            gm.page.wait_for_timeout(150)
        else:
            gm.page.locator(selector).evaluate(
                "(each, value) => { each.value = value; each.dispatchEvent(new Event('input', {bubbles: true})); }",
                value,
            )
    links = start(gm)
    assert len(links) == 3, links
    players = [
        sit(name, viewport=PHONE if n == 0 else {"width": 900, "height": 700}) for n, name in enumerate(links)
    ]
    take_seats(players, links)
    return [gm, *players]


def _all_in(form: Locator) -> bool:
    """Raise every bid to its most, so that contests end."""
    form.evaluate(
        "form => form.querySelectorAll('[data-number] input[type=number]')"
        ".forEach((each) => { each.value = each.max; })"
    )
    return False


def test_questworlds_with_four_at_the_table(sit: Sit) -> None:
    """A boarding action, cut down to one strong opponent whose advantage points the players may not know."""
    remove = "button[value='remove:setup.contestants.{}']"
    shorten = [(remove.format(n), "click") for n in (7, 6, 5, 3)]
    shorten.append(("[name='setup.contestants.3.abilities.0.rating']", "9"))
    people = _gather(sit, "Boarding action", shorten)
    gm, *players = people
    gm.sees("Lieutenant Dreux")
    expect(gm.page.locator("#board")).to_contain_text("9 AP")
    for player in players:
        assert "Lieutenant Dreux starts with" not in player.everything()
    play(people, choose=_all_in)
    for person in people:
        expect(person.page.locator("section.end")).to_be_visible()


def test_forge_with_four_at_the_table(sit: Sit) -> None:
    """A brawl at the well: secret traits stay with who has them."""
    people = _gather(sit, "A brawl at the well", [])
    gm = people[0]
    by_name = {person.name: person for person in people}
    maro, cyrene = by_name["Maro"], by_name["Cyrene"]
    for person in (gm, maro):
        person.sees("Fatherless")
    for person in (gm, cyrene):
        person.sees("Sworn To Her Dead Sister")
    play(people, most=600)
    assert "SWORN TO HER DEAD SISTER" not in maro.everything().upper()
    assert "FATHERLESS" not in cyrene.everything().upper()
    for person in people:
        expect(person.page.locator("section.end")).to_be_visible()


def test_deckahedron_with_four_at_the_table(sit: Sit) -> None:
    """Three against soldiers: nobody, not even the game master, is told what is in which order in a deck."""
    shorten = [(f"button[value='remove:setup.foes.{n}']", "click") for n in (3, 2, 1)]
    people = _gather(sit, "Three soldiers and their lieutenant", shorten)
    play(people, most=600)
    for person in people:
        expect(person.page.locator("section.end")).to_be_visible()
        assert '"deck"' not in person.everything()


@pytest.mark.parametrize("first", ["strike", "wait"])
def test_a_secret_card_reaches_its_owner_only(sit: Sit, first: str) -> None:
    """The example game deals a hidden card to each: neither page nor stream of the other ever holds it."""
    gm = sit("the game master")
    open_table(gm)
    choose_preset(gm, "High noon")
    links = start(gm)
    ash, birch = (sit(name) for name in links)
    take_seats([ash, birch], links)
    own = ash.page.locator("#now .question").inner_text()
    other = birch.page.locator("#now .question").inner_text()
    ash.page.click(f"#now button.option[value={first}]")
    ash.page.wait_for_selector("#now .waiting")
    assert other not in ash.everything()
    assert own not in birch.everything()
    assert "In the place of" not in birch.page.content()
