/** Texts of the operator (terms, posts) as page nodes; HTML in them stays text (WEB-17). */
import ReactMarkdown from "markdown-to-jsx/react";
import classes from "./Markdown.module.css";

export function Markdown({ children }: { children: string }) {
  return (
    <div className={classes.text}>
      <ReactMarkdown options={{ disableParsingRawHTML: true, forceBlock: true }}>
        {children}
      </ReactMarkdown>
    </div>
  );
}
