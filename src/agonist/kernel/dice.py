"""Where the dice and cards of one contest come from: the seal, people who type them in, or an earlier line of play."""

from __future__ import annotations

from .chance import Outcome
from .errors import ActRefused, AnswerRefused
from .requests import Chance
from .seal import Seal, checked_nonce
from .transcript import Chanced, DiceMode, Source


class DiceBox:
    """How every seat's dice are made, the seal with its nonces, whether any fell yet, and rolls that must show the same
    again."""

    def __init__(self, seal: Seal | None) -> None:
        self.seal = seal
        self.nonces: dict[str, str] = {}
        self.modes: dict[str, DiceMode] = {}
        self.rolled = False
        self._known: dict[int, Chanced] = {}

    def mode(self, seat: str) -> DiceMode:
        return self.modes.get(seat, "sealed")

    def stir(self, seat: str, nonce: str) -> None:
        """Mix a seat's nonce into the seal."""
        self.nonces[seat] = checked_nonce(nonce)
        if self.seal:
            self.seal.mix(self.nonces)

    def falls(self, request: Chance, number: int) -> bool:
        """Whether this roll falls by itself, without anybody being asked or waited for."""
        mode = self.mode(request.seat)
        if mode in ("sealed", "tap"):
            return mode == "sealed"
        return self._same_as_before(request, number) is not None

    def fall(self, request: Chance, number: int) -> tuple[Outcome, Source]:
        """What the contest's roll of this number shows, and why."""
        if (known := self._same_as_before(request, number)) is not None:
            return tuple(known.value), known.source  # type: ignore[return-value]
        if self.seal is None:
            raise ActRefused("The seed is not here.", code="act.not-yours", accepted="a replay with its seed")
        return self.seal.outcome(request, number), "sealed"

    def remember(self, number: int, entry: Chanced) -> None:
        """After an undo, show the same if the same roll is asked for again; sealed dice do that by themselves."""
        if entry.source != "sealed":
            self._known[number] = entry

    def forget(self, number: int) -> None:
        """This roll itself was taken back: it is asked for anew."""
        self._known.pop(number, None)

    def _same_as_before(self, request: Chance, number: int) -> Chanced | None:
        known = self._known.get(number)
        if known is None or known.seat != request.seat:
            return None
        try:
            request.form().check(known.value)
        except AnswerRefused:
            return None
        return known


def checked_mode(mode: str) -> DiceMode:
    """A way of making dice, or a refusal."""
    for known in _MODES:
        if mode == known:
            return known
    raise ActRefused(
        f"{mode!r} is no way to make dice.", code="answer.not-an-option", accepted=", ".join(_MODES)
    )


_MODES: tuple[DiceMode, ...] = ("sealed", "tap", "typed", "either")
