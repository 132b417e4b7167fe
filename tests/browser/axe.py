"""Looks at pages with axe-core. They allow no foreign script, so the test puts it in itself."""

from pathlib import Path
from typing import Any, Literal

from tests.browser.people import Person

AXE = (Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text(
    encoding="utf-8"
)
# Everything that is folded is opened, so that nothing is passed over.
OPEN = "() => document.querySelectorAll('details').forEach((each) => { each.open = true; })"

ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
LOOKS: tuple[tuple[int, int, Literal["light", "dark"], list[str]], ...] = (
    (1440, 900, "light", ALL),
    (1440, 900, "dark", COLOURS),
    (360, 740, "dark", ALL),
    (360, 740, "light", COLOURS),
)
"""All rules at each width and in each light; what depends on colours at each width in each light."""

RUN = """(rules) => axe.run(document, {resultTypes: ['violations'], iframes: false, runOnly: rules}).then(
  (all) => all.violations.map(
    (each) => [each.id, each.nodes.map((node) => `${node.target}: ${node.failureSummary}`)],
  ))"""


def audited(person: Person, *, unfold: bool = False) -> list[str]:
    """What axe-core finds on the page as it stands, on a laptop and on a phone, in daylight and in lamplight."""
    page = person.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    if unfold:
        page.evaluate(OPEN)
    found = []
    for width, height, light, rules in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=light)
        violations: list[Any] = page.evaluate(RUN, rules)
        found += [
            f"{rule} on {page.url} at {width} px in {light}: {node}"
            for rule, nodes in violations
            for node in nodes
        ]
    return found
