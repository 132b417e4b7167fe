"""Each game from the start page to its end: a game master, three players with their phones, and a big screen."""

import html
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from agonist.deckahedron.cards import DECKAHEDRON, SIGNS, SUITS, face, named
from examples import standoff
from tests.browser.conftest import Sit
from tests.browser.people import PHONE, UNFOLD, Person
from tests.browser.programs import bearer
from tests.browser.secrets import contest_of, known_to, places_of, reachable, view_of
from tests.browser.serving import SEED
from tests.browser.shortcuts import end_early, seated, set_up, take_seat
from tests.browser.tables import big_screen, choose_preset, open_table, play, prepared, start, take_seats

Edit = Callable[[Person], None]
LONG = pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["moments", "whole"]
)
"""By people at their screens to what the test is of, or to the very end."""
FOES = [f"setup.foes.{n}" for n in (3, 2, 1)]


class Table(dict[str, Person]):
    """Everybody by name, and the big screen in the room."""

    screen: Person


def gather(sit: Sit, preset: str, edit: Edit, *, walk: bool) -> Table:
    """A game master sets a contest up and invites three with their phones; a big screen shows it to the room.

    They `walk` there from page to page, or go straight to where they set up and where they play.
    """
    gm = sit("the game master")
    if walk:
        open_table(gm)
        choose_preset(gm, preset)
    else:
        set_up(gm, preset)
    edit(gm)
    links = start(gm)
    assert len(links) == 3, links
    players = [sit(name, viewport=PHONE) for name in links]
    if walk:
        take_seats(players, links)
    else:
        for player in players:
            take_seat(player, links[player.name])
            player.go(urlsplit(gm.page.url).path)
            player.page.wait_for_selector("body.at-table #bar")
    gm.told.clear()  # the set-up is the game master's own words
    people = Table({person.name: person for person in (gm, *players)})
    people.screen = big_screen(sit, gm)
    for person in people.values():
        person.tap()
    assert places_of(SEED.hex(), known_to(gm, dear=False)) == [], "what the dice will show can be worked out"
    return people


def remove(gm: Person, *rows: str) -> None:
    """Take rows out of a set-up; later ones first, as they move up."""
    for row in rows:
        button = gm.page.locator(f"button[value='remove:{row}']")
        all_rows = gm.page.locator("[data-row]")
        before = all_rows.count()
        button.evaluate("each => each.click()")
        expect(all_rows).not_to_have_count(before)


def write(gm: Person, **texts: str) -> None:
    """Fill in fields of a set-up, also folded ones."""
    for name, text in texts.items():
        gm.page.locator(f"[name='setup.{name.replace('__', '.')}']").evaluate(
            "(each, text) => { each.value = text; each.dispatchEvent(new Event('input', {bubbles: true})); }",
            text,
        )


def all_see_the_end(people: Table) -> None:
    """The end is on every screen, the big one too; only now is the seed told, and it is the one that was sealed."""
    for person in people.values():
        expect(person.page.locator("section.end")).to_be_visible()
        assert any(SEED.hex() in text for text in reachable(person, dear=False).values())
    expect(people.screen.page.locator("section.end")).to_be_visible()
    assert people.screen.page.locator("#now :is(button, input, a):visible").count() == 0


@LONG
def test_a_whole_forge_gauntlet(sit: Sit, whole: bool) -> None:
    """A caravan ambush until a side's morale breaks: a secret trait is used, and its name stays with its owner."""
    people = gather(
        sit, "The caravan ambush", lambda gm: write(gm, teams__1__members__2__seat="gm"), walk=True
    )
    secrets = {"Maro": "FATHERLESS", "Cyrene": "SWORN TO HER DEAD SISTER", "Scar and Lob": "BAD KNEE"}
    assert secrets.keys() | {"the game master"} == people.keys()

    gm = people["the game master"]
    used = "() => document.getElementById('lines').textContent.includes('Maro uses a secret trait')"

    def use_the_secret_once(form: Locator) -> bool:
        own = form.locator("input[type=radio][value='use:FATHERLESS']:not(:disabled)")
        if not own.count() or people["Maro"].page.evaluate(used):
            return prepared(form)
        form.locator(".more-ways").evaluate(UNFOLD)
        own.check()
        form.locator("input[name='a.trait.use:FATHERLESS'][value=fortune]").check()
        form.locator(".act button").click()
        return True

    def enough() -> bool:
        return not whole and "Pim" in gm.answered and bool(gm.page.evaluate(used))

    play(list(people.values()), choose=use_the_secret_once, until=enough)
    assert "Pim" in gm.answered, "the game master did not play"
    if not whole:
        end_early(gm)
    for person in people.values():
        expect(person.page.locator("section.end")).to_contain_text("Victory for" if whole else "It got late")
    for name, person in people.items():
        known = known_to(person)
        for owner, secret in secrets.items():
            told = places_of(secret, known)
            assert bool(told) == (name in (owner, "the game master")), (name, secret, told)
        assert places_of("Maro uses a secret trait", known), f"{name} was not told that it was used"
    all_see_the_end(people)


SIDES = {
    "Captain Vane": ("Captain Vane", "Doctor Quill"),
    "Doctor Quill": ("Captain Vane", "Doctor Quill"),
    "Bosun Tarr": ("Bosun Tarr", "Lieutenant Dreux"),
}
ABILITIES = {"Captain Vane": "Oath of the reef", "Doctor Quill": "Steady surgeon", "Bosun Tarr": "Turncoat"}


# Everything is bid, on the first opponent if there are several, so that the contest ends soon.
ALL_IN = """form => {
  for (const each of form.querySelectorAll('[data-number] input[type=number]')) each.value = each.max;
  for (const box of form.querySelectorAll('[data-split]')) {
    const all = [...box.querySelectorAll('input[type=number]')];
    all.forEach((each, n) => { each.value = n ? 0 : box.dataset.most; });
  }
}"""


def two_against_one(gm: Person) -> None:
    """Two of the boarders against the third and a lieutenant, each with an ability of which only their side knows.

    Each has a hero point, so that two may think about theirs at once.
    """
    remove(gm, *(f"setup.contestants.{n}" for n in (7, 6, 5, 3)))
    write(gm, contestants__2__side="the Sceptre", contestants__3__abilities__0__rating="9")
    for n, secret in enumerate(ABILITIES.values()):
        write(gm, **{f"contestants__{n}__abilities__1__name": secret, f"contestants__{n}__hero_points": "1"})


HERO_POINT = "#now form.asks.window:has-text('hero point')"


def be_patient(gm: Person) -> None:
    """Everybody is waited for as long as it takes."""
    table = view_of(gm)["contest"]["table"]
    told = gm.context.request.patch(f"/api/tables/{table}", data={"patience": 60}, headers=bearer(gm))
    assert told.ok, told.text()


def let_pass(people: Table) -> None:
    """Whoever is waited for says nothing."""
    for person in people.values():
        if not person.page.locator("#now .windows[data-seconds]").count():
            continue
        for each in {one["seat"] for one in view_of(person)["view"]["asked"] if one.get("window")}:
            place = f"/api/contests/{contest_of(person)}/pass"
            person.context.request.post(place, data={"seat": each}, headers=bearer(person))


@LONG
def test_questworlds_with_four_at_the_table(sit: Sit, whole: bool) -> None:
    """Advantage points and abilities are their side's until an exchange changes them; hero points are chosen blind."""
    people = gather(sit, "Boarding action", two_against_one, walk=whole)
    for name, person in people.items():
        shown = {each["name"]: each for each in view_of(person)["view"]["state"]["contestants"]}
        known = known_to(person)
        for owner, contestant in shown.items():
            knows = name == "the game master" or owner in SIDES[name]
            secrets = [f"{owner} starts with", *([ABILITIES[owner]] if owner in ABILITIES else [])]
            for secret in secrets:
                told = places_of(secret, known)
                assert bool(told) == knows, (name, secret, told)
            assert ("ap" in contestant) == ("abilities" in contestant) == knows, (name, owner)
    blind: list[str] = []
    be_patient(people["the game master"])

    def all_in(form: Locator) -> bool:
        form.evaluate(ALL_IN)
        return False

    def both_think() -> bool:
        """Two chips at once: who spends first is not told before the other has decided."""
        pair = [each for each in people.values() if each.page.locator(HERO_POINT).count()]
        if len(pair) == 2 and not blind:
            blind.append(pair[0].name)
            pair[0].page.locator(f"{HERO_POINT} button.chip[value=yes]").click()
            expect(pair[0].page.locator(HERO_POINT)).to_have_count(0)
            assert f"{pair[0].name} spends a hero point" not in pair[1].everything()
            pair[1].page.locator(f"{HERO_POINT} button.chip[value=yes]").click()
            expect(pair[1].page.locator("#lines")).to_contain_text(f"{pair[0].name} spends a hero point")
        elif pair:
            pair[0].page.wait_for_timeout(1_000)  # the other screen may be drawn a moment later
        if len(pair) != 1 or len([p for p in people.values() if p.page.locator(HERO_POINT).count()]) == 1:
            let_pass(people)
        return bool(blind) and not whole

    play(list(people.values()), choose=all_in, until=both_think)
    assert blind, "no two were asked at once"
    if not whole:
        end_early(people["the game master"])
    all_see_the_end(people)


def cards_in(text: str) -> set[str]:
    """The cards of a deck that a text gives away: by their code, by the name for people, or by what is said of them."""
    return {CALLED[each] for each in CARD.findall(html.unescape(text))}


def _spoken(card: str) -> str:
    marks = "".join(f", {word}" for sign, word in (("s", "Stamina"), ("x", "XP")) if sign in card)
    return "Card: " + ", ".join(f"{suit} {SIGNS[face(card, suit)]}" for suit in SUITS) + marks


CALLED = {way: card for card in DECKAHEDRON for way in (card, named(card), _spoken(card))}
CARD = re.compile(
    rf"(?<![\w.✗✔])(?:{'|'.join(map(re.escape, sorted(CALLED, key=len, reverse=True)))})(?![\w.✗✔])"
)


def half_written(slow: Person, *, before: Person) -> None:
    """What one writes stays when another acts first and everybody is asked anew."""
    slow.more_ways()
    slow.page.locator("#now input[name=a][value=other]").check()
    slow.page.fill("#now [name='a.other']", "I climb")
    named = slow.asked()
    while slow.asked() in (named, ""):
        if before.asked():
            before.answer()
        before.page.wait_for_timeout(30)
    expect(slow.page.locator("#now [name='a.other']")).to_have_value("I climb")
    expect(slow.page.locator("#now input[name=a][value=other]")).to_be_checked()


@LONG
def test_deckahedron_with_four_at_the_table(sit: Sit, whole: bool) -> None:
    """A card that nobody has turned over is told to nobody; what one is asked is told to no other player.

    The game master's corrections list all twenty cards that everybody knows of, and not where they lie in the deck.
    """
    people = gather(sit, "Three soldiers and their lieutenant", lambda gm: remove(gm, *FOES), walk=whole)
    for person in people.values():
        told = {place for place, text in known_to(person).items() if cards_in(text)}
        assert {place for place in told if not place.endswith("/tools")} == set()
    half_written(people["Siv"], before=people["Bera"])
    turned: set[str] = set()
    asked: dict[str, set[str]] = {name: set() for name in people}

    def watched(form: Locator | None) -> bool:
        told = {name: cards_in(person.news()) for name, person in people.items()}
        for each in view_of(people["the game master"])["view"]["state"]["characters"]:
            turned.update(each["discard"], each["exhaustion"], each["shown"])
        for name, person in people.items():
            assert told[name] <= turned, (name, told[name] - turned)
            if not person.rolls():
                asked[name].add(person.question())
        return False

    def enough() -> bool:
        return not whole and len(turned) >= 4 and sum(map(bool, asked.values())) >= 3

    play(list(people.values()), choose=watched, until=enough)
    if not whole:
        end_early(people["the game master"])
    for person in people.values():
        expect(person.page.locator("section.end")).to_be_visible()
    watched(None)
    for name, person in people.items():
        text = html.unescape(person.everything())
        assert cards_in(text) == turned != set(), f"{name} was not told of a card that was turned over"
        others = [each for each in asked if each not in (name, "the game master")]
        for question in {each for other in others for each in asked[other] if each} - asked[name]:
            assert question not in text or name == "the game master", (name, question)
    assert sum(map(bool, asked.values())) >= 3
    all_see_the_end(people)


def test_a_secret_card_reaches_its_owner_only(sit: Sit) -> None:
    """The example game deals a hidden card to each: neither page nor stream of the other ever holds it."""
    people = seated(sit, standoff.GAME, "standoff/noon")
    ash, birch = people["Ash"], people["Birch"]
    own, other = ash.question(), birch.question()
    ash.page.click("#now button.deed[value=strike]")
    ash.page.wait_for_selector("#now .waiting")
    assert places_of(own, known_to(ash))
    assert places_of(other, known_to(ash)) == []
    assert places_of(own, known_to(birch)) == []
    assert "In the place of" not in birch.page.content()
