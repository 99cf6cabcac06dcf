"""What the two processes that read a workbook agree on; importing this module costs nothing."""

from __future__ import annotations

HEADER_WITHIN = 20
"""The header is within this many lines, because titles and blank lines may come before it."""

MAX_COLUMNS = 400

NEXT, ROWS = "next", "rows"
"""What may be requested after the head of a sheet: the head of the next sheet, or the rows of this
one.
"""
