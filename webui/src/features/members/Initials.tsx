import classes from "./members.module.css";

export function Initials({ name }: { name: string }) {
  return (
    <span className={classes.initials} aria-hidden="true">
      {[...name].slice(0, 2).join("").toUpperCase()}
    </span>
  );
}
