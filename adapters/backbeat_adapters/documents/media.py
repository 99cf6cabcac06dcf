"""The media types of papers."""

from __future__ import annotations

from backbeat.kernel.documents import DocumentFormat

MEDIA_TYPES = {
    DocumentFormat.PDF: "application/pdf",
    DocumentFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
