"""What belongs to a table and to its characters, with today's QuestWorlds, which has all of it."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import SetupRefused
from agonist.questworlds.srd.people.sheets import AbilityEntry, LastingEntry, Sheet, reconciled
from agonist.table import Service
from tests.support.tables import Party

GAME = "questworlds-srd"
SHEET: dict[str, Any] = {
    "abilities": [
        {"name": "Sailor", "rating": "17"},
        {"name": "Knots", "rating": "+5", "keyword": "Sailor"},
    ],
    "flaws": ["Superstitious"],
    "lasting": [{"value": -5, "label": "a limp", "touches": ["Sailor"]}],
    "resolve": 3,
    "experience": 2,
}
FOE = {"name": "The storm", "opposition": True, "resistance": "hard"}


async def begun(party: Party, type_name: str, **setup: Any) -> None:
    """A contest of a character of the table against a storm."""
    new = {"game": GAME, "type": type_name, "preset": "", "characters": ["Ada"]}
    await party.start(**new, setup={"contestants": [{"name": "Somebody"}, FOE], **setup})


async def pool(party: Party) -> int:
    points: int = (await party.view("gm")).view.state["story_points"]
    return points


async def kept(party: Party) -> dict[str, Any]:
    """Ada's sheet as the table has it."""
    sheet = (await party.service.characters.get(party.gm, "Ada")).sheet
    assert sheet is not None
    return sheet


async def over(party: Party) -> None:
    assert (await party.play_on(Random(4), most=3_000)).contest.status == "over"


async def test_the_pool_belongs_to_the_table(party: Party, service: Service) -> None:
    """QS-30: a point for each of its characters; then as the last contest left it, until it is refreshed."""
    for name in ("Ada", "Bo", "Cy"):
        await service.characters.put(party.gm, name, GAME, SHEET, seat=party.seats["Ash"].id)
    await begun(party, "contest")
    assert await pool(party) == 3
    await over(party)
    left = await pool(party)
    await begun(party, "scored", story_points=left)
    await over(party)
    left = await pool(party)
    await begun(party, "wagered", sequences="wagered")
    assert await pool(party) == left
    await over(party)
    await begun(party, "contest", begins="session")
    await party.answer("gm", (await party.view("gm")).view.asked[0].form.fallback())
    assert await pool(party) == 3


async def test_qs_33_a_table_plays_one_kind_of_sequence(party: Party, service: Service) -> None:
    """QS-33: the kind that was played, whether or not a contest follows another, until the game master says otherwise;
    a ready contest is played as it stands."""
    await service.characters.put(party.gm, "Ada", GAME, SHEET, seat=party.seats["Ash"].id)
    await begun(party, "scored")
    await over(party)
    with pytest.raises(SetupRefused, match="sequences are scored") as refused:
        await begun(party, "wagered")
    assert "or wagered here" in refused.value.accepted
    await begun(party, "contest")
    await over(party)
    with pytest.raises(SetupRefused, match="sequences are scored"):
        await begun(party, "wagered")
    await begun(party, "wagered", sequences="wagered")
    await over(party)
    with pytest.raises(SetupRefused, match="sequences are wagered"):
        await begun(party, "scored")
    await party.start(game=GAME, type="scored", preset="courtyard")
    await party.start(game=GAME, type="contest", preset="vault")
    assert await pool(party) >= 0


async def test_a_character_carries_everything_from_contest_to_contest(party: Party, service: Service) -> None:
    """Ratings, keywords with breakouts, flaws, lasting effects, resolve, experience."""
    await service.characters.put(party.gm, "Ada", GAME, SHEET, seat=party.seats["Ash"].id)
    await begun(
        party, "chained", contestants=[{"name": "Somebody"}, {**FOE, "resistance": "5M2", "resolve": 5}]
    )
    seen = (await party.view("gm")).view.state["contestants"][0]
    assert [(each["name"], each["whole"]) for each in seen["abilities"]] == [("Sailor", 17), ("Knots", 22)]
    assert (seen["flaws"], seen["resolve"], seen["lasting"][0]["label"]) == (["Superstitious"], 3, "a limp")
    await over(party)
    after = await kept(party)
    assert after["flaws"] == ["Superstitious"]
    assert after["abilities"][1] == {"name": "Knots", "rating": "+5", "keyword": "Sailor"}
    assert after["lasting"][0]["label"] == "a limp"
    assert after["resolve"] <= 3


async def test_who_ends_early_keeps_what_is_on_the_sheet(party: Party, service: Service) -> None:
    await service.characters.put(party.gm, "Ada", GAME, SHEET, seat=party.seats["Ash"].id)
    await begun(party, "chained")
    state = (await party.view("gm")).view.state
    path = "contestants.0.resolve"
    assert state["contestants"][0]["resolve"] == 3
    await service.acts.override(party.gm, party.contest, path, 1, reason="It was a hard night")
    await service.acts.end(party.gm, party.contest)
    assert (await kept(party))["resolve"] == 1


async def test_a_contest_in_between_is_not_forgotten_by_a_long_one(party: Party, service: Service) -> None:
    """QS-44: what happened between the rounds of a lengthy sequence stays on the sheet."""
    await service.characters.put(party.gm, "Ada", GAME, SHEET, seat=party.seats["Ash"].id)
    await begun(party, "scored", lengthy=True)
    long = party.contest
    await service.characters.put(party.gm, "Ada", GAME, {**SHEET, "experience": 4, "resolve": 2})
    await service.acts.end(party.gm, long)
    after = await kept(party)
    assert (after["experience"], after["resolve"]) == (4, 2)


def test_two_changes_of_one_sheet() -> None:
    """QS-44: what one contest did is done to what another left."""
    began = Sheet(
        name="Ada", abilities=(AbilityEntry(name="Wits", rating=15),), marks=("Wits",), experience=3
    )
    limp, songs = LastingEntry(value=-5, label="a limp"), LastingEntry(value=5, label="songs")
    better = (AbilityEntry(name="Wits", rating=20),)
    kept = Sheet(name="Ada", abilities=better, lasting=(songs,), experience=4, resolve=4)
    ended = Sheet(
        name="Ada",
        abilities=began.abilities,
        lasting=(limp,),
        marks=("Wits", "Charm"),
        experience=4,
        resolve=2,
    )
    found = reconciled(began, kept, ended)
    assert found.abilities == kept.abilities
    assert found.lasting == (songs, limp)
    assert (found.experience, found.resolve, found.marks) == (5, 1, ("Charm",))


async def test_a_ready_contest_can_be_played_again_at_the_same_table(party: Party) -> None:
    """QS-69: who has fallen stays away from what follows in the scene, not from the same scene played anew."""
    for _ in range(40):
        await party.start(game=GAME, type="chained", preset="haunting")
        while asked := [each for each in (await party.view("gm")).view.asked if not each.window]:
            first = asked[0]
            await party.service.acts.answer(party.gm, party.contest, first.id, first.form.fallback())
        people = (await party.view("gm")).view.state["contestants"]
        if any(each["opposition"] and each["resolve"] <= 0 for each in people):
            break
    await party.start(game=GAME, type="chained", preset="haunting")
