"""`backbeat video-review`: the queue, and its answers (VIDEO-6)."""

from __future__ import annotations

from tests.cli.conftest import Program
from tests.http.world import MAIN, World

from backbeat.kernel.ids import AccountId, ChannelId, VideoId
from backbeat.video_reviews.model import VideoReview, VideoReviewId


def ask(world: World, name: str, hour: int) -> None:
    review = VideoReview(
        id=VideoReviewId(name),
        account=AccountId(MAIN),
        video=VideoId(f"video {name}"),
        channel=ChannelId(world.things["channel", MAIN]),
        title=f"Letter {name}",
        url=f"https://www.youtube.com/shorts/{name}",
        asked_at=world.container.portal().clock.now().replace(hour=hour),
    )
    with world.container.transactions().begin() as books:
        books.video_reviews.add(review)


def test_the_queue_is_listed_looked_at_and_answered(backbeat: Program, world: World) -> None:
    assert backbeat("video-review", "list", "--json").items == []
    ask(world, "r1", 1)
    ask(world, "r2", 2)
    rows = backbeat("video-review", "list", "--json").items
    assert [row["id"] for row in rows] == ["r1", "r2"]
    second = backbeat("video-review", "list", "--page", "1", "--size", "1", "--json").items
    assert [row["id"] for row in second] == ["r2"]
    assert (rows[0]["title"], rows[0]["account"], rows[0]["state"]) == (
        "Letter r1",
        MAIN,
        "waiting",
    )
    shown = backbeat("video-review", "show", "r1", "--json").json
    assert (shown["url"], shown["note"]) == ("https://www.youtube.com/shorts/r1", None)

    trial = backbeat("video-review", "accept", "r1", "--dry-run", "--json").json
    assert (trial["state"], trial["dry_run"]) == ("accepted", True)
    assert backbeat("video-review", "show", "r1", "--json").json["state"] == "waiting"
    done = backbeat("video-review", "accept", "r1", "--note", "Sped up.", "--json").json
    assert done["state"] == "accepted"
    for dry_run in (["--dry-run"], []):
        declined = backbeat(
            "video-review", "decline", "r2", "--reason", "Another song.", *dry_run, "--json"
        )
        assert declined.json.get("dry_run", False) is bool(dry_run)
    assert declined.json["state"] == "declined"

    assert backbeat("video-review", "list", "--json").items == []
    every = backbeat("video-review", "list", "--all", "--json").items
    assert [row["id"] for row in every] == ["r2", "r1"]
    assert backbeat("video-review", "show", "r2", "--json").json["note"] == "Another song."


def test_what_cannot_be_answered_is_said_in_a_line(backbeat: Program, world: World) -> None:
    ask(world, "r1", 1)
    missing = backbeat("video-review", "show", "nothing")
    assert (missing.code, missing.err.count("\n")) == (1, 1)
    assert backbeat("video-review", "decline", "r1").code == 2
    backbeat("video-review", "accept", "r1")
    again = backbeat("video-review", "decline", "r1", "--reason", "late")
    assert (again.code, "has its answer" in again.err) == (1, True)
    rows = backbeat("audit", "list", "--action", "video_review.accepted", "--json").items
    assert [row["actor"] for row in rows] == ["operator:ann"]
