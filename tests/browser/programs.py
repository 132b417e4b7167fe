"""What a program that acts for somebody at a screen asks and tells the server."""

from typing import Any

from agonist.web.who import COOKIE
from tests.browser.people import Person


def seen(person: Person, place: str) -> Any:
    """What the server shows this person there."""
    answer = person.context.request.get(place)
    assert answer.ok, answer.text()
    return answer.json()


def bearer(person: Person) -> dict[str, str]:
    """The head of a request that acts for this person."""
    (token,) = [each["value"] for each in person.context.cookies() if each["name"] == COOKIE]
    return {"authorization": f"Bearer {token}"}


def told(person: Person, place: str, body: Any) -> Any:
    """What the server answers a program that acts for this person."""
    answer = person.context.request.post(place, data=body, headers=bearer(person))
    assert answer.ok, answer.text()
    return answer.json()
