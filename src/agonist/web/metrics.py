"""What is counted, for Prometheus."""

from __future__ import annotations

from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from agonist.table import Service
from agonist.table.backup import last_backup

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "agonist_requests", "Requests answered", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "agonist_request_seconds",
            "Time to answer a request",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.commits = Histogram(
            "agonist_commit_seconds", "Time to commit a batch", buckets=_SECONDS, registry=self.registry
        )
        self.jobs = Counter("agonist_jobs", "Jobs committed", registry=self.registry)
        self.streams = Gauge("agonist_streams", "Open streams", registry=self.registry)
        self.live = Gauge("agonist_live_contests", "Contests in memory", registry=self.registry)

        self.free = Gauge("agonist_disk_free_bytes", "Room on the disk of the tables", registry=self.registry)
        self.backed_up = Gauge(
            "agonist_last_backup_timestamp_seconds",
            "When the last good backup was written; 0 if there is none",
            registry=self.registry,
        )
        about = Gauge("agonist_info", "What runs here", ("version",), registry=self.registry)
        about.labels(version("agonist")).set(1)
        ProcessCollector(registry=self.registry)

    def watch(self, service: Service, backups: str = "") -> None:
        """Count what the service does, and look after its backups in a directory."""
        self.free.set_function(lambda: _or_nan(service.house.store.database.free()))
        self.backed_up.set_function(lambda: last_backup(backups) or 0)
        self.live.set_function(lambda: len(service.house.hall))
        service.house.store.writer.observe = self._committed

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _committed(self, jobs: int, seconds: float) -> None:
        self.jobs.inc(jobs)
        self.commits.observe(seconds)


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value
