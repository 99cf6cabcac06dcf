/** A short's picture; a quiet tile in a colour of its own where the platform gave none, or has it no more. */
import { useState } from "react";
import { useNear } from "@/components/kit/in-sight";
import { PLATFORMS, type PlatformName } from "@/platforms";
import { seriesColor } from "./chart-colors";
import classes from "./thumb.module.css";

interface Props {
  id: string;
  platform: PlatformName;
  src: string | null;
  size?: "row" | "sheet";
}

/** The same short has the same colour on every screen. */
const placeOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);

export function VideoThumb({ id, platform, src, size = "row" }: Props) {
  const [lost, lose] = useState<string | null>(null);
  const { place, near } = useNear<HTMLSpanElement>();
  if (src && src !== lost) {
    if (!near) return <span ref={place} className={classes.thumb} data-size={size} />;
    return (
      <img className={classes.thumb} data-size={size} src={src} alt="" onError={() => lose(src)} />
    );
  }
  const { Icon } = PLATFORMS[platform];
  return (
    <span
      className={classes.thumb}
      data-size={size}
      aria-hidden="true"
      style={{ backgroundColor: seriesColor(placeOf(id)) }}
    >
      <Icon size={size === "row" ? 16 : 28} />
    </span>
  );
}
