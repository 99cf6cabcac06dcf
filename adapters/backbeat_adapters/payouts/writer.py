"""Which file a batch is written as."""

from __future__ import annotations

from backbeat.payouts.model import BatchMethod, FileForm, Sheet
from backbeat_adapters.payouts import bank, pain001, paypal


class PayoutWriter:
    """Makes the content of files. It fulfils `SheetWriter`."""

    def content(self, sheet: Sheet) -> bytes:
        """The file; the same sheet gives the same bytes."""
        match sheet.batch.method, sheet.batch.form:
            case BatchMethod.PAYPAL, _:
                return paypal.to_csv(sheet)
            case BatchMethod.BANK, FileForm.XLSX:
                return bank.to_xlsx(sheet)
            case BatchMethod.BANK, _:
                return bank.to_csv(sheet)
        return pain001.to_xml(sheet)
