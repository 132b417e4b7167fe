"""The set-up page: a contest that goes on in the scene of the last one."""

from litestar import Litestar
from litestar.testing import TestClient

from tests.support import weary

weary.install()

NEW = "/new/weary/standoff"


def test_the_set_up_offers_to_go_on_in_the_last_scene(client: TestClient[Litestar]) -> None:
    made = client.post("/api/tables", json={"name": "Friday"}).json()
    head = {"authorization": f"Bearer {made['token']}", "sec-fetch-site": "same-origin"}
    home = f"/tables/{made['table']['id']}"

    def nerve_of(contest: str) -> int:
        state = client.get(f"/api/contests/{contest}", headers=head).json()["view"]["state"]
        nerve: int = state["rivals"][0]["nerve"]
        return nerve

    assert 'name="follows"' not in client.get(home + NEW, headers=head).text
    new = {"game": "weary", "preset": "noon", "title": "The bridge", "usual_dice": "sealed"}
    before = client.post(f"/api{home}/contests", json=new, headers=head).json()["id"]
    while asked := client.get(f"/api/contests/{before}", headers=head).json()["view"]["asked"]:
        value = "strike" if asked[0]["what"] == "deed" else "So be it."
        act = {"request": asked[0]["id"], "value": value}
        client.post(f"/api/contests/{before}/answers", json=act, headers=head)
    page = client.get(f"{home}{NEW}?preset=noon", headers=head).text
    assert "The scene of “The bridge” goes on" in " ".join(page.split())
    fields = {"setup.names.0": "Ash", "setup.names.1": "Birch", "setup.nerve": "2", "play.first": "me"}
    for follows, nerve in (("", 2), (before, 1)):
        sent = fields | {"play.second": "me", "do": "start", "follows": follows}
        told = client.post(home + NEW, data=sent, headers=head, follow_redirects=False)
        assert told.status_code == 303, told.text
        assert nerve_of(told.headers["location"].rpartition("/")[2]) == nerve


def test_a_contest_like_the_last_one_is_two_taps_away(client: TestClient[Litestar]) -> None:
    """The table's page leads to its set-up, filled in, with the same people; *Start* is the second tap."""
    made = client.post("/api/tables", json={"name": "Friday"}).json()
    head = {"authorization": f"Bearer {made['token']}", "sec-fetch-site": "same-origin"}
    home = f"/tables/{made['table']['id']}"
    ana = client.post(f"/api{home}/seats", json={"name": "Ana"}, headers=head).json()["seat"]["id"]
    setup = {"names": ["Ash", "Birch"], "nerve": 2}
    new = {
        "game": "weary",
        "type": "standoff",
        "setup": setup,
        "title": "The bridge",
        "casting": {"second": ana},
    }
    contest = client.post(f"/api{home}/contests", json=new, headers=head).json()["id"]
    assert "Like the last one" not in client.get(home, headers=head).text
    client.post(f"/api/contests/{contest}/end", json={}, headers=head)
    place = f"{NEW}?like={contest}"
    assert f"{home}{place}" in client.get(home, headers=head).text
    page = client.get(f"{home}{place}", headers=head).text
    assert 'value="The bridge"' in page
    assert f'<option value="seat:{ana}" selected>' in " ".join(page.split()).replace(" >", ">")
    fields = {"setup.names.0": "Ash", "setup.names.1": "Birch", "setup.nerve": "2", "do": "start"}
    sent = fields | {"play.first": "me", "play.second": f"seat:{ana}", "auto.second": f"seat:{ana}"}
    told = client.post(home + NEW, data=sent, headers=head, follow_redirects=False)
    again = client.get(f"/api/contests/{told.headers['location'].rpartition('/')[2]}", headers=head).json()
    assert {each["holder"] for each in again["seats"]} >= {ana}
    assert again["view"]["state"]["rivals"][0]["nerve"] == 2
