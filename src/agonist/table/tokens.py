"""Tokens: what a seat is held by. They are random, stored only as digests, and shown once."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

TOKEN_BYTES = 24
_SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """A token of 192 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_from(secret: str, purpose: str) -> str:
    """The same token every time, for who knows the secret: so that a repeated request gets the same answer."""
    mac = hmac.digest(secret.encode(), f"agonist token {purpose}".encode(), "sha256")
    return base64.urlsafe_b64encode(mac[:TOKEN_BYTES]).decode()


def well_formed(token: str) -> bool:
    """Whether this could be a token at all."""
    return _SHAPE.fullmatch(token) is not None


def digest(token: str) -> str:
    """What is stored of a token. It has so many bits that a slow hash would add nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code() -> str:
    """A short code that people can read out and type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(6)).upper()


def code_from(text: str) -> str:
    """The code in what somebody has typed: in any case, with blanks or dashes, or as the end of a link."""
    return "".join(filter(str.isalnum, text.rstrip("/").rpartition("/")[2])).upper()


def new_id() -> str:
    """A short name for a table, seat or contest. It opens nothing."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))
