"""The application: the API, the pages, and what is around both."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

from agonist.table import Service, StoreUnavailable

from .api import api_router
from .described import openapi_config
from .documentation import api_page
from .frame import Frame
from .health import HEALTH_ROUTES
from .joining import join
from .logs import set_up_logs
from .metrics import Metrics
from .pages import ROUTES, error_page, load_templates
from .pages.parts import kept
from .problems import problem_response
from .settings import Settings
from .static_files import static_routes
from .stopping import when_stopping

HERE = Path(__file__).parent

_log = logging.getLogger("agonist.web")

_COMPRESSED = CompressionConfig(
    backend="gzip",
    minimum_size=1_000,
    gzip_compress_level=5,
    exclude=[r"/stream$", r"\.woff2$"],
    exclude_opt_key="as_it_is",
)
"""Slow links get small answers. A stream must not wait for more, fonts are compressed, what an act answers is short,
and what can be large is compressed beside the loop by who makes it (`pages.large`)."""


_SWITCH_SECONDS = 0.0005
"""How soon a thread that works aside lets the event loop go on; Python's own 5 ms add up over the steps of an act."""


_GARBAGE = 10_000, 20, 20
"""After how many new things unused ones are looked for, and how seldom old ones; a page soon makes Python's own 700.

Ten thousand are looked through in some ten milliseconds, for which everybody waits.
"""


def create_app(settings: Settings | None = None) -> Litestar:
    """The whole server as an ASGI application. Its `state` holds `service`, `settings` and `metrics`."""
    chosen = settings or Settings.from_environment()
    metrics = Metrics()
    routes: list[Any] = [api_router(), *HEALTH_ROUTES, api_page, join, *ROUTES, *static_routes()]
    app = Litestar(
        route_handlers=routes,
        path=chosen.base_path or None,
        lifespan=[_service],
        state=State({"settings": chosen, "metrics": metrics}),
        dependencies={"service": Provide(_get_service, sync_to_thread=False)},
        exception_handlers={Exception: _error},
        template_config=TemplateConfig(directory=HERE / "templates", engine=JinjaTemplateEngine),
        openapi_config=openapi_config(),
        compression_config=_COMPRESSED,
        request_max_body_size=262_144,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Frame(
        app.asgi_handler, metrics, chosen.path("/api/"), any_proxy=chosen.proxies == "*", frames=chosen.frames
    )
    return app


def served_app() -> Litestar:
    """The same, as each process of `agonist serve` makes it: with logs, and settings from the environment."""
    settings = Settings.from_environment()
    set_up_logs(settings.log_level, settings.log_format)
    return prepared(create_app(settings))


def prepared(app: Litestar) -> Litestar:
    """An application that has a process to itself, and does before the first visit what would delay an act later."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.set_threshold(*_GARBAGE)
    app.on_startup.append(_warm)
    return app


async def _warm(app: Litestar) -> None:
    app.state.warming = asyncio.create_task(_make_ready(app.state.service))


async def _make_ready(service: Service) -> None:
    """Have templates, and somebody who answers about odds, while the server starts; what is there then stays."""
    await asyncio.to_thread(load_templates)
    await service.house.clerks.warm()
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def _service(app: Litestar) -> AsyncIterator[None]:
    async with AsyncExitStack() as open_now:
        service = await _opened(app.state.settings, open_now)
        app.state.service = service
        service.house.dropping.append(kept.forget)
        app.state.metrics.watch(service, app.state.settings.backups)
        with when_stopping(service.house.hub.close):
            yield


async def _opened(settings: Settings, open_now: AsyncExitStack) -> Service:
    """The service; a process of several waits for its database, which may be away when it is started anew."""
    stopping = asyncio.Event()
    with when_stopping(stopping.set):
        while True:
            opening = Service.open(
                settings.database,
                limits=settings.limits,
                most_live=settings.most_live,
                idle=settings.idle,
                patience=settings.patience,
                webhooks=settings.webhooks,
            )
            try:
                return await open_now.enter_async_context(opening)
            except StoreUnavailable:
                if settings.workers < 2 or stopping.is_set():
                    raise
                _log.warning("The database does not answer; waiting for it")
                await asyncio.sleep(1)


def _get_service(state: State) -> Service:
    service: Service = state.service
    return service


def _error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A page for people, problem details for everybody else."""
    if "text/html" in request.headers.get("accept", "") and "/api/" not in request.url.path:
        return error_page(request, error)
    return problem_response(request, error)
