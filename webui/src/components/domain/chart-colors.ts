/** The colours of a chart's series, in order; told apart on light and dark grounds alike. */
export const CHART_COLORS = [
  "#5b5bf0",
  "#f2994a",
  "#0f9d76",
  "#d6336c",
  "#1c8fd1",
  "#b8860b",
  "#8e44ad",
  "#4c9f38",
  "#e0563b",
  "#138a8a",
  "#7a6ff0",
  "#c2702c",
  "#2f9e61",
  "#e0568f",
  "#3a7bd5",
  "#9a8b1f",
  "#a65bd0",
  "#6b9e23",
  "#c94a4a",
  "#2a9db0",
  "#6379c9",
  "#d08a3e",
  "#45a38b",
  "#b95587",
  "#5a9bd8",
  "#8f7d4a",
  "#7f68b3",
  "#84a04b",
  "#b8645a",
  "#5f8f9e",
] as const;

/** A series' colour by its place, counted from 0; after the last the first comes again. */
export const seriesColor = (index: number): string =>
  CHART_COLORS[index % CHART_COLORS.length] ?? CHART_COLORS[0];
