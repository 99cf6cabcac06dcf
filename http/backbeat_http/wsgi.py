"""The application for a WSGI server of one's own, configured by file and `BACKBEAT_*` variables.

    gunicorn -c path/to/backbeat_http/gunicorn.conf.py backbeat_http.wsgi:application

`backbeat serve` does the same in one command.
"""

from __future__ import annotations

import os

from backbeat_adapters.container import make_container
from backbeat_adapters.settings import load
from backbeat_http import log
from backbeat_http.assembly import create_app
from backbeat_http.serving.served import Served

log.to_stderr()
_configuration = load(os.environ)
application = Served(
    create_app(make_container(_configuration.settings, _configuration.deployment)),
    _configuration.deployment.serving,
    _configuration.settings.server.trusted_proxies,
)
