"""What accounts said to their pay cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import frozen
from sqlalchemy import Column, Connection, Index, Text, select

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.payout_state.model import PayoutCard
from backbeat_adapters.sql.engine.schema import Day, table
from backbeat_adapters.sql.engine.upserts import upsert

payout_cards = table(
    "payout_cards",
    Column("account", Text, primary_key=True),
    Column("put_away", Text),
    Column("remind_on", Day),
)
Index(None, payout_cards.c.remind_on)


@frozen
class SqlPayoutCards:
    """The cards; see `PayoutCardRepository`."""

    connection: Connection

    def get(self, account: AccountId) -> PayoutCard:
        wanted = select(payout_cards).where(payout_cards.c.account == account)
        row = self.connection.execute(wanted).first()
        if row is None:
            return PayoutCard(account)
        put_away = WithdrawalId(row.put_away) if row.put_away else None
        return PayoutCard(account, put_away, row.remind_on)

    def put(self, card: PayoutCard) -> None:
        values = {"put_away": card.put_away, "remind_on": card.remind_on}
        upsert(self.connection, payout_cards, {"account": card.account}, values)

    def due(self, day: date) -> Sequence[AccountId]:
        wanted = select(payout_cards.c.account).where(payout_cards.c.remind_on <= day)
        # Put in order here: for the sake of it SQLite would walk over everybody's cards.
        return sorted(AccountId(each) for each in self.connection.execute(wanted).scalars())
