"""Countries and territories by their two-letter codes (DASH-10).

The table is our own, because the usual packaged lists have licences that require share-alike for
the data. It is ISO 3166-1 with Kosovo (XK) and ZZ for "not known". A point is the centre of area of
a territory's largest part, computed once from Natural Earth 1:10m (public domain) and rounded to
0.1 degree, enough for a dot on a map: France is not drawn in the Atlantic. The eleven territories
that Natural Earth draws as parts of others (BQ, BV, CC, CX, GF, GP, MQ, RE, SJ, TK, YT) and two
where a centre of area is of no use (AQ, KI) were set by hand. Names come from Unicode CLDR; seven
are our own shorter forms. They are used for files and the command line; the browser names countries
with Intl.DisplayNames. A new country is one more line in the file.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from attrs import frozen

from backbeat.kernel.languages import Language

UNKNOWN = "ZZ"
"""The code for an unknown country; it has no coordinates."""

_BLANKS = frozenset({"", "n/a", "null", "none", "nan", "unknown", "unknown region"})
_ALIASES = MappingProxyType(
    {
        "uk": "GB",
        "el": "GR",
        "great britain": "GB",
        "england": "GB",
        "scotland": "GB",
        "wales": "GB",
        "northern ireland": "GB",
        "usa": "US",
        "united states of america": "US",
        "korea": "KR",
        "republic of korea": "KR",
        "korea republic of": "KR",
        "korea south": "KR",
        "한국": "KR",
        "dprk": "KP",
        "korea democratic peoples republic of": "KP",
        "ivory coast": "CI",
        "viet nam": "VN",
        "russian federation": "RU",
        "iran islamic republic of": "IR",
        "islamic republic of iran": "IR",
        "syrian arab republic": "SY",
        "lao pdr": "LA",
        "lao peoples democratic republic": "LA",
        "brunei darussalam": "BN",
        "burma": "MM",
        "cape verde": "CV",
        "cabo verde": "CV",
        "czech republic": "CZ",
        "swaziland": "SZ",
        "macedonia": "MK",
        "turkey": "TR",
        "holland": "NL",
        "the netherlands": "NL",
        "the gambia": "GM",
        "the bahamas": "BS",
        "east timor": "TL",
        "timor leste": "TL",
        "hong kong sar china": "HK",
        "macau": "MO",
        "macao sar china": "MO",
        "taiwan province of china": "TW",
        "palestinian territories": "PS",
        "state of palestine": "PS",
        "moldova republic of": "MD",
        "republic of moldova": "MD",
        "tanzania united republic of": "TZ",
        "united republic of tanzania": "TZ",
        "bolivia plurinational state of": "BO",
        "venezuela bolivarian republic of": "VE",
        "democratic republic of the congo": "CD",
        "congo kinshasa": "CD",
        "republic of the congo": "CG",
        "congo brazzaville": "CG",
        "holy see": "VA",
        "united arab emirates the": "AE",
        "uae": "AE",
    }
)


@frozen
class Country:
    """One row of the table. Latitude and longitude are degrees, None for the unknown country."""

    code: str
    alpha3: str
    latitude: Decimal | None
    longitude: Decimal | None
    names: Mapping[Language, str]


@cache
def countries() -> Mapping[str, Country]:
    """Every country by its code, in the order of the codes, ZZ last."""
    text = files(__package__).joinpath("countries.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return MappingProxyType({row["code"]: _country(row) for row in rows})


def is_country(code: str) -> bool:
    """Whether the two letters name a known country (ZZ does not)."""
    return code in countries() and code != UNKNOWN


def country_name(code: str, language: Language) -> str:
    """The country's name; the word for "unknown" if there is no such code."""
    table = countries()
    return table.get(code, table[UNKNOWN]).names[language]


def parse_country(text: str | None) -> str:
    """The code that a report or a person means; ZZ if it cannot be told.

    Reads two- and three-letter codes in any case, the names of the table in its four languages, and
    other spellings that occur. "NA" is Namibia; a blank, "NULL", "Unknown" and every text that is
    not a country are ZZ.
    """
    name = _folded(text or "")
    if name in _BLANKS:
        return UNKNOWN
    return _spellings().get(name, UNKNOWN)


@cache
def _spellings() -> Mapping[str, str]:
    spellings = dict(_ALIASES)
    for country in countries().values():
        for spelling in (country.code, country.alpha3, *country.names.values()):
            spellings.setdefault(_folded(spelling), country.code)
    spellings.pop("", None)
    return MappingProxyType(spellings)


def _folded(text: str) -> str:
    """Without case, accents and punctuation: "Côte d’Ivoire" is "cote divoire"."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("&", " and "))
    kept = (" " if character in "-,()" else character for character in decomposed)
    letters = "".join(c for c in kept if c.isalnum() or c in " /")
    return unicodedata.normalize("NFC", " ".join(letters.split()))


def _country(row: Mapping[str, str]) -> Country:
    return Country(
        code=row["code"],
        alpha3=row["alpha3"],
        latitude=Decimal(row["lat"]) if row["lat"] else None,
        longitude=Decimal(row["lng"]) if row["lng"] else None,
        names=MappingProxyType({language: row[language] for language in Language}),
    )
