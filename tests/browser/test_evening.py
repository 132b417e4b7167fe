"""An evening of three contests, one of each family: a game master, three phones and a television, and no menu."""

from collections import Counter
from time import monotonic

import pytest
from playwright.sync_api import expect

from agonist.kernel import game, heroes_of
from tests.browser.conftest import Sit
from tests.browser.people import LAPTOP, Person
from tests.browser.tables import come_in, open_table

FAMILIES = ("questworlds-srd", "forge", "deckahedron")
SCREENS = {
    "Ana": {"width": 360, "height": 640},
    "Ben": {"width": 390, "height": 844},
    "Cleo": {"width": 360, "height": 640},
}
TV = {"width": 1920, "height": 1080}
MINUTE = 60.0
AT_CONTEST = "body.at-table #bar"


class Evening:
    """Who is there, how often each tapped, and how much others decided between two things of one's own."""

    def __init__(self, gm: Person, players: dict[str, Person], tv: Person) -> None:
        self.gm, self.players, self.tv = gm, players, tv
        self.taps: Counter[str] = Counter()
        self.waits: Counter[str] = Counter()
        self._since: Counter[str] = Counter()

    @property
    def everybody(self) -> list[Person]:
        return [self.gm, *self.players.values()]

    def tap(self, person: Person, what: str) -> None:
        assert person.page.locator("details.menu[open]").count() == 0
        self.taps[person.name] += 1
        person.page.locator(what).first.click()

    def round(self, asleep: Person | None = None) -> bool:
        """Everybody who is asked answers, once; whether anybody was."""
        answered = [each for each in self.everybody if each is not asleep and each.asked()]
        for each in answered:
            assert each.page.locator("details.menu[open]").count() == 0
            each.answer()
            self.taps[each.name] += 1
            for other in self.everybody:
                self._since[other.name] += other is not each
            self.waits[each.name] = max(self.waits[each.name], self._since[each.name])
            self._since[each.name] = 0
        return bool(answered)

    def over(self) -> bool:
        return self.gm.page.locator("section.end").count() > 0

    def play(self, most: int, asleep: Person | None = None, *, until_over: bool = True) -> None:
        for _ in range(most):
            if self.over():
                return
            if not self.round(asleep):
                self.gm.page.wait_for_timeout(50)
        assert not until_over, "the contest does not end"

    def begin(self, family: str) -> None:
        """The game master starts; everybody else comes along without a tap."""
        home = "a[aria-label^='Back to the table']"
        if self.gm.page.locator(home).count():
            self.tap(self.gm, home)
        self.tap(self.gm, "text=New contest")
        self.tap(self.gm, f"section.of-game[data-game={family}] > label")
        self.tap(self.gm, f"section.of-game[data-game={family}] a:has-text('In a minute')")
        self.gm.page.fill("#count", "1")
        before = [each.page.url for each in self.players.values()]
        self.tap(self.gm, "text=Start the contest")
        self.gm.page.wait_for_selector(AT_CONTEST)
        place = self.gm.page.url.partition("?")[0]
        for each in [*self.players.values(), self.tv]:
            each.page.wait_for_url(f"{place}*")
            each.page.wait_for_selector("#board")
        assert place not in before


def heroes(evening: Evening) -> None:
    """Each takes a hero of every game on their own phone."""
    for family in FAMILIES:
        for n, each in enumerate(evening.players.values()):
            hero = heroes_of(game(family)).stock[n]  # type: ignore[union-attr]
            evening.tap(each, f"a[href*='/heroes/{family}']")
            evening.tap(each, f"button[value='{hero.key}']")
            expect(each.page.locator(".seat-list .who", has_text=hero.name)).to_be_visible()


def slip(evening: Evening) -> None:
    """Somebody answers and would rather not have: by their own tap, or with the game master's."""
    for _ in range(40):
        for each in evening.players.values():
            own = each.page.get_by_role("button", name="Take back my answer")
            ask = each.page.get_by_role("button", name="Ask to take back my answer")
            if own.count():
                own.click()
            elif ask.count():
                ask.click()
                evening.tap(evening.gm, "#slip button:has-text('Take it back')")
            else:
                continue
            evening.taps[each.name] += 1
            expect(evening.gm.page.locator("#lines")).to_contain_text("ake")
            return
        evening.round()
    raise AssertionError("nobody could take anything back")


def sleeps(evening: Evening, person: Person) -> None:
    """A phone that hears nothing for a minute finds everything as it is when it wakes up."""
    since = monotonic()
    person.context.set_offline(True)
    evening.play(6, asleep=person, until_over=False)
    evening.gm.page.wait_for_timeout(max(0.0, since + MINUTE - monotonic()) * 1_000)
    person.context.set_offline(False)
    expect(person.page.locator("#link-state")).to_be_hidden()


def leaves_and_comes_back(person: Person) -> None:
    person.page.close()
    person.open()
    person.go("/")
    person.page.click("text=Friday")
    person.page.wait_for_selector(AT_CONTEST)


@pytest.mark.soak
def test_an_evening(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    gm, tv = sit("the game master", viewport=LAPTOP), sit("the television", viewport=TV)
    open_table(gm, "Friday")
    code = gm.page.locator(".room-door .code").inner_text()
    players = {name: sit(name, viewport=size, has_touch=True) for name, size in SCREENS.items()}
    evening = Evening(gm, players, tv)
    for each in players.values():
        come_in(each, code)
        evening.taps[each.name] += 3
    tv.go("/tv")
    gm.page.fill("#screens input[name=code]", tv.page.locator(".code").inner_text())
    evening.tap(gm, "#screens button:has-text('Show the table there')")
    heroes(evening)
    for n, family in enumerate(FAMILIES):
        evening.begin(family)
        if n == 0:
            slip(evening)
        elif n == 1:
            sleeps(evening, players["Cleo"])
        else:
            evening.play(4, until_over=False)
            leaves_and_comes_back(players["Ben"])
        evening.play(2_000)
        for each in players.values():
            expect(each.page.locator("section.end, .ending").first).to_be_visible()
    for each in [*evening.everybody, tv]:
        each.forgive(
            "net::ERR_", "[object Event]", "htmx:sendError", "htmx:afterRequest"
        )  # a phone was cut off
    with capsys.disabled():
        print("\nTaps, and the most decisions of others between two of one's own:")
        for each in evening.everybody:
            print(f"{evening.taps[each.name]:5d} {evening.waits[each.name]:4d}  {each.name}")
