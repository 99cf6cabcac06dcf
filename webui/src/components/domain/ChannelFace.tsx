/** A channel's picture; its initial where the platform gave none, or has it no more. */
import { useState } from "react";

interface Props {
  channel: { name: string; thumbnail: string | null };
  picture: string | undefined;
  /** The class of what stands there without a picture. */
  initial: string | undefined;
}

export function ChannelFace({ channel: { name, thumbnail }, picture, initial }: Props) {
  const [lost, lose] = useState<string | null>(null);
  if (thumbnail && thumbnail !== lost) {
    return (
      <img
        className={picture}
        src={thumbnail}
        alt=""
        loading="lazy"
        onError={() => lose(thumbnail)}
      />
    );
  }
  return (
    <span className={initial} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
