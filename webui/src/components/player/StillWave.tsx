/** The wave of a track that is not being heard: there is nowhere in it to go. */
import { useMemo } from "react";
import classes from "./wave.module.css";
import { BARS, pathOf, waveOf } from "./wave-shape";

interface Props {
  code: string;
  device: keyof typeof BARS;
  peaks: readonly number[];
}

export function StillWave({ code, device, peaks }: Props) {
  const count = BARS[device];
  const path = useMemo(() => pathOf(waveOf(code, peaks, count)), [code, peaks, count]);
  return (
    <div className={classes.wave} data-device={device} data-still="">
      <svg viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
