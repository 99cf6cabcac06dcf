"""Several files in one ZIP archive."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from backbeat.dossiers.model import DossierFile


def zip_of(files: Iterable[DossierFile]) -> bytes:
    raw = BytesIO()
    with ZipFile(raw, "w", ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.content)
    return raw.getvalue()
