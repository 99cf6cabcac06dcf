"""`withdrawal/*` over both databases: shapes, refusals, files, links."""

from __future__ import annotations

from datetime import UTC, date, datetime
from io import BytesIO
from threading import Barrier, Thread
from typing import Any

import pytest
from attrs import evolve
from openpyxl import load_workbook
from pypdf import PdfReader
from tests.fakes.waiting import PATIENCE
from tests.fakes.withdrawals import ANN
from tests.http.calling import Client
from tests.http.world import MAIN, STRANGER, World

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.rules import reservation_id
from backbeat.payout_methods.registry import METHODS
from backbeat.settings import Settings

PAYPAL = {"method": "paypal", "account_name": "Mina Kim", "account_email": "mina@example.org"}
BANK = {
    "method": "bank",
    "holder": "Hao Wang",
    "bank_name": "Example Bank",
    "bank_address": "1 Example Street, Berlin",
    "swift": "DEUTDEFF",
    "account_number": "DE89 3704 0044 0532 0130 00",
    "account_number_confirm": "DE89370400440532013000",
    "postal_code": "10115",
}
IN_USD = {"method": "paypal", "currency": "USD"}


def earn(world: World, amount: str) -> None:
    """Money of September 2025, posted on 20 October."""
    act = ActContext(ANN, date(2025, 10, 20), world.container.security_clock().now())
    with world.container.transactions().begin() as books:
        books.ledger.post(
            AccountId(MAIN),
            EntryType.MUSIC_PROFIT,
            Money.of(amount),
            act,
            source=f"test:{amount}",
            month=Month(2025, 9),
        )


def approve_channel(world: World, account: str = MAIN) -> None:
    """Let the account's channel be approved."""
    with world.container.transactions().begin() as books:
        channel = books.channels.get(world.things["channel", account])  # type: ignore[arg-type]
        assert channel is not None
        books.channels.save(evolve(channel, status=ChannelStatus.APPROVED))


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The defaults, but for one country that no bank transfer reaches."""
    payment = evolve(settings.payment, unsupported_bank_countries=frozenset({"KP"}))
    return evolve(settings, payment=payment)


@pytest.fixture
def main(world: World, business_clock: Any) -> Client:
    """The main account, whose channel is approved, on 25 October 2025."""
    approve_channel(world)
    business_clock.set(datetime(2025, 10, 25, 9, tzinfo=UTC))
    return Client(world, MAIN)


@pytest.fixture
def rich(main: Client) -> Client:
    """The same with PayPal registered and 150.00 of September."""
    assert main.post("withdrawal/info.register", **PAYPAL)["success"]
    earn(main.world, "150.00")
    return main


def ask(client: Client, **more: Any) -> Any:
    return client.post("withdrawal/request", **{**IN_USD, "total": "150.00", **more})


def test_payment_info_is_null_until_it_is_registered_and_masked_then(main: Client) -> None:
    assert main.get("withdrawal/info")["payment_info"] is None

    registered = main.post("withdrawal/info.register", **BANK)

    assert registered == {
        "success": True,
        "message": "",
        "method": "bank",
        "holder": "Hao Wang",
        "bank_name": "Example Bank",
        "bank_address": "1 Example Street, Berlin",
        "swift": "DEUTDEFF",
        "postal_code": "10115",
        "country": "DE",
        "account_number_masked": "…3000",
        "account_name": None,
        "account_email_masked": None,
        "updated_at": "2025-10-25T09:00:00Z",
    }
    fields = {name: registered[name] for name in registered if name not in {"success", "message"}}
    assert main.get("withdrawal/info")["payment_info"] == fields
    again = main.post("withdrawal/info.register", **PAYPAL)
    assert (again["code"], again["details"]["reason"]) == (2, "payment_info_exists")


def test_updating_replaces_the_method(main: Client) -> None:
    assert main.post("withdrawal/info.update", **PAYPAL)["code"] == 40000
    main.post("withdrawal/info.register", **BANK)

    updated = main.post("withdrawal/info.update", **PAYPAL)

    assert (updated["method"], updated["account_name"]) == ("paypal", "Mina Kim")
    assert updated["account_email_masked"] == "m***@example.org"
    assert updated["account_number_masked"] is None


def test_a_wrong_field_is_named(main: Client) -> None:
    """J2 step 2."""
    number = "account_number"
    for changes, code, fields in (
        ({"holder": "", "postal_code": " "}, 4, {"holder": "required", "postal_code": "required"}),
        ({"account_number_confirm": "DE893"}, 4, {"account_number_confirm": "mismatch"}),
        ({"swift": "DEUTDEFF5"}, 40017, {"swift": "swift"}),
        ({number: "123456789"}, 40015, {number: "account_number"}),
        ({number: "1234567890123"}, 40015, {number: "account_number"}),
        ({number: "DE88370400440532013000"}, 40015, {number: "iban_checksum"}),
        ({"holder": "Hao123"}, 40014, {"holder": "name"}),
        ({"swift": "ABC"}, 40017, {"swift": "swift"}),
    ):
        confirm = {"account_number_confirm": changes[number]} if number in changes else {}

        refused = main.post("withdrawal/info.register", **(BANK | confirm | changes))

        assert (refused["code"], refused["details"]["fields"]) == (code, fields)
    assert main.get("withdrawal/info")["payment_info"] is None


def test_every_field_of_the_method_is_required(main: Client) -> None:
    """S3.039 to S3.041."""
    bank = main.post("withdrawal/info.register", method="bank")
    paypal = main.post("withdrawal/info.register", method="paypal")

    assert bank["code"] == paypal["code"] == 4
    assert set(bank["details"]["fields"]) == set(BANK) - {"method"}
    assert set(paypal["details"]["fields"]) == set(PAYPAL) - {"method"}
    for form in (BANK, PAYPAL):
        for name in form.keys() - {"method"}:
            missing = {field: value for field, value in form.items() if field != name}
            refused = main.post("withdrawal/info.register", **missing)
            assert (refused["code"], name in refused["details"]["fields"]) == (4, True)


def test_paypal_needs_a_name_and_an_address(main: Client) -> None:
    for changes, code in (
        ({"account_email": "nowhere"}, 40015),
        ({"account_name": "Mina1"}, 40013),
        ({"method": "cheque"}, 2),
    ):
        assert main.post("withdrawal/info.register", **(PAYPAL | changes))["code"] == code


def test_a_methods_details_with_anothers_fields_are_refused_naming_both(main: Client) -> None:
    for form, foreign, of in (
        (PAYPAL, {"swift": "DEUTDEFF", "holder": "Mina Kim"}, "bank"),
        (BANK, {"account_email": "mina@example.org"}, "paypal"),
        (BANK, {"account_email": ""}, "paypal"),
    ):
        refused = main.post("withdrawal/info.register", **(form | foreign))

        assert refused["code"] == 2
        assert refused["details"] == {
            "reason": "method_fields",
            "fields": dict.fromkeys(foreign, "other_method"),
            "method": form["method"],
            "of": [of],
            "expected": [name for name in form if name != "method"],
        }
        title = METHODS.known[form["method"]].title[Language.ENGLISH]
        assert refused["message"].endswith(f" You chose: {title}.")
    assert main.get("withdrawal/info")["payment_info"] is None


def test_a_country_that_transfers_do_not_reach_is_refused(main: Client) -> None:
    """S8.061."""
    refused = main.post("withdrawal/info.register", **(BANK | {"swift": "DEUTKPFF"}))

    assert (refused["code"], refused["details"]) == (40016, {"country": "KP"})


def test_twenty_dollars_are_too_little_and_a_cent_more_is_enough(main: Client) -> None:
    """S8.047, S9.005."""
    main.post("withdrawal/info.register", **PAYPAL)
    earn(main.world, "20.00")

    refused = ask(main, total="20.00")
    assert (refused["code"], refused["details"]["reason"]) == (40002, "minimum")
    earn(main.world, "0.01")
    assert ask(main, total="20.01")["net"] == "19.07"


def test_a_quote_says_everything_before_the_request(rich: Client) -> None:
    assert rich.get("withdrawal/quote", **IN_USD) == {
        "success": True,
        "message": "",
        "currency": "USD",
        "fx_rate": "1",
        "total": "150.00",
        "fee": "7.05",
        "net": "142.95",
        "total_usd": "150.00",
        "net_usd": "142.95",
        "bill_on": "2025-10-31",
        "due_on": "2025-11-10",
        "held_until": None,
        "lines": [
            {
                "month": "2025-09",
                "type": "music_profit",
                "correction": False,
                "note": None,
                "amount": "150.00",
            }
        ],
        "allowed": True,
        "blocked": [],
        "lock": None,
    }


def test_a_quote_names_every_obstacle(main: Client, business_clock: Any) -> None:
    business_clock.set(date(2025, 10, 24))

    quote = main.get("withdrawal/quote", method="paypal", currency="CNY")

    assert quote["allowed"] is False
    assert (quote["currency"], quote["total"]) == ("USD", "0.00")
    assert quote["blocked"] == [
        {"code": 40000, "reason": "payment_info"},
        {"code": 40001, "reason": "window"},
        {"code": 40002, "reason": "minimum"},
        {"code": 2, "reason": "currency_method"},
        {"code": 2, "reason": "no_rate"},
    ]


def test_a_changed_destination_is_held(rich: Client) -> None:
    rich.post("withdrawal/info.update", **(PAYPAL | {"account_email": "new@example.org"}))

    assert rich.get("withdrawal/quote", **IN_USD)["held_until"] == "2025-10-28"


def test_a_request_answers_with_the_withdrawal(rich: Client) -> None:
    asked = ask(rich)

    assert asked == {
        "success": True,
        "message": "",
        "id": asked["id"],
        "entry": reservation_id(asked["id"]),
        "date": "2025-10-25",
        "method": "paypal",
        "currency": "USD",
        "total": "150.00",
        "fee": "7.05",
        "net": "142.95",
        "total_usd": "150.00",
        "net_usd": "142.95",
        "fx_rate": "1",
        "status": "pending",
        "reason": None,
        "bill_on": "2025-10-31",
        "due_on": "2025-11-10",
        "held_until": None,
        "paid_on": None,
        "invoice_id": asked["invoice_id"],
        "credit_note_id": None,
        "credit_notes": [],
    }
    pending = rich.get("withdrawal/list", status="pending")
    assert pending["items"] == [
        {name: asked[name] for name in asked if name not in {"success", "message"}}
    ]


def test_malformed_requests_are_refused(rich: Client) -> None:
    """S3.043 among them."""
    for body, fields in (
        ({"currency": "KRW"}, {"currency": "bad_value"}),
        ({"currency": "EUR"}, {"currency": "bad_value"}),
        ({"total": "1e3"}, {"total": "bad_value"}),
        ({"total": "150.0000001"}, {"total": "bad_value"}),
        ({"total": 150}, {"total": "bad_value"}),
        ({"more": "1"}, {"more": "unknown_field"}),
    ):
        refused = ask(rich, **body)

        assert (refused["code"], refused["details"]["reason"]) == (2, "bad_value")
        assert refused["details"]["fields"] == fields


def test_a_stale_total_is_refused_with_the_new_one(rich: Client) -> None:
    refused = ask(rich, total="149.99")

    assert (refused["code"], refused["details"]) == (
        2,
        {"reason": "stale_quote", "total": "150.00"},
    )


@pytest.mark.parametrize("status", sorted(set(ChannelStatus) - {ChannelStatus.APPROVED}))
def test_without_an_approved_channel_the_request_is_forbidden(
    rich: Client, status: ChannelStatus
) -> None:
    """S6.014, S6.016."""
    with rich.world.container.transactions().begin() as books:
        channel = books.channels.get(rich.world.things["channel", MAIN])  # type: ignore[arg-type]
        assert channel is not None
        books.channels.save(evolve(channel, status=status))

    refused = rich.world.client.simulate_post(
        "/api/withdrawal/request",
        json={**IN_USD, "total": "150.00"},
        headers={"Zs-Authentification": rich.world.tokens[MAIN]},
    )
    assert (refused.status_code, refused.json["code"]) == (403, 2)
    assert refused.json["details"] == {"reason": "channel_not_approved"}


def test_money_needs_a_fresh_password(rich: Client, clock: Any) -> None:
    """SESSION-8, WITHDRAW-11: the form is judged before."""
    clock.move(seconds=601)

    assert ask(rich)["details"] == {"reason": "step_up"}
    assert ask(rich, total="x")["details"]["reason"] == "bad_value"
    blank = rich.post("withdrawal/info.update", **(PAYPAL | {"account_name": "Mina1"}))
    assert blank["code"] == 40013
    assert rich.post("withdrawal/info.update", **PAYPAL)["details"] == {"reason": "step_up"}
    assert rich.post("withdrawal/info.update", **PAYPAL, password="wrong")["code"] == 10019
    assert ask(rich, password="open sesame")["status"] == "pending"


def test_the_same_key_many_times_at_once_makes_one_withdrawal(rich: Client) -> None:
    """WITHDRAW-14 over HTTP: equal answers, one row; another body under the key is refused."""
    headers = {
        "Zs-Authentification": rich.world.tokens[MAIN],
        "Idempotency-Key": "4b1f8a52-27f6-4c7e-8d0e-5d6a7c1b2a90",
    }
    answers: list[Any] = []
    start = Barrier(5)

    def post(times: int, **changes: str) -> None:
        for _ in range(times):
            result = rich.world.client.simulate_post(
                "/api/withdrawal/request",
                json={**IN_USD, "total": "150.00", **changes},
                headers=headers,
            )
            answers.append(result.json)

    def work() -> None:
        start.wait(PATIENCE)
        post(4)

    threads = [Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert answers == [answers[0]] * 20
    assert answers[0]["status"] == "pending"
    assert rich.get("withdrawal/list", status="pending")["total"] == 1
    post(1, total="151.00")
    assert answers[-1]["details"] == {"reason": "idempotency_mismatch"}


def test_the_list_takes_days_of_request(rich: Client) -> None:
    ask(rich)

    assert rich.get("withdrawal/list", start="2025-10-25", end="2025-10-25")["total"] == 1
    assert rich.get("withdrawal/list", start="2025-11-01", end="2025-11-30")["total"] == 0
    assert rich.get("withdrawal/list", start="2025-11-01")["code"] == 4
    reversed_ = rich.get("withdrawal/list", start="2025-11-02", end="2025-11-01")
    assert reversed_["details"] == {"reason": "bad_range"}


def test_an_invoice_shows_the_four_numbers(rich: Client) -> None:
    """J1 step 14, S3.044."""
    asked = ask(rich)
    settings = rich.world.container.settings().invoice

    assert rich.get("withdrawal/invoice", id=asked["invoice_id"]) == {
        "success": True,
        "message": "",
        "id": asked["invoice_id"],
        "kind": "invoice",
        "corrects": None,
        "name": "Mina Kim",
        "recipient": settings.recipient,
        "service": settings.service,
        "issued_on": "2025-10-31",
        "currency": "USD",
        "lines": [
            {
                "month": "2025-09",
                "type": "music_profit",
                "correction": False,
                "note": None,
                "unit_price": "150.00",
                "quantity": 1,
                "amount": "150.00",
            }
        ],
        "fee": "7.05",
        "total": "142.95",
        "withdrawal_id": asked["id"],
    }


@pytest.mark.parametrize(("language", "title"), [("en", "Invoice"), ("ko", "청구서")])
def test_an_invoice_downloads_as_pdf_and_xlsx(rich: Client, language: str, title: str) -> None:
    number = ask(rich)["invoice_id"]
    headers = {
        "Zs-Authentification": rich.world.tokens[MAIN],
        "Accept-Language": language,
    }

    def download(**query: str) -> Any:
        return rich.world.client.simulate_get(
            "/api/withdrawal/invoice.download", params={"id": number, **query}, headers=headers
        )

    pdf, xlsx = download(), download(format="xlsx")

    assert pdf.headers["Content-Type"] == "application/pdf"
    assert f"{number}.pdf" in pdf.headers["Content-Disposition"]
    shown = PdfReader(BytesIO(pdf.content)).pages[0].extract_text().replace("\0", "")
    assert "142.95 USD" in shown
    assert f"{number}.xlsx" in xlsx.headers["Content-Disposition"]
    sheet = load_workbook(BytesIO(xlsx.content)).worksheets[0]
    assert sheet.cell(1, 1).value == title
    assert 142.95 in [cell.value for row in sheet.iter_rows() for cell in row]


def test_a_link_opens_one_invoice_once_without_a_log_in(rich: Client, clock: Any) -> None:
    """INVOICE-8, J15 step 4."""
    number = ask(rich)["invoice_id"]
    anybody = rich.world.client

    def open_(token: str) -> Any:
        return anybody.simulate_get("/api/withdrawal/invoice.embedded", params={"t": token}).json

    link = rich.get("withdrawal/invoice.link", id=number)
    assert link["expires_in"] == 300
    assert open_(link["token"]) == rich.get("withdrawal/invoice", id=number)
    assert open_(link["token"])["code"] == 10017
    assert open_("nothing")["details"] == {"reason": "not_found"}
    late = rich.get("withdrawal/invoice.link", id=number)["token"]
    clock.move(seconds=300)
    assert open_(late)["code"] == 10017


def test_a_foreign_invoice_does_not_exist(rich: Client) -> None:
    number = ask(rich)["invoice_id"]
    stranger = Client(rich.world, STRANGER)

    for call in ("invoice", "invoice.link", "invoice.download"):
        assert stranger.status("GET", f"withdrawal/{call}", id=number) == 404


def test_a_rejection_shows_its_reason_and_its_credit_note(rich: Client) -> None:
    """J11 step 1."""
    asked = ask(rich)
    rich.world.container.portal().withdrawal_decisions.reject(
        WithdrawalId(asked["id"]), ANN, "PayPal knows no such account", recover=True
    )

    [listed] = rich.get("withdrawal/list", status="rejected")["items"]
    note = rich.get("withdrawal/invoice", id=listed["credit_note_id"])

    assert listed["reason"] == "PayPal knows no such account"
    assert listed["credit_notes"] == [
        {"id": note["id"], "corrects": asked["invoice_id"], "date": "2025-10-25"}
    ]
    assert (note["kind"], note["corrects"]) == ("credit_note", asked["invoice_id"])
    assert note["total"] == "142.95"
    assert rich.get("withdrawal/quote", **IN_USD)["total"] == "150.00"
