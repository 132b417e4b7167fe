"""The roll stage in an assistant's window: a host that speaks the messages of MCP Apps shows what a tool gave."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mcp import Client
from playwright.sync_api import Browser, expect

from agonist.assistants import assistant, begun, own_house

HOST = """([html, result]) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.sandbox = "allow-scripts";
  window.got = [];
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    got.push(data);
    const tell = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
    const known = { protocolVersion: "2026-01-26", hostInfo: {}, hostCapabilities: {}, hostContext: { theme: "dark" } };
    const done = { method: "ui/notifications/tool-result", params: result };
    if (data.method === "ui/initialize") tell({ id: data.id, result: known });
    if (data.method === "ui/notifications/initialized") tell(done);
    if (data.method === "ui/notifications/size-changed") frame.style.height = `${data.params.height}px`;
  });
  frame.srcdoc = html;
}"""
ORDER = '<img src=x onerror="parent.postMessage(1, `*`)">'


async def rolled() -> tuple[str, dict[str, Any]]:
    """The stage, and what the tool gave that dropped the first dice."""
    async with own_house() as desk:
        await begun(desk, "questworlds-srd scored courtyard")
        async with Client(assistant(desk)) as client:
            stage = (await client.read_resource("ui://agonist/stage")).contents[0]
            while True:
                asked = (await client.call_tool("asked", {"chances": False})).structured_content["asked"]
                due = [each for each in asked if each["must"] and not each["dice"]]
                found = await (
                    client.call_tool("answer", {"request": due[0]["request"], "value": due[0]["usual"]})
                    if due
                    else client.call_tool("roll_on", {})
                )
                told = found.structured_content
                if any(each.get("dice") for each in told["happened"]):
                    told["happened"].append({"n": 99, "rule": "", "says": f"⟦{ORDER}⟧"})
                    return stage.text, json.loads(found.model_dump_json(by_alias=True))  # type: ignore[union-attr]


def test_a_host_shows_the_dice_as_they_fell_and_what_came_of_them(browser: Browser) -> None:
    """In the host's light; the words of the table are words, whatever they look like."""
    with ThreadPoolExecutor(1) as aside:
        html, result = aside.submit(asyncio.run, rolled()).result()
    happened = result["structuredContent"]["happened"]
    page = browser.new_page(reduced_motion="reduce")
    page.evaluate(HOST, [html, result])
    stage = page.frame_locator("iframe")
    fell = [str(shows) for each in happened for shows in each.get("dice", [])]
    assert fell
    expect(stage.locator(".die")).to_have_text(fell)
    expect(stage.locator(".says").last).to_have_text(ORDER)
    expect(stage.locator(".says").first).not_to_contain_text("⟦")
    expect(stage.locator("img")).to_have_count(0)
    expect(stage.locator("html")).to_have_attribute("data-theme", "dark")
    methods = [each["method"] for each in page.evaluate("got")]
    assert methods[:2] == ["ui/initialize", "ui/notifications/initialized"]
    assert "ui/notifications/size-changed" in methods
    page.close()
