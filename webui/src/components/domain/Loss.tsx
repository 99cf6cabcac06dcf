/** What an act would destroy, as the first thing seen of it; the better way and the rest stand below. */
import type { ReactNode } from "react";
import classes from "./loss.module.css";
import { Money } from "./Money";

interface Props {
  label: string;
  amount: string;
  currency: string;
  /** What it is made of, where that says more. */
  note?: ReactNode;
}

export function Loss({ label, amount, currency, note }: Props) {
  return (
    <div className={classes.loss}>
      <span className={classes.label}>{label}</span>
      <Money amount={amount} currency={currency} size="hero" />
      {note && <span>{note}</span>}
    </div>
  );
}

/** What to do instead, drawn as the way to go. */
export function Better({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.better}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
