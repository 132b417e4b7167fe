"""The people of the presets."""

from __future__ import annotations

from .setup import Entrant
from .sheet import Asset, Knowledge, Sheet, Skill, SkillName, Trait

__all__ = [
    "advocate",
    "bandit",
    "cultist",
    "cyrene",
    "duke",
    "ghoul",
    "guard",
    "guest",
    "maro",
    "matriarch",
    "murderer",
    "pilgrim",
]

_XP = {6: 0, 5: 10, 4: 30, 3: 60}


def skills(**training: int) -> dict[SkillName, Skill]:
    """Skills by training, with the least XP that it takes."""
    return {name: Skill(level, _XP[level]) for name, level in training.items()}  # type: ignore[misc]


def cyrene(seat: str = "cyrene", *, knows: list[Knowledge] | None = None) -> Entrant:
    sheet = Sheet(
        vigor=3,
        intuition=5,
        reason=4,
        skills=skills(influence=5, fight=5, maneuver=5, wilderness=6),
        traits=[
            Trait("CHARMING STRANGER", 1),
            Trait("DRUNKARD", 1),
            Trait("SWORN TO HER DEAD SISTER", 2, secret=True),
        ],
        favor=3,
        disposition="I",
        assets=[Asset("CURVED SWORD", "fight", 2, "both")],
        knows=knows or [],
    )
    return Entrant("Cyrene", seat, sheet)


def maro(seat: str = "maro") -> Entrant:
    sheet = Sheet(
        vigor=5,
        intuition=4,
        reason=3,
        skills=skills(fight=5, maneuver=4, wilderness=5, craft=5),
        traits=[Trait("CARAVAN GUARD", 2), Trait("SLOW TO TRUST", 1), Trait("FATHERLESS", 2, secret=True)],
        favor=3,
        disposition="II",
        assets=[Asset("IRON-SHOD STAFF", "fight", 2, "defend"), Asset("ROPE AND HOOK", "maneuver", 1)],
    )
    return Entrant("Maro", seat, sheet)


def guard(name: str, seat: str = "gm") -> Entrant:
    sheet = Sheet(
        vigor=3,
        intuition=3,
        reason=2,
        skills=skills(fight=5, influence=6),
        traits=[Trait("ON EDGE", 1), Trait("DEEP IN DEBT", 1, secret=True)],
        assets=[Asset("HALBERD", "fight", 1, "attack")],
    )
    return Entrant(name, seat, sheet)


def bandit(name: str, seat: str = "bandits", *, chief: bool = False) -> Entrant:
    sheet = Sheet(
        vigor=4 if chief else 3,
        intuition=3,
        reason=2,
        skills=skills(fight=5, maneuver=5, wilderness=5),
        traits=[Trait("MEAN BATTLE SCARS" if chief else "HUNGRY", 1), Trait("BAD KNEE", 1, secret=True)],
        favor=2 if chief else 1,
        disposition="II",
        assets=[Asset("NOTCHED AXE", "fight", 2 if chief else 1, "attack")],
    )
    return Entrant(name, seat, sheet)


def cultist(name: str, seat: str = "cult", *, leader: bool = False) -> Entrant:
    sheet = Sheet(
        vigor=3 if leader else 4,
        intuition=3,
        reason=5 if leader else 3,
        skills=skills(influence=4 if leader else 6, fight=5, craft=5),
        traits=[Trait("FANATICAL", 2), Trait("DOUBTS THE PROPHECY", 2, secret=True)],
        favor=3 if leader else 2,
        assets=[Asset("RITUAL KNIFE", "fight", 1)],
    )
    return Entrant(name, seat, sheet)


def matriarch(seat: str = "aldane") -> Entrant:
    sheet = Sheet(
        vigor=3,
        intuition=4,
        reason=4,
        skills=skills(influence=4, resources=4),
        traits=[Trait("OLD MONEY", 1), Trait("PROUD TO A FAULT", 2), Trait("DYING", 3, secret=True)],
        favor=3,
        assets=[Asset("LETTERS OF CREDIT", "resources", 2), Asset("A FAMILY CREST", "influence", 3)],
    )
    return Entrant("Odile Aldane", seat, sheet)


def duke(seat: str = "varro") -> Entrant:
    sheet = Sheet(
        vigor=5,
        intuition=3,
        reason=5,
        skills=skills(influence=4, fight=4, resources=5),
        traits=[
            Trait("WAR HERO", 2),
            Trait("QUICK TO ANGER", 1),
            Trait("IN LOVE WITH AN ALDANE", 2, secret=True),
        ],
        favor=3,
        disposition="II",
        assets=[Asset("A STOLEN LEDGER", "influence", 1, "attack")],
    )
    return Entrant("Bren Varro", seat, sheet)


def advocate(seat: str = "advocate") -> Entrant:
    sheet = Sheet(
        vigor=3,
        intuition=5,
        reason=4,
        skills=skills(influence=5, resources=5, craft=5),
        traits=[Trait("SILVER TONGUE", 2), Trait("FOR SALE", 1, secret=True)],
        favor=3,
        disposition="I",
    )
    return Entrant("Lyre", seat, sheet)


def murderer(seat: str = "murderer") -> Entrant:
    sheet = Sheet(
        vigor=5,
        intuition=4,
        reason=4,
        skills=skills(fight=5, influence=5, maneuver=5),
        traits=[Trait("REMORSELESS", 2), Trait("BLIND IN ONE EYE", 2, secret=True)],
        favor=2,
        assets=[Asset("DUELLING BLADE", "fight", 3)],
    )
    return Entrant("Teodor Kesh", seat, sheet)


def guest(seat: str = "guest") -> Entrant:
    sheet = Sheet(
        vigor=2, intuition=3, reason=3, skills=skills(influence=5), traits=[Trait("WINDBAG", 1)], favor=1
    )
    return Entrant("Obnoxious guest", seat, sheet)


def ghoul(seat: str = "gm") -> Entrant:
    sheet = Sheet(
        vigor=5,
        intuition=4,
        reason=1,
        skills=skills(fight=5, maneuver=5),
        traits=[Trait("LIGHT SENSITIVITY", 2, secret=True), Trait("RAVENOUS", 1)],
    )
    return Entrant("Ghoul", seat, sheet)


def pilgrim(seat: str = "pilgrim") -> Entrant:
    sheet = Sheet(
        vigor=3,
        intuition=4,
        reason=4,
        skills=skills(wilderness=5, craft=5, influence=5),
        traits=[Trait("STUBBORN FAITH", 2), Trait("FRAIL", 1)],
        favor=2,
        assets=[Asset("HERB SATCHEL", "wilderness", 2)],
    )
    return Entrant("Sister Ameli", seat, sheet)
