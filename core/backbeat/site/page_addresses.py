"""How the addresses of pages name a language: before the path, or for one visit (LANG-4)."""

from __future__ import annotations

from urllib.parse import urlencode

from attrs import frozen

from backbeat.kernel.languages import Language
from backbeat.settings import UrlStrategy

LANGUAGE = "lang"
"""The parameter by which a page is asked for in a language, where no address begins with one."""

_BARE = Language.ENGLISH
"""The language whose addresses have no prefix where only the others have one."""
_KNOWN = {language.value: language for language in Language}


@frozen
class PageAddresses:
    """Writes and reads a page's address by the operator's strategy."""

    strategy: UrlStrategy = UrlStrategy.NO_PREFIX

    def of(self, path: str, language: Language) -> str:
        if self.strategy is UrlStrategy.NO_PREFIX:
            return f"{path}?{urlencode({LANGUAGE: language.value})}"
        return self.prefixed(path, language)

    def prefixed(self, path: str, language: Language) -> str:
        """The same for a reader of that language, whose own choice tells where no path does."""
        if self.strategy is UrlStrategy.NO_PREFIX or (self._leaves_bare and language is _BARE):
            return path
        return f"/{language.value}{path.rstrip('/')}"

    def read(self, path: str, asked: str | None) -> tuple[str, Language | None]:
        """The page's own path, and the language that the address names; `asked` is the parameter.

        A language that there is not names none.
        """
        if self.strategy is UrlStrategy.NO_PREFIX:
            return path, _KNOWN.get(asked or "")
        first, _, rest = path.removeprefix("/").partition("/")
        prefixed = _KNOWN.get(first)
        if prefixed and not (self._leaves_bare and prefixed is _BARE):
            return f"/{rest}", prefixed
        return path, _BARE if self._leaves_bare else _KNOWN.get(asked or "")

    @property
    def _leaves_bare(self) -> bool:
        return self.strategy is UrlStrategy.PREFIX_EXCEPT_DEFAULT
