"""A month's groups and amounts, for any number of creators, in little memory."""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import NamedTuple

from attrs import define, field, frozen

from backbeat.accounts.network.shares import Chain, Link
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.packed import PackedRows, Packer
from backbeat.ledger.model import EntryType


class ShareKey(NamedTuple):
    """What a posting of the close is for: one account, one channel, one type (SETTLE-15)."""

    account: AccountId
    channel: ChannelId
    type: EntryType


@frozen
class Group:
    """Revenue of a channel that is shared along one chain: `nanos` before any share
    (SETTLE-15, SETTLE-14)."""

    channel: ChannelId
    type: EntryType
    chain: Chain
    nanos: int


@frozen(eq=False)
class Amounts(Mapping[ShareKey, Money]):
    _rows: PackedRows

    @classmethod
    def of(cls, amounts: Iterable[tuple[ShareKey, Money]]) -> Amounts:
        packing = AmountsPacker()
        for owed, amount in amounts:
            packing.add(owed, amount.micros)
        return packing.packed()

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[ShareKey]:
        return (owed for owed, _ in self.items())

    def __getitem__(self, owed: ShareKey) -> Money:
        row = self._rows.beginning_with(*owed)
        if row is None:
            raise KeyError(owed)
        return Money(int(row[-1]))

    def items(self) -> ItemsView[ShareKey, Money]:
        return _Items(self)

    def values(self) -> ValuesView[Money]:
        return _Values(self)

    def micros(self) -> Iterator[tuple[AccountId, int]]:
        """The accounts in order, each once for every amount that it has."""
        return ((AccountId(row[0]), int(row[-1])) for row in self._rows)

    def in_order(self) -> Iterator[tuple[ShareKey, Money]]:
        for account, channel, type_, micros in self._rows:
            owed = ShareKey(AccountId(account), ChannelId(channel), EntryType(type_))
            yield owed, Money(int(micros))


class _Items(ItemsView[ShareKey, Money]):
    _mapping: Amounts

    def __iter__(self) -> Iterator[tuple[ShareKey, Money]]:
        return self._mapping.in_order()


class _Values(ValuesView[Money]):
    _mapping: Amounts

    def __iter__(self) -> Iterator[Money]:
        return (Money(micros) for _, micros in self._mapping.micros())


@define(eq=False)
class AmountsPacker:
    """Takes amounts in any order, each key once."""

    _rows: Packer = field(factory=Packer, init=False)

    def add(self, owed: ShareKey, micros: int) -> None:
        self._rows.add(*owed, str(micros))

    def packed(self) -> Amounts:
        return Amounts(self._rows.packed())


@frozen
class Groups(Collection[Group]):
    _rows: PackedRows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Group]:
        for channel, type_, chain, nanos in self._rows:
            yield Group(ChannelId(channel), EntryType(type_), _chain(chain), int(nanos))

    def __contains__(self, group: object) -> bool:
        return any(each == group for each in self)

    def nanos(self) -> Iterator[int]:
        return (int(row[-1]) for row in self._rows)


@define(eq=False)
class GroupsPacker:
    """Takes groups in any order."""

    _rows: Packer = field(factory=Packer, init=False)

    def add(self, group: Group) -> None:
        links = " ".join(f"{link.account} {link.keeps:05}" for link in group.chain.links)
        self._rows.add(group.channel, group.type, links, str(group.nanos))

    def packed(self) -> Groups:
        return Groups(self._rows.packed())


def _chain(text: str) -> Chain:
    words = iter(text.split(" "))
    return Chain(tuple(Link(AccountId(word), int(next(words))) for word in words))
