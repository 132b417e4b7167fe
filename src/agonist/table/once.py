"""Doing a thing once: an idempotency key makes a repeated request get the first one's answer."""

from __future__ import annotations

import hashlib
import time
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from .errors import OnceReused
from .schema import receipts
from .tokens import digest, new_token, token_from

T = TypeVar("T")

KEPT_SECONDS = 7 * 24 * 3600

_found = select(receipts.c.request, receipts.c.result).where(
    receipts.c.scope == bindparam("scope"), receipts.c.key == bindparam("key")
)


class Once(msgspec.Struct, frozen=True):
    """A request that may come again. `scope` is who asks, `key` what they called it, `request` a digest of all of it.

    `secret` is known to the asker alone. Tokens are derived from it, so that a repetition shows the same ones
    although only their digests are stored.
    """

    scope: str
    key: str
    request: str
    secret: str

    @classmethod
    def of(cls, scope: str, key: str, secret: str, *parts: bytes) -> Once:
        """For a request made of these parts."""
        whole = hashlib.sha256(b"\0".join(parts)).hexdigest()
        return cls(digest(scope), digest(key), whole, secret + key)

    def part(self, name: str) -> Once:
        """For one of several steps of the request, so that a repetition does only what is still to be done."""
        return msgspec.structs.replace(self, key=digest(f"{self.key} {name}"))

    def token(self, purpose: str) -> str:
        return token_from(self.secret, purpose)


def token_for(once: Once | None, purpose: str) -> str:
    """A new token; the same one again for a repeated request."""
    return once.token(purpose) if once else new_token()


def find(connection: Connection, once: Once, kind: type[T]) -> T | None:
    """What the first request of this key got, or None if this is the first."""
    row = connection.execute(_found, {"scope": once.scope, "key": once.key}).first()
    if row is None:
        return None
    if row.request != once.request:
        raise OnceReused("This key was used for another request.", accepted="a new key for a new request")
    return msgspec.json.decode(row.result, type=kind)


def keep(connection: Connection, once: Once | None, result: Any) -> None:
    """Remember a request's answer, in the transaction that does what was asked."""
    if once is None:
        return
    row = {"scope": once.scope, "key": once.key, "request": once.request, "created": time.time()}
    connection.execute(insert(receipts), row | {"result": msgspec.json.encode(result)})


def forget(connection: Connection) -> None:
    """Let go of old requests."""
    connection.execute(delete(receipts).where(receipts.c.created < time.time() - KEPT_SECONDS))
