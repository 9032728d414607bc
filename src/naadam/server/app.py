"""The application: builds all services, and puts rooms behind HTTP and WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from naadam.bots.uni import registered
from naadam.core.compiling.bound import compile_elsewhere
from naadam.core.errors import NaadamError
from naadam.core.texts import LANGUAGES
from naadam.server.cluster.ownership import SharedOwnership
from naadam.server.features import editor, explorer, first_games, guide, lessons
from naadam.server.http.documents import SITE, serve_documents
from naadam.server.http.host_check import HostCheck, MetricsToken
from naadam.server.http.host_page import HostKey
from naadam.server.http.middleware import LARGEST_BODY, Middleware, is_public
from naadam.server.http.prefix import Prefix, read_prefix
from naadam.server.http.routes import (
    assets,
    bots,
    channels,
    cups,
    embed,
    games,
    host,
    join,
    lobby,
    mail,
    ops,
    seats,
    sign_in,
    solved,
    studies,
    tables,
    vacation,
    variants,
)
from naadam.server.http.routes.people import moderation, passkeys, person, profiles, tokens
from naadam.server.http.static import serve_page
from naadam.server.http.websocket import serve_socket
from naadam.server.limits.fair_scheduler import FairScheduler
from naadam.server.mail.mailer import MailServer
from naadam.server.ops.garbage_collection import look_for_garbage
from naadam.server.ops.metrics import watch_delays
from naadam.server.people.passkeys import find_relying_party
from naadam.server.protocol.asgi import Receive, Scope, Send
from naadam.server.protocol.errors import TooLarge, TooOften, UserError
from naadam.server.protocol.schemas import API_VERSION, RequestRefused
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.services import Services
from naadam.server.storage.hosting.retention import KEEP_ALL, Retention
from naadam.server.storage.store import Store
from naadam.server.workers.pool import BYTES_OF_WORKER

ROUTES = (
    games,
    variants,
    tables,
    studies,
    embed,
    join,
    seats,
    cups,
    lobby,
    passkeys,
    sign_in,
    person,
    tokens,
    vacation,
    channels,
    bots,
    moderation,
    profiles,
    mail,
    solved,
    ops,
    host,
    editor,
    lessons,
    first_games,
    guide,
    assets,
)


def make_app(
    database: str | Store,
    hosts: list[str],
    workers: int | None = None,
    seconds: float = 1.0,
    shared: SharedOwnership | None = None,
    mail_server: MailServer | None = None,
    warm: bool = False,
    around: Sequence[str] = (),
    retention: Retention = KEEP_ALL,
    metrics_token: str = "",
    worker_memory: int = BYTES_OF_WORKER,
    prefix: str = "",
    host_key: str = "",
    documents: Path = SITE,
    rated_bots: bool = False,
    backups: Path | None = None,
    page: str = "",
    private_webhooks: bool = False,
) -> FastAPI:
    """The application on a database, for requests that name one of these hosts.

    `shared` is the membership among several servers on one database; `mail_server` sends e-mail. With `warm` all
    games are compiled in the background. `around` lists the server's addresses in the local network. `retention`
    says after how many days unfinished tables, chat and people without a name are deleted. `metrics_token` opens
    the metrics to other machines. A process that thinks is replaced when it has more than `worker_memory` bytes; 0
    sets no limit. `host_key` opens the page of the host, which is off without one. `prefix` is the path under which
    a proxy shows the server, such as /naadam. `documents` is the folder of the site that `make docs` builds.
    With `rated_bots` bots play rated games with people. `backups` is a folder whose newest file the metrics show.
    `page` is the public address of the page, for links. With `private_webhooks` webhooks may name private networks
    and plain HTTP.
    """
    engines = registered.engines()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        compile_elsewhere()
        store = database if isinstance(database, Store) else Store(database)
        services = Services(
            store, workers, seconds, engines, mail_server=mail_server, retention=retention, worker_memory=worker_memory
        )
        rooms = app.state.rooms = Rooms(services)
        services.addresses = list(around)
        services.rated_bots = rated_bots
        services.backups = backups
        services.alerts.configure(page, private_webhooks)
        services.spawn(services.calendar.go_on(services.writer))
        if shared is not None:
            services.ownership = shared  # before other servers can proxy requests to this one
            await shared.begin(app, rooms.let_go)
        services.spawn(services.notifications.go_on(rooms))
        services.spawn(services.alerts.go_on(rooms))
        if warm:
            services.spawn(games.get_ready(rooms))
        services.spawn(rooms.retention.go_on())
        services.spawn(explorer.count_games(services))
        services.spawn(rooms.lobby.go_on())
        services.spawn(rooms.cups.go_on())
        services.spawn(rooms.moderator.go_on())
        services.spawn(look_for_garbage())
        services.spawn(watch_delays(services.metrics.delays))
        yield
        await rooms.close()

    app = FastAPI(
        title="Naadam",
        summary="Tables, people and bots of a Naadam server.",
        description="docs/api.md says what is stable, and describes tokens and the WebSocket of bots.",
        version=API_VERSION,
        responses={code: {"model": RequestRefused} for code in (422, 429)},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.prefix = read_prefix(prefix)
    app.state.host_key = HostKey(host_key)
    app.state.relying_party = find_relying_party(hosts)
    app.state.metrics_token = MetricsToken(metrics_token)

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        await serve_socket(app.state.rooms, scope, receive, send)

    async def wrong_server(scope: Scope, receive: Receive, send: Send) -> Receive | None:
        return receive if shared is None else await shared.pass_on(app.state.rooms.room, scope, receive, send)

    def refuse_body(scope: Scope) -> JSONResponse:
        return refusal(Request(scope), TooLarge("body-size", most=LARGEST_BODY // 1024), Connection="close")

    def scheduler() -> FairScheduler:
        return app.state.rooms.services.scheduler  # type: ignore[no-any-return]

    app.add_middleware(
        Middleware,
        socket=socket,
        wrong_server=wrong_server,
        refuse=refuse_body,
        scheduler=scheduler,
        public=is_public(hosts),
    )
    app.add_middleware(HostCheck, allowed_hosts=hosts, metrics_token=app.state.metrics_token)
    if app.state.prefix:
        app.add_middleware(Prefix, prefix=app.state.prefix)

    @app.exception_handler(NaadamError)
    async def refuse(request: Request, error: NaadamError) -> JSONResponse:
        return refusal(request, error)

    @app.exception_handler(RequestValidationError)
    async def refuse_form(request: Request, error: RequestValidationError) -> JSONResponse:
        places = {".".join(map(str, found["loc"])) for found in error.errors()}
        return refusal(request, UserError("bad-request", places=", ".join(sorted(places))))

    for routes in ROUTES:
        app.include_router(routes.router)
    serve_documents(app, documents)
    serve_page(app)  # last: it answers every address that is left
    return app


def refusal(request: Request, error: NaadamError, **headers: str) -> JSONResponse:
    """Build the HTTP answer for an error, in the language that the request names."""
    language = request.query_params.get("language", "en")
    status = error.status if isinstance(error, UserError) else UserError.status
    content: dict[str, object] = {
        "error": error.key if isinstance(error, UserError) else "other",
        "detail": error.text(language if language in LANGUAGES else "en"),
    }
    if isinstance(error, TooOften) and error.seconds is not None:
        content["limit"] = {"key": error.key, "seconds": error.seconds}
        headers["Retry-After"] = str(error.seconds)
    return JSONResponse(content, status, headers)
