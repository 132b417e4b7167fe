"""An assistant that tries what it may not: nothing changes, and it is told what would be right."""

from typing import Any

from mcp import Client

from agonist.assistants import Desk, assistant
from agonist.assistants.tools import TOOLS
from tests.assistants.conftest import House
from tests.assistants.playing import tell

HUGE = "a" * 200_000
DEEP: Any = []
for _ in range(60):
    DEEP = [DEEP]
NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    2.5,
    "no such thing",
    HUGE,
    [],
    {},
    {"pick": "act"},
    DEEP,
    {"with": {"words": HUGE}},
)


async def duel(house: House) -> tuple[Desk, Desk, str]:
    """A game master, a player who plays Ivo, and their contest."""
    host = await house.host()
    ivo = await house.player(host, "Ivo")
    body = {"game": "questworlds-srd", "preset": "courtyard", "type": "scored", "casting": {"ivo": ivo.seat}}
    return host, ivo, (await host.post(f"/tables/{host.table}/contests", body))["id"]


async def test_a_players_assistant_can_neither_rule_nor_take_back_nor_begin(house: House) -> None:
    host, ivo, contest = await duel(house)
    before = await host.view(contest)
    [ruling] = [each["id"] for each in before["view"]["asked"] if each["seat"] == "gm"]
    async with Client(assistant(ivo)) as client:
        for tool, arguments in (
            ("answer", {"request": ruling, "value": "break-off"}),
            ("undo", {"to": 0}),
            ("undo", {}),
            ("set_up", {"words": "courtyard"}),
            ("advise", {"request": ruling}),
            ("asked", {"request": ruling}),
            ("answer", {"request": ruling}),
            ("look", {"seat": "gm"}),
        ):
            found = await client.call_tool(
                tool, {"contest": contest} | arguments if tool != "set_up" else arguments
            )
            assert found.is_error, (tool, found.structured_content)
            assert found.structured_content["changed"] == "nothing"
    assert (await host.view(contest))["position"] == before["position"]


async def test_a_seat_of_another_table_is_no_seat_here(house: House) -> None:
    host, ivo, contest = await duel(house)
    stranger = await house.host("Elsewhere")
    [asked] = [each["id"] for each in (await ivo.view(contest))["view"]["asked"]]
    before = (await host.view(contest))["position"]
    async with Client(assistant(stranger)) as client:
        for name, tool in TOOLS.items():
            if "contest" in tool.arguments:
                more = {"request": asked, "value": "leave"} if name == "answer" else {}
                found = await client.call_tool(name, {"contest": contest, **more})
                assert found.is_error, name
                assert "ivo" not in found.content[0].text.lower()  # type: ignore[union-attr]
    assert (await host.view(contest))["position"] == before


async def test_nonsense_changes_nothing_and_is_no_error_of_ours(house: House) -> None:
    """In every argument of every tool, and as every answer."""
    host, ivo, contest = await duel(house)
    before = (await host.view(contest))["position"]
    [own] = [each["id"] for each in (await ivo.view(contest))["view"]["asked"]]
    async with Client(assistant(ivo)) as client:
        tried = [("answer", {"request": own, "value": each}) for each in NONSENSE]
        tried += [
            (tool.name, {name: each})
            for tool in TOOLS.values()
            for name in (*tool.arguments, "more")
            for each in NONSENSE
            if tool.name not in ("advise", "review", "story", "look", "asked")
            or isinstance(each, str)
            or name == "more"
        ]
        for tool, arguments in tried:
            found = await client.call_tool(tool, arguments)
            if found.is_error:
                assert found.structured_content["code"] != "server.error", (tool, str(arguments)[:80])
                assert len(found.content[0].text) < 20_000  # type: ignore[union-attr]
    assert (await host.view(contest))["position"] == before


async def test_an_answer_given_twice_counts_once(house: House) -> None:
    _, ivo, _ = await duel(house)
    async with Client(assistant(ivo)) as client:
        [asked] = (await tell(client, "asked", chances=False))["asked"]
        await tell(client, "answer", request=asked["request"], value=asked["usual"])
        again = await client.call_tool("answer", {"request": asked["request"], "value": asked["usual"]})
    assert again.structured_content["code"] in ("act.already-answered", "act.not-pending")
