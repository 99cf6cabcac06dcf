"""Documents that are handed over as files, such as an invoice or a statement."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class DocumentFormat(StrEnum):
    """The format in which a document is handed over."""

    PDF = "pdf"
    XLSX = "xlsx"


@frozen
class Document:
    content: bytes
    media_type: str
    file_name: str
