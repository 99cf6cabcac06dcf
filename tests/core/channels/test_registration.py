"""Registration: which links lead to which channel, and who may have it."""

from __future__ import annotations

import pytest
from tests.fakes.channel_house import ANN, MINA, ChannelHouse
from tests.fakes.channels import platform_id

from backbeat.accounts.errors import AccountNotFound
from backbeat.channels import errors
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category, VerificationState
from backbeat.channels.reviews import OperatorOrder
from backbeat.channels.service import ChannelListFilter
from backbeat.kernel.errors import NotFound, RoleRefused, TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest


def test_a_new_channel_waits_for_its_verification(house: ChannelHouse) -> None:
    house.on_platform(name="Mina 미나", thumbnail="https://img.example/mina", views=1_250_000)

    card = house.channels.add(MINA, "youtube.com/@Mina1", Category.BEAUTY)

    channel = card.channel
    assert channel.status is ChannelStatus.NEED_APPROVED
    assert channel.link == "https://www.youtube.com/@Mina1"
    assert (channel.name, channel.thumbnail) == ("Mina 미나", "https://img.example/mina")
    assert channel.category is Category.BEAUTY
    assert channel.total_views == 1_250_000
    assert (channel.approved_at, channel.earning_from) == (None, None)
    assert channel.registered_at == house.business.now()
    assert card.code == "BB-00000001"
    assert card.state is VerificationState.PENDING_VALIDATION
    assert (card.owner.name, card.member) == ("mina", None)
    assert house.audited() == [("channel.registered", "mina")]


def test_codes_of_two_channels_differ(house: ChannelHouse) -> None:
    assert house.add(1).code != house.add(2).code


def test_there_are_exactly_21_categories() -> None:
    assert [category.value for category in Category] == [
        *("personal_broadcast_blog", "game", "news_politics", "beauty"),
        *("nonprofit_social_movement", "sports", "story", "pets_animals", "entertainment"),
        *("travel_event", "movies_drama_animation", "food_cooking", "music_dance"),
        *("medicine_science_education", "car", "knowledge_shopping", "challenge", "comedy"),
        *("kids", "fashion", "it_economy_finance"),
    ]
    assert len(Category) == 21


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.youtube.com/channel/{platform_id(1)}",
        platform_id(1),
        "https://www.youtube.com/@MINA1/shorts?si=x",
        "@mina1",
        "https://www.youtube.com/user/oldmina",
        "https://www.youtube.com/c/mina1",
        "https://www.youtube.com/mina1",
    ],
)
def test_the_same_channel_is_known_by_every_form_of_its_link(
    house: ChannelHouse, link: str
) -> None:
    house.on_platform(1, user="oldmina")
    house.add(1)

    with pytest.raises(errors.AlreadyRegistered) as refused:
        house.channels.add(MINA, link, Category.GAME)

    assert refused.value.code == 30003
    assert refused.value.hint is None


@pytest.mark.parametrize("link", ["https://www.youtube.com/c/mina1", "youtube.com/Mina1"])
def test_a_bare_name_counts_only_where_the_platform_answers_to_it(
    house: ChannelHouse, link: str
) -> None:
    house.on_platform(1)
    assert house.channels.add(MINA, link, Category.GAME).channel.platform_id == platform_id(1)


def test_a_bare_name_that_leads_to_another_handle_is_refused(house: ChannelHouse) -> None:
    house.on_platform(1, handle="@somebody")
    house.platform.moved["mina"] = platform_id(1)

    with pytest.raises(errors.UnknownChannel):
        house.channels.add(MINA, "https://www.youtube.com/c/mina", Category.GAME)


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("hello", "invalid"),
        ("https://youtu.be/abcdefghijA", "video_link"),
        ("https://www.youtube.com/playlist?list=PL1", "not_a_channel"),
        ("https://v.douyin.com/x/", "unsupported_platform"),
        ("https://www.tiktok.com/@nobody", "unknown_channel"),
        ("https://www.tiktok.com/@mina/video/7212345678901234567", "video_link"),
        ("https://vm.tiktok.com/ZM8abc/", "short_link"),
        ("https://evil.example/@mina", "unsupported_host"),
        ("https://www.youtube.com/@nobody", "unknown_channel"),
    ],
)
def test_what_leads_to_no_channel_is_30001_with_its_reason(
    house: ChannelHouse, link: str, reason: str
) -> None:
    with pytest.raises(errors.NotAChannelLink) as refused:
        house.channels.add(MINA, link, Category.GAME)

    assert (refused.value.code, refused.value.details["reason"]) == (30001, reason)
    assert house.platform_ids() == []


@pytest.mark.parametrize(
    ("link", "wanted", "led_to"),
    [
        ("https://www.youtube.com/@mina1", "tiktok", "youtube"),
        ("https://www.tiktok.com/@mina1", "youtube", "tiktok"),
    ],
)
def test_a_link_of_one_platform_is_refused_for_the_other(
    house: ChannelHouse, link: str, wanted: str, led_to: str
) -> None:
    house.on_platform(1)

    with pytest.raises(errors.LinkOfOther) as refused:
        house.channels.add(MINA, link, Category.GAME, platform=wanted)

    assert (refused.value.code, refused.value.details["reason"]) == (30001, "other_platform")
    assert (refused.value.platform, refused.value.wanted) == (led_to, wanted)
    assert house.platform_ids() == []


def test_a_silent_platform_is_30002_and_nothing_is_stored(house: ChannelHouse) -> None:
    house.on_platform(1)
    house.platform.down = True

    with pytest.raises(errors.ChannelUnreadable) as refused:
        house.channels.add(MINA, "@mina1", Category.GAME)

    assert refused.value.code == 30002
    assert house.platform_ids() == []
    assert house.audited() == []


def test_an_unproved_claim_blocks_nobody(house: ChannelHouse) -> None:
    house.on_platform(1)
    for number in range(50):
        house.add(1, house.person(f"squatter{number}"))

    card = house.verified(1)

    assert card.channel.is_verified


def test_a_proved_claim_bars_every_other(house: ChannelHouse) -> None:
    house.verified(1)

    with pytest.raises(errors.AlreadyRegistered):
        house.add(1, house.person("ivy"))


def test_a_blocked_channel_is_30004(house: ChannelHouse) -> None:
    house.on_platform(1)
    house.desk.block("@mina1", _because("stolen videos"))

    with pytest.raises(errors.CannotBeRegistered) as refused:
        house.add(1)

    assert refused.value.code == 30004


def test_a_channel_denied_to_another_account_is_30004(house: ChannelHouse) -> None:
    card = house.verified(1)
    house.desk.deny(card.channel.id, _because("copied"))

    with pytest.raises(errors.CannotBeRegistered):
        house.add(1, house.person("ivy"))


@pytest.mark.parametrize("name", ["mina", "ivy"])
def test_a_channel_deleted_while_denied_is_30004_to_everybody(
    house: ChannelHouse, name: str
) -> None:
    house.person("ivy")
    card = house.verified(1)
    house.desk.deny(card.channel.id, _because("copied"))
    house.delete(card)

    with pytest.raises(errors.CannotBeRegistered) as refused:
        house.add(1, name)

    assert refused.value.code == 30004


def test_a_claim_made_before_a_denial_is_not_proved_after_it(house: ChannelHouse) -> None:
    ivy = house.person("ivy")
    early = house.add(1, ivy)
    card = house.verified(1)
    house.desk.deny(card.channel.id, _because("copied"))
    house.delete(card)
    house.place_code(early)

    with pytest.raises(errors.CannotBeRegistered):
        house.verifications.verify(ivy, early.channel.id)


def test_looking_for_a_code_ends_with_a_denial(house: ChannelHouse) -> None:
    ivy = house.person("ivy")
    early = house.add(1, ivy)
    house.verifications.verify(ivy, early.channel.id)
    card = house.verified(1)
    house.desk.deny(card.channel.id, _because("copied"))
    house.delete(card)
    house.place_code(early)

    house.wait(seconds=10)
    house.work()

    assert not house.channels.show(ivy, early.channel.id).channel.is_verified


def test_a_deleted_channel_that_was_not_denied_may_be_registered_again(
    house: ChannelHouse,
) -> None:
    house.delete(house.approved(1))
    assert house.verified(1).channel.status is ChannelStatus.PENDING


def test_a_denial_taken_back_lets_a_deleted_channel_be_registered_again(
    house: ChannelHouse,
) -> None:
    card = house.verified(1)
    house.desk.deny(card.channel.id, _because("copied"))
    house.delete(card)
    told = house.told("mina")

    found = house.desk.find(platform_id(1))
    house.desk.reopen(found.channel.id, ANN)

    assert house.told("mina") == told
    assert house.add(1).channel.status is ChannelStatus.NEED_APPROVED
    assert house.audited()[-2][0] == "channel.reopened"


def test_nothing_else_is_done_to_a_deleted_channel(house: ChannelHouse) -> None:
    card = house.verified(1)
    house.delete(card)

    with pytest.raises(NotFound):
        house.desk.approve(card.channel.id, ANN)


def test_a_reserved_channel_is_30005_to_all_others(house: ChannelHouse) -> None:
    house.on_platform(1)
    ivy = house.person("ivy")
    house.desk.preregister("@mina1", "IVY@example.org", ANN)

    with pytest.raises(errors.ReservedForAnother) as refused:
        house.add(1)

    assert refused.value.code == 30005
    assert house.add(1, ivy).channel.owner == ivy


def test_a_member_registers_what_is_reserved_for_the_account_above(house: ChannelHouse) -> None:
    """Its owner is whom it is reserved for; a member of somebody else is refused."""
    house.on_platform(1)
    house.person("ivy")
    kai, fern = house.person("kai", below="ivy"), house.person("fern", below="mina")
    house.desk.preregister("@mina1", "ivy@example.org", ANN)

    with pytest.raises(errors.ReservedForAnother):
        house.add(1, fern)

    assert house.add(1, kai).channel.owner == "ivy"


def test_a_member_registers_what_is_reserved_for_itself(house: ChannelHouse) -> None:
    house.on_platform(1)
    kai = house.person("kai", below="mina")
    house.desk.preregister("@mina1", "kai@example.org", ANN)

    assert house.add(1, kai).channel.owner == MINA


def test_a_members_channel_belongs_to_the_account_above(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")

    card = house.add(1, kai)

    assert card.channel.owner == MINA
    assert card.member is not None
    assert card.member.id == kai


def test_a_member_is_told_to_ask_for_assignment(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    house.add(1)

    with pytest.raises(errors.AlreadyRegistered) as refused:
        house.add(1, kai)

    assert refused.value.details["hint"] == "ask_assignment"


def test_in_a_network_the_nearest_manager_owns(house: ChannelHouse) -> None:
    house.network()

    owners = [
        house.add(at, by).channel.owner for at, by in enumerate(("net", "cora", "dave", "sam"))
    ]

    assert owners == ["net", "cora", "net", "cora"]


def test_a_manager_registers_for_a_member_and_nobody_else_does(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    stranger = house.person("stranger")
    house.on_platform(1)

    card = house.channels.add(MINA, "@mina1", Category.GAME, "kai@example.org")

    assert card.channel.holder == kai
    with pytest.raises(RoleRefused):
        house.channels.add(kai, "@mina1", Category.GAME, "mina")
    with pytest.raises(AccountNotFound):
        house.channels.add(MINA, "@mina1", Category.GAME, stranger)


def test_after_twenty_tries_a_day_it_is_enough(house: ChannelHouse) -> None:
    for _ in range(20):
        with pytest.raises(errors.NotAChannelLink):
            house.channels.add(MINA, "hello", Category.GAME)

    with pytest.raises(TooManyRequests):
        house.channels.add(MINA, "hello", Category.GAME)


def test_somebody_elses_channel_is_not_found(house: ChannelHouse) -> None:
    card = house.add(1)

    with pytest.raises(NotFound):
        house.channels.show(house.person("ivy"), card.channel.id)
    assert house.channels.show(MINA, card.channel.id).channel == card.channel


def test_lists_show_what_one_may_see(house: ChannelHouse) -> None:
    house.network()
    kai = house.person("kai", below="mina")
    mine, kais = house.add(1).channel.id, house.add(2, kai).channel.id
    nets = house.add(3, "net").channel.id
    coras, sams = house.add(4, "cora").channel.id, house.add(5, "sam").channel.id

    assert house.listed("mina") == [kais, mine]
    assert house.listed("mina", account="kai@example.org") == [kais]
    assert house.listed("mina", account="mina") == [mine]
    assert house.listed("kai") == [kais]
    assert house.listed("net") == [sams, coras, nets]
    assert house.listed("cora") == [sams, coras]
    assert house.listed("sam") == [sams]
    with pytest.raises(AccountNotFound):
        house.listed("cora", account="dave")


def test_networks_list_what_is_below_them(house: ChannelHouse) -> None:
    house.network()
    house.add(3, "net")
    coras, sams = house.add(4, "cora").channel.id, house.add(5, "sam").channel.id

    def below(caller: str, account: str | None = None) -> list[str]:
        wanted = ChannelListFilter(account=account)
        page = house.channels.list_below(AccountId(caller), wanted, PageRequest())
        return [card.channel.id for card in page.items]

    assert below("net") == [sams, coras]
    assert below("net", "sam") == [sams]
    assert below("cora") == [sams]
    for caller in ("sam", "dave", "mina"):
        with pytest.raises(RoleRefused):
            below(caller)


def _because(reason: str) -> OperatorOrder:
    return OperatorOrder("ann", reason)
