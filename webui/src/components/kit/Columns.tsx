/** Two columns of cards where there is room for both, read down the first and then down the second; one elsewhere. */
import type { ReactNode } from "react";
import classes from "./Columns.module.css";

interface Props {
  first: ReactNode;
  second: ReactNode;
  hidden?: boolean;
}

export function Columns({ first, second, hidden }: Props) {
  return (
    <div className={classes.columns} hidden={hidden}>
      <div>{first}</div>
      <div>{second}</div>
    </div>
  );
}
