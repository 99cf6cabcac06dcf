/** How something went over its last days, small enough for a row: no axis, the newest day marked. */
import classes from "./sparkline.module.css";

const WIDTH = 76;
const HEIGHT = 24;
const EDGE = 3;

export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  if (values.length < 2 || most === 0) return <span className={classes.none} />;
  const step = (WIDTH - 2 * EDGE) / (values.length - 1);
  const points = values.map(
    (value, index) =>
      [EDGE + index * step, HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)] as const,
  );
  const [x, y] = points.at(-1) ?? [0, 0];
  return (
    <svg
      className={classes.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <polyline points={points.map(([at, up]) => `${at.toFixed(1)},${up.toFixed(1)}`).join(" ")} />
      <circle cx={x} cy={y} r={2.5} />
    </svg>
  );
}
