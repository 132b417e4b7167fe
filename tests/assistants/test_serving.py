"""What assistants are served beside the tools, and how they come in."""

import httpx2
import pytest
from litestar import Litestar
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

from agonist.assistants import Refused, assistant, begun, invited, over_http, own_house
from agonist.kernel import games
from tests.assistants.conftest import House
from tests.assistants.playing import tell
from tests.support.installed import installed_games


async def test_there_are_at_most_twelve_tools_and_each_says_what_it_takes(house: House) -> None:
    async with Client(assistant(await house.host())) as client:
        tools = (await client.list_tools()).tools
        assert client.protocol_version == "2026-07-28"
        assert client.instructions
    assert len(tools) == 12
    for each in tools:
        assert each.description
        assert each.input_schema["additionalProperties"] is False
    assert {each.name for each in tools if each.annotations and not each.annotations.read_only_hint} == {
        "answer",
        "roll_on",
        "set_up",
        "undo",
    }


async def test_rules_primers_and_the_story_are_resources_and_two_prompts_begin(house: House) -> None:
    host = await house.host()
    await begun(host, "courtyard")
    async with Client(assistant(host)) as client:
        listed = [str(each.uri) for each in (await client.list_resources()).resources]
        assert len(listed) == 2 + sum(1 + len(game.types) for game in games())
        own = {game.name for game in installed_games()}
        for uri in [each for each in listed if each.endswith("//story") or each.split("/")[3] in own]:
            text = (await client.read_resource(uri)).contents[0].text  # type: ignore[union-attr]
            assert len(text) > 10, uri
        with pytest.raises(MCPError):
            await client.read_resource("agonist://rules/nonsense")
        prompts = (await client.list_prompts()).prompts
        assert {each.name for each in prompts} == {"run_this_scene", "play_this_seat"}
        for each in prompts:
            found = await client.get_prompt(each.name, {"scene": "a duel at dawn"})
            assert "a duel at dawn" in found.messages[0].content.text  # type: ignore[union-attr]


async def test_a_question_can_be_put_to_the_person_behind_the_assistant(house: House) -> None:
    """`answer` without a value: the client asks its person by the form, and their word is the answer."""
    host = await house.host()
    await begun(host, "forge challenge guards-at-the-gate")
    seen: list[str] = []

    async def person(_: object, asked: object) -> ElicitResult:
        [field] = asked.requested_schema["properties"].values()  # type: ignore[attr-defined]
        seen.append(asked.message)  # type: ignore[attr-defined]
        return ElicitResult(action="accept", content={"answer": field["oneOf"][0]["const"]})

    async with Client(assistant(host), elicitation_callback=person) as client:  # type: ignore[arg-type]
        asked = (await tell(client, "asked", chances=False))["asked"]
        [flat] = [each for each in asked if each["must"]]
        told = await tell(client, "answer", request=flat["request"])
        assert seen == [flat["text"].strip("⟦⟧")]
        assert flat["request"] not in [each["id"] for each in told["asked"]]
    async with Client(assistant(host)) as client:
        asked = (await tell(client, "asked", chances=False))["asked"]
        refused = await client.call_tool("answer", {"request": asked[0]["request"]})
        assert refused.structured_content["code"] == "assistant.no-value"


async def test_streamable_http_is_for_who_has_the_key(house: House) -> None:
    app = over_http(assistant(await house.host()), "the key")
    inner = app.inner
    async with inner.router.lifespan_context(inner):
        for key, status in (("", 401), ("Bearer another", 401)):
            async with httpx2.AsyncClient(
                transport=httpx2.ASGITransport(app=app), base_url="http://127.0.0.1:8765"
            ) as web:
                head = {"authorization": key} if key else {}
                assert (await web.post("/mcp", headers=head)).status_code == status
        transport = httpx2.ASGITransport(app=app)
        head = {"authorization": "Bearer the key"}
        async with httpx2.AsyncClient(transport=transport, headers=head, timeout=30) as web:
            where = "http://127.0.0.1:8765/mcp"
            async with Client(streamable_http_client(where, http_client=web)) as client:
                assert client.protocol_version == "2026-07-28"
                assert (await tell(client, "table"))["you"]["role"] == "gm"
            other = await web.post(where, headers={"host": "evil.example"}, json={})
            assert other.status_code in (403, 421)


async def test_an_assistant_of_its_own_has_a_table_nobody_else_can_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with own_house("ivo") as desk:
        await begun(desk, "courtyard")
        seen = await desk.view(await desk.contest())
        assert seen["holds"] == ["ivo"]
        assert {each["seat"]: bool(each["bot"]) for each in seen["seats"]} == {"gm": True, "ivo": False}
        with pytest.raises(Refused, match="Say which"):
            await begun(desk, "forge")


@pytest.mark.parametrize(
    "link", ["", "http://x", "ftp://x/join/a", "https://x/join/", "https://x/join/a/b", "join/a"]
)
async def test_what_is_no_invitation_is_refused(link: str) -> None:
    with pytest.raises(Refused, match="no invitation"):
        async with invited(link):
            pass


def test_the_app_is_not_changed_by_having_assistants(app: Litestar) -> None:
    """Nothing of this listens unless asked for: the server has no such route."""
    assert not [route.path for route in app.routes if "mcp" in route.path]


async def test_clients_that_show_apps_are_told_of_the_stage(house: House) -> None:
    """By what drops dice, and by nothing else; it loads nothing from anywhere."""
    async with Client(assistant(await house.host())) as client:
        tools = (await client.list_tools()).tools
        assert {each.name for each in tools if (each.meta or {}).get("ui")} == {"answer", "roll_on"}
        [uri] = {each.meta["ui"]["resourceUri"] for each in tools if each.meta}
        [stage] = (await client.read_resource(uri)).contents
        assert stage.mime_type == "text/html;profile=mcp-app"
        assert "://" not in stage.text  # type: ignore[union-attr]
        assert "io.modelcontextprotocol/ui" in (client.server_capabilities.extensions or {})
