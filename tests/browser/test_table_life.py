"""What happens at a table besides answering: leaving and coming back, crashes, undo, corrections, invitations."""

from playwright.sync_api import expect

from agonist.kernel import game
from examples.standoff import GAME
from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.programs import bearer
from tests.browser.secrets import view_of
from tests.browser.serving import Server
from tests.browser.shortcuts import seated, set_up
from tests.browser.tables import open_table, patiently, play, start, take_seats


def standoff(sit: Sit) -> tuple[Person, Person, Person]:
    """A game master and two rivals, one with a phone."""
    people = seated(sit, GAME, "standoff/noon", Ash=PHONE)
    return people["the game master"], people["Ash"], people["Birch"]


def strike(*people: Person) -> None:
    decide(*people)
    roll(*people)


def decide(*people: Person) -> None:
    for person in people:
        person.page.wait_for_selector("#now form.asks.yours")
        person.answer()


def roll(*people: Person) -> None:
    for person in people:
        person.page.wait_for_selector("#now button.roll")
        person.answer()


def test_a_closed_tab_comes_back_to_its_seat(sit: Sit) -> None:
    """Everybody sees who is here; a tab that was closed finds its question again."""
    gm, ash, birch = standoff(sit)
    expect(gm.page.locator(".presence li.here")).to_have_count(3)
    question = ash.page.locator("#now .question").inner_text()
    place = ash.page.url
    ash.page.close()
    expect(gm.page.locator(".presence li.here")).to_have_count(2)
    ash.open()
    ash.go("/")
    ash.page.click("text=Thursday")
    ash.page.wait_for_selector("body.at-table #bar")
    assert ash.page.url.partition("?")[0] == place.partition("?")[0]
    expect(ash.page.locator("#now .question")).to_have_text(question)
    strike(birch, ash)
    gm.sees("reaches")


def test_a_screen_with_seats_at_two_tables_reaches_both(sit: Sit) -> None:
    """Whoever plays on Thursdays and opens an invitation to another table keeps the first seat, and has the second."""
    _, ash, _ = standoff(sit)
    first = ash.page.url
    other = sit("another game master")
    open_table(other, "Sundays")
    other.page.fill("#seat-name", "Guest")
    other.page.get_by_role("button", name="Make an invitation").click()
    ash.join(other.page.locator("section[aria-label='Invitation for Guest'] input").input_value())
    expect(ash.page.get_by_role("heading", name="Sundays")).to_be_visible()
    ash.go(first)
    ash.page.wait_for_selector("#now form.asks.yours")
    ash.go("/")
    for name in ("Thursday", "Sundays"):
        expect(ash.page.get_by_role("link", name=name)).to_be_visible()


def test_a_crash_of_the_server_loses_nothing(sit: Sit, server: Server) -> None:
    """The line shows that it is lost, comes back by itself, and everything that was answered is there."""
    gm, ash, birch = standoff(sit)
    decide(ash)
    server.kill()
    expect(birch.page.locator("#link-state")).to_be_visible()
    birch.page.click("#now button.deed >> nth=0")
    expect(birch.page.locator("#now .refusal").first).to_contain_text("cannot be reached")
    server.start()
    expect(birch.page.locator("#link-state")).to_be_hidden()
    expect(ash.page.locator("#now")).to_contain_text("Birch")
    decide(birch)
    roll(ash, birch)
    for person in (gm, ash, birch):
        expect(person.page.locator("#lines")).to_contain_text("reaches")
        assert person.page.locator("#lines li").count() == len(
            set(person.page.locator("#lines li").evaluate_all("all => all.map((one) => one.id)"))
        )
        person.forgive("[object Event]", "htmx:afterRequest", "htmx:sendError", "net::ERR_")


def test_the_game_master_takes_a_decision_back(sit: Sit) -> None:
    """What was taken back stays in the story, struck through, with the reason, on every screen."""
    gm, ash, birch = standoff(sit)
    strike(ash, birch)
    line = gm.page.locator("#lines li", has_text="reaches").first
    told = line.locator(".tells").inner_text()
    line.locator("summary").click()
    line.locator("input[name=reason]").fill("Ash misread the card")
    line.locator("text=Take back to before this").click()
    for person in (gm, ash, birch):
        expect(person.page.locator("#lines li.undone", has_text=told)).to_have_count(1)
        person.sees("Ash misread the card")
    says = "Game master has taken the contest back to an earlier decision: Ash misread the card"
    expect(ash.page.locator("#told")).to_have_text(says)
    expect(gm.page.locator("#told")).to_have_text("")
    roll(ash, birch)
    expect(ash.page.locator("#told")).to_have_text("")
    expect(gm.page.locator("#lines li:not(.undone)", has_text=told)).to_have_count(1)


def test_the_game_master_corrects_a_value(sit: Sit) -> None:
    """A correction without a reason is refused; with one it shows on every board, and the story says why."""
    gm, ash, _ = standoff(sit)
    expect(ash.page.locator("[data-watch='rivals.0.nerve']")).to_have_text("2")
    gm.page.click("details.menu summary")
    gm.page.click("text=Undo, correct")
    gm.page.click("details.item:has-text('Ash') summary")
    gm.page.click("a[data-path='rivals.0.nerve']")
    gm.page.locator("#correct input[type=number]").fill("7")
    gm.page.click("text=Correct it")
    assert gm.page.locator("#why").evaluate("each => each.validity.valueMissing")
    gm.page.fill("#why", "A blessing")
    gm.page.click("text=Correct it")
    gm.page.wait_for_selector("#board")
    expect(ash.page.locator("[data-watch='rivals.0.nerve']")).to_have_text("7")
    expect(ash.page.locator("#told")).to_have_text(
        "Game master has corrected Ash: nerve from 2 to 7: A blessing"
    )


def test_a_revoked_invitation_opens_nothing(sit: Sit) -> None:
    """The seat's screen is told so at once, and the old link opens nothing any more."""
    gm = sit("the game master")
    set_up(gm, "High noon")
    links = start(gm)
    ash = sit("Ash")
    take_seats([ash], {"Ash": links["Ash"]})
    gm.page.click("a[aria-label^='Back to the table']")
    gm.page.click("button[aria-label='Take back the seat of Ash']")
    expect(ash.page.locator("#gone")).to_be_visible()
    late = sit("somebody else")
    late.go("/")
    late.page.fill("#code", links["Ash"])
    late.page.click("text=Take my seat")
    expect(late.page.locator(".refusal")).to_contain_text("not valid")
    late.forgive("422")
    gm.page.click("button[aria-label='New link for Ash']")
    late.join(gm.page.locator("section.invitation input").input_value())
    late.page.wait_for_selector("#now form.asks.yours")
    ash.page.goto("about:blank")
    ash.forgive("404")  # what was on its way when the seat was taken back


def test_pausing_bots_and_an_early_end(sit: Sit) -> None:
    """The game master pauses, hands a seat to a bot, and ends the contest; everybody sees it."""
    gm, ash, birch = standoff(sit)
    gm.page.click("details.menu summary")
    gm.page.click("button:has-text('Pause')")
    ash.sees("The game master has paused the contest.")
    ash.page.click("#now button.deed >> nth=0")
    expect(ash.page.locator("#now .refusal").first).to_contain_text("paused")
    gm.page.click("details.menu summary")
    gm.page.click("button:has-text('Go on')")
    gm.page.click("details.menu summary")
    gm.page.click("text=Undo, correct")
    gm.page.locator("[role=group]:has(h3:text-is('Birch')) select >> nth=0").select_option("bot:first choice")
    gm.page.click("text=Save the seats")
    expect(birch.page.locator("#told")).to_have_text("Game master lets a bot play Birch in your place.")
    strike(ash)
    ash.sees("reaches")
    gm.page.fill("#end-reason", "It got late")
    gm.page.click("text=End the contest early")
    expect(ash.page.locator("section.end")).to_contain_text("It got late")


def test_the_end_is_checked_replayed_and_repeated(sit: Sit) -> None:
    """After the end: the browser itself checks the dice, the replay shows every moment, a rematch begins."""
    gm, ash, birch = standoff(sit)
    for _ in patiently():
        if gm.asked():
            gm.page.fill("#now textarea", "They part as friends.")
            gm.page.click("#now .act .main")
            gm.page.wait_for_selector("section.end")
            break
        strike(*[person for person in (ash, birch) if person.asked()])
        gm.page.wait_for_timeout(50)
    ash.page.wait_for_selector("section.end")
    ash.page.click("text=Check the dice")
    ash.page.click("text=Check it in this browser")
    expect(ash.page.locator("#checks [data-check=verdict]")).to_have_text("The dice were fair.")
    gm.page.click("text=Watch it again")
    steps = int(gm.page.locator("#step").get_attribute("max") or 0)
    assert steps > 4
    gm.page.locator("#step").fill("1")
    expect(gm.page.locator("#step-says")).to_contain_text("Step 1 of")
    expect(gm.page.locator("#scene section.end")).to_have_count(0)
    gm.page.go_back()
    gm.page.goto(gm.page.url.partition("/replay")[0])
    gm.page.click("text=Rematch")
    gm.page.wait_for_selector("body.at-table #bar")
    expect(gm.page.locator("section.end")).to_have_count(0)


def test_odds_stand_beside_the_answers_unless_the_game_master_hides_them(sit: Sit) -> None:
    """The asked seat sees what each answer is worth; hidden, neither its page nor its requests tell."""
    people = seated(sit, game("deckahedron"), "fight/goblin", players=PHONE)
    gm, bera = people["the game master"], people["Bera"]
    expect(bera.page.locator("#now button.deed.usual .likely")).to_contain_text("%")
    bera.more_ways()
    expect(bera.page.locator("#now .odds:visible").first).to_be_visible()
    bera.page.click("#now .best summary")
    expect(bera.page.locator("#now .best p")).not_to_be_empty()
    advice = bera.page.locator("#now form.asks").get_attribute("data-advice")
    gm.page.click("details.menu summary")
    with gm.page.expect_response(lambda answer: answer.request.method == "POST"):
        gm.page.click("button:has-text('Hide odds from players')")
    bera.page.reload()
    bera.page.wait_for_selector("#now form.asks.yours")
    assert bera.page.locator("#now form.asks").get_attribute("data-advice") is None
    assert bera.page.locator("#now form.asks").get_attribute("data-deeds") is None
    told = bera.page.evaluate("place => fetch(place).then((answer) => answer.json())", advice)
    assert told is None


def test_a_spectator_sees_the_table_and_no_secret(sit: Sit) -> None:
    """Board and story, no question, and none of the hidden cards."""
    gm, ash, birch = standoff(sit)
    gm.page.click("a[aria-label^='Back to the table']")
    gm.page.fill("#seat-name", "Onlooker")
    gm.page.select_option("#seat-role", "spectator")
    gm.page.click("text=Make an invitation")
    link = gm.page.locator("section[aria-label='Invitation for Onlooker'] input").input_value()
    onlooker = sit("the onlooker", viewport=PHONE)
    onlooker.join(link)
    onlooker.page.click("#contests a")
    expect(onlooker.page.locator("#now form.asks")).to_have_count(0)
    strike(ash, birch)
    expect(onlooker.page.locator("#lines")).to_contain_text("reaches")
    told = onlooker.everything()
    assert "Your card is" not in told
    assert ">Card<" not in told


def test_whom_somebody_played_is_told_to_be_kept_on_their_screen_only(sit: Sit) -> None:
    """One line, as soon as the game master keeps a character, and gone with the character."""
    people = seated(sit, game("questworlds"), "simple/locked-gate", players=PHONE)
    gm = people["the game master"]
    (name, player), *others = [each for each in people.items() if each[1] is not gm]
    play(list(people.values()))
    expect(player.page.locator("section.end")).to_be_visible()
    gm.page.get_by_role("button", name=f"Keep {name}").click()
    expect(player.page.locator("#told")).to_have_text(f"{name} is kept among the table’s characters.")
    for each in (gm, *(other for _, other in others)):
        expect(each.page.locator("#told")).to_have_text("")
    table = str(view_of(gm)["contest"]["table"])
    gone = gm.context.request.delete(f"/api/tables/{table}/characters/{name}", headers=bearer(gm))
    assert gone.ok, gone.text()
    expect(player.page.locator("#told")).to_have_text("")
