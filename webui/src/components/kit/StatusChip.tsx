/** A state in one word, in one of the three colours kept for states. */
import type { ReactNode } from "react";
import classes from "./StatusChip.module.css";

export type Tone = "ok" | "warn" | "bad" | "primary" | "quiet";

interface Props {
  tone: Tone;
  icon?: ReactNode;
  children: ReactNode;
}

export function StatusChip({ tone, icon, children }: Props) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
