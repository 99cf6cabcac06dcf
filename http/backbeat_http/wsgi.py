"""The application for your own WSGI server, configured by file and `BACKBEAT_*` variables.

    gunicorn -c path/to/backbeat_http/gunicorn.conf.py backbeat_http.wsgi:application

`backbeat serve` does the same in one command.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from wsgiref.types import WSGIApplication

from gunicorn.arbiter import Arbiter

from backbeat_adapters.container import Container, make_container
from backbeat_adapters.settings import ConfigurationErrors, load
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import WrongSchema, require_ours
from backbeat_http import log
from backbeat_http.assembly import create_app
from backbeat_http.forms import FormBounds
from backbeat_http.serving.served import Served


@cache
def _application() -> WSGIApplication:
    log.to_stderr()
    try:
        configuration = load(os.environ)
        container = make_container(configuration.settings, configuration.deployment)
        _require_our_schema(container)
    except (ConfigurationErrors, WrongSchema) as wrong:
        for line in getattr(wrong, "lines", (str(wrong),)):
            log.LOGGER.critical("%s", line)
        sys.exit(Arbiter.APP_LOAD_ERROR)  # gunicorn ends instead of starting another worker
    return Served(
        create_app(container),
        configuration.deployment.serving,
        configuration.settings.server.trusted_proxies,
        FormBounds.of(configuration.settings.inquiry).body_bytes,
        lambda: container.limit_store().write(),
    )


def _require_our_schema(container: Container) -> None:
    try:
        require_ours(container.engine())
    except DatabaseUnavailable as away:
        log.LOGGER.warning("the database does not answer yet: %s", away)


def __getattr__(name: str) -> WSGIApplication:
    """Make `application` when a server asks for it, not for every import of this module."""
    if name == "application":
        return _application()
    raise AttributeError(name)
