"""Pictures, read and rewritten by Pillow, so that nothing but pixels is kept (BOARD-7)."""

from __future__ import annotations

import hashlib
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from attrs import frozen

from backbeat.board.errors import Unpublishable
from backbeat.board.model import Picture, PictureId

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "WEBP")
MEDIA_TYPE = "image/webp"
WIDEST = 1_600
"""The widest picture that a page can use; wider ones are made smaller."""
MOST_PIXELS = 40_000_000


@frozen
class WebpPictures:
    """Fulfils `PictureMaker`. The result is WebP, whatever the format of the source."""

    widest: int = WIDEST

    def make(self, content: bytes) -> Picture:
        pixels = _read(content)
        pixels.thumbnail((self.widest, self.widest * 2))
        written = BytesIO()
        pixels.save(written, "WEBP", quality=82, method=4)
        made = written.getvalue()
        name = hashlib.sha256(made).hexdigest()[:32]
        return Picture(PictureId(name), MEDIA_TYPE, pixels.width, pixels.height, made)


def _read(content: bytes) -> Image:
    """The pixels, turned the way the camera was held; their number is checked before any is read."""
    # Slow to import, and few commands publish a picture.
    from PIL import Image, ImageOps  # noqa: PLC0415

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise Unpublishable(f"a picture has at most {MOST_PIXELS:,} pixels")
                turned = ImageOps.exif_transpose(opened)
                return turned.convert("RGBA" if turned.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombWarning) as error:
        raise Unpublishable("this is no picture: PNG, JPEG and WebP are taken") from error
