"""Posts: their kinds, their words, their Markdown as a tree, and who is told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.board import rules
from backbeat.board.errors import Unpublishable
from backbeat.board.model import PostKind, PostText, PublishedSpan, in_language
from backbeat.board.rich_text import Node, is_link, summary, words
from backbeat.board.telling import Telling
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.memory.board import MemoryPosts
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.board.markdown import MarkdownIt

EN, KO, TW = Language.ENGLISH, Language.KOREAN, Language.TRADITIONAL_CHINESE


def read(text: str) -> tuple[Node, ...]:
    return MarkdownIt().read(text)


def outline(nodes: tuple[Node, ...]) -> list[Any]:
    """Parts with their lines, and below them their children."""
    return [
        (node.part.value, node.line, *([outline(node.children)] if node.children else []))
        for node in nodes
    ]


def test_there_are_two_kinds_of_posts() -> None:
    assert {kind.value for kind in PostKind} == {"notice", "event"}
    with pytest.raises(ValueError, match="advert"):
        PostKind("advert")


def test_words_are_the_readers_or_english() -> None:
    texts = {EN: PostText("Hello", "", ""), KO: PostText("안녕", "", "")}

    assert [in_language(texts, each).title for each in (KO, EN, TW)] == ["안녕", "Hello", "Hello"]


def test_markdown_is_a_tree_that_knows_its_lines() -> None:
    text = "## Head\n\nOne **two**\n*three*  \n[four](/x)\n\n- a\n- b\n\n```\ncode\n```\n\n---\n"

    assert outline(read(text)) == [
        ("heading", 1, [("text", 1)]),
        (
            "paragraph",
            3,
            [
                ("text", 3),
                ("strong", 3, [("text", 3)]),
                ("text", 3),
                ("emphasis", 4, [("text", 4)]),
                ("break", 4),
                ("link", 5, [("text", 5)]),
            ],
        ),
        (
            "bullets",
            7,
            [
                ("item", 7, [("paragraph", 7, [("text", 7)])]),
                ("item", 8, [("paragraph", 8, [("text", 8)])]),
            ],
        ),
        ("code_block", 10),
        ("rule", 14),
    ]


@pytest.mark.parametrize(
    "html", ["<b>x</b>", "a <i onclick=x>b", "<script>1</script>", "<!-- x -->"]
)
def test_html_is_refused_by_its_line(html: str) -> None:
    with pytest.raises(Unpublishable, match="HTML has no place") as refused:
        read(f"fine\n\n{html}\n")

    assert refused.value.line == 3


@pytest.mark.parametrize(
    "address", ["/", "/events/x?y=1#z", "https://a.example/b", "mailto:a@b.co"]
)
def test_a_link_may_lead_within_the_portal_to_https_and_to_a_mailbox(address: str) -> None:
    assert is_link(address)


@pytest.mark.parametrize(
    "address",
    [
        *("", "x", "//evil.example", "/\\evil.example", "http://a.example", "javascript:x"),
        *("JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "https://", "https:///x", "/a b"),
        "https://a.example/" + "x" * 500,
    ],
)
def test_a_link_leads_nowhere_else(address: str) -> None:
    assert not is_link(address)


def test_a_summary_is_the_first_paragraph_cut_between_words() -> None:
    assert summary(read("# H\n\n**One** [two](/x)\nthree.\n\nMore.\n")) == "One two three."
    long = summary(read("word " * 60))
    assert (long.endswith("word…"), len(long) <= 161) == (True, True)
    assert summary(read("x" * 160)) == "x" * 160
    assert summary(read("x" * 161)) == f"{'x' * 160}…"
    assert summary(read("- only a list\n")) == "only a list"
    assert words(read("![seen](picture:x) heard")[0].children) == " heard"


def test_a_span_ends_after_its_beginning_in_the_portals_zone() -> None:
    evening = datetime(2026, 5, 10, 16, tzinfo=UTC)
    seoul = FixedClock(evening).zone.__class__("Asia/Seoul")

    rules.require_span(PublishedSpan(evening, date(2026, 5, 11)), seoul)
    with pytest.raises(Unpublishable, match="before it begins"):
        rules.require_span(PublishedSpan(evening, date(2026, 5, 10)), seoul)


def test_limits_are_allowed_and_what_lies_beyond_is_not() -> None:
    rules.require_title("t" * rules.LONGEST_TITLE)
    rules.require_body("x" * rules.LONGEST_BODY)
    rules.require_size(bytes(rules.LARGEST_PICTURE))
    for order in (0, rules.HIGHEST_ORDER):
        rules.require_order(order)

    for beyond in (-1, rules.HIGHEST_ORDER + 1):
        with pytest.raises(Unpublishable, match="a number from 0 to 999"):
            rules.require_order(beyond)


class Killed(Exception):
    pass


def test_a_worker_stopped_midway_leaves_nobody_out_and_tells_nobody_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = FixedClock()
    transactions = MemoryTransactions.empty(clock, counting_ids())
    everybody = tuple(AccountId(f"a{number:04}") for number in range(1_201))

    def after(account: AccountId | None, most: int) -> tuple[AccountId, ...]:
        return tuple(each for each in everybody if account is None or each > account)[:most]

    monkeypatch.setattr(
        type(transactions.books.accounts), "active_after", lambda _, *asked: after(*asked)
    )
    with transactions.begin() as books:
        books.posts.put(a_post(clock))
    told = MemoryPosts.told
    steps: Iterator[Any] = iter([told, Killed()])

    def once(posts: MemoryPosts, *how_far: Any) -> None:
        step = next(steps, told)
        if isinstance(step, Killed):
            raise step
        step(posts, *how_far)

    monkeypatch.setattr(MemoryPosts, "told", once)
    telling = Telling(transactions, clock)
    with pytest.raises(Killed):
        telling.tell()

    assert telling.tell() == 701
    with transactions.look() as books:
        assert [books.notifications.unread(each) for each in everybody] == [1] * 1_201


def a_post(clock: FixedClock) -> Any:
    from backbeat.board.model import Post, PostId

    return Post(
        PostId("p"), PostKind.NOTICE, {EN: PostText("T", "b", "b")}, PublishedSpan(clock.now())
    )
