"""What the two processes agree on that read a workbook; importing it costs nothing."""

from __future__ import annotations

HEADER_WITHIN = 20
"""The header stands within so many lines: titles and blank lines may come before it."""

MAX_COLUMNS = 400

NEXT, ROWS = "next", "rows"
"""What may be asked for after the head of a sheet: the head of the next one, or its rows."""
