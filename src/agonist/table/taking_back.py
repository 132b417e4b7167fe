"""An answer is taken back by who gave it, or at the game master's word."""

from __future__ import annotations

from agonist.kernel import ActRefused, Entry

from .changes import need_gm
from .errors import Refused
from .live import Live
from .model import Acted, Controls, Plea, Seat
from .once import Once
from .slips import open_pleas, own_seats
from .stage import Stage


class Slips:
    """Taking back one's own last answer."""

    def __init__(self, stage: Stage, most: int) -> None:
        self.stage = stage
        self.most = most
        """How often a contest may be taken back; half of that by players."""

    async def take_back(self, who: Seat, contest: str, *, once: Once | None = None) -> Acted:
        """Take back one's own last answer, as long as nothing that others did or dice showed came of it."""

        def do(live: Live) -> list[Entry]:
            if live.referee.undos >= self.most // 2:
                raise Refused("This contest was taken back very often.", accepted="the game master’s word")
            return live.referee.take_back(own_seats(live, who))

        return await self.stage.act(who, contest, do, once, aside=True)

    async def ask(self, who: Seat, contest: str, *, once: Once | None = None) -> Acted:
        """Ask the game master for one's own last answer back."""

        def change(live: Live, controls: Controls) -> None:
            last = live.referee.own_last(own_seats(live, who))
            if last is None or last[1]:
                raise ActRefused(
                    "Nothing of yours needs the game master’s word to be taken back.",
                    code="act.not-pending",
                    accepted="taking it back yourself" if last else "an answer first",
                )
            plea = Plea(last[0].at, live.referee.undos)
            controls.pleas = open_pleas(live, controls) | {who.id: plea}

        return await self.stage.run(who, contest, change, once)

    async def decide(
        self, who: Seat, contest: str, holder: str, yes: bool, *, once: Once | None = None
    ) -> Acted:
        """Say yes or no to who asks for an answer back. Only a game master may."""
        need_gm(who)

        def plea_in(live: Live) -> Plea:
            found = open_pleas(live, live.controls).get(holder)
            if found is None:
                raise ActRefused(
                    "Nobody asks for that now.", code="act.not-pending", accepted="what is asked now"
                )
            return found

        def do(live: Live) -> list[Entry]:
            names = live.called(*(seat for seat, held in live.controls.casting.items() if held == holder))
            return live.referee.undo(plea_in(live).to, reason=f"{names} asked for it")

        def refuse(live: Live, controls: Controls) -> None:
            plea_in(live)
            controls.pleas = {key: each for key, each in open_pleas(live, controls).items() if key != holder}

        if yes:
            return await self.stage.act(who, contest, do, once, aside=True)
        return await self.stage.run(who, contest, refuse, once)
