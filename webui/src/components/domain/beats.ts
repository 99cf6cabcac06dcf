/** The heights of the mark's beats, as they stand under money that has arrived. */
export const BEATS = [
  10, 18, 12, 26, 16, 34, 22, 14, 30, 40, 24, 16, 28, 20, 12, 24, 36, 26, 14, 20, 10,
] as const;
