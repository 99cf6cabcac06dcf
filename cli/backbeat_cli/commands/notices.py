"""`backbeat notice`: notices on the board."""

from __future__ import annotations

from backbeat.board.model import PostKind
from backbeat_cli.posts import commands_for

app = commands_for(PostKind.NOTICE)
