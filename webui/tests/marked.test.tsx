/** Marked words in a text: each is drawn as the part of its name, and nothing of the text is lost. */
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Marked } from "@/i18n/marked";

const parts = { b: <b className="num" />, terms: <a href="/terms">is replaced</a> };
const drawn = (text: string) => render(<Marked text={text} parts={parts} />).container.innerHTML;

test.each([
  ["Nothing is marked.", "Nothing is marked."],
  ["<b>$5.00</b> of <b>$20.00</b>", '<b class="num">$5.00</b> of <b class="num">$20.00</b>'],
  [
    "By signing up you agree to the <terms>terms\nof use</terms>.",
    'By signing up you agree to the <a href="/terms">terms\nof use</a>.',
  ],
  ["a <i>name</i> that nobody draws", "a name that nobody draws"],
  ["1 < 2 and </b> alone stay", "1 &lt; 2 and &lt;/b&gt; alone stay"],
])("%j", (text, html) => {
  expect(drawn(text)).toBe(html);
});

test("HTML in a value stays text", () => {
  expect(drawn("by <b><script>alert(1)</script></b>")).toBe(
    'by <b class="num">&lt;script&gt;alert(1)&lt;/script&gt;</b>',
  );
});
