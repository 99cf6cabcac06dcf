"""An application together with how it wants to be served."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from attrs import Factory, frozen

from backbeat_adapters.deployment import Serving


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
    at_end: Callable[[], None] = _nothing
    """Called once by a worker process that has answered its last request."""

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        return self.application(environ, start)
