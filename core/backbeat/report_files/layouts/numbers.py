"""How the numbers of a layout's files are written."""

from __future__ import annotations

import re
from typing import Final

from attrs import field, frozen

DECIMALS: Final = (".", ",")
THOUSANDS: Final = ("", ",", ".", " ", "'")
_SIGNS = "$€£¥₩"
_ALIKE = str.maketrans({"\u2212": "-", "\xa0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})


@frozen
class NumberForm:
    """Which sign separates the fraction, and which one thousands (blank: none is allowed)."""

    decimal: str = "."
    thousands: str = ""
    _number: re.Pattern[str] = field(init=False, eq=False, repr=False)

    @_number.default
    def _make(self) -> re.Pattern[str]:
        mark, between = re.escape(self.decimal), re.escape(self.thousands)
        whole = rf"\d{{1,3}}(?:{between}\d{{3}})+|\d+" if between else r"\d+"
        return re.compile(
            rf"(-?)[{_SIGNS}]?(-?)({whole})?(?:{mark}(\d*))?([eE][-+]?\d{{1,3}})? ?[{_SIGNS}]?",
            re.ASCII,
        )

    def plain(self, text: str) -> str:
        """The number with a point and nothing else; blank stays blank. ValueError for any other."""
        cell = text.translate(_ALIKE).strip()
        if not cell:
            return ""
        inner = cell[1:-1] if cell.startswith("(") and cell.endswith(")") else cell
        found = self._number.fullmatch(inner)
        if found is None or not (found[3] or found[4]) or (found[1] and found[2]):
            raise ValueError(f"not a number with {self._told}: {text[:40]!r}")
        negative = bool(found[1] or found[2])
        if inner is not cell and negative:
            raise ValueError(f"negative twice: {text[:40]!r}")
        whole = (found[3] or "0").replace(self.thousands, "") if self.thousands else found[3] or "0"
        sign = "-" if negative or inner is not cell else ""
        fraction = f".{found[4]}" if found[4] else ""
        return f"{sign}{whole}{fraction}{found[5] or ''}"

    @property
    def _told(self) -> str:
        between = f"{self.thousands!r} between thousands" if self.thousands else "no thousands sign"
        return f"a decimal {self.decimal!r} and {between}"
