"""Contact sheets: many pictures of one reader beside each other, each with its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

WIDE = 340
HIGH = 640
ACROSS = 8
LINE = 18


def sheet(pictures: Mapping[str, Path], target: Path, *, is_phone: bool) -> None:
    """Write the pictures, in their order, as one."""
    wide, across = (WIDE, ACROSS) if is_phone else (WIDE * 2, ACROSS // 2)
    rows = -(-len(pictures) // across)
    paper = Image.new("RGB", (across * wide, rows * (HIGH + LINE)), "#888")
    draw = ImageDraw.Draw(paper)
    for number, (name, path) in enumerate(pictures.items()):
        left, top = number % across * wide, number // across * (HIGH + LINE)
        draw.text((left + 4, top + 3), name, fill="#fff")
        with Image.open(path) as picture:
            small = picture.convert("RGB")
            small.thumbnail((wide - 6, HIGH * 4))
            paper.paste(
                small.crop((0, 0, small.width, min(small.height, HIGH))), (left, top + LINE)
            )
    paper.save(target)
