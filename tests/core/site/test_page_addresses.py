"""Pages' addresses name their language by the operator's strategy, for readers and machines alike (LANG-4)."""

from __future__ import annotations

import pytest

from backbeat.kernel.languages import Language
from backbeat.settings import UrlStrategy
from backbeat.site.page_addresses import PageAddresses

BARE, ALL, OTHERS = (
    PageAddresses(UrlStrategy.NO_PREFIX),
    PageAddresses(UrlStrategy.PREFIX_AND_DEFAULT),
    PageAddresses(UrlStrategy.PREFIX_EXCEPT_DEFAULT),
)


@pytest.mark.parametrize(
    ("addresses", "path", "language", "address"),
    [
        (BARE, "/guides", Language.KOREAN, "/guides?lang=ko"),
        (BARE, "/", Language.ENGLISH, "/?lang=en"),
        (ALL, "/guides", Language.SIMPLIFIED_CHINESE, "/zh-CN/guides"),
        (ALL, "/", Language.ENGLISH, "/en"),
        (OTHERS, "/guides", Language.KOREAN, "/ko/guides"),
        (OTHERS, "/", Language.KOREAN, "/ko"),
        (OTHERS, "/guides", Language.ENGLISH, "/guides"),
    ],
)
def test_an_address_names_its_language_and_is_read_back(
    addresses: PageAddresses, path: str, language: Language, address: str
) -> None:
    assert addresses.of(path, language) == address
    assert addresses.prefixed(path, language) == (path if addresses is BARE else address)
    read, _, query = address.partition("?lang=")
    assert addresses.read(read, query or None) == (path, language)


@pytest.mark.parametrize(
    ("addresses", "path", "asked", "language"),
    [
        (BARE, "/ko/guides", None, None),
        (BARE, "/guides", "xx", None),
        (ALL, "/guides", None, None),
        (ALL, "/guides", "ko", Language.KOREAN),
        (ALL, "/kor", None, None),
        (OTHERS, "/guides", "ko", Language.ENGLISH),
        (OTHERS, "/en/guides", None, Language.ENGLISH),
    ],
)
def test_what_names_no_language_stays_a_path(
    addresses: PageAddresses, path: str, asked: str | None, language: Language | None
) -> None:
    assert addresses.read(path, asked) == (path, language)
