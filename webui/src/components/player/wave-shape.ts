/** How loud a track goes, as bars: by the peaks that were measured, or drawn from its code where there are none. */
import { sha256 } from "@noble/hashes/sha2.js";

/** Bars on a phone and on a laptop. */
export const BARS = { phone: 76, laptop: 110 } as const;

const LEAST = 0.12;

/** Of several peaks that share a bar the loudest counts; a bar between two takes the one before it. */
function fromPeaks(peaks: readonly number[], count: number): number[] {
  const loudest = Math.max(...peaks, 1);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(...peaks.slice(from, to)) / loudest;
  });
}

function fromCode(code: string, count: number): number[] {
  const bytes = Array.from({ length: Math.ceil(count / 32) }, (_, part) => [
    ...sha256(new TextEncoder().encode(`wave ${part} ${code}`)),
  ]).flat();
  return bytes.slice(0, count).map((byte) => byte / 255);
}

/** The heights of the bars, each between the least that can be seen and 1. */
export function waveOf(code: string, peaks: readonly number[], count: number): number[] {
  const heights = peaks.length > 0 ? fromPeaks(peaks, count) : fromCode(code, count);
  return heights.map((height) => LEAST + (1 - LEAST) * height);
}

/** The bars as one path in a box of `count` by 1. */
export const pathOf = (heights: readonly number[]): string =>
  heights
    .map((height, bar) => `M${bar + 0.5} ${(0.5 - height / 2).toFixed(3)}v${height.toFixed(3)}`)
    .join("");
