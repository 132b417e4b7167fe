"""A scripted client of the SDK: it knows the tools and their answers, and nothing else of Agonist."""

from random import Random
from typing import Any

from mcp import Client

from tests.support.schemas import value_by

__all__ = ["Player", "tell"]


async def tell(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers; it must not refuse."""
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, (tool, arguments, found.structured_content)
    told: dict[str, Any] = found.structured_content
    return told


class Player:
    """Answers what it is asked by the schema, or as is usual, until the contest is over."""

    def __init__(self, client: Client, random: Random, *, by_schema: float = 0.5) -> None:
        self.client = client
        self.random = random
        self.by_schema = by_schema
        self.refused = 0
        self.given = 0

    async def play(self, contest: str, most: int = 2_000) -> dict[str, Any]:
        """How it ended."""
        for _ in range(most):
            seen = await tell(self.client, "asked", contest=contest, chances=False)
            if seen["status"] != "running":
                return seen
            due = [each for each in seen["asked"] if each["must"] and not each["dice"]]
            if due:
                await self._answer(contest, due[0])
            elif seen["asked"]:
                await tell(self.client, "roll_on", contest=contest)
        raise AssertionError(f"{contest} was not over after {most} steps")

    async def _answer(self, contest: str, asked: dict[str, Any]) -> None:
        told = {"contest": contest, "request": asked["request"]}
        if self.random.random() < self.by_schema:
            self.given += 1
            value = value_by(asked["schema"], self.random)
            found = await self.client.call_tool("answer", told | {"value": value})
            if not found.is_error:
                return
            assert found.structured_content["changed"] == "nothing"
            assert "accepted" in found.structured_content, found.structured_content
            self.refused += 1
        await tell(self.client, "answer", **told, value=asked["usual"])
