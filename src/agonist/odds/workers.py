"""Where pieces of work are done: in this process, in processes of this machine, or on a Dask cluster.

All three give the results in the order of the tasks, whoever finishes first, so that a sum or a decision to stop
comes out the same everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar, cast

from .refusal import refuse

__all__ = ["Workers", "workers"]

T = TypeVar("T")

Workers = Callable[[Callable[..., T], Iterable[tuple[Any, ...]]], Iterator[T]]
"""Calls a function with each of some arguments, and gives the results in their order."""


@contextmanager
def workers(count: int | None = None, cluster: str = "") -> Iterator[Workers[Any]]:
    """Workers for a while: `count` processes (all cores by default, 1 for this process alone), or a cluster's."""
    if cluster:
        with _cluster(cluster) as on_cluster:
            yield on_cluster
        return
    wanted = count or _cores()
    if wanted == 1:
        yield lambda function, tasks: (function(*task) for task in tasks)
        return
    with _processes(wanted) as local:
        yield local


@contextmanager
def _processes(count: int) -> Iterator[Workers[Any]]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(count, mp_context=get_context(_way_to_start()), initializer=_ignore_interrupts)

    def call(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        yield from _in_order(lambda task: pool.submit(function, *task), tasks, ahead=3 * count)

    try:
        yield call
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Workers[Any]]:
    try:
        from distributed import Client
    except ImportError:
        refuse("A cluster needs Dask: install it with pip install 'agonist[cluster]'.")
    try:
        client: Any = cast("Any", Client)(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as problem:
        refuse(
            f"No Dask scheduler answers at {address}: {problem}.",
            "an address such as tcp://127.0.0.1:8786",
            "cluster",
        )

    def call(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        ahead = 4 * max(1, sum(client.nthreads().values()))
        yield from _in_order(lambda task: client.submit(function, *task, pure=False), tasks, ahead=ahead)

    try:
        yield call
    finally:
        client.close()


def _in_order(
    submit: Callable[[tuple[Any, ...]], Any], tasks: Iterable[tuple[Any, ...]], *, ahead: int
) -> Iterator[Any]:
    """Keep some tasks ahead of the one whose result is waited for."""
    left = iter(tasks)
    waiting = [submit(task) for task in islice(left, ahead)]
    try:
        while waiting:
            result = waiting.pop(0).result()
            waiting += [submit(task) for task in islice(left, 1)]
            yield result
    finally:
        for future in waiting:
            future.cancel()


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _way_to_start() -> str:
    """Fork where that is safe, as it needs nothing of the script that calls; start anew where other threads run."""
    import threading
    from multiprocessing import get_all_start_methods

    return "fork" if "fork" in get_all_start_methods() and threading.active_count() == 1 else "spawn"


def _ignore_interrupts() -> None:
    """The process that asked decides when to stop."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
