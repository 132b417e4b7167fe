"""What an assistant is told of a contest: the parts of a view that a model needs, with the table's words marked."""

from __future__ import annotations

from typing import Any

from .marked import marked

Seen = dict[str, Any]
"""A contest's view, as the server gives it."""


def told(seen: Seen) -> dict[str, Any]:
    asked = [
        {k: each.get(k, "") for k in ("id", "seat", "what", "text", "rule")}
        | {"must": not each.get("window", False)}
        for each in seen["view"]["asked"]
    ]
    return {"happened": marked(lines(seen)), "asked": marked(asked), "waits_for": waits_for(seen)}


def where(seen: Seen) -> dict[str, Any]:
    info = seen["contest"]
    told = {"contest": info["id"], "game": info["game"], "type": info["type"], "status": info["status"]}
    own = {"you_are": marked(seen["seen_as"]), "you_play": marked(list(seen["holds"]))}
    ended = {"summary": marked(info["summary"])} if info["summary"] else {}
    return {
        **told,
        **own,
        **ended,
        **({"paused": marked(seen["reason"] or "paused")} if seen["paused"] else {}),
    }


def lines(seen: Seen) -> list[dict[str, Any]]:
    return [line(each) for each in seen["view"]["lines"]]


def line(each: dict[str, Any]) -> dict[str, Any]:
    told = {"n": each["n"], "rule": each["rule"], "says": each["text"]}
    dice = {"dice": each["dice"]} if each.get("dice") else {}
    return {**told, **dice, **({"undone": True} if each.get("undone") else {})}


def musts(seen: Seen) -> list[str]:
    asked = seen["view"]["asked"]
    return [each["id"] for each in asked if not each.get("window") and not each.get("chance")]


def ids(seen: Seen) -> str:
    return ", ".join(each["id"] for each in seen["view"]["asked"]) or "nothing is asked of this seat now"


def bots(seen: Seen) -> set[str]:
    return {each["seat"] for each in seen["seats"] if each["bot"]}


def waits_for(seen: Seen) -> Any:
    return marked(
        [
            {"seat": each["seat"], "what": each["what"]}
            for each in seen["view"]["waiting"]
            if not each.get("window")
        ]
    )


def question(each: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    return {
        "request": each["id"],
        "of": marked(each["seat"]),
        "what": marked(each["what"]),
        "text": marked(each.get("text", "")),
        "rule": each.get("rule", ""),
        "must": not each.get("window", False),
        "dice": each.get("chance", False),
        "needs": marked(each.get("needs", "")),
        "ways": marked(_ways(each["form"])),
        "usual": marked(whole["usual"]),
        "schema": marked(whole["schema"]),
    }


def _ways(form: dict[str, Any]) -> list[dict[str, str]]:
    """The options of a question in words, where it has some: what each is called and what comes of it."""
    said = ("key", "label", "help", "rule", "unavailable")
    return [{name: each[name] for name in said if each.get(name)} for each in form.get("options", [])]


def weighed(found: dict[str, Any]) -> dict[str, Any]:
    """Advice for a model: what it measures, each answer's worth, how sure that is."""
    choices = [
        {
            k: each[k]
            for k in ("label", "answer", "value", "says", "error")
            if each.get(k) not in ("", None, 0.0)
        }
        for each in found["choices"]
    ]
    rest = {k: found[k] for k in ("why", "together", "averaged") if found.get(k)}
    how = {"measure": found["measure"], "method": found["method"], "best": found["best"]}
    return {**marked(how), "answers": marked(choices), **marked(rest)}
