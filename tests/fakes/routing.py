"""The site's routes, worked out once for all the applications of the tests."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from falcon.routing import CompiledRouter
from falcon.routing.util import map_http_methods, set_default_responders

Route = tuple[str, type, str | None]
"""A template of addresses, the class of its resource, and the suffix of its responders."""


class RoutesOnce(CompiledRouter):
    """An application's own resources, found by the routes of the first application that has the same."""

    _known: ClassVar[dict[tuple[Route, ...], CompiledRouter]] = {}

    def __init__(self) -> None:
        super().__init__()
        self._added: list[tuple[str, object, str | None]] = []
        self._resources: dict[str, tuple[object, str | None]] = {}
        self._routes: CompiledRouter | None = None
        self._methods = cache(self._methods_of)

    def add_route(self, uri_template: str, resource: object, **kwargs: Any) -> None:
        suffix = kwargs.get("suffix")
        self._added.append((uri_template, resource, suffix))
        self._resources[uri_template] = (resource, suffix)
        self._routes = None

    def find(self, uri: str, req: Any = None) -> Any:
        if self._routes is None:
            self._routes = self._worked_out()
        found = self._routes.find(uri, req)
        if found is None:
            return None
        _, _, fields, template = found
        assert template is not None
        return self._resources[template][0], self._methods(template), fields, template

    def _worked_out(self) -> CompiledRouter:
        key = tuple(
            (template, type(resource), suffix) for template, resource, suffix in self._added
        )
        if key not in self._known:
            routes = CompiledRouter()
            for template, resource, suffix in self._added:
                routes.add_route(template, resource, suffix=suffix)
            self._known[key] = routes
        return self._known[key]

    def _methods_of(self, template: str) -> Any:
        resource, suffix = self._resources[template]
        methods = map_http_methods(resource, suffix=suffix)
        set_default_responders(methods)
        return methods
