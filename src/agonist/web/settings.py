"""How a server runs: from flags, variables of the environment that begin with ``AGONIST_``, and `agonist.toml`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from agonist.table import Limits, Reach

OpenTo = Literal["everybody", "word", "nobody"]
"""Who may open tables."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be chosen about a server.

    `database` is a URL (``sqlite:///file.db`` or ``postgresql://…``), `base_path` where the server lives behind a
    proxy, `proxies` whose headers are believed (comma-separated addresses, or ``*``), `most_live` how many
    contests stay in memory, each for `idle` seconds. From `worker_ports` on each process has a port of its own.
    `open_to` says who may open tables, those who know the `word` perhaps; `webhooks` says where tables may send
    messages; `frames` are the origins of other sites that may show this one in a frame; `backups` is the directory
    where they are kept, the newest `keep` of them.
    """

    database: str = "sqlite:///agonist.db"
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8000
    workers: Annotated[int, msgspec.Meta(ge=1)] = 1
    worker_ports: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 0
    base_path: str = ""
    proxies: str = ""
    most_live: int = 1_000
    idle: float = 600
    patience: float = 10
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["people", "json"] = "json"
    open_to: OpenTo = "everybody"
    word: str = ""
    backups: str = ""
    keep: Annotated[int, msgspec.Meta(ge=1)] = 14
    webhooks: Reach = "outside"
    frames: str = ""
    limits: Limits = Limits()

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that a proxy chooses among: one for each process, or the one of all."""
        first = self.worker_ports if self.workers > 1 else 0
        return tuple(range(first, first + self.workers)) if first else (self.port,)

    def path(self, place: str) -> str:
        """A place of this server as a path: ``/static/…`` becomes ``/base/static/…``."""
        return f"{self.base_path}{place}"

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] | None = None, told: Mapping[str, Any] | None = None
    ) -> Settings:
        """The defaults, changed by what a file told, changed by the environment; ``AGONIST_LIMITS`` is JSON."""
        found = os.environ if environment is None else environment
        given: dict[str, Any] = {**(told or {})} | {
            field: found[name]
            for field in cls.__struct_fields__
            if (name := f"AGONIST_{field.upper()}") in found and field != "limits"
        }
        if "AGONIST_LIMITS" in found:
            given["limits"] = given.get("limits", {}) | msgspec.json.decode(
                found["AGONIST_LIMITS"], type=dict[str, Any]
            )
        return msgspec.convert(given, cls, strict=False)

    def to_environment(self) -> dict[str, str]:
        """The same, as variables for another process."""
        plain = msgspec.to_builtins(self)
        limits = msgspec.json.encode(plain.pop("limits")).decode()
        return {f"AGONIST_{key.upper()}": str(value) for key, value in plain.items()} | {
            "AGONIST_LIMITS": limits
        }
