"""Set-ups that cannot be played are refused, with the place and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from agonist.tabletop import refuse

from ...chassis import Rating
from ...chassis.people import MOST_CONTESTANTS, Pairing, check_abilities, check_carries_none, check_cast
from ...chassis.ratings import ACCEPTED
from ..rolls.resistance import CLASSES, is_class
from ..rolls.results import STEP
from .contestants import NONE
from .limits import LEAST_RESOLVE, MOST_EXPERIENCE, MOST_RESOLVE
from .options import CommonOptions
from .setup import Scene, ability_whole, bonus_of, side_of
from .sheets import Character, FollowerEntry, RatingText


def check_options(options: CommonOptions) -> None:
    """QS-9: the base is at least 1. QS-31: a roll takes one story point, or more up to the pool."""
    _rating(options.base_resistance, "options.base_resistance")
    per_roll = options.story_points_per_roll
    number = int(per_roll) if str(per_roll).isdecimal() and len(str(per_roll)) < 4 else 0
    if per_roll != "pool" and not 1 <= number <= 99:
        refuse("So many story points no roll can take.", "1 to 99, or pool", "options.story_points_per_roll")


def check_scene(setup: Scene, options: CommonOptions) -> None:
    """What every contest needs: names that tell apart, ratings that can be read, a player's character."""
    check_options(options)
    groups = {"contestants": setup.contestants, "helpers": setup.helpers}
    everybody = [each for group in groups.values() for each in group]
    followers = [each.name for who in everybody for each in who.followers]
    check_cast(groups, "opposition", followers)
    for group, people in groups.items():
        for n, who in enumerate(people):
            _check(who, f"set-up.{group}[{n}]")
    if setup.story_points is not None and not 0 <= setup.story_points <= 99:
        refuse("This is no pool of story points.", "0 to 99", "set-up.story_points")
    if not 0 <= setup.party <= MOST_CONTESTANTS:
        refuse("This is no number of characters.", f"0 to {MOST_CONTESTANTS}", "set-up.party")
    back = next(
        (each.name for each in setup.contestants if each.opposition and each.name in setup.gone), None
    )
    if back is not None:
        refuse(
            f"{back} has fallen and does not return (QS-69).",
            "somebody else, or an empty list",
            "set-up.gone",
        )
    _check_followers(setup)
    _check_resources(setup, [*(who.name for who in everybody), *followers])


def _check_resources(setup: Scene, people: Sequence[str]) -> None:
    """QS-17: within what a correction may make of them, under names that are nobody's."""
    names = [*people, *(each.name for each in setup.resources)]
    for n, each in enumerate(setup.resources):
        place = f"set-up.resources[{n}]"
        if not each.name.strip() or names.count(each.name) > 1:
            refuse("Resources are told apart by their names.", "a name of its own for each", place)
        if not -200 <= each.bonus <= 200:
            refuse("This is no community's resource.", "−200 to 200", f"{place}.bonus")
        if not -9_999 <= (each.now or 0) <= 200:
            refuse("So far no community's resource goes.", "−9999 to 200", f"{place}.now")
        if each.bolstered not in (0, STEP):
            refuse("A resource is bolstered once at a time.", "0 or 5", place)


def check_kind(kind: str, setup: Scene) -> None:
    """QS-33: one kind of sequence for the whole game."""
    if setup.sequences not in ("any", kind):
        refuse(
            f"In this game sequences are {setup.sequences} (QS-33).",
            f"a {setup.sequences} sequence; or {kind} here, if they are {kind} from now on",
            "set-up.sequences",
        )


def check_two_sides(setup: Scene) -> None:
    """QS-27, QS-39: two sides."""
    sides = list(dict.fromkeys(side_of(each) for each in setup.contestants))
    if len(sides) != 2:
        refuse(f"There are {len(sides)} sides.", "exactly 2", "set-up.contestants")
    for side in sides:
        kinds = {each.opposition for each in setup.contestants if side_of(each) == side}
        if len(kinds) > 1:
            refuse(
                "The game master's opposition and players' characters stand on different sides.",
                "a side for each",
                "set-up.contestants",
            )


def check_pairings(pairings: Sequence[Pairing], characters: Sequence[Character]) -> None:
    """Two of different sides; a follower who stands as a contestant can be one of them (QS-50)."""
    sides = {each.name: side_of(each) for each in characters}
    sides |= {
        one.name: side_of(each) for each in characters for one in each.followers if one.role == "contestant"
    }
    for n, pairing in enumerate(pairings):
        place = f"set-up.pairings[{n}]"
        for field in ("one", "two"):
            _known(getattr(pairing, field), list(sides), f"{place}.{field}")
        if len({sides[name] for name in (pairing.one, pairing.two) if name}) != 2:
            refuse("A pairing is of two sides.", "one name of each side", place)


def _check(who: Character, place: str) -> None:
    if who.opposition:
        _check_opposition(who, place)
        return
    _check_abilities(who, place)
    names = [each.name for each in who.abilities]
    if len(set(who.flaws)) < len(who.flaws) or not all(who.flaws) or set(who.flaws) & set(names):
        refuse("Flaws are told apart by their names.", "a name of its own for each", f"{place}.flaws")
    for n, modifier in enumerate(who.modifiers):
        spot = f"{place}.modifiers[{n}]"
        if not -200 <= modifier.value <= 200 or not modifier.label:
            refuse("A modifier has a label and a value.", "a label, and −200 to 200", spot)
        _known(modifier.ability, names, f"{spot}.ability")
    for n, lasting in enumerate(who.lasting):
        if not -200 <= lasting.value <= 200:
            refuse("This is no lasting effect.", "−200 to 200", f"{place}.lasting[{n}].value")
        for name in lasting.touches:
            _known(name, [*names, *who.flaws, *_lent(who), NONE], f"{place}.lasting[{n}].touches")
    if not 0 <= who.experience <= MOST_EXPERIENCE:
        refuse("This is no experience.", f"0 to {MOST_EXPERIENCE}", f"{place}.experience")
    if not LEAST_RESOLVE <= who.resolve <= who.starting_resolve <= MOST_RESOLVE or who.starting_resolve < 0:
        refuse("Resolve is at most what it starts at.", "a starting resolve from 0, and no more", place)


def _lent(who: Character) -> list[str]:
    """QS-2, QS-23: followers' abilities, which may be strained or hurt like one's own."""
    return [
        name
        for each in who.followers
        for name in (each.ability or each.name, *(one.name for one in each.more))
    ]


def _check_abilities(who: Character, place: str) -> None:
    """QS-1, QS-2: ratings, and breakouts of keywords that are there."""
    check_abilities(who, place)
    for n, each in enumerate(who.abilities):
        spot = f"{place}.abilities[{n}]"
        if not each.keyword:
            _rating(each.rating, f"{spot}.rating")
            continue
        keywords = [other.name for other in who.abilities if not other.keyword]
        _known(each.keyword, keywords, f"{spot}.keyword")
        try:
            bonus = bonus_of(each)
        except ValueError:
            refuse(f"{each.rating!r} is no breakout's bonus.", "a bonus such as +5", f"{spot}.rating")
        if not 0 <= bonus <= 200 or ability_whole(each, who) < 1:
            refuse("This is no breakout's bonus.", "0 to 200", f"{spot}.rating")


def _check_opposition(who: Character, place: str) -> None:
    """QS-8: what would change the opposition's number is part of it; QS-30: it has no story points."""
    fields = ("abilities", "flaws", "modifiers", "lasting", "followers")
    carried = {field: getattr(who, field) for field in fields}
    check_carries_none(carried, "Opposition carries none; it is all in its resistance.", "nothing", place)
    if not is_class(who.resistance):
        _rating(who.resistance, f"{place}.resistance", least=0, more=f", or {', '.join(CLASSES)}")
    if not 1 <= who.resolve <= 99:
        refuse("Opposition begins with resolve.", "1 to 99", f"{place}.resolve")


def _check_followers(setup: Scene) -> None:
    """QS-50, QS-58: names, ratings, and whom they serve."""
    friends = [who.name for who in setup.contestants if not who.opposition]
    for group in ("contestants", "helpers"):
        for n, who in enumerate(getattr(setup, group)):
            own = [each.name for each in who.abilities]
            for m, each in enumerate(who.followers):
                place = f"set-up.{group}[{n}].followers[{m}]"
                if not each.name.strip():
                    refuse("A follower needs a name.", "1 to 60 characters", f"{place}.name")
                _rating(each.rating, f"{place}.rating")
                _check_more(each, place)
                for name in (each.ability or each.name, *(one.name for one in each.more)):
                    if name in own:
                        refuse(
                            "That ability is there already.", "an ability of another name", f"{place}.ability"
                        )
                    own.append(name)
                others = [name for name in friends if name != who.name]
                if each.assigned_to and each.assigned_to not in others:
                    refuse("A follower is assigned to a teammate.", ", ".join(others) or "nobody", place)
                if not 0 <= each.lost <= 2:
                    refuse("One who has lost so much resolve has left.", "0 to 2", f"{place}.lost")


def _check_more(follower: FollowerEntry, place: str) -> None:
    """QS-2: a sidekick's further abilities have ratings of their own."""
    if follower.more and follower.kind == "retainers":
        refuse("Retainers are one ability (QS-2).", "a sidekick, or nothing", f"{place}.more")
    for n, each in enumerate(follower.more):
        if not each.name or each.keyword:
            refuse("A follower's ability has a name and a rating.", "no keyword", f"{place}.more[{n}]")
        _rating(each.rating, f"{place}.more[{n}].rating")


def _known(name: str, names: Sequence[str], place: str) -> None:
    if name and name not in names:
        refuse(f"There is no {name!r} here.", ", ".join(names), place)


def _rating(text: RatingText, place: str, *, least: int = 1, more: str = "") -> None:
    try:
        rating = Rating.parse(text)
    except ValueError as problem:
        refuse(f"{problem}.", ACCEPTED + more, place)
    if rating.whole < least:
        refuse(f"A rating is at least {least}.", ACCEPTED + more, place)
