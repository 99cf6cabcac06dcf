"""The media types of papers."""

from __future__ import annotations

from backbeat.kernel.papers import PaperFormat

MEDIA_TYPES = {
    PaperFormat.PDF: "application/pdf",
    PaperFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
