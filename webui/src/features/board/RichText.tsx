/** A text of the operator, made of the safe parts that the server read in it (BOARD-5). */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Part, PartView } from "@/api/generated";
import classes from "./board.module.css";

type Drawn = (part: PartView, children: ReactNode) => ReactNode;

const DRAWN: Readonly<Record<Part, Drawn>> = {
  heading: (_, children) => <h3>{children}</h3>,
  paragraph: (_, children) => <p>{children}</p>,
  bullets: (_, children) => <ul>{children}</ul>,
  numbers: (_, children) => <ol>{children}</ol>,
  item: (_, children) => <li>{children}</li>,
  quote: (_, children) => <blockquote>{children}</blockquote>,
  rule: () => <hr />,
  code_block: ({ text }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines are scrolled by keyboard too.
    <pre tabIndex={0}>{text}</pre>
  ),
  text: ({ text }) => text,
  strong: (_, children) => <strong>{children}</strong>,
  emphasis: (_, children) => <em>{children}</em>,
  code: ({ text }) => <code>{text}</code>,
  link: ({ address }, children) => <Way to={address ?? ""}>{children}</Way>,
  image: ({ address, text, width, height }) => (
    <img
      src={address ?? undefined}
      alt={text}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
    />
  ),
  break: () => <br />,
};

export function RichText({ parts }: { parts: readonly PartView[] }) {
  return <div className={classes.rich}>{drawn(parts)}</div>;
}

function drawn(parts: readonly PartView[]): ReactNode {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts stay where they are.
    <Drawing key={index} part={part} />
  ));
}

function Drawing({ part }: { part: PartView }) {
  return DRAWN[part.part](part, drawn(part.children));
}

/** A page of the portal, or a place elsewhere. */
export function Way({ to, ...props }: { to: string; className?: string; children: ReactNode }) {
  return to.startsWith("/") ? (
    <Link to={to} {...props} />
  ) : (
    <a href={to} rel="noreferrer" {...props} />
  );
}
