"""What a responder's signature gives: log-in, reading, step-up, limits, answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from io import BytesIO
from typing import Annotated, Any

import pytest
from attrs import define, field, frozen
from falcon import Request
from falcon.testing import Result, TestClient, create_environ
from gunicorn.http.errors import InvalidChunkSize, NoMoreData
from msgspec import Meta
from tests.http.stand import MINA, Somebody, serving

from backbeat.accounts.errors import AccountDeleted, AccountSuspended, WrongCredentials
from backbeat.idempotency.model import Call
from backbeat.kernel.errors import NotFound, Refusal, RoleRefused
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.limits.ports import LimitKey
from backbeat.limits.rules import JOIN
from backbeat.memory.limits import MemoryLimits
from backbeat.settings import LimitsProfile
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_http.caller import Caller, Visitor, address_of
from backbeat_http.lanes import Lane
from backbeat_http.operation import FileAnswer, operation
from backbeat_http.readiness import NO_ANSWER, Readiness
from backbeat_http.routes import Path
from backbeat_http.wire import Amount, amount


class Method(StrEnum):
    BANK = "bank"
    PAYPAL = "paypal"


@frozen
class Line:
    name: str
    count: int = 1


@frozen
class Form:
    name: str
    method: Method
    total: Decimal
    amount: Annotated[int, Meta(ge=1, le=10)] = 1
    on: date | None = None
    agree: bool = False
    lines: list[str] = field(factory=list)
    line: Line | None = None


@frozen
class Secret:
    note: str
    password: str | None = None


@frozen
class Find:
    search: str | None = None
    page: Annotated[int, Meta(ge=0, le=1000)] = 0
    month: Month | None = None
    exact: bool = False
    method: Method | None = None


@frozen
class Seen:
    what: str
    money: Amount


class BrokenLimits(MemoryLimits):
    """Counters whose file or server takes no writing just now."""

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        raise DatabaseUnavailable(f"{len(limits)} {now}")


@define
class Toy:
    calls: list[Any] = field(factory=list)

    @operation("public")
    def on_get_public(self, visitor: Visitor) -> Seen:
        """Anybody."""
        return Seen(f"{visitor.language} {visitor.currency}", amount(Money.of("1.5")))

    @operation("maybe", refuses=(NotFound,))
    def on_get_maybe(self, caller: Caller | None) -> Seen:
        """Anybody, known or not."""
        return Seen(caller.account if caller else "nobody", "0.00")

    @operation("own")
    def on_get_own(self, caller: Caller, query: Find) -> Seen:
        """One's own."""
        self.calls.append(query)
        return Seen(caller.account, "0.00")

    @operation("early", unverified=True)
    def on_post_early(self, caller: Caller) -> None:
        """Before the address is verified."""
        self.calls.append(caller)

    @operation("form", limit=JOIN)
    def on_post_form(self, body: Form) -> None:
        """A form."""
        self.calls.append(body)

    @operation("often", limit=JOIN)
    def on_post_often(self, caller: Caller) -> None:
        """A few times an hour."""
        self.calls.append(caller)

    def check_form(self, body: object) -> None:
        if isinstance(body, Secret) and body.note == "bad":
            raise NotFound

    @operation("secret", step_up=True)
    def on_post_secret(self, caller: Caller, body: Secret, call: Call | None) -> None:
        """Something that matters."""
        self.calls.append((caller.account, body.note, call))

    @operation("file", files=("text/csv",))
    def on_get_file(self, caller: Caller) -> FileAnswer:
        """A file."""
        return FileAnswer(b"a,b\n", "text/csv", "bericht ä.csv")

    @operation("broken", refuses=(WrongCredentials,))
    def on_get_broken(self, query: Find) -> None:
        """Whatever goes wrong."""
        match query.search:
            case "role":
                raise RoleRefused
            case "database":
                raise DatabaseUnavailable("gone")
            case "login":
                raise WrongCredentials
        raise RuntimeError("a secret detail")


PATHS = tuple(
    Path(f"toy/{name}", Toy, name)
    for name in ("public", "maybe", "own", "early", "form", "secret", "file", "often", "broken")
)
TOKENS: dict[str, Somebody | Refusal] = {
    "live": Somebody(),
    "stale-password": Somebody(proven=False),
    "unverified": Somebody(email_verified=False),
    "suspended": AccountSuspended(),
    "deleted": AccountDeleted(),
}
GOOD_FORM = {"name": "a", "method": "bank", "total": "12.50"}


@pytest.fixture
def toy() -> Toy:
    return Toy()


@pytest.fixture
def client(toy: Toy) -> TestClient:
    return serving(toy, PATHS, TOKENS)


def get(client: TestClient, name: str, token: str | None = None, **more: Any) -> Result:
    headers = more.pop("headers", {}) | ({"Zs-Authentification": token} if token else {})
    return client.simulate_get(f"/api/toy/{name}", headers=headers, **more)


def post(
    client: TestClient, name: str, body: object, token: str | None = None, **more: Any
) -> Result:
    headers = more.pop("headers", {}) | ({"Zs-Authentification": token} if token else {})
    return client.simulate_post(f"/api/toy/{name}", headers=headers, json=body, **more)


def test_an_answer_has_its_fields_beside_success_and_message(client: TestClient) -> None:
    answer = get(client, "public")

    assert answer.status_code == 200
    assert answer.json == {"success": True, "message": "", "what": "en USD", "money": "1.50"}
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_headers_choose_language_and_currency(client: TestClient) -> None:
    answer = get(
        client, "public", headers={"Accept-Language": "fr, ko;q=0.8", "ZS-Currency": "CNY"}
    )

    assert answer.json["what"] == "ko CNY"


@pytest.mark.parametrize("currency", ["EUR", "usd", "KRW", "x" * 500])
def test_an_unknown_currency_is_refused(client: TestClient, currency: str) -> None:
    answer = get(client, "public", headers={"ZS-Currency": currency})

    assert (answer.status_code, answer.json["code"]) == (400, 2)
    assert answer.json["details"]["fields"] == {"ZS-Currency": "bad_value"}


@pytest.mark.parametrize("token", [None, "live", "stale", "suspended", "ü" * 5])
def test_a_public_call_ignores_every_token(client: TestClient, token: str | None) -> None:
    assert get(client, "public", token).status_code == 200


@pytest.mark.parametrize(("token", "who"), [("live", MINA), ("stale", "nobody"), (None, "nobody")])
def test_a_call_for_anybody_knows_a_live_session(
    client: TestClient, token: str | None, who: str
) -> None:
    assert get(client, "maybe", token).json["what"] == who


@pytest.mark.parametrize(
    ("token", "status", "code"),
    [
        (None, 401, 10000),
        ("stale", 401, 10000),
        ("suspended", 403, 10013),
        ("deleted", 403, 10002),
        ("unverified", 403, 2),
        ("live", 200, None),
    ],
)
def test_a_call_with_a_caller_needs_a_live_session(
    client: TestClient, token: str | None, status: int, code: int | None
) -> None:
    answer = get(client, "own", token)

    assert (answer.status_code, answer.json.get("code")) == (status, code)


def test_a_token_elsewhere_is_no_token(client: TestClient) -> None:
    answer = get(client, "own", headers={"Authorization": "live"})

    assert answer.json["code"] == 10000


def test_unverified_callers_may_use_what_waives_it(client: TestClient) -> None:
    assert post(client, "early", {}, "unverified").status_code == 200
    assert get(client, "own", "unverified").json["details"] == {"reason": "email_unverified"}


def test_the_log_in_is_judged_before_the_form(client: TestClient) -> None:
    assert post(client, "secret", {"unknown": 1}).json["code"] == 10000
    assert post(client, "secret", {"unknown": 1}, "unverified").json["details"] == {
        "reason": "email_unverified"
    }


def test_a_refusal_speaks_the_callers_language(client: TestClient) -> None:
    answers = [
        get(client, "own", headers={"Accept-Language": language}).json
        for language in ("en", "ko", "zh-CN", "zh-TW")
    ]

    assert len({answer["message"] for answer in answers}) == 4
    assert {answer["code"] for answer in answers} == {10000}


def test_a_form_is_read_into_its_class(client: TestClient, toy: Toy) -> None:
    sent = GOOD_FORM | {"amount": 3, "on": "2025-10-01", "agree": True, "line": {"name": "x"}}
    post(client, "form", sent)

    assert toy.calls == [
        Form("a", Method.BANK, Decimal("12.50"), 3, date(2025, 10, 1), True, [], Line("x"))
    ]


def test_every_field_at_fault_is_named_at_once(client: TestClient) -> None:
    answer = post(client, "form", {"name": " ", "amount": 11, "line": {"count": "x"}, "extra": 1})

    assert (answer.status_code, answer.json["code"]) == (400, 4)
    assert answer.json["details"]["fields"] == {
        "name": "required",
        "method": "required",
        "total": "required",
        "amount": "bad_value",
        "line.name": "required",
        "line.count": "bad_value",
        "extra": "unknown_field",
    }


@pytest.mark.parametrize(
    ("field_name", "value"),
    [
        ("name", 1),
        ("name", None),
        ("name", ["a"]),
        ("name", "a\u0000b"),
        ("name", "a\u0007b"),
        ("name", "\ufffe"),
        ("name", "x" * 2001),
        ("method", "cash"),
        ("method", 1),
        ("total", 12.5),
        ("total", 12),
        ("total", "1e5"),
        ("total", "NaN"),
        ("total", "Infinity"),
        ("total", "１２"),
        ("total", "1,000.00"),
        ("total", "9" * 40),
        ("amount", 0),
        ("amount", "3"),
        ("amount", True),
        ("amount", 2**63),
        ("amount", 10**400),
        ("on", "2025-02-30"),
        ("on", "2025-2-3"),
        ("on", 5),
        ("agree", "true"),
        ("agree", 1),
        ("lines", "a"),
        ("lines", {"a": 1}),
        ("lines", [1]),
        ("lines", ["\u0000"]),
        ("line", []),
        ("line", "x"),
    ],
)
def test_a_bad_value_is_refused_by_its_field(
    client: TestClient, field_name: str, value: object
) -> None:
    answer = post(client, "form", GOOD_FORM | {field_name: value})

    assert (answer.status_code, answer.json["code"]) == (400, 2)
    assert answer.json["details"] == {"reason": "bad_value", "fields": {field_name: "bad_value"}}


@pytest.mark.parametrize(
    "raw",
    [
        b"[]",
        b"null",
        b'"x"',
        b"1",
        b"{",
        b"[" * 60_000,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        b'{"name": NaN}',
        b'{"total": 1e400}',
        b'{"name": "\\ud800"}',
        b'{"name": "\xff"}',
        b"\xef\xbb\xbf{}",
        b"\x00",
        b"{} {}",
    ],
)
def test_a_body_that_is_no_json_object_is_refused(client: TestClient, raw: bytes) -> None:
    answer = client.simulate_post(
        "/api/toy/form", body=raw, headers={"Content-Type": "application/json"}
    )

    assert (answer.status_code, answer.json["code"]) == (400, 2)
    assert answer.json["details"]["fields"] == {"body": "bad_value"}


def test_a_body_over_64_kib_is_refused(client: TestClient) -> None:
    answer = post(client, "form", GOOD_FORM | {"name": "x" * 65_536})

    assert (answer.status_code, answer.json["code"]) == (413, 5)
    assert "64 KB" in answer.json["message"]


def test_a_body_of_64_kib_is_read(client: TestClient) -> None:
    whole = b'{"name": "' + b"x" * (65_536 - 12) + b'"}'
    for raw, code in ((whole, 4), (whole + b" ", 5)):
        answer = client.simulate_post(
            "/api/toy/form", body=raw, headers={"Content-Type": "application/json"}
        )
        assert answer.json["code"] == code


def test_a_body_and_a_query_name_a_hundred_keys_at_most(client: TestClient) -> None:
    for count, expected in ((100, [100, 100]), (101, [1, 1])):
        names = [f"k{number}" for number in range(count)]
        answers = (
            post(client, "early", dict.fromkeys(names, 1), "live"),
            get(client, "public", query_string="&".join(f"{name}=1" for name in names)),
        )
        assert [len(answer.json["details"]["fields"]) for answer in answers] == expected


class Breaking(BytesIO):
    """A body whose rest does not come, as servers tell it."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault

    def read(self, size: int | None = -1) -> bytes:
        if size == 0:
            return b""
        raise self.fault


BROKEN_OFF = {
    "the client left": ConnectionResetError("gone"),
    "no more came": NoMoreData(b"{"),
    "no size of a chunk": InvalidChunkSize(b"zz"),
}


@pytest.mark.parametrize("fault", BROKEN_OFF.values(), ids=BROKEN_OFF)
def test_a_body_that_breaks_off_is_a_bad_value(client: TestClient, fault: Exception) -> None:
    answer = client.simulate_post(
        "/api/toy/form",
        headers={"Content-Type": "application/json"},
        extras={"wsgi.input": Breaking(fault), "wsgi.input_terminated": True},
    )

    assert (answer.status_code, answer.json["details"]) == (400, {"reason": "bad_value"})


def test_a_body_whose_end_nobody_knows_is_not_waited_for(client: TestClient, toy: Toy) -> None:
    """Where the server does not end it, reading would wait for what never comes."""
    body = Breaking(AssertionError("was read"))
    answer = client.simulate_post(
        "/api/toy/early", headers={"Zs-Authentification": "live"}, extras={"wsgi.input": body}
    )

    assert (answer.status_code, len(toy.calls)) == (200, 1)


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "", "a"])
def test_only_json_is_read(client: TestClient, media_type: str) -> None:
    answer = client.simulate_post(
        "/api/toy/form", body=b"{}", headers={"Content-Type": media_type} if media_type else {}
    )

    assert (answer.status_code, answer.json["details"]) == (415, {"reason": "media_type"})


def test_a_call_without_a_body_takes_none_and_an_empty_object(client: TestClient) -> None:
    bare = client.simulate_post("/api/toy/early", headers={"Zs-Authentification": "live"})

    assert bare.status_code == 200
    assert post(client, "early", {}, "live").status_code == 200
    assert post(client, "early", {"x": 1}, "live").json["details"]["fields"] == {
        "x": "unknown_field"
    }


def test_a_query_is_read_into_its_class(client: TestClient, toy: Toy) -> None:
    get(client, "own", "live", query_string="search=a%20b+c&page=2&month=2025-10&exact=true")

    assert toy.calls == [Find("a b c", 2, Month(2025, 10), True)]


@pytest.mark.parametrize("empty", ["search=", "search"])
def test_an_optional_text_left_empty_counts_as_not_given(
    client: TestClient, toy: Toy, empty: str
) -> None:
    get(client, "own", "live", query_string=empty)

    assert toy.calls == [Find()]


@pytest.mark.parametrize("spaces", ["%20", "+++", "%E3%80%80"])
def test_an_optional_text_of_spaces_alone_is_blank(
    client: TestClient, toy: Toy, spaces: str
) -> None:
    answer = get(client, "own", "live", query_string=f"search={spaces}")

    assert (answer.status_code, answer.json["code"]) == (400, 4)
    assert answer.json["details"]["fields"] == {"search": "required"}
    assert toy.calls == []


@pytest.mark.parametrize("name", ["page", "month", "exact", "method"])
def test_any_other_parameter_left_blank_is_missing(client: TestClient, name: str) -> None:
    answer = get(client, "own", "live", query_string=f"{name}=")

    assert (answer.status_code, answer.json["code"]) == (400, 4)
    assert answer.json["details"]["fields"] == {name: "required"}


@pytest.mark.parametrize(
    ("query", "at_fault"),
    [
        ("page=x", "page"),
        ("page=-1", "page"),
        ("page=1001", "page"),
        ("page=1e1", "page"),
        ("page=1.0", "page"),
        ("page=" + "9" * 30, "page"),
        ("page=1&page=2", "page"),
        ("page=null", "page"),
        ("exact=1", "exact"),
        ("exact=TRUE", "exact"),
        ("month=2025-13", "month"),
        ("month=null", "month"),
        ("method=null", "method"),
        ("method=cash", "method"),
        ("search=%00", "search"),
        ("search=%ff", "query"),
        ("search=%ed%a0%80", "query"),
        ("search=" + "x" * 2001, "search"),
        ("&".join(f"k{n}=1" for n in range(101)), "query"),
    ],
)
def test_a_bad_parameter_is_refused_by_its_name(
    client: TestClient, query: str, at_fault: str
) -> None:
    answer = get(client, "own", "live", query_string=query)

    assert (answer.status_code, answer.json["code"]) == (400, 2)
    assert answer.json["details"]["fields"] == {at_fault: "bad_value"}


def test_an_unknown_parameter_is_refused(client: TestClient) -> None:
    answer = get(client, "own", "live", query_string="nope=1")

    assert answer.json["details"]["fields"] == {"nope": "unknown_field"}


def test_a_step_up_wants_a_fresh_password(client: TestClient, toy: Toy) -> None:
    assert post(client, "secret", {"note": "a"}, "live").status_code == 200
    refused = post(client, "secret", {"note": "a"}, "stale-password")
    assert (refused.status_code, refused.json["details"]) == (403, {"reason": "step_up"})
    wrong = post(client, "secret", {"note": "a", "password": "x"}, "stale-password")
    assert (wrong.status_code, wrong.json["code"]) == (400, 10019)
    right = {"note": "b", "password": "open sesame"}
    assert post(client, "secret", right, "stale-password").status_code == 200
    assert [note for _, note, _ in toy.calls] == ["a", "b"]


def test_the_form_is_judged_before_the_step_up(client: TestClient) -> None:
    assert post(client, "secret", {}, "stale-password").json["code"] == 4
    assert post(client, "secret", {"note": "bad"}, "stale-password").status_code == 404


def test_a_call_can_name_itself(client: TestClient, toy: Toy) -> None:
    def sent(key: str, note: str, password: str | None = None) -> Call:
        body = {"note": note} | ({"password": password} if password else {})
        post(client, "secret", body, "live", headers={"Idempotency-Key": key})
        call = toy.calls[-1][2]
        assert isinstance(call, Call)
        return call

    first = sent("k1", "a")
    assert (first.account, first.key) == (MINA, "k1")
    assert sent("k1", "a", "open sesame").fingerprint == first.fingerprint
    assert sent("k1", "b").fingerprint != first.fingerprint


def test_the_name_of_a_call_may_have_255_characters(client: TestClient, toy: Toy) -> None:
    key = "x" * 255
    answer = post(client, "secret", {"note": "a"}, "live", headers={"Idempotency-Key": key})

    assert answer.status_code == 200
    call = toy.calls[-1][2]
    assert isinstance(call, Call)
    assert call.key == key


@pytest.mark.parametrize("key", ["x" * 256, "a b", "ä"])
def test_a_strange_name_for_a_call_is_refused(client: TestClient, key: str) -> None:
    answer = post(client, "secret", {"note": "a"}, "live", headers={"Idempotency-Key": key})

    assert answer.json["details"]["fields"] == {"Idempotency-Key": "bad_value"}


def test_a_limit_answers_when_to_come_back(toy: Toy) -> None:
    client = serving(toy, PATHS, TOKENS, LimitsProfile.NORMAL)
    codes = [post(client, "form", GOOD_FORM).status_code for _ in range(6)]
    refused = post(client, "form", GOOD_FORM)

    assert codes == [200] * 5 + [429]
    assert (refused.status_code, refused.json["code"]) == (429, 3)
    assert int(refused.headers["Retry-After"]) == refused.json["details"]["retry_after"] > 3000


def test_malformed_calls_use_up_nothing_of_a_limit(toy: Toy) -> None:
    client = serving(toy, PATHS, TOKENS, LimitsProfile.NORMAL)
    malformed = [post(client, "form", {}).status_code for _ in range(10)]
    codes = [post(client, "form", GOOD_FORM).status_code for _ in range(6)]

    assert malformed == [400] * 10
    assert codes == [200] * 5 + [429]


def from_there(client: TestClient, address: str, name: str, body: object = None) -> int:
    method = "GET" if body is None else "POST"
    more = {"remote_addr": address, "json": body}
    return client.simulate_request(method, f"/api/toy/{name}", **more).status_code


def test_a_network_of_ipv6_is_one_visitor(toy: Toy) -> None:
    client = serving(toy, PATHS, TOKENS, LimitsProfile.NORMAL)

    forms = [from_there(client, f"2001:db8::{at}", "form", GOOD_FORM) for at in range(6)]
    calls = [from_there(client, f"2001:db8:0:1::{at}", "public") for at in range(61)]

    assert forms == [200] * 5 + [429]
    assert calls == [200] * 60 + [429]
    assert from_there(client, "2001:db8:0:2::1", "form", GOOD_FORM) == 200


def test_who_is_signed_in_is_counted_by_account_wherever_it_calls_from(toy: Toy) -> None:
    tokens: dict[str, Somebody | Refusal] = {
        "live": Somebody(),
        "else": Somebody(account=AccountId("hao")),
    }
    client = serving(toy, PATHS, tokens, LimitsProfile.NORMAL)

    def calls(number: int, token: str) -> int:
        headers = {"Zs-Authentification": token}
        address = f"203.0.113.{number % 100}"
        asked = client.simulate_get("/api/toy/own", headers=headers, remote_addr=address)
        return asked.status_code

    assert [calls(number, "live") for number in range(301)] == [200] * 300 + [429]
    assert calls(0, "else") == 200


def test_a_limit_counts_an_account_however_many_sessions_it_has(toy: Toy) -> None:
    tokens: dict[str, Somebody | Refusal] = {
        "phone": Somebody(),
        "laptop": Somebody(),
        "else": Somebody(account=AccountId("hao")),
    }
    client = serving(toy, PATHS, tokens, LimitsProfile.NORMAL)

    codes = [post(client, "often", {}, token).status_code for token in ["phone", "laptop"] * 3]

    assert codes == [200] * 5 + [429]
    assert post(client, "often", {}, "else").status_code == 200


@define
class Reads:
    """Answers, and remembers whether it did so within one moment."""

    is_held: bool = False
    answered: list[bool] = field(factory=list)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        self.is_held = True
        yield
        self.is_held = False

    @operation("quick")
    def on_get_quick(self) -> None:
        """Only reads."""
        self.answered.append(self.is_held)

    @operation("change")
    def on_post_quick(self) -> None:
        """May write."""
        self.answered.append(self.is_held)

    @operation("slow", lane=Lane.PLATFORM)
    def on_get_slow(self) -> None:
        """Asks somebody else meanwhile."""
        self.answered.append(self.is_held)


def test_only_a_quick_read_is_answered_within_one_moment() -> None:
    reads = Reads()
    paths = tuple(Path(f"reads/{name}", Reads, name) for name in ("quick", "slow"))
    client = serving(reads, paths, one_moment=reads.one_moment)

    client.simulate_get("/api/reads/quick")
    client.simulate_post("/api/reads/quick")
    client.simulate_get("/api/reads/slow")

    assert reads.answered == [True, False, False]


def test_counters_that_cannot_be_written_stop_nobody(toy: Toy) -> None:
    client = serving(toy, PATHS, TOKENS, LimitsProfile.NORMAL, store=BrokenLimits())

    assert get(client, "own", "live").status_code == 200
    assert [post(client, "form", GOOD_FORM).status_code for _ in range(6)] == [200] * 6


def test_a_file_is_answered_as_it_is(client: TestClient) -> None:
    answer = get(client, "file", "live")

    assert answer.content == b"a,b\n"
    assert answer.headers["Content-Type"] == "text/csv"
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("search", "status", "code"),
    [("role", 403, 2), ("login", 400, 10003), ("database", 503, 1), ("other", 500, 1)],
)
def test_whatever_goes_wrong_is_answered_in_one_shape(
    client: TestClient, search: str, status: int, code: int
) -> None:
    answer = get(client, "broken", query_string=f"search={search}")

    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.json["success"] is False
    assert answer.json["message"] not in {"", "-"}
    assert "secret detail" not in answer.text


def test_an_unforeseen_fault_is_logged_under_the_id_that_it_answers_with(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = get(client, "broken", query_string="search=other&token=abc")

    request = answer.json["details"]["request_id"] if answer.status_code == 500 else ""
    assert answer.status_code == 400
    assert request == ""
    answer = get(client, "broken", query_string="search=other")
    named = answer.json["details"]["request_id"]
    failures = [line for line in caplog.records if line.levelname == "ERROR"]
    assert [named in line.getMessage() for line in failures] == [True]
    assert "a secret detail" in caplog.text
    assert "Traceback" in caplog.text
    assert "Traceback" not in answer.text


def test_a_database_that_is_away_asks_to_come_back(client: TestClient) -> None:
    answer = get(client, "broken", query_string="search=database")

    assert answer.json["details"]["reason"] == "unavailable"
    assert answer.headers["Retry-After"] == "5"


def test_unknown_paths_and_methods_wear_the_envelope(client: TestClient) -> None:
    nowhere = client.simulate_get("/api/toy/nowhere")
    method = client.simulate_delete("/api/toy/form")

    assert (nowhere.status_code, nowhere.json["details"]) == (404, {"reason": "not_found"})
    assert (method.status_code, method.json["details"]) == (405, {"reason": "method"})
    assert "POST" in method.headers["Allow"]


def test_secrets_in_a_query_never_reach_the_log(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"):
        get(client, "public", query_string="t=canary1&code=canary2&Token=canary3&page=7")

    assert "canary" not in caplog.text
    assert "t=***" in caplog.text
    assert "page=7" in caplog.text


def test_a_database_that_does_not_answer_is_a_reason_not_to_serve() -> None:
    def away() -> None:
        raise DatabaseUnavailable("gone")

    def there() -> None:
        pass

    assert Readiness(can_write=lambda: True, require_schema=away).fault() == NO_ANSWER
    assert Readiness(can_write=lambda: False, require_schema=there).fault() == NO_ANSWER
    assert Readiness(can_write=lambda: True, require_schema=there).fault() is None


def test_the_process_says_that_it_lives_and_serves(client: TestClient) -> None:
    assert client.simulate_get("/healthz").text == "ok\n"
    assert client.simulate_get("/readyz").text == "ready\n"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        ((), "203.0.113.9", "127.0.0.1"),
        (("127.0.0.1",), "203.0.113.9", "203.0.113.9"),
        (("127.0.0.1",), "1.1.1.1, 203.0.113.9", "203.0.113.9"),
        (("127.0.0.1", "10.0.0.1"), "203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (("127.0.0.1",), "", "127.0.0.1"),
        (("127.0.0.1", "10.0.0.1"), "::ffff:203.0.113.9, ::ffff:10.0.0.1", "203.0.113.9"),
    ],
)
@pytest.mark.parametrize("peer", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_only_a_trusted_proxy_is_believed_about_addresses(
    proxies: tuple[str, ...], forwarded: str, address: str, peer: str
) -> None:
    """Whether the server, or a proxy, listens on IPv4 or on IPv6."""
    env = create_environ(remote_addr=peer, headers={"X-Forwarded-For": forwarded})

    assert address_of(Request(env), proxies) == address
