"""Shapes: a message as its receiver takes it. Standard Webhooks 1.0.0 signs it; Discord and Slack show it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Shape = Literal["standard", "discord", "slack"]

_MOST = 1_500


def new_secret(random: bytes) -> str:
    """A secret to sign with, as Standard Webhooks writes one."""
    return f"whsec_{base64.b64encode(random).decode()}"


def signature(secret: str, id: str, timestamp: int, body: bytes) -> str:
    """The signature of a message: HMAC with SHA-256 over its id, its time and its body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"


def message(
    shape: Shape, secret: str, id: str, told: dict[str, Any], now: float
) -> tuple[dict[str, str], bytes]:
    """The head and the body of a message; the same id says that it is the same message again."""
    body = _body(shape, told, now)
    head = {"Content-Type": "application/json"}
    if shape == "standard":
        head |= {
            "webhook-id": id,
            "webhook-timestamp": str(int(now)),
            "webhook-signature": signature(secret, id, int(now), body),
        }
    return head, body


def _body(shape: Shape, told: dict[str, Any], now: float) -> bytes:
    match shape:
        case "discord":
            text = re.sub(r"([\\*_~`|>#\[\]()@-])", r"\\\1", _text(told))
            return msgspec.json.encode({"content": _linked(text, told), "allowed_mentions": {"parse": []}})
        case "slack":
            text = _text(told).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return msgspec.json.encode({"text": _linked(text, told)})
    data = {key: value for key, value in told.items() if key != "type"}
    stamp = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return msgspec.json.encode({"type": told["type"], "timestamp": stamp, "data": data})


def _linked(text: str, told: dict[str, Any]) -> str:
    return f"{text[:_MOST]}\n{told['link']}" if told.get("link") else text[:_MOST]


def _text(told: dict[str, Any]) -> str:
    """A message in words, in one line."""
    title = f"{told.get('title', '')} ({told['table']})" if told.get("title") else str(told["table"])
    match told["type"]:
        case "turn.asked":
            said = f"{told['seat']} has to decide: {told['asked']} · {title}"
        case "contest.begun":
            said = f"A contest begins: {title}"
        case "contest.over":
            said = f"It is over: {title}. {told['summary']}"
        case _:
            said = f"This is where {title} will tell whose turn it is."
    return " ".join(said.split())
