"""The application for a WSGI server of one's own, configured by file and `BACKBEAT_*` variables.

    gunicorn -c path/to/backbeat_http/gunicorn.conf.py backbeat_http.wsgi:application

`backbeat serve` does the same in one command.
"""

from __future__ import annotations

import os
import sys

from gunicorn.arbiter import Arbiter

from backbeat_adapters.container import make_container
from backbeat_adapters.settings import ConfigurationErrors, load
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import WrongSchema, require_ours
from backbeat_http import log
from backbeat_http.assembly import create_app

log.to_stderr()
try:
    _configuration = load(os.environ)
except ConfigurationErrors as _wrong:
    for _line in _wrong.lines:
        log.LOGGER.critical("%s", _line)
    sys.exit(Arbiter.APP_LOAD_ERROR)  # gunicorn ends, and does not start a worker again
_container = make_container(_configuration.settings, _configuration.deployment)
try:
    require_ours(_container.engine())
except WrongSchema as wrong:
    log.LOGGER.critical("%s", wrong)
    sys.exit(Arbiter.APP_LOAD_ERROR)
except DatabaseUnavailable as away:
    log.LOGGER.warning("the database does not answer yet: %s", away)
application = create_app(_container)
