"""`backbeat serve`: the HTTP API and the web UI on Gunicorn."""

from __future__ import annotations

from typing import Annotated
from wsgiref.types import WSGIApplication

import typer
from attrs import evolve

from backbeat_adapters.container import make_container
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import require_ours
from backbeat_cli.context import cli_context
from backbeat_cli.groups import single
from backbeat_cli.output import note
from backbeat_http.assembly import create_app
from backbeat_http.forms import FormBounds
from backbeat_http.log import to_stderr
from backbeat_http.server import Server
from backbeat_http.serving.served import Served

app = single()


@app.command()
def serve(
    ctx: typer.Context,
    bind: Annotated[
        str | None, typer.Option(help="Where to listen; otherwise the setting serving.bind.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="How many processes.")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=128, help="How many threads per process.")
    ] = None,
) -> None:
    """Serve the HTTP API and the web UI until stopped."""
    configuration = cli_context(ctx).configuration
    cli_context(ctx).require_platform_file()
    _require_our_schema(configuration.deployment.database_url)
    serving = configuration.deployment.serving
    serving = evolve(
        serving,
        bind=bind or serving.bind,
        workers=workers or serving.workers,
        threads=threads or serving.threads,
    )
    deployment = evolve(configuration.deployment, serving=serving)

    def make() -> WSGIApplication:
        # In the worker process, because an engine must not be carried across a fork.
        to_stderr()
        container = make_container(configuration.settings, deployment)
        return Served(
            create_app(container),
            serving,
            configuration.settings.server.trusted_proxies,
            FormBounds.of(configuration.settings.inquiry).body_bytes,
            lambda: container.limit_store().write(),
        )

    Server(make, bind=serving.bind, workers=serving.workers, threads=serving.threads).run()


def _require_our_schema(url: str) -> None:
    """Refuse to start on a database of another version; a database that does not answer may come
    back.
    """
    engine = make_engine(url)
    try:
        require_ours(engine)
    except DatabaseUnavailable as error:
        note(f"the database does not answer yet: {error}")
    finally:
        engine.dispose()
