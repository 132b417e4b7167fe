"""The presets of all installed games, as (game, type, preset)."""

from agonist.kernel import games

PRESETS = [(rules.name, kind.name, key) for rules in games() for kind in rules.types for key in kind.presets]
