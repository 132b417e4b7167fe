"""A contest that the game master ends early: what characters keep of it."""

from agonist.table import Service
from tests.support.tables import Party


async def test_fg_47_who_ends_early_keeps_what_is_on_the_sheets(service: Service) -> None:
    """XP, harm and Favor up to then are written back, as at an end by the rules."""
    party = await Party(service).gather()
    sheet = {"vigor": 3, "skills": {"fight": {"training": 5, "xp": 10}}}
    teams = []
    for name in ("Cedar", "Elm"):
        await service.characters.put(party.gm, name, "forge", sheet)
        teams.append({"name": name, "aim": "destroy", "members": [{"name": name, "sheet": sheet}]})
    await party.start(
        game="forge", type="destruction", preset="", setup={"teams": teams, "skill": "fight"}, options={}
    )
    acts = 0
    while acts < 3:
        asked = (await party.view("gm")).view.asked[0]
        acts += asked.what == "act"
        await party.answer("gm", asked.form.fallback())
    await service.acts.end(party.gm, party.contest, reason="It is late.")
    marked = 0
    for name in ("Cedar", "Elm"):
        newest = (await service.characters.versions(party.gm, name))[0]
        assert newest.contest == party.contest
        assert newest.sheet is not None
        marked += newest.sheet["skills"]["fight"]["xp"] - 10
    assert marked >= 2
