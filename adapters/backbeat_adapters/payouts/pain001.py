"""An ISO 20022 customer credit transfer initiation, pain.001.001.09.

Each file has one group of payments: all from the operator's account, all on one day, each with the
reference of its attempt as EndToEndId. Texts use only the letters that every bank's network
carries; `BankAccount.require_writable` holds back payments with others.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from backbeat.kernel.money import total
from backbeat.payout_methods import banking
from backbeat.payout_methods.bank import PAIN001, BankAccount
from backbeat.payout_methods.model import FileForm
from backbeat.payouts.model import Debtor, Payment, Sheet

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"


def to_xml(sheet: Sheet) -> bytes:
    document = ET.Element("Document", {"xmlns": NAMESPACE})
    initiation = _below(document, "CstmrCdtTrfInitn")
    message = f"PAYOUT-{sheet.batch.made_on:%Y%m%d}-{sheet.batch.number}-{sheet.part}"
    _head(initiation, sheet, message)
    _group(initiation, sheet, message)
    ET.indent(document)
    body: bytes = ET.tostring(document, encoding="UTF-8", xml_declaration=True)
    return body + b"\n"


def _head(above: ET.Element, sheet: Sheet, message: str) -> None:
    head = _below(above, "GrpHdr")
    _text(head, "MsgId", message)
    _text(head, "CreDtTm", f"{sheet.batch.made_at:%Y-%m-%dT%H:%M:%SZ}")
    _sums(head, sheet)
    _text(_below(head, "InitgPty"), "Nm", _debtor(sheet).name)


def _group(above: ET.Element, sheet: Sheet, message: str) -> None:
    debtor = _debtor(sheet)
    group = _below(above, "PmtInf")
    _text(group, "PmtInfId", message)
    _text(group, "PmtMtd", "TRF")
    _text(group, "BtchBookg", "false")
    _sums(group, sheet)
    _text(_below(group, "ReqdExctnDt"), "Dt", sheet.batch.made_on.isoformat())
    _text(_below(group, "Dbtr"), "Nm", debtor.name)
    _account(_below(group, "DbtrAcct"), debtor.account)
    _bank(_below(group, "DbtrAgt"), debtor.bic)
    _text(group, "ChrgBr", "SHAR")
    for payment in sheet.payments:
        _transfer(group, payment)


def _transfer(above: ET.Element, payment: Payment) -> None:
    to = payment.destination
    name = banking.latin(to.holder) if isinstance(to, BankAccount) else None
    if not isinstance(to, BankAccount) or name is None:
        raise ValueError(f"{payment.reference} cannot stand in a pain.001 file")
    transfer = _below(above, "CdtTrfTxInf")
    names = _below(transfer, "PmtId")
    _text(names, "InstrId", payment.reference)
    _text(names, "EndToEndId", payment.reference)
    amount = _text(_below(transfer, "Amt"), "InstdAmt", str(payment.amount))
    amount.set("Ccy", payment.amount.currency.value)
    _bank(_below(transfer, "CdtrAgt"), to.swift)
    _text(_below(transfer, "Cdtr"), "Nm", name)
    _account(_below(transfer, "CdtrAcct"), to.account_number)
    _text(_below(transfer, "RmtInf"), "Ustrd", payment.invoice)


def _sums(above: ET.Element, sheet: Sheet) -> None:
    whole = total((each.amount for each in sheet.payments), sheet.batch.currency)
    _text(above, "NbOfTxs", str(len(sheet.payments)))
    _text(above, "CtrlSum", str(whole))


def _account(above: ET.Element, number: str) -> None:
    ids = _below(above, "Id")
    if banking.is_iban(number):
        _text(ids, "IBAN", number)
    else:
        _text(_below(ids, "Othr"), "Id", number)


def _bank(above: ET.Element, bic: str) -> None:
    _text(_below(above, "FinInstnId"), "BICFI", bic)


def _debtor(sheet: Sheet) -> Debtor:
    if sheet.batch.debtor is None:
        raise ValueError(f"batch {sheet.batch.number} has no debtor")
    return sheet.batch.debtor


def _below(above: ET.Element, name: str) -> ET.Element:
    return ET.SubElement(above, name)


def _text(above: ET.Element, name: str, text: str) -> ET.Element:
    element = ET.SubElement(above, name)
    element.text = text
    return element


WRITES = {(PAIN001, FileForm.XML): to_xml}
