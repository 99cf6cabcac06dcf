/** A number with its name above and its change below. */
import type { ReactNode } from "react";
import classes from "./figures.module.css";

interface Props {
  label: ReactNode;
  value: ReactNode;
  /** What it is compared with, in words; its tone says whether that is good. */
  note?: ReactNode;
  tone?: "up" | "down" | "quiet";
}

export function Figure({ label, value, note, tone = "quiet" }: Props) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={`num ${classes.value}`}>{value}</dd>
      {note && (
        <dd className={`num ${classes.note}`} data-tone={tone}>
          {note}
        </dd>
      )}
    </div>
  );
}

interface FiguresProps {
  children: ReactNode;
  /** Below each other on phones: amounts of any length, each with its words beside it. */
  stacked?: boolean;
}

/** Figures side by side, parted by hairlines. */
export function Figures({ children, stacked = false }: FiguresProps) {
  return (
    <dl className={classes.figures} data-stacked={stacked || undefined}>
      {children}
    </dl>
  );
}
