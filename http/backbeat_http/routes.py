"""Every path of the API, one line each: the index of what can be called.

"terms")` is answered by `SiteResource.on_get_terms`.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from backbeat_http.operation import Operation, operation_of
from backbeat_http.resources.site import SiteResource

BASE = "/api"
METHODS = ("GET", "POST")


@frozen
class Path:
    """One path below the base, the class that answers it and the suffix of its responders."""

    template: str
    resource: type
    suffix: str

    @property
    def tag(self) -> str:
        """The first word of the path that is no version: it groups the calls in the document."""
        return self.template.removeprefix("v2/").partition("/")[0]


PATHS: tuple[Path, ...] = (
    # accounts
    # channels
    # reports
    # withdrawals
    # notifications
    # site
    Path("site/settings", SiteResource, "settings"),
    Path("site/countries", SiteResource, "countries"),
    Path("site/metadata", SiteResource, "metadata"),
    Path("site/terms", SiteResource, "terms"),
)


def operations(resource: type, suffix: str) -> Iterable[tuple[str, Operation]]:
    """The method and the operation of each responder with that suffix."""
    for method in METHODS:
        responder = getattr(resource, f"on_{method.lower()}_{suffix}", None)
        if responder is not None:
            yield method, operation_of(responder)
