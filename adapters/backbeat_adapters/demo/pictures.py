"""Pictures for the simulated platform's channels and videos: two colours and a shape, by the id."""

from __future__ import annotations

from random import Random

_SHAPES = (
    '<circle cx="{x}" cy="{y}" r="{size}"/>',
    '<rect x="{x}" y="{y}" width="{size}" height="320" transform="rotate(28 {x} {y})"/>',
    '<path d="M0 {y} Q80 {x} 160 {y} T320 {y} V180 H0 Z"/>',
)


def picture(id_: str) -> str:
    """An SVG of 320 by 180; the same id, the same picture. Nothing of the id stands in it."""
    chance = Random(f"picture {id_}")
    hue = chance.randrange(360)
    shapes = "".join(
        chance.choice(_SHAPES).format(
            x=chance.randrange(20, 300), y=chance.randrange(40, 150), size=chance.randrange(30, 90)
        )
        for _ in range(3)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"'
        ' preserveAspectRatio="xMidYMid slice">'
        f'<rect width="320" height="180" fill="hsl({hue} 45% 38%)"/>'
        f'<g fill="hsl({(hue + 40) % 360} 70% 66%)" fill-opacity=".55">{shapes}</g></svg>'
    )
