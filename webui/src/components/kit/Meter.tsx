import classes from "./Meter.module.css";

interface Props {
  value: number;
  /** What the whole bar stands for; more than it is drawn as all of it. */
  max: number;
  /** What is measured, and how far it is, in words. */
  label: string;
  tone?: "primary" | "money" | "quiet";
}

/** How much of a goal is reached, as a bar. */
export function Meter({ value, max, label, tone = "primary" }: Props) {
  const reached = Math.min(value, max);
  return (
    <div
      className={classes.meter}
      data-tone={tone}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={reached}
      aria-label={label}
    >
      <span style={{ width: `${max > 0 ? (reached / max) * 100 : 0}%` }} />
    </div>
  );
}
