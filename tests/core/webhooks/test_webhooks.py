"""Telling partners' systems: who is told, when it is tried again, and who waits for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from attrs import define, evolve, field
from tests.fakes.standins import FixedClock

from backbeat import MemoryMailTransport, MemoryPlatform, Portal, Settings, SignUp
from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Device
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Alerts
from backbeat.webhooks import rules
from backbeat.webhooks.errors import PostFailed, WebhookAddressRefused, WebhookKindUnknown
from backbeat.webhooks.model import DeliveryState, EventKind, Happening, Webhook, WebhookId
from backbeat.webhooks.telling import tell

ANN = Actor.operator("ann")
SHOP, OTHER = "https://shop.example/in", "https://other.example/in"
WAITING, SENT, GIVEN_UP = DeliveryState.WAITING, DeliveryState.SENT, DeliveryState.GIVEN_UP


@define
class Posts:
    """Fulfils `Poster`: keeps what it is handed, or fails where it is told to."""

    taken: list[tuple[str, tuple[str, ...], Mapping[str, Any]]] = field(factory=list)
    tried: list[str] = field(factory=list)
    failing: dict[str, str] = field(factory=dict)
    unfit: set[str] = field(factory=set)
    meanwhile: Any = None

    def judge(self, url: str) -> None:
        if url in self.unfit:
            raise WebhookAddressRefused(why="its address is a private one")

    def post(self, url: str, secrets: Sequence[str], id: str, content: Mapping[str, object]) -> int:
        self.tried.append(url)
        if self.meanwhile is not None:
            self.meanwhile()
        if url in self.failing:
            raise PostFailed(self.failing[url])
        assert content["id"] == id
        self.taken.append((url, tuple(secrets), content))
        return 204


@define
class House:
    """A portal in memory whose posts are in the test's hands."""

    portal: Portal
    posts: Posts
    clock: FixedClock
    letters: MemoryMailTransport

    def add(self, url: str = SHOP, *kinds: str, account: AccountId | None = None) -> Webhook:
        return self.portal.webhooks.add(url, kinds, ANN, account=account).webhook

    def happens(self, *accounts: str | None, kind: EventKind = EventKind.MONTH_CONFIRMED) -> None:
        with self.portal.storage.transactions.begin() as books:
            tell(
                books,
                [
                    Happening(kind, self.clock.now(), None if each is None else AccountId(each), {})
                    for each in accounts
                ],
            )

    def work(self) -> None:
        self.portal.worker.run_once()

    def told(self, url: str = SHOP) -> list[str | None]:
        """Of whom an address was told, in order."""
        return [content["account"] for to, _, content in self.posts.taken if to == url]

    def counts(self, webhook: Webhook) -> Mapping[DeliveryState, int]:
        return self.portal.webhooks.counts(webhook.id)

    def acts(self) -> list[str]:
        rows = self.portal.audit.list(AuditFilter(target="webhook:"), PageRequest()).items
        return [row.entry.action for row in rows][::-1]


@pytest.fixture
def house() -> House:
    clock, posts, letters = FixedClock(), Posts(), MemoryMailTransport()
    settings = evolve(Settings(), alerts=Alerts(emails=("ops@example.org",)))
    portal = Portal(settings, clock, MemoryPlatform(), letters, poster=posts)
    return House(portal, posts, clock, letters)


def test_what_happens_is_posted_once_in_order_with_the_webhooks_secret(house: House) -> None:
    secret = house.portal.webhooks.add(SHOP, [], ANN).secret
    house.happens("mina", "jun")
    assert house.posts.tried == []
    house.work()
    house.work()

    assert house.told() == ["mina", "jun"]
    [first, second] = [content for _, _, content in house.posts.taken]
    assert {used for _, used, _ in house.posts.taken} == {(secret,)}
    assert first["id"] < second["id"]
    assert first == {
        "id": first["id"],
        "kind": "month.confirmed",
        "at": house.clock.now().isoformat().replace("+00:00", "Z"),
        "portal": house.portal.settings.site.url,
        "account": "mina",
        "data": {},
    }


def test_nobody_there_is_no_work(house: House) -> None:
    house.happens("mina")
    assert house.portal.storage.job_engine.waiting() == 0


def test_much_that_happens_is_one_job_for_each_webhook(house: House) -> None:
    house.add()
    house.add(OTHER)
    for _ in range(3):
        house.happens("mina", "jun")
    assert house.portal.storage.job_engine.waiting() == len([SHOP, OTHER])


def test_a_webhook_is_told_of_what_it_chose_alone(house: House) -> None:
    house.add(SHOP, "month.closed", "withdrawal.paid")
    house.add(OTHER)
    house.happens("mina")
    house.happens(None, kind=EventKind.MONTH_CLOSED)
    house.work()

    assert (house.told(), house.told(OTHER)) == ([None], ["mina", None])


def test_one_of_an_account_is_told_of_it_those_below_and_what_concerns_everybody() -> None:
    happening = Happening(EventKind.MONTH_CONFIRMED, FixedClock().now(), AccountId("below"), {})
    every = frozenset(EventKind)
    limited = Webhook(WebhookId("w"), SHOP, every, AccountId("top"), FixedClock().now())
    assert rules.wants(limited, happening, {AccountId("below"), AccountId("top")})
    assert not rules.wants(limited, happening, {AccountId("below"), AccountId("another")})
    assert rules.wants(evolve(limited, account=None), happening, {AccountId("below")})
    assert rules.wants(limited, evolve(happening, account=None), ())


def test_whoever_is_placed_below_is_told_of_to_the_manager(house: House) -> None:
    opened = [
        house.portal.accounts.sign_up(
            SignUp(f"{name}@example.org", "correct horse", name), Device()
        ).account
        for name in ("mina", "jun", "top")
    ]
    mina, jun, top = [each.id for each in opened]
    with house.portal.storage.transactions.begin() as books:
        books.accounts.lock(opened[0].id)
        books.accounts.save(evolve(opened[0], manager=top))
    house.add(account=top)
    house.happens(mina, jun, top)
    house.work()

    assert house.told() == [mina, top]


def test_a_failure_is_tried_eight_times_within_a_day_then_given_up_and_told(house: House) -> None:
    hook = house.add()
    house.posts.failing[SHOP] = "answered 500"
    house.happens("mina")
    begun, waits = house.clock.now(), []
    for tries in range(1, 9):
        house.work()
        assert len(house.posts.tried) == tries
        [delivery] = house.portal.webhooks.deliveries(hook.id, PageRequest()).items
        assert (delivery.tries, delivery.answer) == (tries, "answered 500")
        if delivery.state is WAITING:
            waits.append(delivery.due_at - house.clock.now())
            house.clock.set(delivery.due_at - timedelta(seconds=1))
            house.work()
            assert len(house.posts.tried) == tries
            house.clock.set(delivery.due_at)

    assert [each // timedelta(minutes=1) for each in waits] == [1, 4, 16, 64, 256, 360, 360]
    assert house.clock.now() - begun < timedelta(days=1)
    assert (delivery.state, delivery.ended_at) == (GIVEN_UP, house.clock.now())
    house.work()
    [letter] = [each for each in house.letters.sent if "given up" in each.subject]
    assert letter.to == "ops@example.org"
    assert hook.id in letter.text
    house.clock.move(days=2)
    house.work()
    assert len(house.posts.tried) == 8


def test_one_that_fails_holds_up_no_other_webhook_and_little_of_its_own(house: House) -> None:
    hook = house.add()
    house.add(OTHER)
    house.posts.failing[SHOP] = "no answer within 10 s"
    house.happens("mina", "jun", "tom")
    house.work()
    assert house.posts.tried.count(SHOP) == 1
    assert house.told(OTHER) == ["mina", "jun", "tom"]

    del house.posts.failing[SHOP]
    house.clock.move(timedelta(minutes=1))
    house.work()
    assert sorted(filter(None, house.told())) == ["jun", "mina", "tom"]
    assert house.counts(hook) == {SENT: 3}


def test_one_that_fails_is_left_alone_for_a_minute(house: House) -> None:
    house.add()
    house.posts.failing[SHOP] = "no answer within 10 s"
    house.happens("mina", "jun")
    house.work()
    house.clock.move(seconds=59)
    house.work()
    assert house.posts.tried == [SHOP]

    house.clock.move(seconds=1)
    house.work()
    assert len(house.posts.tried) == 2


def test_twenty_are_sent_before_others_have_their_turn(house: House) -> None:
    house.add()
    house.happens(*(f"a{number:02}" for number in range(45)))

    assert house.portal.worker.run_once(most=1).done == 1
    assert len(house.told()) == 20


def test_many_are_sent_in_turns(house: House) -> None:
    hook = house.add()
    house.happens(*(f"a{number:02}" for number in range(45)))
    house.portal.worker.run_once(most=200)
    assert house.told() == [f"a{number:02}" for number in range(45)]
    assert house.counts(hook) == {SENT: 45}


def test_a_webhook_has_one_lane_however_many_workers_there_are(house: House) -> None:
    house.add()
    house.happens("mina")
    nested: list[int] = []

    def another_worker() -> None:
        house.posts.meanwhile = None
        house.happens("jun")
        house.work()
        nested.append(len(house.posts.tried))

    house.posts.meanwhile = another_worker
    house.work()
    assert nested == [1]
    assert house.told() == ["mina", "jun"]


def test_a_worker_that_died_leaves_its_lane_for_two_minutes(house: House) -> None:
    hook = house.add()
    house.happens("mina")
    now = house.clock.now()
    with house.portal.storage.transactions.begin() as books:
        books.webhooks.take(hook.id, now, now + timedelta(minutes=2))
    house.work()
    assert house.told() == []
    house.clock.move(timedelta(minutes=2))
    house.work()
    assert house.told() == ["mina"]


def test_a_paused_one_is_told_later(house: House) -> None:
    hook = house.add()
    house.portal.webhooks.pause(hook.id, ANN)
    house.portal.webhooks.pause(hook.id, ANN)
    house.happens("mina")
    house.clock.move(days=1)
    house.work()
    assert house.posts.tried == []
    assert house.counts(hook) == {WAITING: 1}

    house.portal.webhooks.resume(hook.id, ANN)
    house.work()
    assert house.told() == ["mina"]
    assert house.acts() == ["webhook.added", "webhook.paused", "webhook.resumed"]


def test_a_paused_one_whose_worker_died_keeps_no_other_busy(house: House) -> None:
    hook = house.add()
    house.happens("mina")
    now = house.clock.now()
    with house.portal.storage.transactions.begin() as books:
        books.webhooks.take(hook.id, now, now + timedelta(minutes=2))
    house.portal.webhooks.pause(hook.id, ANN)
    house.work()
    assert house.portal.storage.job_engine.waiting() == 0


def test_slow_posts_keep_their_lane_however_many_there_are(house: House) -> None:
    house.add()
    house.happens(*(f"a{number}" for number in range(6)))

    def slowly() -> None:
        house.clock.move(seconds=50)
        if len(house.posts.tried) == 5:
            house.happens("jun")
            house.work()

    house.posts.meanwhile = slowly
    house.work()
    assert house.posts.tried == [SHOP] * len(house.told())
    assert house.told() == [*(f"a{number}" for number in range(6)), "jun"]


def test_pausing_ends_a_lane_under_way(house: House) -> None:
    hook = house.add()
    house.happens("mina", "jun")
    house.posts.meanwhile = lambda: house.portal.webhooks.pause(hook.id, ANN)
    house.work()
    assert house.told() == ["mina"]


def test_a_removed_one_is_told_nothing(house: House) -> None:
    hook = house.add()
    house.happens("mina")
    house.portal.webhooks.remove(hook.id, ANN)
    house.work()
    assert house.posts.tried == []
    with pytest.raises(NotFound):
        house.portal.webhooks.pause(hook.id, ANN)


def test_what_was_given_up_can_be_sent_again(house: House) -> None:
    hook = house.add()
    house.posts.failing[SHOP] = "answered 500"
    house.happens("mina")
    for _ in range(8):
        house.work()
        house.clock.move(timedelta(hours=6))
    assert house.counts(hook) == {GIVEN_UP: 1}
    house.posts.failing.clear()
    [delivery] = house.portal.webhooks.deliveries(hook.id, PageRequest(), GIVEN_UP).items

    assert house.portal.webhooks.resend(hook.id, ANN, dry_run=True) == 1
    house.work()
    assert house.told() == []
    assert house.portal.webhooks.resend(hook.id, ANN) == 1
    house.work()
    assert house.portal.webhooks.resend(hook.id, ANN) == 0
    assert house.portal.webhooks.resend(hook.id, ANN, delivery.event.id) == 1
    house.work()
    assert house.told() == ["mina", "mina"]
    assert {content["id"] for _, _, content in house.posts.taken} == {delivery.event.id}
    assert house.acts() == ["webhook.added", "webhook.resent", "webhook.resent"]
    with pytest.raises(NotFound):
        house.portal.webhooks.resend(hook.id, ANN, WebhookId("unknown"))  # type: ignore[arg-type]


def test_a_new_secret_signs_from_then_on_and_the_former_one_beside_it_for_a_day(
    house: House,
) -> None:
    made = house.portal.webhooks.add(SHOP, [], ANN)
    hook = made.webhook.id

    def signed_with() -> tuple[str, ...]:
        """By an event and by a test alike."""
        house.happens("mina")
        house.work()
        house.portal.webhooks.test(hook)
        [(_, sent, _), (_, tried, _)] = house.posts.taken[-2:]
        assert sent == tried
        return sent

    assert signed_with() == (made.secret,)
    trial = house.portal.webhooks.rotate(hook, ANN, dry_run=True)
    assert signed_with() == (made.secret,)
    second = house.portal.webhooks.rotate(hook, ANN)
    assert signed_with() == (second.secret, made.secret)
    third = house.portal.webhooks.rotate(hook, ANN)
    assert signed_with() == (third.secret, second.secret)
    assert len({made.secret, trial.secret, second.secret, third.secret}) == 4

    house.clock.move(timedelta(hours=24) - timedelta(seconds=1))
    assert signed_with() == (third.secret, second.secret)
    house.clock.move(timedelta(seconds=1))
    assert signed_with() == (third.secret,)


def test_a_test_is_posted_at_once_and_its_failure_told(house: House) -> None:
    hook = house.add()
    assert house.portal.webhooks.test(hook.id) == 204
    [(url, _, content)] = house.posts.taken
    assert (url, content["kind"], content["data"]) == (SHOP, "ping", {})
    assert house.counts(hook) == {}
    house.posts.failing[SHOP] = "answered 302"
    with pytest.raises(PostFailed, match="302"):
        house.portal.webhooks.test(hook.id)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://shop.example/",
        "https://me:secret@shop.example/",
        "https://shop.example/#there",
        "https://",
        "shop.example",
        "https://shop.example/a b",
        "https://shop.example/" + "a" * 500,
        "",
    ],
)
def test_what_is_no_address_is_refused(house: House, url: str) -> None:
    with pytest.raises(WebhookAddressRefused):
        house.add(url)
    assert house.portal.webhooks.list() == []


def test_an_unfit_address_an_unknown_event_or_account_adds_nothing(house: House) -> None:
    house.posts.unfit.add(SHOP)
    with pytest.raises(WebhookAddressRefused, match="private"):
        house.add()
    with pytest.raises(WebhookKindUnknown, match=r"withdrawal\.lost"):
        house.add(OTHER, "withdrawal.paid", "withdrawal.lost")
    with pytest.raises(AccountNotFound):
        house.add(OTHER, account=AccountId("nobody"))
    house.portal.webhooks.add(OTHER, [], ANN, dry_run=True)
    assert house.portal.webhooks.list() == []
    assert house.acts() == []


def test_the_audit_names_the_host_and_neither_secret_nor_address(house: House) -> None:
    made = house.portal.webhooks.add("https://shop.example/in?key=k&mail=me@x.example", [], ANN)
    [row] = house.portal.audit.list(AuditFilter(target="webhook:"), PageRequest()).items
    assert row.entry.after["host"] == "shop.example"
    assert "key=k" not in str(row.entry.after)
    assert made.secret not in str(row.entry)
    assert made.secret not in repr(made.webhook)


def test_a_webhook_is_found_by_how_its_id_begins(house: House) -> None:
    hook = house.add()
    house.add(OTHER)
    assert house.portal.webhooks.find(hook.id) == hook
    for text in ("", hook.id[:3], "unknown"):
        with pytest.raises(NotFound):
            house.portal.webhooks.find(text)


def test_what_was_told_is_forgotten_after_thirty_days(house: House) -> None:
    hook = house.add()
    house.happens("mina")
    house.work()
    house.clock.move(days=30)
    assert house.portal.webhook_sending.forget_old() == 0
    house.clock.move(seconds=1)
    assert house.portal.webhook_sending.forget_old() == 1
    assert house.counts(hook) == {}


def test_an_address_has_five_hundred_characters_at_most() -> None:
    longest = "https://partner.example/".ljust(500, "x")

    assert rules.require_url(longest) == longest
    with pytest.raises(WebhookAddressRefused):
        rules.require_url(f"{longest}x")
