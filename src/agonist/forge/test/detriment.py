"""FG-14, FG-19, FG-22: the last step of a test, an own detrimental trait or an asset, not both."""

from __future__ import annotations

from functools import lru_cache

from agonist.kernel import Contest, Event, Option, Procedure
from agonist.tabletop import Told, after_dice, before_dice, begun

from ..people.knobs import BOOK, ForgeKnobs
from ..people.sheet import Asset, Trait, told_apart
from ..scene import Scene, SceneT, named
from ..trial import Attempt, Side
from .pool import more_dice, some_dice, took
from .sources import Source, detriments, does_it_fit, reveal_to_knowers


def least_effort(asset: Asset, *, off_label: bool, knobs: ForgeKnobs = BOOK) -> int:
    """FG-19: the effort that an asset gives at least.

    >>> [least_effort(Asset("blade", "fight", quality), off_label=False) for quality in (1, 2, 3, 4, 5)]
    [1, 2, 1, 1, 2]
    """
    if off_label:
        return knobs.off_label
    return (asset.quality - 1) // 2 if asset.quality >= knobs.masterpiece_from else asset.quality


def off_label(asset: Asset, side: Side, attempt: Attempt) -> bool:
    """Whether an asset is not made for this skill, or not for this side of a contest."""
    return asset.skill != attempt.skill or (side.role != "test" and asset.use not in (side.role, "both"))


def last_ways(scene: Scene, side: Side, attempt: Attempt, wanted: str = "") -> list[Option]:
    """FG-14: assets for everybody who tests, and for the main actor also the own detrimental traits."""
    assets = [] if wanted == "own" else _assets(scene, side, attempt)
    own = [] if wanted == "asset" or attempt is not side.members[0] else _detriments(scene, side)
    return assets + own


def take_last_step(contest: Contest[SceneT], side: Side, attempt: Attempt, key: str) -> Procedure[bool]:
    """Whether the step was taken: an asset is kept where it does not help any more, a trait may turn out not to fit."""
    scene = contest.state
    assets = {f"asset:{label}": label for label in told_apart(scene.who(attempt.name).assets)}
    if key not in assets:
        return (yield from _suffer_trait(contest, side, key))
    open_keys = [option.key for option in _assets(scene, side, attempt) if not option.unavailable]
    if key in open_keys:
        _use_asset(contest, side, attempt, assets[key])
    return True


def _assets(scene: Scene, side: Side, attempt: Attempt) -> list[Option]:
    good = {n: asset for n, asset in told_apart(scene.who(attempt.name).assets).items() if asset.quality}
    if not good:
        return []
    effort = scene.effort(side, attempt)
    found = []
    for label, asset in good.items():
        other = off_label(asset, side, attempt)
        least = least_effort(asset, off_label=other, knobs=scene.knobs)
        found.append(_asset(label, asset.quality, least, effort, other))
    return found


@lru_cache(maxsize=2_000)
def _asset(label: str, quality: int, least: int, effort: int, off_label: bool) -> Option:
    change = f"at least {least} effort, now {effort}" + (", off-label" if off_label else "")
    why = "" if least > effort else f"the effort is {effort} already"
    name = f"Use {label} (quality {quality})"
    return Option(f"asset:{label}", name, why, change, "FG-19", leaves=(("effort", least),))


class AssetUsed(Told, frozen=True):
    rule = "FG-19"
    says = (
        "{name} uses {asset}{off_label:? for what it was not made for}: at least {least} effort. "
        "Its quality is {quality}."
    )
    name: str
    asset: str
    least: int
    quality: int
    off_label: bool = False


def _use_asset(contest: Contest[SceneT], side: Side, attempt: Attempt, label: str) -> None:
    """FG-19: quality drops by 1, a masterpiece's only if the test fails."""
    asset = told_apart(contest.state.who(attempt.name).assets)[label]
    other = off_label(asset, side, attempt)
    knobs = contest.state.knobs
    attempt.least = least_effort(asset, off_label=other, knobs=knobs)
    if asset.quality >= knobs.masterpiece_from:
        attempt.masterpiece = label
    else:
        asset.quality = max(0, asset.quality - knobs.asset_wear)
    contest.state.count()
    contest.report(AssetUsed, attempt.name, asset.name, attempt.least, asset.quality, other)


class AssetDropped(Told, frozen=True):
    rule, says = "FG-19", "The test failed, and {asset} of {name} drops to quality {quality}."
    name: str
    asset: str
    quality: int


def wear_masterpieces(contest: Contest[SceneT], side: Side, *, success: bool) -> None:
    """FG-19: a masterpiece does not drop if the test succeeds."""
    if success:
        return
    for attempt in side.members:
        if attempt.masterpiece:
            asset = told_apart(contest.state.who(attempt.name).assets)[attempt.masterpiece]
            asset.quality = max(0, asset.quality - contest.state.knobs.asset_wear)
            contest.report(AssetDropped, attempt.name, asset.name, asset.quality)


def _detriments(scene: Scene, side: Side) -> list[Option]:
    test, own = scene.running(), detriments(scene, side)
    if test.contested:
        rivals = scene.opposing(side)
        return [_for_rival(each.label, each.rating, other.main.name) for each in own for other in rivals]
    now = test.difficulty + side.raised
    return [_for_difficulty(each.label, each.rating, now) for each in own]


@lru_cache(maxsize=2_000)
def _for_rival(trait: str, rating: int, rival: str) -> Option:
    some = "1 die" if rating == 1 else f"{rating} dice"
    label = f"To your detriment: {trait}, {some} for {rival}"
    return Option(
        f"own:{trait}:{rival}", label, help=f"+{rating} Favor", rule="FG-22", leaves=(("favor", rating),)
    )


@lru_cache(maxsize=2_000)
def _for_difficulty(trait: str, rating: int, now: int) -> Option:
    change = f"+{rating} Favor, difficulty {now} becomes {now + rating}"
    return Option(f"own:{trait}", f"To your detriment: {trait}", help=change, leaves=(("favor", rating),))


class Detriment(Event, frozen=True):
    rule = "FG-14"
    name: str
    trait: str
    rating: int
    gives: str = ""

    def text(self) -> str:
        gets = f"{self.gives} gets {some_dice(self.rating)}"
        what = gets if self.gives else f"the difficulty rises by {self.rating}"
        end = f"{what}, and {self.name} gains {self.rating} Favor."
        return begun(f"{self.trait} is to the detriment of {self.name}: {end}")


def _suffer_trait(contest: Contest[SceneT], side: Side, key: str) -> Procedure[bool]:
    """FG-14, FG-22: Favor for a higher difficulty, or in a contest for an opponent's dice.

    A volunteered trait takes nothing from what the opponent may use.
    """
    scene = contest.state
    user = scene.who(side.main.name)
    rivals = scene.opposing(side)
    ways: dict[str, tuple[Source, Side | None]] = {}
    for source in detriments(scene, side):
        ways |= {f"own:{source.label}:{other.main.name}": (source, other) for other in rivals}
        ways |= {} if rivals else {f"own:{source.label}": (source, None)}
    if key not in ways:
        return False
    chosen, other = ways[key]
    trait, refused = chosen.thing, []
    assert isinstance(trait, Trait)
    waits = other is not None and other.main.rolled
    fits = does_it_fit(contest, side, user.name, chosen, lambda: refused.append(chosen), directed=not waits)
    faces: tuple[tuple[int, ...], ...] = ()
    if other is not None and waits:
        dice = more_dice(other.main, trait.rating, "added dice", "FG-22")
        faces = yield from before_dice(contest, lambda: [fits], lambda: () if refused else (dice,))
    else:
        yield from after_dice(contest, lambda: [fits])
    if refused:
        return False
    scene.memory.justify(user.name, user.name, chosen.label)
    user.earn(trait.rating)
    rule, gives = ("FG-22", other.main.name) if other else ("FG-14", "")
    contest.report(Detriment, user.name, named(trait), trait.rating, gives, under=rule)
    reveal_to_knowers(contest, user, trait)
    if other is None:
        scene.running().difficulty += trait.rating
    elif faces:
        took(contest, other, other.main, faces[0], "added dice", "FG-22")
    else:
        other.main.bonus += trait.rating
    return True
