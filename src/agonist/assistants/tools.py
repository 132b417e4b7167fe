"""The twelve tools. Each asks the desk, which asks the server: no rule of a game and no right of a seat stands here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from . import acting, looking
from .desk import Desk, Refused
from .finding import ready_for, told_of
from .marked import NOTE, unmarked

Arguments = dict[str, Any]
Work = Callable[[Desk, Arguments], Awaitable[dict[str, Any]]]


class Tool(msgspec.Struct, frozen=True):
    """A tool: what it is for, the JSON schema of its arguments, what it does, whether it only looks, and whether dice
    may fall, which clients can show on a stage."""

    name: str
    purpose: str
    arguments: dict[str, Any]
    work: Work
    only_looks: bool = True
    staged: bool = False

    def schema(self) -> dict[str, Any]:
        """What may be given; every word has a limit of its own on the server, too."""
        needed = [name for name, each in self.arguments.items() if each.get("needed")]
        said = {
            name: {k: v for k, v in each.items() if k != "needed"} for name, each in self.arguments.items()
        }
        return {"type": "object", "properties": said, "required": needed, "additionalProperties": False}


async def call(desk: Desk, name: str, arguments: Arguments | None) -> dict[str, Any]:
    """Use a tool, or raise `Refused`; all that the table's people may have written is marked in what it gives."""
    tool = TOOLS.get(name)
    if tool is None:
        raise Refused(f"There is no tool {name!r}.", accepted=", ".join(TOOLS), code="assistant.tool")
    given = unmarked(arguments or {})
    _check(tool, given)
    return {"note": NOTE, **await tool.work(desk, given)}


async def begun(desk: Desk, words: str) -> None:
    """Begin the contest that the words name, or raise `Refused` with what there is."""
    if ready_for(words, None) is None:
        there = ", ".join(each["words"] for each in told_of(words)["ready"][:8])
        raise Refused("Say which contest.", accepted=there, code="assistant.which")
    await call(desk, "set_up", {"words": words})


def _check(tool: Tool, given: Arguments) -> None:
    kinds: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "integer": int,
        "boolean": bool,
        "object": dict,
    }
    for name, value in given.items():
        if name not in tool.arguments:
            raise Refused(
                f"{tool.name} takes no {name!r}.", accepted=", ".join(tool.arguments) or "nothing", place=name
            )
        kind = tool.arguments[name].get("type")
        wrong = kind in kinds and (
            not isinstance(value, kinds[kind]) or (kind == "integer" and value is True)
        )
        if wrong:
            raise Refused(
                f"{name} is not of the kind {kind}.", accepted=f"a value of the kind {kind}", place=name
            )
    lacking = [name for name, each in tool.arguments.items() if each.get("needed") and name not in given]
    if lacking:
        raise Refused(f"{tool.name} needs {', '.join(lacking)}.", accepted=", ".join(tool.arguments))


CONTEST = {"type": "string", "description": "The contest's id; without it the one that runs."}
REASON = {
    "type": "string",
    "description": "Why, for the log, where you answer for somebody else.",
    "maxLength": 500,
}

TOOLS = {
    each.name: each
    for each in (
        Tool("table", "Who sits at this table, which seat is yours, and what is played.", {}, looking.table),
        Tool(
            "look",
            "The contest as your seat sees it: its state, who plays whom, the latest of the story.",
            {
                "contest": CONTEST,
                "seat": {"type": "string", "description": "Which of your seats looks, if you have several."},
            },
            looking.look,
        ),
        Tool(
            "asked",
            "What is asked of you now, with the ways to answer, the JSON schema of answers, and the chances if known.",
            {
                "contest": CONTEST,
                "request": {"type": "string", "description": "Only this question."},
                "chances": {"type": "boolean", "description": "Whether to work out chances, by default yes."},
            },
            looking.asked,
        ),
        Tool(
            "answer",
            "Answer a question by its id, with a value that fits its schema. Without a value the person who uses "
            "you is asked, where that can be done. One that is refused changes nothing and says what would be right.",
            {
                "contest": CONTEST,
                "request": {
                    "type": "string",
                    "needed": True,
                    "description": "The question's id, as `asked` gives it.",
                },
                "value": {"description": "The answer, by the question's schema."},
                "reason": REASON,
            },
            acting.answer,
            only_looks=False,
            staged=True,
        ),
        Tool(
            "advise",
            "What each answer is worth and what may come of the dice that wait, from what your seat can know.",
            {
                "contest": CONTEST,
                "request": {"type": "string", "description": "Which question; without it the first."},
            },
            looking.advise,
        ),
        Tool(
            "roll_on",
            "Let the dice fall that wait for you, or let pass what you could decide and need not. Dice were sealed "
            "before: nobody can choose them.",
            {"contest": CONTEST},
            acting.roll_on,
            only_looks=False,
            staged=True,
        ),
        Tool(
            "rule",
            "Look up rules by number (QS-45), or by words that they hold, within a game if you name it.",
            {"words": {"type": "string", "needed": True, "description": "A number, a game's name, words."}},
            looking.rule,
        ),
        Tool(
            "set_up",
            "Begin a contest: by words that name one that is ready (such as: courtyard), or with a set-up of your "
            "own for the game and kind that the words name. Without either it lists what there is; with a game and "
            "kind alone it gives the schema of a set-up.",
            {
                "words": {
                    "type": "string",
                    "description": "A game, a kind of contest, a ready one, or several of these.",
                },
                "setup": {"type": "object", "description": "A set-up by the schema of its game and kind."},
                "options": {"type": "object", "description": "Options by their schema."},
                "title": {"type": "string", "maxLength": 80},
                "bots": {"type": "object", "description": "Seats that bots play, each with the bot's name."},
            },
            acting.set_up,
            only_looks=False,
        ),
        Tool(
            "undo",
            "For the game master: go back to a point, or list the points. The same question gets the same dice.",
            {
                "contest": CONTEST,
                "to": {"type": "integer", "description": "A point, as listed."},
                "reason": REASON,
            },
            acting.undo,
            only_looks=False,
        ),
        Tool(
            "story",
            "The story so far, line by line, with the rule that each follows.",
            {
                "contest": CONTEST,
                "before": {"type": "integer", "description": "Only the lines before this one."},
            },
            looking.story,
        ),
        Tool(
            "review",
            "Of a contest that is over: what was luck and what skill, decision by decision.",
            {"contest": CONTEST},
            looking.review,
        ),
        Tool(
            "verify",
            "Check the dice of a contest that is over, one by one, against the seed that was sealed before the first.",
            {"contest": CONTEST},
            looking.verify,
        ),
    )
}
