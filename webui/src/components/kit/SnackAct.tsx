/** A message with the one act that helps. */
import { Button } from "@mantine/core";
import classes from "./SnackAct.module.css";

interface Props {
  message: string;
  label: string;
  run: () => void;
}

export function SnackAct({ message, label, run }: Props) {
  return (
    <span className={classes.line}>
      <span>{message}</span>
      <Button variant="default" size="xs" onClick={run}>
        {label}
      </Button>
    </span>
  );
}
