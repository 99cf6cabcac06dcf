"""What is read out of a typed channel address."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.channels.links import Link, LinkKind, read, same_handle

ID = "UCabcdefghijklmnopqrstuQ"
VIDEO = "abcdefghijA"


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
        ("https://www.tiktok.com/@mina", LinkKind.UNSUPPORTED_PLATFORM, "tiktok"),
        ("https://v.douyin.com/x/", LinkKind.UNSUPPORTED_PLATFORM, "douyin"),
        ("https://space.bilibili.com/1", LinkKind.UNSUPPORTED_PLATFORM, "bilibili"),
        ("https://example.org/@mina", LinkKind.UNSUPPORTED_HOST, ""),
    ],
)
def test_a_link_is_read_as_what_it_names(text: str, kind: LinkKind, value: str) -> None:
    assert read(text) == Link(kind, value)


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


@given(st.text(max_size=40))
def test_a_link_that_names_a_channel_reads_the_same_from_its_kept_form(text: str) -> None:
    link = read(f"https://www.youtube.com/{text}")

    if link.names_a_channel:
        assert read(link.url) == link
        assert link.url.startswith("https://www.youtube.com/")
