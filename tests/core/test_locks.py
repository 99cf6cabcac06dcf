"""What is kept in memory asks for the locks that a database needs: no use case can forget one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from tests.adapters.test_campaigns_contract import a_campaign
from tests.adapters.test_consents_contract import a_review
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.events import an_event
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import a_withdrawal

from backbeat.accounts.invitations import Invitation
from backbeat.board.model import (
    Banner,
    BannerId,
    PictureId,
    Post,
    PostId,
    PostKind,
    PublishedSpan,
)
from backbeat.catalogue.model import Track
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.money import Money
from backbeat.ledger import rules
from backbeat.ledger.model import TYPE_RULES, Balance, EntryType, Kind, Transaction
from backbeat.ledger.posting import drawn_up
from backbeat.memory.books import MemoryBooks, MemoryTransactions
from backbeat.memory.locks import NotLocked
from backbeat.payout_state.model import PayoutCard
from backbeat.programs.model import Program
from backbeat.site.model import PartnerSite

NOON = datetime(2025, 11, 5, 12, tzinfo=UTC)
ACCOUNT, WITHDRAWAL = an_account(), a_withdrawal()
CHANNEL, TWIN = a_channel(), a_channel(2, owner="kai", platform=a_channel().platform_id)
SPAN = PublishedSpan(NOON, None)
POST = Post(PostId("p1"), PostKind.NOTICE, {}, SPAN)
BANNER = Banner(BannerId("b1"), {}, PictureId("p"), "/events", 1, SPAN)
SITE = PartnerSite("one.example", "One", "#112233", "#445566")
TRACK = Track(Isrc("QZBB12500001"), "A title")
INVITATION = Invitation.made(AccountId("kai"), ACCOUNT.id, NOON.date(), 3)
CAMPAIGN, EVENT, REVIEW = a_campaign("c1"), an_event(), a_review("r1", 0)
PROGRAM = Program(POST.id, 1, NOON.date(), NOON.date())
ACT = ActContext(Actor.operator("ann"), NOON.date(), NOON)


def _posting() -> Transaction:
    amount = Money.of("1")
    counter = TYPE_RULES[EntryType.PORTAL_PROFIT].counter
    postings = (*rules.legs(ACCOUNT.id, amount, Balance()), *rules.house(counter, -amount))
    return drawn_up(ACCOUNT.id, ACT, "test:1", Kind.POSTING, postings=postings)


def _book() -> MemoryTransactions:
    made = MemoryTransactions.empty(FixedClock(NOON), counting_ids())
    with made.begin() as books:
        books.accounts.add(ACCOUNT)
        books.channels.add(CHANNEL)
        books.channels.add(TWIN)
        books.withdrawals.add(WITHDRAWAL)
        books.posts.put(POST)
        books.banners.put(BANNER)
        books.sites.add(SITE)
        books.tracks.save([TRACK])
        books.invitations.add(INVITATION)
        books.campaigns.add(CAMPAIGN)
        books.events.put(EVENT)
        books.programs.put(PROGRAM)
        books.video_reviews.add(REVIEW)
    return made


CHANGES = {
    "account": (
        lambda books: books.accounts.lock(ACCOUNT.id),
        lambda books: books.accounts.save(ACCOUNT.renamed("other")),
    ),
    "accounts": (
        lambda books: books.accounts.hold([ACCOUNT.id]),
        lambda books: books.accounts.save_all([ACCOUNT.renamed("other")]),
    ),
    "channel": (
        lambda books: books.channels.lock(CHANNEL.id),
        lambda books: books.channels.save(CHANNEL.verifying(NOON)),
    ),
    "claim to the same channel": (
        lambda books: books.channels.lock(CHANNEL.id),
        lambda books: books.channels.save(TWIN.verifying(NOON)),
    ),
    "withdrawal": (
        lambda books: books.withdrawals.lock_all({WITHDRAWAL.id: WITHDRAWAL.account}),
        lambda books: books.withdrawals.save(WITHDRAWAL.approved("bob")),
    ),
    "balance": (
        lambda books: books.ledger.lock(ACCOUNT.id),
        lambda books: books.ledger.post_all([_posting()]),
    ),
    "post": (
        lambda books: books.posts.lock(POST.id),
        lambda books: books.posts.put(POST.retired(NOON)),
    ),
    "banner": (
        lambda books: books.banners.lock(BANNER.id),
        lambda books: books.banners.put(BANNER.retired(NOON)),
    ),
    "site": (
        lambda books: books.sites.lock(SITE.domain),
        lambda books: books.sites.put(SITE),
    ),
    "track": (
        lambda books: books.tracks.lock([TRACK.isrc]),
        lambda books: books.tracks.save([TRACK]),
    ),
    "pay card": (
        lambda books: books.accounts.lock(ACCOUNT.id),
        lambda books: books.payout_cards.put(PayoutCard(ACCOUNT.id)),
    ),
    "invitation": (
        lambda books: books.ledger.lock(ACCOUNT.id),
        lambda books: books.invitations.save(INVITATION.released()),
    ),
    "campaign": (
        lambda books: books.campaigns.lock(CAMPAIGN.id),
        lambda books: books.campaigns.save(CAMPAIGN),
    ),
    "event": (
        lambda books: books.events.lock(EVENT.id),
        lambda books: books.events.put(EVENT),
    ),
    "program": (
        lambda books: books.programs.lock(PROGRAM.id),
        lambda books: books.programs.put(PROGRAM),
    ),
    "video review": (
        lambda books: books.video_reviews.lock(REVIEW.id),
        lambda books: books.video_reviews.save(REVIEW),
    ),
}
Step = Callable[[MemoryBooks], object]


@pytest.mark.parametrize(("lock", "change"), CHANGES.values(), ids=CHANGES)
def test_what_a_block_has_not_locked_cannot_be_changed_in_it(lock: Step, change: Step) -> None:
    made = _book()
    refused = pytest.raises(NotLocked, match="is changed without having been locked")
    with refused, made.begin() as books:
        change(books)
    with made.begin() as books:
        lock(books)
        change(books)


@pytest.mark.parametrize(("lock", "change"), CHANGES.values(), ids=CHANGES)
def test_a_lock_ends_with_its_block(lock: Step, change: Step) -> None:
    made = _book()
    with made.begin() as books:
        lock(books)
    with pytest.raises(NotLocked), made.begin() as books:
        change(books)


def test_what_a_block_has_added_may_be_changed_in_it() -> None:
    made = MemoryTransactions.empty(FixedClock(NOON), counting_ids())
    with made.begin() as books:
        books.accounts.add(ACCOUNT)
        books.accounts.save(ACCOUNT.renamed("other"))
        books.campaigns.add(CAMPAIGN)
        books.campaigns.save(CAMPAIGN)
        books.video_reviews.add(REVIEW)
        books.video_reviews.save(REVIEW)
        books.withdrawals.add(WITHDRAWAL)
        books.withdrawals.save(WITHDRAWAL.approved("bob"))
        assert books.withdrawals.get(WITHDRAWAL.account, WITHDRAWAL.id) == WITHDRAWAL.approved(
            "bob"
        )
