/** A quiet surface for one thing. Cards do not stand in cards. */
import type { ReactNode } from "react";
import classes from "./Card.module.css";

interface Props {
  title?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** Rows and tables bring their own padding. */
  flush?: boolean;
  /** The name by which a mark of the first walk finds it. */
  tour?: string;
  children: ReactNode;
}

export function Card({ title, aside, flush = false, tour, children }: Props) {
  return (
    <section className={classes.card} data-flush={flush || undefined} data-tour={tour}>
      {(title || aside) && (
        <div className={classes.head}>
          {title && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
