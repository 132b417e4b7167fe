"""Logs: one JSON object a line, or words for a person. Tokens and answers are never passed to a logger."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

_FACTS = ("method", "route", "status", "ms")


class JsonLines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {fact: getattr(record, fact) for fact in _FACTS if hasattr(record, fact)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class Words(logging.Formatter):
    """A record as a line for people: when, and what."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        facts = [str(getattr(record, fact)) for fact in _FACTS if hasattr(record, fact)]
        weight = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        line = f"{when} {weight}{' '.join([record.getMessage(), *facts])}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up_logs(level: str, format: Literal["people", "json"] = "json") -> None:
    """Send everything from `level` on to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Words() if format == "people" else JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("alembic").setLevel(logging.WARNING)
