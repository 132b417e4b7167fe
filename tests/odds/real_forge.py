"""Forge scenes for the odds' tests: pools rolled and contests played by the real rules."""

from fractions import Fraction
from typing import Any

from agonist.forge.test.challenge import contested
from agonist.forge.test.pool import Modifier, modify, roll_pools
from agonist.forge.trial import Attempt, Side, Trial
from agonist.forge.types.gauntlets import DestructionType
from agonist.kernel import Contest, ContestType, Procedure, defaults, enumerate_procedure, game


def fighter(name: str, dice: int, training: int, **more: Any) -> dict[str, Any]:
    sheet = {"vigor": dice, "intuition": 1, "reason": 1, "skills": {"fight": {"training": training}}, **more}
    return {"name": name, "seat": name.lower(), "sheet": sheet}


def begin(type_name: str, *teams: list[dict[str, Any]], **more: Any) -> tuple[ContestType[Any], Any]:
    """A contest type and a state of it with these teams, called North, South, …"""
    kind = game("forge").type(type_name)
    names = ("North", "South", "East", "West")
    gauntlet = type_name in ("destruction", "subjugate", "mediate")
    sides = [
        {"name": name, "members": members, **({"aim": "destroy"} if type_name == "destruction" else {})}
        for name, members in zip(names, teams, strict=False)
    ]
    setup = {"teams": sides, "skill": "fight", **more}
    if not gauntlet:
        setup.setdefault("goal", "win")
    chosen, options = kind.setup_from(setup, {})
    return kind, kind.begin(chosen, options)


def rolled(dice: int, training: int, chosen: list[Modifier]) -> dict[int, Fraction]:
    """The effort of a pool with modifiers, enumerated. Not for Fervor, which never ends."""
    _, state = begin("contest", [fighter("Ann", dice, training)], [fighter("Ben", 1, 6)])

    def procedure(contest: Contest[Any]) -> Procedure[int]:
        attempt = Attempt("Ann", "ann", "fight", "vigor")
        side = Side(team="North", role="attack", members=[attempt])
        contest.state.test = Trial(goal="", sides=[side])
        yield from roll_pools(contest, side)
        yield from modify(contest, side, attempt, chosen)
        return int(contest.state.effort(side, attempt))

    return _counted(enumerate_procedure(state, procedure, defaults))


def margin(attack: list[dict[str, Any]], defend: list[dict[str, Any]]) -> dict[int, Fraction]:
    """The margins of a contest, enumerated."""
    _, state = begin("group-contest", attack, defend)

    def procedure(contest: Contest[Any]) -> Procedure[int]:
        def group(members: list[dict[str, Any]]) -> list[Attempt]:
            return [Attempt(each["name"], each["seat"], "fight", "vigor") for each in members]

        result = yield from contested(contest, group(attack), group(defend), "")
        return result.margin if result.attacker_wins else -result.margin

    return _counted(enumerate_procedure(state, procedure, defaults))


def _counted(ways: Any) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for _, result, chance in ways:
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


class Forgetful(DestructionType):
    """The real rules, with XP, reasons and idle tests forgotten after every turn, so that like states are one."""

    def turn(self, contest: Contest[Any]) -> Procedure[None]:
        yield from super().turn(contest)
        for character in contest.state.characters:
            character.earned = {}
            for skill in character.skills.values():
                skill.xp = 0
            for box in (*character.misfortune, *character.injury):
                box.harm = box.harm and "harm"
        contest.state.round = contest.state.still = 0
        contest.state.memory.justified = []
