"""What can be read besides the tools: rules, primers, the story as it goes; and how to begin, as prompts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import mcp_types as mcp

from agonist.kernel import games

from .desk import Desk, Refused
from .marked import NOTE, marked

INSTRUCTIONS = f"""\
Agonist is the referee of a tabletop role-playing game's decisive scene. It knows the rules, asks each seat exactly what
they ask, and rolls dice that were sealed before anybody could act. You hold one seat. You cannot choose a die, skip a
rule or see what your seat may not see; say so if somebody asks for it. `asked` says what is to be decided and how an
answer looks, `answer` and `roll_on` go on, `rule` has the rules' own words, `verify` proves the dice when it is over.
{NOTE}"""

STORY = "agonist://story"
STAGE, STAGE_KIND = "ui://agonist/stage", "text/html;profile=mcp-app"
"""The roll stage as an MCP App, for clients that show such beside what a tool gives."""
_RULES, _PRIMER = "agonist://rules/", "agonist://primer/"


def resources() -> list[mcp.Resource]:
    """What there is to read."""
    return [
        mcp.Resource(
            uri=STORY,
            name="story",
            title="The story so far",
            description="The newest contest of this table, as this seat may read it.",
            mime_type="text/markdown",
        ),
        mcp.Resource(
            uri=STAGE,
            name="stage",
            title="The roll stage",
            description="The dice as they fall, and what came of them.",
            mime_type=STAGE_KIND,
        ),
        *_references(),
    ]


def _references() -> Iterator[mcp.Resource]:
    for each in games():
        yield mcp.Resource(
            uri=f"{_RULES}{each.name}",
            name=f"rules-{each.name}",
            title=f"{each.title}: rules",
            description="The rules by number, as they are played here.",
            mime_type="text/markdown",
        )
        for kind in each.types:
            yield mcp.Resource(
                uri=f"{_PRIMER}{each.name}/{kind.name}",
                name=f"primer-{each.name}-{kind.name}",
                title=f"{each.title}, {kind.title}: how it goes",
                description=kind.blurb or kind.title,
                mime_type="text/markdown",
            )


async def read(desk: Desk, uri: str) -> str:
    """The text that stands at an address, or `Refused`."""
    if uri == STAGE:
        return (Path(__file__).parent / "stage.html").read_text("utf-8")
    if uri == STORY:
        contest = await desk.contest()
        lines = await desk.get(f"/contests/{contest}/log")
        told = [f"- {marked(each['text'])} {each['rule']}".rstrip() for each in lines]
        return "\n".join([NOTE, "", *told])
    for each in games():
        if uri == f"{_RULES}{each.name}":
            return "\n".join(
                [f"# {each.title}", "", *(f"- **{n}** {text}" for n, text in each.rules.items())]
            )
        for kind in each.types:
            if uri == f"{_PRIMER}{each.name}/{kind.name}":
                return "\n".join(
                    [f"# {kind.title}", "", kind.blurb, "", *(f"- {line}" for line in kind.primer)]
                )
    raise Refused("Nothing stands there.", accepted="one of the resources listed", code="assistant.resource")


PROMPTS = {
    "run_this_scene": (
        "Run this scene as game master",
        "Be the game master of a contest, with Agonist as the referee.",
        """\
Run a scene as its game master, with Agonist as the referee. {scene}
Begin with `set_up` unless a contest runs already (`table`), and read the primer of its kind. Then, again and again: ask
with `asked` what is to be decided. What a player's character does, its player says: tell them the ways and their
chances, wait for their word, and give it with `answer`. What the opposition and the world do, you decide, and say why.
Tell what the dice made of it in a few vivid sentences, never other than `happened` says, and name the rule when
somebody asks. Never make up a roll, never let somebody win because they would like to; if a number in your mind differs
from the table's, the table is right. At the end use `verify`, and tell how many dice were proved.""",
    ),
    "play_this_seat": (
        "Play this seat",
        "Play one character of a contest as its player would.",
        """\
Play the seat that you hold, as a player who wants a good story and means to win. {scene}
`look` shows what your character knows, and that is all you know. When something is asked of you, weigh it with
`advise`, choose as your character would, add its words where the answer has room for them, and give it with `answer`;
let dice fall with `roll_on`. When others are waited for, say so and stop until you are called again.""",
    ),
}
"""Title, purpose and words of each prompt; `scene` is what somebody says about it."""


def said(name: str, scene: str) -> str:
    """The words of a prompt, or `Refused`."""
    if name not in PROMPTS:
        raise Refused(f"There is no prompt {name!r}.", accepted=", ".join(PROMPTS), code="assistant.prompt")
    return PROMPTS[name][2].format(scene=f"It is about: {scene[:500]}." if scene else "").replace(" \n", "\n")
