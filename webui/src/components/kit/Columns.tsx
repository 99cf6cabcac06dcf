/** Two columns of cards where there is room for both, read down the first and then down the second; one elsewhere. */
import type { ReactNode } from "react";
import classes from "./Columns.module.css";

export function Columns({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{first}</div>
      <div>{second}</div>
    </div>
  );
}
