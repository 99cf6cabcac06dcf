"""An application together with its limits for serving."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from attrs import Factory, frozen

from backbeat_adapters.deployment import Serving
from backbeat_http.wire import LARGEST_BODY


def _nothing() -> None:
    pass


@frozen
class Served:
    """A WSGI application with its limits; any other WSGI server can serve it too, without them.

    Connections from `proxies` are not counted by address, because everybody comes through them.
    """

    application: WSGIApplication
    serving: Serving = Factory(Serving)
    proxies: Collection[str] = ()
    largest_form: int = LARGEST_BODY
    """The largest body, in bytes, of a call that accepts a file; all others have the usual limit.
    """
    at_end: Callable[[], None] = _nothing
    """Called once by a worker process after its last request."""

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        return self.application(environ, start)
