/** Texts of the operator (terms, consent) as page nodes; HTML in them stays text (WEB-17). */
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import classes from "./Markdown.module.css";

export function Markdown({ children }: { children: string }) {
  return <div className={classes.text}>{drawn(Lexer.lex(children))}</div>;
}

const each = <Item,>(items: readonly Item[], draw: (item: Item) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts stay where they are.
  items.map((item, index) => <Fragment key={index}>{draw(item)}</Fragment>);

const drawn = (tokens: readonly Token[] = []): ReactNode =>
  each(tokens, (token) => node(token as MarkedToken));

/** One part of the text; whatever there is no element for stands as it was written. */
function node(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "heading":
      return createElement(`h${token.depth}`, null, drawn(token.tokens));
    case "paragraph":
      return <p>{drawn(token.tokens)}</p>;
    case "list":
      return list(token);
    case "blockquote":
      return <blockquote>{drawn(token.tokens)}</blockquote>;
    case "table":
      return table(token);
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "strong":
      return <strong>{drawn(token.tokens)}</strong>;
    case "em":
      return <em>{drawn(token.tokens)}</em>;
    case "del":
      return <del>{drawn(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return <a href={safe(token.href)}>{drawn(token.tokens)}</a>;
    case "image":
      return <img src={safe(token.href)} alt={token.text} />;
    case "text":
      return token.tokens ? drawn(token.tokens) : withSigns(token.text);
    case "escape":
      return token.text;
    case "space":
    case "def":
      return null;
    default:
      return token.raw;
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const lines = each(items, ({ tokens }) => <li>{drawn(tokens)}</li>);
  return ordered ? <ol start={start || 1}>{lines}</ol> : <ul>{lines}</ul>;
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {each(header, ({ tokens }) => (
            <th>{drawn(tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {each(rows, (row) => (
          <tr>
            {each(row, ({ tokens }) => (
              <td>{drawn(tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where a text may lead: to the web, to a mailbox, to a place of the portal. */
const safe = (address: string): string | undefined =>
  /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(address) ? address : undefined;

const SIGN = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/gi;

/** Signs that are written by name (`&copy;`) as themselves. */
function withSigns(text: string): string {
  return text.replace(
    SIGN,
    (sign) => new DOMParser().parseFromString(sign, "text/html").body.textContent || sign,
  );
}
