/** A track's cover: the library's own picture, else one drawn from the track code. */
import { useState } from "react";
import classes from "./cover.module.css";
import { coverAddress } from "./cover-art";

interface Props {
  track: { isrc: string; thumbnail?: string | null };
  /** Its side in CSS pixels; without one it is as wide as its place. */
  size?: number;
  /** How round its corners are, in CSS pixels. */
  radius?: number;
}

export function Cover({ track: { isrc, thumbnail }, size, radius = 8 }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const own = thumbnail && thumbnail !== broken ? thumbnail : null;
  return (
    <img
      className={classes.cover}
      src={own ?? coverAddress(isrc)}
      alt=""
      draggable={false}
      loading={own ? "lazy" : "eager"}
      width={size ?? 100}
      height={size ?? 100}
      style={{ width: size ?? "100%", borderRadius: radius }}
      onError={() => setBroken(own)}
    />
  );
}
