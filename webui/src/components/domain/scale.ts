/** The scale of a chart that begins at nothing: its marks, and how high a value stands. */

export interface Scale {
  /** Nothing, the middle and the top. */
  marks: readonly number[];
  /** The part of the whole height that a value takes, 0 to 1; less than nothing has no height. */
  part: (value: number) => number;
}

const UNTIL_TEN = 10;
const FINE = 20;

/** A round step: of a tenth of its power of ten in figures below ten, of a twentieth above. */
function stepFor(half: number, whole: boolean): number {
  if (half <= 0) return 1;
  const power = 10 ** (Math.floor(Math.log10(half)) + 1);
  const parts = power === UNTIL_TEN ? UNTIL_TEN : FINE;
  // Through text, so that 0.15 stays 0.15.
  const step = Number(
    ((Math.ceil(Number(((half / power) * parts).toFixed(9))) / parts) * power).toPrecision(12),
  );
  return whole ? Math.ceil(step) : step;
}

/** The scale for these values; `whole` where what is counted has no fractions. */
export function scaleFor(values: readonly number[], { whole = false } = {}): Scale {
  const step = stepFor(Math.max(0, ...values) / 2, whole);
  const top = 2 * step;
  return {
    marks: [0, step, top],
    part: (value) => Math.max(0, value) / top,
  };
}

/** At most `most` and the last of `count` places, evenly apart, none too near the last. */
export function spreadOver(count: number, most: number): number[] {
  const apart = Math.ceil(count / most);
  const last = count - 1;
  const places = Array.from({ length: Math.ceil(count / apart) }, (_, index) => index * apart);
  return [...places.filter((place) => place === 0 || last - place >= apart), last].filter(
    (place, index, all) => place >= 0 && place !== all[index - 1],
  );
}
