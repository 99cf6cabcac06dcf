"""Who may call what (ACCESS-1, NET-2): one line a route, tried for every rank and owner.

A route that is not here fails the tests. `who` says how each rank is answered when it calls for
itself; `things` says, for a call about one thing, whose things a rank reaches.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from decimal import Decimal
from enum import Enum
from io import BytesIO
from typing import Any

from attrs import field, frozen
from tests.http.forms import MEDIA_TYPE, form
from tests.http.hostile import JSON, Sent
from tests.http.world import (
    ACTORS,
    EVERYBODY,
    MAIN,
    MEMBER,
    NOBODY,
    PLAIN_CREATOR,
    STRANGER,
    SUB,
    SUSPENDED,
    UNVERIFIED,
    World,
    below,
    can_manage,
)

from backbeat.board.model import Post, PostId, PostKind, PostText, PublishedSpan
from backbeat.board.publishing import Draft, PostDraft
from backbeat.campaigns.model import Application, Campaign, CampaignFile, CampaignId
from backbeat.events.model import Benefit, BoardEvent, Participation
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, Isrc
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import Entry, EntryType
from backbeat.ledger.service import Correction
from backbeat.media.model import FileKey, KeptPreview, Measures
from backbeat.programs.model import Program
from backbeat.site.model import LinkKind


class Answer(Enum):
    """How a call ends, as far as rights are concerned."""

    ALLOWED = "allowed"
    """Not refused for who calls; the act itself may still be refused, for example as too early."""
    LOGIN = 10000
    UNVERIFIED = "email_unverified"
    ROLE = "role"
    SUSPENDED = 10013
    NO_ACCOUNT = 10001
    NO_VIDEO = 40005
    NOT_FOUND = "not_found"


Who = Mapping[str, Answer]


def _who(**but: Answer) -> Who:
    return {actor: but.get(actor, Answer.ALLOWED) for actor in ACTORS}


ANYBODY = _who()
NO_SESSION = {NOBODY: Answer.LOGIN, SUSPENDED: Answer.SUSPENDED}
SIGNED_IN = _who(**NO_SESSION)
VERIFIED = _who(**NO_SESSION, **{UNVERIFIED: Answer.UNVERIFIED})
NOTHING_CHANGED = {
    **dict.fromkeys(ACTORS, Answer.NOT_FOUND),
    **dict.fromkeys((NOBODY, SUSPENDED), Answer.LOGIN),
}
"""Anybody who is signed in, to whom there is nothing to disown: a link does without a session."""
NOTHING_GOES = _who(**dict.fromkeys((NOBODY, SUSPENDED), Answer.LOGIN))
"""Likewise for a second factor that nobody removes."""
MANAGERS = {
    **VERIFIED,
    MEMBER: Answer.ROLE,
    SUB: Answer.ROLE,
    PLAIN_CREATOR: Answer.ROLE,
}
"""Main accounts, and ranks of a network that may have accounts below them (NET-2)."""


INQUIRY = {
    "kind": "partnership",
    "title": "A label",
    "content": "We have songs.",
    "contact": "mina@example.org",
}


class Reach(Enum):
    """Whose things a rank reaches."""

    OWN = "own"
    """Its own and nobody else's: money, payout details, sessions, notifications."""
    DIRECT = "direct"
    """Those of the accounts directly below it where it can manage: members."""
    BELOW = "below"
    """Those of everybody below it where it can manage: what it sees of its network."""
    TREE = "tree"
    """Its own, and those of everybody below it where it can manage: channels, videos, figures."""

    def holds(self, actor: str, owner: str) -> bool:
        """Whether `actor` reaches what belongs to `owner`."""
        if self is Reach.DIRECT:
            return can_manage(actor) and EVERYBODY[owner][3] == actor
        if self is Reach.BELOW:
            return can_manage(actor) and owner in below(actor)
        return owner == actor or (
            self is Reach.TREE and can_manage(actor) and owner in below(actor)
        )


@frozen
class Things:
    """What kind of thing a call is about, who reaches it, and how a foreign one is answered."""

    kind: str
    reach: Reach
    foreign: Answer


Parts = Callable[[World, str], Mapping[str, Any]]
"""The fields of a good body, or the parameters of a good query, for somebody's thing."""


def _nothing(world: World, owner: str) -> Mapping[str, Any]:
    del world, owner
    return {}


@frozen
class Rule:
    """One route of the matrix."""

    method: str
    path: str
    who: Who
    query: Parts = field(default=_nothing, kw_only=True)
    body: Parts = field(default=_nothing, kw_only=True)
    things: Things | None = field(default=None, kw_only=True)
    is_form: bool = field(default=False, kw_only=True)

    def request(self, world: World, owner: str) -> Sent:
        """A good request about what belongs to `owner`."""
        parts = self.query(world, owner)
        path = f"/api/{self.path.format_map(parts)}"
        asked = {name: value for name, value in parts.items() if f"{{{name}}}" not in self.path}
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        if self.method == "GET":
            return Sent("GET", path, query)
        if self.is_form:
            body = form(self.body(world, owner))
            return Sent("POST", path, query, body, {"Content-Type": MEDIA_TYPE})
        body = json.dumps(self.body(world, owner)).encode()
        return Sent("POST", path, query, body, {"Content-Type": JSON})

    def expected(self, actor: str, owner: str) -> Answer:
        """How `actor` is answered about what belongs to `owner`."""
        answer = self.who[actor]
        if answer is not Answer.ALLOWED or self.things is None:
            return answer
        return answer if self.things.reach.holds(actor, owner) else self.things.foreign

    def owners(self, actor: str) -> tuple[str, ...]:
        """Whose things to try for a call about a thing: one's own, those of siblings, of who stands
        above or below, and strangers'; else one's own."""
        if self.things is None:
            return (actor,)
        return tuple(name for name in EVERYBODY if name not in (UNVERIFIED, SUSPENDED))


def get(path: str, who: Who, **more: Any) -> Rule:
    """A reading call."""
    return Rule("GET", path, who, **more)


def post(path: str, who: Who, **more: Any) -> Rule:
    """A call that changes something."""
    return Rule("POST", path, who, **more)


def fixed(**parts: Any) -> Parts:
    """The same parts for everybody."""
    return lambda _world, _owner: parts


def thing(kind: str, name: str = "id", **parts: Any) -> Parts:
    """The id of the owner's thing under `name`, and what else is the same for everybody."""
    return lambda world, owner: {name: world.things[kind, owner], **parts}


def SUBACCOUNT(world: World, owner: str) -> Mapping[str, Any]:  # noqa: N802 - stands in a table
    """The figures of one account."""
    del world
    return {"subaccount": owner}


def target(world: World, owner: str) -> Mapping[str, Any]:
    """One account, by its id."""
    del world
    return {"target": owner}


def _new_rate(world: World, owner: str) -> Mapping[str, Any]:
    """Another rate for somebody."""
    return {**target(world, owner), "fee_rate": "0.1"}


def _wrongly_deleted(world: World, owner: str) -> Mapping[str, Any]:
    return {**target(world, owner), "password": "not the password"}


def _handing_back(world: World, owner: str) -> Mapping[str, Any]:
    """Assigning a channel to the one who holds it changes nothing."""
    return {"id": world.things["channel", owner], "target": owner}


def _fresh_invoice_token(world: World, owner: str) -> Mapping[str, Any]:
    """A link is good once, so that every call needs one of its own."""
    whose = owner if ("invoice", owner) in world.things else MAIN
    link = world.container.portal().invoices.link(AccountId(whose), world.things["invoice", whose])
    return {"t": link.token}


def _posted(world: World, owner: str) -> Entry:
    wanted = Correction(AccountId(owner), EntryType.PORTAL_PROFIT, Money.of(1))
    return (
        world.container.portal()
        .account_ledger.post(wanted, Actor.operator("ann"), "for the matrix")
        .entry
    )


def _entry(world: World, owner: str) -> Mapping[str, Any]:
    """A statement row of the owner's."""
    return {"entry": _posted(world, owner).id}


def _detail(world: World, owner: str) -> Mapping[str, Any]:
    """A day on which the owner's statement has a row."""
    entry = _posted(world, owner if owner in EVERYBODY else MAIN)
    return {"type": entry.type.value, "date": entry.day.isoformat()}


def _months_of(world: World, owner: str) -> Mapping[str, Any]:
    """The earnings of one account."""
    del world
    return {"start": "2025-01", "end": "2025-01", "subaccount": owner}


def _track(world: World, owner: str) -> Mapping[str, Any]:
    """The exclusive track of the partner whose only account the owner is (MUSIC-9)."""
    return {"isrc": world.things["track", owner]}


def _act(world: World, owner: str) -> Mapping[str, Any]:
    return {"kind": "play", **_track(world, owner)}


def _invitation(world: World, owner: str) -> Mapping[str, Any]:
    """The code of somebody in use."""
    del owner
    with world.container.transactions().look() as books:
        found = books.accounts.by_email(f"{STRANGER}@example.org")
    assert found is not None
    return {"code": found.referral_code}


def _short(world: World, owner: str) -> Mapping[str, Any]:
    """A short code that is registered."""
    del owner
    links = world.container.portal().short_links
    if not links.all():
        links.add("autumn", LinkKind.URL, "/events", Actor.operator("ann"))
    return {"code": "autumn"}


def _heard(world: World, owner: str) -> Mapping[str, Any]:
    """The address of a preview: whoever has it hears it."""
    portal, isrc = world.container.portal(), world.things["track", MAIN]
    key = FileKey(f"{isrc}-{'0' * 16}.mp3")
    preview = KeptPreview(key, 5, 1_000)
    portal.media_files.put(key, BytesIO(b"sound"))
    with portal.storage.transactions.begin() as books:
        books.media.put_preview(Isrc(isrc), preview, Measures(Decimal("-16.0"), (100,)))
        track = books.tracks.of([Isrc(isrc)])[Isrc(isrc)]
    playable = portal.addresses.of(track, preview)
    return {"isrc": isrc, "expires": playable.expires, "signature": playable.signature}


def _published(world: World, owner: str) -> Mapping[str, Any]:
    """A notice that everybody may read."""
    del owner
    portal = world.container.portal()
    draft = PostDraft(
        PostKind.NOTICE,
        {Language.ENGLISH: Draft("News", "All of it.")},
        PublishedSpan(portal.clock.now()),
    )
    return {"kind": "notice", "id": portal.publishing.add(draft, Actor.operator("ann")).id}


def _campaign(world: World, owner: str) -> Mapping[str, Any]:
    """A campaign that everybody may join, which the owner has joined long ago."""
    which, isrc = CampaignId("campaign"), Isrc(world.things["track", MAIN])
    key = FileKey(f"{isrc}-{'0' * 16}.zip")
    portal = world.container.portal()
    with portal.storage.transactions.begin() as books:
        if books.campaigns.get(which) is None:
            portal.media_files.put(key, BytesIO(b"PK"))
            books.campaigns.add(
                Campaign(
                    id=which,
                    title="Letter",
                    text="",
                    track=isrc,
                    rate=Money.of(2),
                    budget=Money.of(500),
                    until=portal.clock.today(),
                    created_at=portal.clock.now(),
                    files=(CampaignFile(key, "Cover.zip", "application/zip", 2),),
                    opened_on=portal.clock.today(),
                )
            )
        joined = ChannelId(f"joined by {owner}")
        if owner in EVERYBODY and books.campaigns.application(which, joined) is None:
            long_ago = portal.clock.now() - timedelta(days=1)
            books.campaigns.apply(
                Application(which, joined, AccountId(owner), long_ago.date(), long_ago)
            )
    return {"id": which}


def _application(world: World, owner: str) -> Mapping[str, Any]:
    return {**_campaign(world, owner), "channel": world.things["channel", owner]}


def _participation(world: World, owner: str) -> Mapping[str, Any]:
    return {**_campaign(world, owner), "url": "hello"}


def _event(world: World, owner: str) -> Mapping[str, Any]:
    """An event in which everybody may take part."""
    return {"id": _taken_part_in(world, PostId("event")), "channel": world.things["channel", owner]}


def _joined_event(world: World, owner: str) -> Mapping[str, Any]:
    """Another in which everybody takes part."""
    portal, which = world.container.portal(), _taken_part_in(world, PostId("joined"))
    with portal.storage.transactions.begin() as books:
        account = AccountId(owner)
        if owner in EVERYBODY and books.events.participation(which, account) is None:
            today, now = portal.clock.today(), portal.clock.now()
            books.events.join(Participation(which, account, None, today, now))
    return {"id": which}


def _taken_part_in(world: World, which: PostId) -> PostId:
    portal = world.container.portal()
    today, text = portal.clock.today(), PostText("Party", "Come.", "Come.")
    with portal.storage.transactions.begin() as books:
        if books.events.get(which) is None:
            texts, span = {Language.ENGLISH: text}, PublishedSpan(portal.clock.now())
            books.posts.put(Post(which, PostKind.EVENT, texts, span))
            benefit = Benefit(Money.of(5), today, today)
            books.events.put(BoardEvent(which, today, today, today, 1_000, benefit, 100))
    return which


def _program(world: World, owner: str) -> Mapping[str, Any]:
    """A program to which everybody's channels may apply."""
    del owner
    portal, which = world.container.portal(), PostId("program")
    today, text = portal.clock.today(), PostText("Club", "Come.", "Come.")
    with portal.storage.transactions.begin() as books:
        if books.programs.get(which) is None:
            texts, span = {Language.ENGLISH: text}, PublishedSpan(portal.clock.now())
            books.posts.put(Post(which, PostKind.EVENT, texts, span))
            books.programs.put(Program(which, 1, today, today))
    return {"id": which}


def _program_application(world: World, owner: str) -> Mapping[str, Any]:
    return {**_program(world, owner), "channel": world.things["channel", owner]}


def _campaign_file(world: World, owner: str) -> Mapping[str, Any]:
    """The address of a file: whoever has it gets the file."""
    which = _campaign(world, MAIN)["id"]
    (found,) = world.container.portal().campaigns.resources(AccountId(MAIN), which)
    del owner
    return {
        "id": which,
        "key": found.file.key,
        "expires": found.expires,
        "signature": found.signature,
    }


def _video_address(world: World, owner: str) -> Mapping[str, Any]:
    return {"url": f"https://www.youtube.com/shorts/{world.things['video', owner]}"}


PAYPAL = {"method": "paypal", "account_name": "Mina Kim", "account_email": "mina@example.org"}
ENTRY = Things("entry", Reach.OWN, Answer.NOT_FOUND)
EXPORT = Things("export", Reach.OWN, Answer.NOT_FOUND)
TRACK = Things("track", Reach.OWN, Answer.NOT_FOUND)
INVOICE = Things("invoice", Reach.OWN, Answer.NOT_FOUND)
WITHDRAWAL = Things("withdrawal", Reach.OWN, Answer.NOT_FOUND)
CHANNEL = Things("channel", Reach.TREE, Answer.NOT_FOUND)
ACCOUNT = Things("account", Reach.TREE, Answer.NO_ACCOUNT)
VIDEO = Things("video", Reach.TREE, Answer.NO_VIDEO)
NOTIFICATION = Things("notification", Reach.OWN, Answer.NOT_FOUND)
HELD_CHANNEL = Things("channel", Reach.OWN, Answer.NOT_FOUND)
MEMBERS = Things("account", Reach.DIRECT, Answer.NO_ACCOUNT)
BELOW = Things("account", Reach.BELOW, Answer.NO_ACCOUNT)
SESSION = Things("session", Reach.OWN, Answer.NOT_FOUND)
NETWORKS = {**MANAGERS, MAIN: Answer.ROLE, STRANGER: Answer.ROLE}

MATRIX: tuple[Rule, ...] = (
    # accounts
    post("member/login", ANYBODY, body=fixed(id="nobody@example.org", password="wrong")),
    post("member/join", ANYBODY, body=fixed(id="a@b.co", password="abcd", nickname="x")),
    post("member/login.disown", ANYBODY, body=fixed(ticket="made up")),
    post("member/create.onetime.auth", ANYBODY, body=fixed(code="made up")),
    get("member/phone", VERIFIED),
    post("member/phone/send", ANYBODY, body=fixed(phone="123")),
    post("member/phone/verify", VERIFIED, body=fixed(phone="123", code="000000")),
    post("member/phone/find.id", ANYBODY, body=fixed(phone="123", code="000000")),
    post("member/account/find.password", ANYBODY, body=fixed(email="no address")),
    post(
        "member/account/find.password.verify",
        ANYBODY,
        body=fixed(email="nobody@example.org", code="AAAA-AAAA"),
    ),
    post(
        "member/account/find.password.update",
        ANYBODY,
        body=fixed(token="made up", password="abcd"),
    ),
    get("member/me", SIGNED_IN),
    post("member/logout", SIGNED_IN),
    post("member/email", SIGNED_IN),
    post("member/emailverify", SIGNED_IN, body=fixed(code="000000")),
    post("member/account/update", VERIFIED, body=fixed(nickname="x")),
    post("member/account/delete.account", VERIFIED, body=fixed(password="not the password")),
    post("member/settings/push", VERIFIED, body=fixed(notice=True, marketing=False)),
    post("member/settings/step.tutorial", VERIFIED, body=fixed(value="music")),
    post("member/totp/setup", VERIFIED),
    post("member/totp/confirm", VERIFIED, body=fixed(code="000000")),
    post("member/totp/codes", VERIFIED, body=fixed(code="000000")),
    post("member/totp/remove", VERIFIED, body=fixed(code="000000")),
    post("member/totp/remove.later", VERIFIED),
    post("member/totp/lost", ANYBODY, body=fixed(id="nobody@example.org", password="wrong")),
    post("member/totp/keep", NOTHING_GOES),
    post("member/stepup", SIGNED_IN, body=fixed(password="not the password")),
    get("member/sessions", VERIFIED),
    post("member/sessions/end", VERIFIED, body=thing("session"), things=SESSION),
    post("member/email.change", SIGNED_IN, body=fixed(email="no address")),
    post("member/email.change.verify", VERIFIED, body=fixed(code="000000")),
    get("account/consent", VERIFIED),
    post("account/consent", VERIFIED, body=fixed(name="Mina Kim", agree=True)),
    # members
    get("member/mcn/accounts", MANAGERS, query=target, things=BELOW),
    post(
        "member/mcn/add",
        MANAGERS,
        body=fixed(user_id="kai@example.org", password="correct horse", nickname="kai"),
    ),
    post(
        "member/mcn/invite",
        MANAGERS,
        body=fixed(user_id="kai@example.org", nickname="kai"),
    ),
    post("member/mcn/invite.again", MANAGERS, body=target, things=MEMBERS),
    get("member/mcn/accounts.download", MANAGERS),
    post(
        "member/mcn/accounts.import",
        MANAGERS,
        body=fixed(file="user_id,nickname"),
        is_form=True,
    ),
    post("member/invite.accept", ANYBODY, body=fixed(t="made up", password="correct horse")),
    post("member/mcn/update", MANAGERS, body=_new_rate, things=MEMBERS),
    post("member/mcn/delete", MANAGERS, body=_wrongly_deleted, things=MEMBERS),
    get("member/mcn/rate.preview", MANAGERS, query=_new_rate, things=MEMBERS),
    # channels
    get(
        "channel/list",
        VERIFIED,
        query=SUBACCOUNT,
        things=ACCOUNT,
    ),
    get("channel/sub/list", NETWORKS),
    get("channel/detail", VERIFIED, query=thing("channel"), things=CHANNEL),
    get("channel/categories", VERIFIED),
    post(
        "channel/add",
        VERIFIED,
        body=fixed(link="https://www.youtube.com/@somebody", category="beauty"),
    ),
    post("channel/verify", VERIFIED, body=thing("channel"), things=CHANNEL),
    get("channel/verify.status", VERIFIED, query=thing("channel"), things=CHANNEL),
    post("channel/review", VERIFIED, body=thing("channel"), things=CHANNEL),
    post("channel/assign", MANAGERS, body=_handing_back, things=CHANNEL),
    post("channel/unassign", MANAGERS, body=thing("channel"), things=CHANNEL),
    get("channel/delete.preview", MANAGERS, query=thing("channel"), things=CHANNEL),
    post(
        "channel/delete",
        MANAGERS,
        body=thing("channel", password="not the password", confirm=True),
        things=CHANNEL,
    ),
    # withdrawals
    get("withdrawal/summary", VERIFIED),
    get("withdrawal/report", VERIFIED, query=SUBACCOUNT, things=ACCOUNT),
    post("withdrawal/report.excel", VERIFIED, body=_months_of, things=ACCOUNT),
    get("withdrawal/report.excel", VERIFIED, query=thing("export"), things=EXPORT),
    get("withdrawal/report.excel.download", VERIFIED, query=thing("export"), things=EXPORT),
    get("withdrawal/ledger", VERIFIED),
    get("withdrawal/detail", VERIFIED, query=_detail),
    get("withdrawal/explain", VERIFIED, query=_entry, things=ENTRY),
    get("withdrawal/statement", VERIFIED, query=fixed(month="2025-01")),
    get("withdrawal/info", VERIFIED),
    post(
        "withdrawal/state.dismiss",
        VERIFIED,
        body=thing("withdrawal", "withdrawal"),
        things=WITHDRAWAL,
    ),
    post("withdrawal/remind", VERIFIED, body=fixed(on="2031-01-01")),
    post("withdrawal/info.register", VERIFIED, body=fixed(**PAYPAL)),
    post("withdrawal/info.update", VERIFIED, body=fixed(**PAYPAL)),
    post("withdrawal/info.disown", NOTHING_CHANGED),
    get("withdrawal/tax", VERIFIED),
    post(
        "withdrawal/tax.check",
        VERIFIED,
        body=fixed(name="Mina Kim", id_no="P1234", country="KR"),
    ),
    get("withdrawal/quote", VERIFIED, query=fixed(method="paypal", currency="USD")),
    post(
        "withdrawal/request",
        VERIFIED,
        body=fixed(method="paypal", currency="USD", total="150.00"),
    ),
    get("withdrawal/list", VERIFIED),
    get("withdrawal/invoice", VERIFIED, query=thing("invoice"), things=INVOICE),
    get(
        "withdrawal/invoice.download",
        VERIFIED,
        query=thing("invoice", format="xlsx"),
        things=INVOICE,
    ),
    get("withdrawal/invoice.link", VERIFIED, query=thing("invoice"), things=INVOICE),
    get("withdrawal/invoice.embedded", ANYBODY, query=_fresh_invoice_token),
    # reports
    get("v2/music/dashboard", VERIFIED, query=SUBACCOUNT, things=ACCOUNT),
    get("v2/music/video/dashboard", VERIFIED, query=thing("channel", "channel"), things=CHANNEL),
    get("v2/music/video/list", VERIFIED, query=SUBACCOUNT, things=ACCOUNT),
    get("v2/music/channel/dashboard", VERIFIED, query=SUBACCOUNT, things=ACCOUNT),
    get("v2/music/member/dashboard", MANAGERS, query=SUBACCOUNT, things=ACCOUNT),
    get("v2/music/video/details", VERIFIED, query=thing("video"), things=VIDEO),
    get("v2/music/video/review", VERIFIED),
    post("v2/music/video/review", VERIFIED, body=_video_address, things=VIDEO),
    # music
    get("v2/music/home", VERIFIED),
    get("v2/music/search", VERIFIED),
    get("v2/music/search/without", VERIFIED, query=fixed(search="night", shopping="true")),
    get("v2/music/earned", VERIFIED),
    get("v2/music/earned/videos", VERIFIED, query=fixed(isrc="QZBB12500001")),
    get("v2/music/tags", VERIFIED),
    get("v2/music/detail", VERIFIED, query=_track, things=TRACK),
    post("music/favorite.toggle", VERIFIED, body=_track, things=TRACK),
    get("music/favorite.list", VERIFIED),
    get("music/music.log", VERIFIED, query=_act, things=TRACK),
    get("music/audio/{isrc}", ANYBODY, query=_heard),
    # notifications
    get("notification/list", VERIFIED),
    post("notification/read", VERIFIED, body=thing("notification"), things=NOTIFICATION),
    post("notification/read.all", VERIFIED),
    # board
    get("board/list", ANYBODY),
    get("board/detail", ANYBODY, query=_published),
    get("board/header", ANYBODY),
    get("board/banner.list", SIGNED_IN),
    # campaigns
    get("campaign/list", VERIFIED),
    get("campaign/detail", VERIFIED, query=_campaign),
    post("campaign/apply", VERIFIED, body=_application, things=HELD_CHANNEL),
    post("campaign/participate", VERIFIED, body=_participation),
    get("campaign/resource", VERIFIED, query=_campaign),
    get("campaign/file", ANYBODY, query=_campaign_file),
    # events, programs
    get("event/detail", VERIFIED, query=_joined_event),
    post("event/apply", VERIFIED, body=_event, things=HELD_CHANNEL),
    post("event/cancel", VERIFIED, body=_joined_event),
    post("event/benefit", VERIFIED, body=_joined_event),
    get("program/detail", VERIFIED, query=_program),
    post("program/apply", VERIFIED, body=_program_application, things=HELD_CHANNEL),
    # partnership
    post("partnership/inquiry", VERIFIED, body=fixed(**INQUIRY), is_form=True),
    # invitations
    get("member/invitation/dashboard", VERIFIED),
    get("member/invitation/dashboard/list", VERIFIED),
    get("member/invitation/validate", ANYBODY, query=_invitation),
    # site
    get("site/frame", ANYBODY, query=fixed(host="partner.example")),
    get("site/settings", ANYBODY),
    get("site/countries", ANYBODY),
    get("site/metadata", ANYBODY, query=fixed(host="partner.example")),
    get("site/terms", ANYBODY, query=fixed(kind="terms")),
    get("site/short", ANYBODY, query=_short),
    get("site/landing", ANYBODY, query=fixed(host="partner.example")),
)
