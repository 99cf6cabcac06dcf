/** Why nobody can take part or apply now. */
import classes from "./events.module.css";

export function Closed({ title, text }: { title: string; text: string }) {
  return (
    <section className={classes.closed}>
      <strong>{title}</strong>
      <p>{text}</p>
    </section>
  );
}
