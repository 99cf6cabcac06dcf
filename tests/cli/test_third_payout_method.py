"""A third payout method, registered here alone, from the form to the money that arrived.

`tests/fakes/wallet.py` is all that it is made of. Over HTTP and at the command line, on both
databases.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from sqlalchemy import text
from tests.cli.conftest import Program
from tests.fakes.wallet import WALLET, registered
from tests.fakes.withdrawals import ANN
from tests.http.conftest import portal
from tests.http.portal import Portal
from tests.http.test_journey_payouts import FORM as BY_PAYPAL
from tests.http.test_journey_payouts import PAYPAL, creator, on, settle

from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat_http import openapi

__all__ = ["portal"]

DETAILS = {"method": "wallet", "wallet_owner": "Mina Kim", "wallet_phone": "+82 10 1234 5678"}
BY_WALLET = {"method": "wallet", "currency": "USD"}


@pytest.fixture(autouse=True)
def wallet() -> Iterator[None]:
    """The third method, as long as the test runs."""
    with registered():
        yield


@pytest.fixture
def mina(portal: Portal) -> str:
    """Mina with 150.00 of September and a wallet, on the first day of the window: her token."""
    creator(portal, "mina")
    settle(portal, "mina", Month(2025, 9), "150.00")
    token = on(portal, "mina", date(2025, 10, 25))
    assert portal.post("withdrawal/info.register", token, **DETAILS).status == 200
    return token


def asked(portal: Portal, token: str) -> Mapping[str, Any]:
    """Her request of the whole balance."""
    answer = portal.post("withdrawal/request", token, **BY_WALLET, total="150.00")
    assert answer.status == 200, answer.json
    return answer.json


def answered(file: Path, withdrawal: str, state: str, **more: str) -> str:
    """A file of results as the wallet's house writes it."""
    row = {
        "Payment": withdrawal,
        "State": state,
        "Value": "147.00",
        "Ccy": "usd",
        "Booked": "2025-11-07",
        "Trace": "w-1",
        "Note": "",
        **more,
    }
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, row, delimiter=";")
        writer.writeheader()
        writer.writerow(row)
    return str(file)


def test_its_details_are_taken_and_shown_by_the_same_calls(portal: Portal, mina: str) -> None:
    shown = portal.get("withdrawal/info", mina)["payment_info"]

    assert {name: value for name, value in shown.items() if value is not None} == {
        "method": "wallet",
        "wallet_owner": "Mina Kim",
        "wallet_phone_masked": "…78",
        "updated_at": "2025-10-25T09:00:00Z",
    }
    assert {name for name, value in shown.items() if value is None} == {
        "holder",
        "bank_name",
        "bank_address",
        "swift",
        "postal_code",
        "country",
        "account_number_masked",
        "account_name",
        "account_email_masked",
    }
    assert portal.log_in()["withdrawal"]["wallet_phone_masked"] == "…78"


def test_its_form_is_judged_by_its_own_checks(portal: Portal, mina: str) -> None:
    for changes, code, fields in (
        ({"wallet_owner": ""}, 4, {"wallet_owner": "required"}),
        ({"wallet_owner": "M1na"}, 40013, {"wallet_owner": "name"}),
        ({"wallet_phone": "010"}, 2, {"wallet_phone": "bad_value"}),
        ({"account_email": "m@example.org"}, 2, {"account_email": "other_method"}),
    ):
        refused = portal.post("withdrawal/info.update", mina, **{**DETAILS, **changes})
        assert (refused.code, refused["details"]["fields"]) == (code, fields)


def test_it_is_quoted_by_its_own_terms(portal: Portal, mina: str) -> None:
    quote = portal.get("withdrawal/quote", mina, **BY_WALLET)
    by_paypal = portal.get("withdrawal/quote", mina, **BY_PAYPAL)

    assert (quote["total"], quote["fee"], quote["net"]) == ("150.00", "3.00", "147.00")
    assert by_paypal["fee"] == "7.05", "the same amount costs another fee by PayPal"
    assert quote["allowed"]
    assert portal.get("withdrawal/quote", mina, method="wallet", currency="CNY")["blocked"] == [
        {"code": 2, "reason": "no_rate"}
    ]
    [rules] = [
        each
        for each in portal.get("site/settings")["withdrawal"]["methods"]
        if each["method"] == "wallet"
    ]
    assert rules == {
        "method": "wallet",
        "fee": "1.50",
        "fee_rate": "0.01",
        "minimum": "30.00",
        "minimum_basis": "requested_amount",
        "currencies": ["CNY", "USD"],
    }


def test_its_own_minimum_and_countries_count(portal: Portal) -> None:
    creator(portal, "mina")
    settle(portal, "mina", Month(2025, 9), "29.99")
    token = on(portal, "mina", date(2025, 10, 25))
    german = {**DETAILS, "wallet_phone": "+491701234567"}
    assert portal.post("withdrawal/info.register", token, **german).status == 200

    quote = portal.get("withdrawal/quote", token, **BY_WALLET)
    by_paypal = portal.get("withdrawal/quote", token, **BY_PAYPAL)

    assert quote["blocked"] == [
        {"code": 40002, "reason": "method_minimum"},
        {"code": 40016, "reason": "country"},
    ]
    assert by_paypal["allowed"], "a quote looks at any method, whichever is registered"
    refused = portal.post("withdrawal/request", token, **BY_WALLET, total="29.99")
    assert (refused.code, refused["details"]) == (
        40002,
        {"reason": "method_minimum", "balance": "29.99", "minimum": "30.00"},
    )
    assert "$30.00" in refused["message"]


def test_it_is_requested_batched_returned_and_paid(
    portal: Portal, backbeat: Program, mina: str, tmp_path: Path
) -> None:
    request = asked(portal, mina)
    withdrawal = str(request["id"])
    assert [request[name] for name in ("method", "fee", "net")] == ["wallet", "3.00", "147.00"]

    on(portal, "mina", date(2025, 11, 7))
    [row] = backbeat("withdrawal", "list", "--json").items
    assert [row[name] for name in ("method", "to", "fee")] == ["wallet", "…78", "3.00"]
    shown = backbeat("withdrawal", "show", withdrawal, "--json").json
    assert (shown["wallet_phone"], shown["flat_fee_usd"], shown["fee_rate"]) == (
        "+821012345678",
        "1.50",
        "0.01",
    )

    exported = backbeat("payout", "export", "--method", "wallet", "--into", str(tmp_path), "--json")
    [batch] = exported.items
    assert (batch["method"], batch["total"]) == ("wallet", "147.00")
    file = tmp_path / "payout-000001-wallet-usd-1.csv"
    assert file.read_text() == f"{withdrawal}|+821012345678|Mina Kim|147.00|USD\n"
    again = backbeat(
        "payout", "export", "--batch", "1", "--into", str(tmp_path / "again"), "--json"
    )
    assert (tmp_path / "again" / file.name).read_bytes() == file.read_bytes(), again.err
    assert backbeat("payout", "sent", "1").code == 0
    back = answered(tmp_path / "back.csv", withdrawal, "Bounced", Note="no such phone")
    returned = backbeat("payout", "import-result", back, "--json")
    assert [(each["state"], each["reason"]) for each in returned.items] == [
        ("returned", "no such phone")
    ]

    assert backbeat("payout", "export", "--method", "wallet", "--into", str(tmp_path)).code == 0
    done = answered(tmp_path / "done.csv", f"{withdrawal}-2", "done", Trace="w-2")
    assert backbeat("payout", "import-result", done).code == 0
    [paid] = backbeat("withdrawal", "list", "--json").items
    assert (paid["status"], paid["paid_on"]) == ("success", "2025-11-07")
    token = str(portal.log_in()["token"])
    [listed] = portal.get("withdrawal/list", token)["items"]
    assert (listed["status"], listed["method"]) == ("success", "wallet")
    assert left_by(portal) == {"external:wallet": 147_000_000, "house:fees": 3_000_000}
    checked = backbeat("ledger", "check")
    assert checked.code == 0, checked.out


def left_by(portal: Portal) -> dict[str, int]:
    """What the payout posted outside what creators have, in micros."""
    with portal.container.engine().connect() as connection:
        rows = connection.execute(
            text(
                "SELECT p.house, p.amount FROM ledger_postings p JOIN ledger_transactions t"
                " ON t.account = p.account AND t.number = p.number WHERE t.kind = 'payout'"
                " AND p.house IS NOT NULL"
            )
        )
        return {str(house): int(amount) for house, amount in rows}


def test_a_rejection_gives_its_money_back(portal: Portal, backbeat: Program, mina: str) -> None:
    request = asked(portal, mina)

    rejected = backbeat(
        "withdrawal", "reject", request["id"], "--reason", "gone", "--recover", "--yes"
    )

    assert rejected.code == 0, rejected.err
    assert portal.get("withdrawal/quote", mina, **BY_WALLET)["total"] == "150.00"
    assert backbeat("ledger", "check").code == 0


def test_its_papers_are_those_of_every_withdrawal(portal: Portal, mina: str) -> None:
    request = asked(portal, mina)
    number = request["invoice_id"]
    invoice = portal.get("withdrawal/invoice", mina, id=number)
    assert [invoice[name] for name in ("name", "fee", "total")] == ["Mina Kim", "3.00", "147.00"]

    def download(path: str, **query: str) -> bytes:
        headers = {"Zs-Authentification": mina}
        answer = portal.client.simulate_get(f"/api/{path}", params=query, headers=headers)
        assert answer.status_code == 200, answer.text
        return bytes(answer.content)

    pdf = PdfReader(BytesIO(download("withdrawal/invoice.download", id=number, format="pdf")))
    words = pdf.pages[0].extract_text().replace("\0", "")
    assert "147.00" in words
    sheet = load_workbook(
        BytesIO(download("withdrawal/invoice.download", id=number, format="xlsx"))
    ).worksheets[0]
    assert 147 in {cell.value for row in sheet.iter_rows() for cell in row}
    statement = portal.get("withdrawal/statement", mina, month="2025-10")
    assert [(row["type"], row["amount"]) for row in statement["movements"]] == [
        ("music_profit", "150.00"),
        ("withdrawal", "-150.00"),
    ]
    detail = portal.get("withdrawal/detail", mina, type="withdrawal", date="2025-10-25")
    assert "-150.00" in str(detail.json)


def test_a_change_to_it_and_from_it_is_told_and_held(portal: Portal, mina: str) -> None:
    changed = portal.post("withdrawal/info.update", mina, **PAYPAL)
    assert changed["account_email_masked"] == "m***@example.org"
    back = portal.post("withdrawal/info.update", mina, **DETAILS)

    assert back["wallet_phone_masked"] == "…78"
    [*_, mail] = portal.mails("mina@example.org")
    assert (mail.facts["old"], mail.facts["new"]) == ("m***@example.org", "…78")
    assert portal.get("withdrawal/quote", mina, **BY_WALLET)["held_until"] == "2025-10-28"


def test_commands_and_the_document_name_it(backbeat: Program) -> None:
    rows = {each["method"]: each for each in backbeat("payout", "methods", "--json").items}
    row = rows["wallet"]
    assert row["name"] == "Mobile wallet"
    assert row["files"] == ["wallet (csv)"]
    minimums = {name: (row["minimum_usd"], row["minimum_basis"]) for name, row in rows.items()}
    assert minimums == {
        "bank": ("100.00", "last_settled_month"),
        "paypal": (None, None),
        "wallet": ("30.00", "requested_amount"),
    }
    unknown = backbeat("payout", "export", "--method", "giro")
    assert unknown.code == 2
    assert "bank, pain001, paypal, wallet" in " ".join(unknown.err.replace("│", " ").split())

    schemas = openapi.document()["components"]["schemas"]
    assert schemas["PayoutMethod"]["enum"] == ["bank", "paypal", "wallet"]
    assert {"wallet_owner", "wallet_phone"} <= schemas["PaymentInfoBody"]["properties"].keys()
    assert "wallet_phone_masked" in schemas["PaymentInfoView"]["properties"]


def test_it_pays_in_every_currency_that_it_says(portal: Portal, mina: str) -> None:
    portal.container.portal().rates.set(Currency.CNY, Decimal("7.1234"), ANN)
    quote = portal.get("withdrawal/quote", mina, method="wallet", currency="CNY")
    assert quote["allowed"]
    assert Currency.CNY in WALLET.currencies
