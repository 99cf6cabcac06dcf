"""Input that nobody sends by accident: a table, tried on every call (SEC-5)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, field, frozen

JSON = "application/json"


@frozen
class Sent:
    """One request as it goes over the wire."""

    method: str
    path: str
    query: str = ""
    body: bytes = b""
    headers: Mapping[str, str] = field(factory=dict)

    def with_headers(self, **more: str) -> Sent:
        """With more headers; underscores stand for hyphens."""
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return evolve(self, headers={**self.headers, **named})

    def with_query(self, text: str) -> Sent:
        """With more in the query."""
        return evolve(self, query=f"{self.query}&{text}" if self.query else text)

    def with_body(self, body: bytes, media_type: str = JSON) -> Sent:
        """With another body."""
        return evolve(self, body=body).with_headers(Content_Type=media_type)


FORBIDDEN_KEYS = (
    "role",
    "permission",
    "permission_flag",
    "fee_rate",
    "available",
    "account",
    "account_id",
    "status",
    "verified_at",
    "manager",
    "is_admin",
    "__proto__",
)
"""What a body may never smuggle in (ACCESS-8)."""

BODIES: Mapping[str, bytes] = {
    "nothing": b"",
    "spaces": b"   ",
    "not json": b"{",
    "a bare word": b"hello",
    "null": b"null",
    "a list": b"[]",
    "a text": b'"x"',
    "a number": b"1",
    "two documents": b"{} {}",
    "NaN": b'{"a": NaN}',
    "Infinity": b'{"a": Infinity}',
    "an endless float": b'{"a": 1e400}',
    "an endless integer": b'{"a": ' + b"9" * 4_000 + b"}",
    "deep lists": b'{"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "deep objects": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "a lone surrogate": b'{"a": "\\ud800"}',
    "half a pair": b'{"a": "\\udc00\\ud800"}',
    "raw surrogate bytes": b'{"a": "\xed\xa0\x80"}',
    "bytes that are not UTF-8": b'{"a": "\xff\xfe"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "zero bytes": b"\x00\x00\x00\x00",
    "a zero in a key": b'{"\\u0000": 1}',
    "the same key twice": b'{"id": "a", "id": {}}',
    "very many keys": json.dumps({f"k{n}": n for n in range(500)}).encode(),
    "over 64 KiB": b'{"a": "' + b"x" * 66_000 + b'"}',
    **{f"the key {key}": json.dumps({key: 1}).encode() for key in FORBIDDEN_KEYS},
}

VALUES: Mapping[str, bytes] = {
    "null": b"null",
    "empty": b'""',
    "blank": b'"   "',
    "true": b"true",
    "zero": b"0",
    "minus one": b"-1",
    "2^63": b"9223372036854775808",
    "a huge integer": b"9" * 400,
    "a float": b"1.5",
    "a tiny float": b"1e-300",
    "a list": b"[]",
    "a list of a list": b"[[1]]",
    "an object": b'{"a": 1}',
    "NUL": b'"a\\u0000b"',
    "bell": b'"a\\u0007b"',
    "a line break": b'"a\\r\\nSet-Cookie: x"',
    "a noncharacter": b'"\\uffff"',
    "right to left": '"\u202eabc"'.encode(),
    "zero width": '"\u200b"'.encode(),
    "combining marks": ('"a' + "\u0301" * 500 + '"').encode(),
    "astral": '"\U0001f9ff\U0001f3fd"'.encode(),
    "long": b'"' + b"x" * 2_001 + b'"',
    "a quote": b"\"' OR '1'='1\"",
    "percent": b'"%%%_%"',
    "a path": b'"../../../etc/passwd"',
    "a formula": b'"=HYPERLINK(\\"http://evil.example\\")"',
    "markup": b'"<script>alert(1)</script>"',
    "a template": b'"{name}{0}%s"',
    "no day": b'"2025-13-41"',
    "year zero": b'"0000-00-00"',
    "the first day": b'"0001-01-01"',
    "the last day": b'"9999-12-31"',
    "digits": b'"99999999999999999999999999"',
    "an exponent": b'"1e999999"',
    "not a number": b'"NaN"',
    "full-width digits": '"\uff11\uff12"'.encode(),
}

TEXTS: Mapping[str, str] = {
    "nothing": "",
    "space": "%20",
    "NUL": "%00",
    "a line break": "a%0d%0aX-Injected:%201",
    "bytes that are not UTF-8": "%ff%fe",
    "surrogate bytes": "%ed%a0%80",
    "half an escape": "%e",
    "minus one": "-1",
    "2^63": "9223372036854775808",
    "a huge integer": "9" * 400,
    "a float": "1.5",
    "an exponent": "1e9",
    "full-width digits": "%EF%BC%91",
    "null": "null",
    "brackets": "a[]=1",
    "a quote": "%27%20OR%201=1--",
    "percent signs": "%25%25_%25",
    "a path": "..%2f..%2fetc%2fpasswd",
    "no day": "2025-13-41",
    "year zero": "0000-00-00",
    "the first day": "0001-01-01",
    "the last day": "9999-12-31",
    "long": "x" * 2_001,
    "astral": "%F0%9F%A7%BF",
}

QUERIES: Mapping[str, str] = {
    "an unknown parameter": "nope=1",
    "no name": "=1",
    "only ampersands": "&&&",
    "a NUL name": "%00=1",
    "a name that is not UTF-8": "%ff=1",
    "very many": "&".join(f"k{n}=1" for n in range(500)),
    "a very long one": "x=" + "y" * 3_500,
    "semicolons": "a=1;b=2",
}

HEADERS: Mapping[str, tuple[str, str]] = {
    "a strange token": ("Zs-Authentification", "\x7f\xff<>"),
    "a very long token": ("Zs-Authentification", "x" * 8_000),
    "a token with quotes": ("Zs-Authentification", "' OR 1=1 --"),
    "a strange language": ("Accept-Language", ";;q=,,=;*;q=nan, zh-\xff"),
    "very many languages": ("Accept-Language", "ko;q=0.1," * 800),
    "no such currency": ("ZS-Currency", "XXX"),
    "a strange site": ("ZS-Mcn-Domain", "../\xff?#"),
    "a strange key": ("Idempotency-Key", "a b\xff"),
    "a very long key": ("Idempotency-Key", "k" * 300),
    "a strange address": ("X-Forwarded-For", "', ', 999.1.1.1"),
    "a strange length": ("Content-Length", "-5"),
    "no length": ("Content-Length", "abc"),
    "a range": ("Range", "bytes=9-1,a"),
    "a strange condition": ("If-Modified-Since", "yesterday"),
}

MEDIA_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/json; charset=utf-16",
    "\xff",
)

METHODS = ("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW")

PATHS: Mapping[str, Callable[[str], str]] = {
    "a slash behind": lambda path: path + "/",
    "two slashes": lambda path: path.replace("/", "//"),
    "a NUL behind": lambda path: path + "%00",
    "dots behind": lambda path: path + "/../..",
    "upper case": lambda path: path.upper(),
    "bytes behind": lambda path: path + "%ff",
    "a parameter": lambda path: path + ";x=1",
}


def variants(
    good: Sent, fields: Mapping[str, Any], parameters: Mapping[str, Any]
) -> Iterator[tuple[str, Sent]]:
    """Every hostile form of a good request: `fields` are those of its body, with good values."""
    for name, (header, value) in HEADERS.items():
        yield f"header: {name}", evolve(good, headers={**good.headers, header: value})
    for method in METHODS:
        yield f"method: {method}", evolve(good, method=method)
    for name, change in PATHS.items():
        yield f"path: {name}", evolve(good, path=change(good.path))
    for name, text in QUERIES.items():
        yield f"query: {name}", good.with_query(text)
    for parameter in parameters:
        others = "&".join(p for p in good.query.split("&") if not p.startswith(f"{parameter}="))
        bare = evolve(good, query=others)
        yield f"{parameter}: twice", bare.with_query(f"{parameter}=1&{parameter}=2")
        for name, text in TEXTS.items():
            yield f"{parameter}: {name}", bare.with_query(f"{parameter}={text}")
    if good.method == "POST":
        yield from _bodies(good, fields)


def _bodies(good: Sent, fields: Mapping[str, Any]) -> Iterator[tuple[str, Sent]]:
    for name, body in BODIES.items():
        yield f"body: {name}", good.with_body(body)
    for media_type in MEDIA_TYPES:
        yield f"media type: {media_type!r}", good.with_body(good.body or b"{}", media_type)
    for key in FORBIDDEN_KEYS:
        yield f"smuggled: {key}", good.with_body(json.dumps({**fields, key: "1"}).encode())
    for field_name in fields:
        others = {key: value for key, value in fields.items() if key != field_name}
        head = json.dumps(others).encode()[:-1] + (b", " if others else b"")
        yield f"{field_name}: missing", good.with_body(json.dumps(others).encode())
        for name, raw in VALUES.items():
            whole = head + json.dumps(field_name).encode() + b": " + raw + b"}"
            yield f"{field_name}: {name}", good.with_body(whole)
