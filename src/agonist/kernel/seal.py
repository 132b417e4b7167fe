"""Sealed chance: dice that can be checked afterwards.

A contest has a secret seed of 32 bytes. Its SHA-256 is shown before the first roll, seats may add nonces of their
own, and the seed is shown at the end. With ``key = HMAC-SHA256(seed, nonces)``, where the nonces are the lines
``seat:hex`` in the order of their seats' names joined by line feeds, element ``i`` of chance request ``c`` is

    the first 8 bytes of HMAC-SHA256(key, "agonist:1:c:i:t") as a big-endian number x

for the first try t = 0, 1, 2, … with x < ⌊2⁶⁴ / n⌋ · n, and then x mod n: every value below n is equally likely.
Dice are numbers below their sides plus one; cards are dealt from the sorted pile by position among what is left.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from .chance import Outcome, realise
from .errors import ActRefused, TranscriptError
from .requests import Chance

SEED_BYTES = 32
MOST_NONCE_BYTES = 64
_SPAN = 1 << 64


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is shown of a seed before it may be known."""
    return hashlib.sha256(seed).hexdigest()


def seed_from(text: str) -> bytes:
    """A seed from its hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != text:
        raise TranscriptError(
            "This is no seed.", accepted=f"{2 * SEED_BYTES} lower-case hexadecimal digits", place="seed"
        )
    return seed


def checked_nonce(value: str) -> str:
    """A nonce as it is kept, or a refusal that says what is right."""
    try:
        size = len(bytes.fromhex(value))
    except (ValueError, TypeError):
        size = 0
    if not 1 <= size <= MOST_NONCE_BYTES or len(value) != 2 * size or value != value.lower():
        raise ActRefused(
            "This is no nonce.",
            code="answer.wrong-type",
            accepted=f"1 to {MOST_NONCE_BYTES} bytes as lower-case hexadecimal digits",
        )
    return value


class Seal:
    """Derives every chance outcome of one contest from its seed and nonces."""

    __slots__ = ("_mac", "commitment", "seed")

    def __init__(self, seed: bytes, nonces: Mapping[str, str] | None = None) -> None:
        self.seed = seed
        self.commitment = commitment(seed)
        self.mix(nonces or {})

    def mix(self, nonces: Mapping[str, str]) -> None:
        """Use these nonces from now on."""
        lines = "\n".join(f"{seat}:{nonces[seat]}" for seat in sorted(nonces))
        key = hmac.digest(self.seed, lines.encode(), "sha256")
        self._mac = hmac.new(key, digestmod="sha256")

    def outcome(self, chance: Chance, counter: int) -> Outcome:
        """The outcome of the contest's `counter`-th chance request, counted from 0."""

        def below(element: int, n: int) -> int:
            limit = _SPAN - _SPAN % n
            attempt = 0
            while True:
                mac = self._mac.copy()
                mac.update(b"agonist:1:%d:%d:%d" % (counter, element, attempt))
                x = int.from_bytes(mac.digest()[:8], "big")
                if x < limit:
                    return x % n
                attempt += 1

        return realise(chance, below)
