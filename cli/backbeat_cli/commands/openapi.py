"""`backbeat openapi`: the API's document."""

from __future__ import annotations

import sys

from backbeat_cli.groups import single
from backbeat_http.openapi import text

app = single()


@app.command()
def openapi() -> None:
    """Print the API's OpenAPI 3.1 document."""
    sys.stdout.write(text())
