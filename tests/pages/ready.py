"""The presets of all installed games, as (game, type, preset)."""

from tests.support.installed import installed_games

PRESETS = [
    (rules.name, kind.name, key)
    for rules in installed_games()
    for kind in rules.types
    for key in kind.presets
]
