"""The benchmarks of an evening: their servers do not hang up on people who think."""

import httpx

from benchmarks import _least_server


def test_the_bare_server_keeps_a_connection_longer_than_the_client_does() -> None:
    """With uvicorn's own five seconds, which are httpx's too, an act could be sent into a connection being shut."""
    kept = httpx.Limits().keepalive_expiry
    assert kept is not None
    assert kept < _least_server.KEEP_ALIVE
