"""An application together with how it wants to be served."""

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
    """A WSGI application with its limits; any other WSGI server serves it too, without them.

    Connections from `proxies` are not counted by address: everybody comes through them.
    """

    application: WSGIApplication
    serving: Serving = Factory(Serving)
    proxies: Collection[str] = ()
    largest_form: int = LARGEST_BODY
    """Bytes of the largest body of a call that takes a file; all others have the usual bound."""
    at_end: Callable[[], None] = _nothing
    """Called once by a worker process that has answered its last request."""

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        return self.application(environ, start)
