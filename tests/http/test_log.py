"""What a log line may hold of a request."""

from __future__ import annotations

import pytest

from backbeat_http.log import masked


@pytest.mark.parametrize("query", ["t=secret", "T=secret", "page=1&token=secret", "%74=secret"])
def test_a_secret_in_a_query_is_masked_however_its_name_is_written(query: str) -> None:
    assert "secret" not in masked("/withdrawal/invoice", query)


def test_everything_else_of_a_query_stays_as_it_was_sent() -> None:
    assert masked("/videos", "page=2&search=%74he") == "/videos?page=2&search=%74he"
