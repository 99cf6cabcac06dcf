"""What is read out of a typed channel address."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.platforms.addresses import Link, LinkKind, same_handle
from backbeat.platforms.links import read, url_of
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE

ID = "UCabcdefghijklmnopqrstuQ"
VIDEO = "abcdefghijA"
TIKTOK_VIDEO = "7212345678901234567"


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (ID, LinkKind.CHANNEL_ID, ID),
        (f"  https://www.youtube.com/channel/{ID}\n", LinkKind.CHANNEL_ID, ID),
        (f"https://m.youtube.com/channel/{ID}/shorts?si=x#top", LinkKind.CHANNEL_ID, ID),
        (f"http://youtube.com/channel/{ID}/", LinkKind.CHANNEL_ID, ID),
        (f"https://studio.youtube.com/channel/{ID}/videos", LinkKind.CHANNEL_ID, ID),
        (f"music.youtube.com/browse/{ID}", LinkKind.CHANNEL_ID, ID),
        ("youtube.com/@mina", LinkKind.HANDLE, "@mina"),
        ("HTTPS://WWW.YouTube.COM/@Mina_01/videos", LinkKind.HANDLE, "@Mina_01"),
        ("https://www.youtube.com/%40mina", LinkKind.HANDLE, "@mina"),
        ("@mina", LinkKind.HANDLE, "@mina"),
        ("＠mina", LinkKind.HANDLE, "@mina"),
        ("https://www.youtube.com/@한국채널", LinkKind.HANDLE, "@한국채널"),
        ("https://www.youtube.com/user/oldname", LinkKind.USER, "oldname"),
        ("https://www.youtube.com/c/Имя/about", LinkKind.CUSTOM, "Имя"),
        ("https://www.youtube.com/BareName", LinkKind.CUSTOM, "BareName"),
        (f"https://youtu.be/{VIDEO}", LinkKind.VIDEO, VIDEO),
        (f"https://www.youtube.com/watch?list=PL1&v={VIDEO}", LinkKind.VIDEO, VIDEO),
        (f"https://www.youtube.com/shorts/{VIDEO}?feature=share", LinkKind.VIDEO, VIDEO),
        ("https://www.youtube.com/playlist?list=PL1", LinkKind.NOT_A_CHANNEL, ""),
        ("https://www.youtube.com/feed/trending", LinkKind.NOT_A_CHANNEL, ""),
        ("https://music.youtube.com/browse/VLPL1", LinkKind.NOT_A_CHANNEL, ""),
    ],
)
def test_a_link_to_youtube_is_read_as_what_it_names(text: str, kind: LinkKind, value: str) -> None:
    assert read(text) == Link(kind, value, "youtube")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("https://www.tiktok.com/@mina.kim_1", LinkKind.HANDLE, "@mina.kim_1"),
        ("http://tiktok.com/@mina", LinkKind.HANDLE, "@mina"),
        ("https://www.tiktok.com:443/@mina", LinkKind.HANDLE, "@mina"),
        ("https://www.tiktok.com/@Mina?lang=ko&_r=1#top", LinkKind.HANDLE, "@mina"),
        ("m.tiktok.com/@mina/live", LinkKind.HANDLE, "@mina"),
        ("https://kr.tiktok.com/@mina", LinkKind.HANDLE, "@mina"),
        ("https://www.tiktok.com/ko-KR/@mina", LinkKind.HANDLE, "@mina"),
        ("https://www.tiktok.com/%40mina", LinkKind.HANDLE, "@mina"),
        (f"https://www.tiktok.com/@mina/video/{TIKTOK_VIDEO}", LinkKind.VIDEO, TIKTOK_VIDEO),
        (f"https://www.tiktok.com/@mina/photo/{TIKTOK_VIDEO}?x=1", LinkKind.VIDEO, TIKTOK_VIDEO),
        (f"https://m.tiktok.com/v/{TIKTOK_VIDEO}.html", LinkKind.VIDEO, TIKTOK_VIDEO),
        (f"https://www.tiktok.com/embed/v2/{TIKTOK_VIDEO}", LinkKind.VIDEO, TIKTOK_VIDEO),
        ("https://www.tiktok.com/@m1", LinkKind.HANDLE, "@m1"),
        ("https://www.tiktok.com/@" + "m" * 24, LinkKind.HANDLE, "@" + "m" * 24),
        ("https://vm.tiktok.com/ZM8abc/", LinkKind.SHORT_LINK, ""),
        ("vt.tiktok.com/ZS8abc", LinkKind.SHORT_LINK, ""),
        ("https://www.tiktok.com/t/ZT8abc/", LinkKind.SHORT_LINK, ""),
        ("https://www.tiktok.com/@mina/video/1", LinkKind.NOT_A_CHANNEL, ""),
        ("https://www.tiktok.com/tag/tea", LinkKind.NOT_A_CHANNEL, ""),
        ("https://www.tiktok.com/discover/tea", LinkKind.NOT_A_CHANNEL, ""),
    ],
)
def test_a_link_to_tiktok_is_read_as_what_it_names(text: str, kind: LinkKind, value: str) -> None:
    assert read(text) == Link(kind, value, "tiktok")


@pytest.mark.parametrize(
    "text",
    [
        "https://www.tiktok.com/",
        "https://www.tiktok.com/@",
        "https://www.tiktok.com/@m",
        "https://www.tiktok.com/@mina.",
        "https://www.tiktok.com/@" + "m" * 25,
        "https://www.tiktok.com/@미나",
        "https://user:secret@www.tiktok.com/@mina",
        "https://www.tiktok.com:8443/@mina",
        "https://www.tiktok.com/@mi%00na",
    ],
)
def test_a_link_to_tiktok_that_cannot_be_read_is_invalid(text: str) -> None:
    assert read(text) == Link(LinkKind.INVALID)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("@mina", LinkKind.HANDLE, "@mina"),
        (" ＠Mina.Kim_1 ", LinkKind.HANDLE, "@mina.kim_1"),
        ("@mina/", LinkKind.HANDLE, "@mina"),
        ("@mina?lang=ko", LinkKind.HANDLE, "@mina"),
        (f"@mina/video/{TIKTOK_VIDEO}", LinkKind.VIDEO, TIKTOK_VIDEO),
        ("https://www.tiktok.com/@mina", LinkKind.HANDLE, "@mina"),
    ],
)
def test_a_handle_that_stands_alone_is_the_wanted_platforms(
    text: str, kind: LinkKind, value: str
) -> None:
    assert read(text, TIKTOK) == Link(kind, value, "tiktok")


def test_a_handle_that_stands_alone_is_youtubes_where_youtube_or_nothing_is_wanted() -> None:
    for link in (read("@Mina"), read("@Mina", YOUTUBE), read("@Mina/videos", YOUTUBE)):
        assert link == Link(LinkKind.HANDLE, "@Mina", "youtube")


@pytest.mark.parametrize("text", ["@", "@m", "@미나", "@mina.", "@" + "m" * 25])
def test_a_handle_that_the_wanted_platform_cannot_have_is_not_anothers(text: str) -> None:
    assert read(text, TIKTOK) == Link(LinkKind.INVALID)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (ID, LinkKind.CHANNEL_ID, ID),
        ("youtube.com/@mina", LinkKind.HANDLE, "@mina"),
        (f"https://www.youtube.com/channel/{ID}", LinkKind.CHANNEL_ID, ID),
        ("https://www.youtube.com/user/oldname", LinkKind.USER, "oldname"),
        ("https://www.youtube.com/c/mina", LinkKind.CUSTOM, "mina"),
        (f"https://youtu.be/{VIDEO}", LinkKind.VIDEO, VIDEO),
    ],
)
def test_what_says_itself_that_it_is_youtubes_stays_so_whatever_is_wanted(
    text: str, kind: LinkKind, value: str
) -> None:
    assert read(text, TIKTOK) == Link(kind, value, "youtube")


@pytest.mark.parametrize(
    "text", ["https://www.tiktok.com/@mina", "tiktok.com/@mina", "https://m.tiktok.com/@mina/live"]
)
def test_what_says_itself_that_it_is_tiktoks_stays_so_whatever_is_wanted(text: str) -> None:
    assert read(text, YOUTUBE) == Link(LinkKind.HANDLE, "@mina", "tiktok")


@pytest.mark.parametrize(
    ("text", "kind", "platform"),
    [
        ("https://v.douyin.com/x/", LinkKind.UNSUPPORTED_PLATFORM, "douyin"),
        ("https://space.bilibili.com/1", LinkKind.UNSUPPORTED_PLATFORM, "bilibili"),
        ("https://example.org/@mina", LinkKind.UNSUPPORTED_HOST, ""),
        ("https://ads.tiktok.com/@mina", LinkKind.UNSUPPORTED_HOST, ""),
    ],
)
def test_what_is_no_registered_platform_is_told_by_its_name(
    text: str, kind: LinkKind, platform: str
) -> None:
    assert read(text) == Link(kind, platform=platform)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "@",
        "@ab",
        "@" + "a" * 31,
        "https://www.youtube.com/",
        "https://www.youtube.com/@",
        "https://www.youtube.com/@.-.",
        f"https://www.youtube.com/channel/{ID.lower()}",
        "https://www.youtube.com/channel/UCshort",
        "javascript:alert(1)//youtube.com/@mina",
        "data:text/html,@mina",
        "file:///etc/passwd",
        "ftp://www.youtube.com/@mina",
        "https://user:secret@www.youtube.com/@mina",
        "https://www.youtube.com:8443/@mina",
        "https://www.youtube.com\\@evil.example",
        "https://www.youtube.com/@mi na",
        "https://www.youtube.com/@mi\u200bna",
        "https://www.youtube.com/@mi%00na",
        "https://www.youtube.com/@mi%0d%0aHost:x",
        "https://www.youtube.com/%ff%fe",
        "https://www.youtube.com/%2e%2e/@mina/%zz",
        "https://www.youtube.com/..%2f@mina",
        "https://[::1]/@mina",
        "https://localhost/@mina",
        '=HYPERLINK("https://www.youtube.com/@mina")',
        "@mina" * 200,
    ],
)
def test_what_cannot_be_read_is_invalid(text: str) -> None:
    assert read(text) == Link(LinkKind.INVALID)


@pytest.mark.parametrize(
    "text",
    [
        "https://youtube.com.evil.example/@mina",
        "https://www.youtube.com@evil.example/@mina",
        "https://evil.example/www.youtube.com/@mina",
        "https://www.google.com/url?q=https://www.youtube.com/@mina",
        "https://www.уoutube.com/@mina",
        "https://www.youtube.com./@mina",
        "https://127.0.0.1/@mina",
        "https://169.254.169.254/latest/meta-data",
        "https://notyoutube.com/@mina",
        "https://nottiktok.com/@mina",
    ],
)
def test_look_alike_and_inner_addresses_are_other_sites(text: str) -> None:
    assert read(text) == Link(LinkKind.UNSUPPORTED_HOST)


@given(st.sampled_from(["채널이름", "café_channel", "ミナのへや", "Ünïcode"]))
def test_the_unicode_form_of_a_handle_does_not_matter(name: str) -> None:
    decomposed = unicodedata.normalize("NFD", name)

    assert read(f"https://www.youtube.com/@{decomposed}") == read(f"@{name}")


def test_the_case_of_a_handle_does_not_matter() -> None:
    assert same_handle("@Mina", "mina")
    assert not same_handle("@Mina", "@Nina")


@given(st.text(max_size=80))
def test_reading_never_raises(text: str) -> None:
    read(text)
    read(f"https://www.youtube.com/{text}")
    read(f"https://www.tiktok.com/{text}")


@given(st.text(max_size=40))
def test_a_link_that_names_a_channel_reads_the_same_from_its_kept_form(text: str) -> None:
    link = read(f"https://www.youtube.com/{text}")

    if link.names_a_channel:
        assert read(url_of(link)) == link
        assert url_of(link).startswith("https://www.youtube.com/")


@given(st.from_regex(r"@[0-9A-Za-z_.]{1,24}", fullmatch=True))
def test_a_handle_on_tiktok_reads_the_same_from_its_kept_form(handle: str) -> None:
    link = read(f"https://www.tiktok.com/{handle}")

    if link.names_a_channel:
        assert read(url_of(link)) == link
        assert url_of(link) == f"https://www.tiktok.com/{handle.lower()}"
