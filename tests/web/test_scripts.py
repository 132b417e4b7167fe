"""Scripts are modules: what one imports it imports by its content, so no page mixes scripts of two houses."""

import re
from pathlib import Path
from typing import Any

import pytest

from agonist.web import static_files
from agonist.web.static_files import STATIC, version_of

SCRIPTS = sorted(path.name for path in (STATIC / "js").glob("*.js"))
IMPORTS = re.compile(r'^import\b.*"\./([^"]+)"', re.MULTILINE)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_imports_others_by_their_content(client: Any, name: str) -> None:
    told = client.get(f"/static/js/{name}?v={version_of(f'js/{name}')}")
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/javascript")
    assert "max-age" in told.headers["cache-control"]
    own = (STATIC / "js" / name).read_text("utf-8")
    plain = IMPORTS.findall(own)
    assert IMPORTS.findall(told.text) == [f"{each}?v={version_of(f'js/{each}')}" for each in plain]
    assert re.sub(r"\.js\?v=\w+", ".js", told.text) == own


def test_nothing_goes_from_script_to_script_but_by_import() -> None:
    assert [name for name in SCRIPTS if "globalThis" in (STATIC / "js" / name).read_text("utf-8")] == []
    assert "dice.js" in IMPORTS.findall((STATIC / "js" / "stage.js").read_text("utf-8"))


def test_a_script_has_another_address_when_what_it_imports_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "one.js").write_text('import { two } from "./two.js";\n')
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
    addresses = []
    for word in ("old", "new"):
        (tmp_path / "js" / "two.js").write_text(f"export const two = '{word}';\n")
        version_of.cache_clear()
        static_files._script.cache_clear()
        addresses.append(version_of("js/one.js"))
    version_of.cache_clear()
    static_files._script.cache_clear()
    assert addresses[0] != addresses[1]


def test_there_is_no_other_script(client: Any) -> None:
    assert client.get("/static/js/none.js").status_code == 404
    assert client.get("/static/js/..%2Ftokens.css").status_code == 404
    assert client.get("/static/css/base.css").status_code == 200
