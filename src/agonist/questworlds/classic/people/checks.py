"""Whether a set-up is one that a contest can start from; a refusal says where and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from agonist.tabletop import refuse

from ...chassis.people import check_abilities, check_carries_none, check_cast, check_count
from ...chassis.ratings import ACCEPTED, Rating
from ..rolls.resistance import is_class, resistance_from
from .modifiers import ALLOWED, LARGEST, PLOT, value_from
from .options import SimpleOptions
from .setup import Character, RatingText, augmented_ability, is_own, side_of


def check_options(options: SimpleOptions) -> None:
    _rating(options.base_resistance, "options.base_resistance")


def check_characters(
    characters: Sequence[Character], options: SimpleOptions, outsiders: Sequence[Character] = ()
) -> None:
    """QW-9 to QW-12 for each contestant, and names that tell them apart."""
    check_cast({"contestants": characters, "outsiders": outsiders}, "resistance")
    for group, people in (("contestants", characters), ("outsiders", outsiders)):
        for n, who in enumerate(people):
            _check(who, options, f"set-up.{group}[{n}]")
    _check_followers(characters, outsiders)


def check_sides(characters: Sequence[Character], *, least: int, most: int | None = None) -> None:
    """So many contestants, on at least two sides."""
    check_count(characters, least=least, most=most)
    if len({side_of(who) for who in characters}) < 2:
        refuse("All are on one side.", "contestants of at least two sides", "set-up.contestants")


def _check(who: Character, options: SimpleOptions, place: str) -> None:
    """QW-5, QW-9: a resistance has no hero points, and its modifiers are part of its number."""
    lent = [
        each.ability or each.name for each in who.followers if each.use == "ability" and not each.assigned_to
    ]
    abilities = [each.name for each in who.abilities]
    check_abilities(who, place, lent)
    for n, each in enumerate(who.abilities):
        _rating(each.rating, f"{place}.abilities[{n}].rating", options.base)
    if who.resistance:
        carried = {
            field: getattr(who, field) for field in ("modifiers", "augments", "lasting", "hero_points")
        }
        check_carries_none(carried, "A resistance carries none.", "the resistance's rating itself", place)
    _check_modifiers(who, abilities + lent, place)


def _check_modifiers(who: Character, abilities: list[str], place: str) -> None:
    for n, each in enumerate(who.modifiers):
        spot = f"{place}.modifiers[{n}]"
        if each.value is None and each.kind != "stretch":
            refuse("The modifier has no value.", "a number such as 3 or −6", f"{spot}.value")
        value = -6 if each.value is None else _value(each.value, f"{spot}.value")
        if value not in ALLOWED.get(each.kind, (value,)):
            refuse(
                f"This is no {each.kind} modifier.", ", ".join(map(str, ALLOWED[each.kind])), f"{spot}.value"
            )
        _known(each.ability, abilities, f"{spot}.ability")
    for n, augment in enumerate(who.augments):
        spot = f"{place}.augments[{n}]"
        if augment.kind == "plot" and _value(augment.value, f"{spot}.value") not in PLOT:
            refuse("This is no plot augment.", "3, 6, 9 or +M", f"{spot}.value")
        if augment.kind != "plot" and augment.rating is None and not is_own(augment, who):
            refuse("The augmenting ability has no rating.", ACCEPTED, f"{spot}.rating")
        if augment.rating is not None:
            _rating(augment.rating, f"{spot}.rating")
        _known(augment.ability, abilities, f"{spot}.ability")
        if is_own(augment, who) and augment.source == augmented_ability(augment, who):
            refuse("An ability does not augment itself.", "another ability", f"{spot}.source")
    if sum(is_own(each, who) for each in who.augments) > 1:
        refuse(
            "Two augments come from own abilities.",
            "one from an own ability, more from others",
            f"{place}.augments",
        )
    for n, carried in enumerate(who.lasting):
        for name in carried.abilities:
            _known(name, abilities, f"{place}.lasting[{n}].abilities")


def _check_followers(characters: Sequence[Character], outsiders: Sequence[Character]) -> None:
    """QW-12: what holds for whom a follower serves holds for its owner too, if it may refuse to go."""
    everybody = [*characters, *outsiders]
    places = [f"set-up.contestants[{n}]" for n, _ in enumerate(characters)]
    places += [f"set-up.outsiders[{n}]" for n, _ in enumerate(outsiders)]
    names = [each.name for who in everybody for each in who.followers]
    abilities = {who.name: [known.name for known in who.abilities] for who in everybody}
    for who, whose in zip(everybody, places, strict=True):
        for m, each in enumerate(who.followers):
            place = f"{whose}.followers[{m}]"
            if not each.name.strip() or names.count(each.name) > 1:
                refuse(
                    "Followers are told apart by their names.", "a name of its own for each", f"{place}.name"
                )
            _rating(each.rating, f"{place}.rating")
            friends = _friends(who, characters, who in outsiders)
            if each.assigned_to and each.assigned_to not in friends:
                refuse("A follower follows somebody of the same side.", ", ".join(friends) or "nobody", place)
            served = next((other for other in characters if other.name == each.assigned_to), who)
            for master in (served, who) if each.reluctant and served is not who else (served,):
                if master.resistance and each.use == "augment":
                    refuse("A resistance carries no augment.", "use: ap or ability", f"{place}.use")
                lent = each.ability or each.name
                if each.use == "ability" and lent in abilities[master.name]:
                    refuse("That ability is there already.", "an ability of another name", f"{place}.ability")
                abilities[master.name] += [lent] if each.use == "ability" else []


def _friends(who: Character, characters: Sequence[Character], outside: bool) -> list[str]:
    """Comrades; who stands outside may lend a follower to anybody in the contest."""
    return [
        each.name for each in characters if outside or (each is not who and side_of(each) == side_of(who))
    ]


def _known(name: str, abilities: list[str], place: str) -> None:
    if name and name not in abilities:
        refuse(f"There is no ability {name!r}.", ", ".join(abilities), place)


def _rating(text: RatingText, place: str, base: Rating | None = None) -> None:
    try:
        rating = resistance_from(text, base) if base else Rating.parse(text)
    except ValueError as problem:
        refuse(f"{problem}.", ACCEPTED, place)
    if rating.hopeless and not is_class(text):
        refuse("A rating is at least 1.", ACCEPTED, place)


def _value(text: RatingText, place: str) -> int:
    try:
        value = value_from(text)
    except ValueError:
        refuse(f"{text!r} is no modifier.", "a number such as 3 or −6, or +M", place)
    if abs(value) > LARGEST:
        refuse(f"{text!r} is too large for a modifier.", f"−{LARGEST} to {LARGEST}", place)
    return value
