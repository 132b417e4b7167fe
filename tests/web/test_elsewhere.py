"""Frames of other sites: closed unless the owner of the server lists them."""

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.table import Refused
from agonist.web import Settings, create_app
from agonist.web.frame import CONTENT_SECURITY_POLICY, listed_origins
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED

Client = TestClient[Litestar]
LISTED = "https://www.owlbear.rodeo, https://*.discordsays.com"


@pytest.fixture
def framed(tmp_path: Path) -> Litestar:
    store = empty_store(tmp_path / "framed.db")
    return create_app(Settings(database=store, limits=UNHURRIED, frames=LISTED))


def test_nobody_may_frame_a_page_by_default(client: Client) -> None:
    """And there is nothing for other sites to read."""
    assert "frame-ancestors 'none'" in client.get("/").headers["content-security-policy"]
    assert client.get("/embed/owlbear.json").status_code == 404
    assert client.get("/embed/action", headers={"accept": "text/html"}).status_code == 404


def test_listed_sites_may_and_all_else_stays_as_closed(framed: Litestar) -> None:
    with TestClient(framed) as client:
        policy = client.get("/about").headers["content-security-policy"]
        ours, _, theirs = policy.partition("frame-ancestors ")
        assert theirs == "https://www.owlbear.rodeo https://*.discordsays.com"
        assert ours == CONTENT_SECURITY_POLICY.partition("frame-ancestors ")[0]
        manifest = client.get("/embed/owlbear.json")
        assert manifest.headers["access-control-allow-origin"] == "*"
        action = manifest.json()["action"]
        assert client.get(action["icon"]).headers["content-type"].startswith("image/svg+xml")
        assert "Your tables" in client.get(action["popover"]).text


@pytest.mark.parametrize(
    ("destination", "frames", "kept"),
    [("iframe", True, True), ("document", True, False), ("iframe", False, False)],
)
def test_a_seat_in_a_frame_is_kept_for_that_site_alone(
    client: Client, destination: str, frames: bool, kept: bool
) -> None:
    """Elsewhere its cookie is sent to pages of our own only, as ever."""
    made = client.post("/api/tables", json={"name": "Friday"}).json()
    settings = client.app.state.settings
    client.app.state.settings = Settings(
        database=settings.database, limits=UNHURRIED, frames=LISTED if frames else ""
    )
    answer = client.get(
        f"/join/{made['token']}", headers={"sec-fetch-dest": destination}, follow_redirects=False
    )
    client.app.state.settings = settings
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert ("samesite=none" in cookie and "partitioned" in cookie and "secure" in cookie) == kept
    assert ("samesite=lax" in cookie) == (not kept)


@pytest.mark.parametrize(
    "frames", ["*", "https://a.example/path", "'self'", "javascript:x", "https://a;script-src *"]
)
def test_what_is_no_origin_is_refused(frames: str) -> None:
    with pytest.raises(Refused, match="no origin"):
        listed_origins(frames)


def test_an_overlay_is_what_anybody_may_see(client: Client) -> None:
    """Whoever opens it."""
    made = client.post("/api/tables", json={"name": "Friday"}).json()
    head = {"authorization": f"Bearer {made['token']}"}
    new = {"game": "forge", "type": "contest", "preset": "kerfuffle-at-court"}
    contest = client.post(f"/api/tables/{made['table']['id']}/contests", json=new, headers=head).json()["id"]
    cookie = {"cookie": f"agonist={made['token']}", "accept": "text/html"}
    page = client.get(f"/contests/{contest}?overlay=yes", headers=cookie).text
    assert "seat=onlooker" in page
    assert "<form" not in page.partition('id="yours"')[2].partition('id="meanwhile"')[0]
    there = client.get(f"/tables/{made['table']['id']}/overlay", headers=cookie, follow_redirects=False)
    assert there.headers["location"].startswith(f"/contests/{contest}?")
    assert "overlay=yes" in there.headers["location"]
