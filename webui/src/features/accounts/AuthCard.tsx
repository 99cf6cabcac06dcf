/** The one card of a log-in page: what it is for, a sentence, the form. */
import type { ReactNode } from "react";
import { WindowTitle } from "@/components/kit/Page";
import classes from "./AuthCard.module.css";

interface Props {
  title: string;
  lead?: ReactNode;
  /** Where one stands in several steps: `2 / 3`. */
  step?: string;
  children: ReactNode;
  /** Other ways on, below the card. */
  after?: ReactNode;
}

export function AuthCard({ title, lead, step, children, after }: Props) {
  return (
    <>
      <WindowTitle title={title} />
      <section className={classes.card}>
        <div>
          {step && <p className={`num ${classes.step}`}>{step}</p>}
          <h1>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {children}
      </section>
      {after && <div className={classes.after}>{after}</div>}
    </>
  );
}
