/** A text with marked words: `<b>…</b>` in it is drawn as the part of that name. */
import { cloneElement, type ReactElement } from "react";

const MARKED = /<(\w+)>(.*?)<\/\1>/s;

interface Props {
  text: string;
  parts: Readonly<Record<string, ReactElement>>;
}

export function Marked({ text, parts }: Props) {
  const found = MARKED.exec(text);
  if (!found) return text;
  const [marked, name = "", words] = found;
  const part = parts[name];
  return (
    <>
      {text.slice(0, found.index)}
      {part ? cloneElement(part, {}, words) : words}
      <Marked text={text.slice(found.index + marked.length)} parts={parts} />
    </>
  );
}
