/** Texts of the operator become nodes of the page; nothing in them runs (WEB-17). */
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "@/components/kit/Markdown";

const drawn = (text: string) =>
  render(<Markdown>{text}</Markdown>).container.firstElementChild?.innerHTML;

test.each([
  ["## What *we* do", "<h2>What <em>we</em> do</h2>"],
  ["One\nline.\n\nAnother.", "<p>One\nline.</p><p>Another.</p>"],
  ["- a\n- **b**\n  - c", "<ul><li>a</li><li><strong>b</strong><ul><li>c</li></ul></li></ul>"],
  ["3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'],
  ["- same\n- same", "<ul><li>same</li><li>same</li></ul>"],
  ["> said", "<blockquote><p>said</p></blockquote>"],
  ["`a & b`\n\n---", "<p><code>a &amp; b</code></p><hr>"],
  ["```\n<b>\n```", "<pre><code>&lt;b&gt;</code></pre>"],
  [
    "| a | b |\n|---|---|\n| 1 | 1 |\n| 1 | 1 |",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>1</td></tr><tr><td>1</td><td>1</td></tr></tbody></table>",
  ],
  ["~~gone~~ a\\*b  \nnext", "<p><del>gone</del> a*b<br>next</p>"],
  ["AT&amp;T &copy; &#169; &#xA9; &nosuch;", "<p>AT&amp;T © © © &amp;nosuch;</p>"],
  ["[us](https://a.example/x)", '<p><a href="https://a.example/x">us</a></p>'],
  ["[mail](mailto:a@b.example)", '<p><a href="mailto:a@b.example">mail</a></p>'],
  ["[here](/terms)", '<p><a href="/terms">here</a></p>'],
  ["[x][y]\n\n[y]: https://a.example/", '<p><a href="https://a.example/">x</a></p>'],
  ["![cat](https://a.example/c.png)", '<p><img alt="cat" src="https://a.example/c.png"></p>'],
])("%j", (text, html) => {
  expect(drawn(text)).toBe(html);
});

test.each([
  ["[a](javascript:alert(1))", "<p><a>a</a></p>"],
  ["[a](JaVaScRiPt:alert(1))", "<p><a>a</a></p>"],
  ["[a](data:text/html,x)", "<p><a>a</a></p>"],
  ["[a](//evil.example)", "<p><a>a</a></p>"],
  ["[a](/\\evil.example)", "<p><a>a</a></p>"],
  ["[a](&#106;avascript:alert(1))", "<p><a>a</a></p>"],
  ["![a](javascript:alert(1))", '<p><img alt="a"></p>'],
  ["a <img src=x onerror=alert(1)> b", "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>"],
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["&lt;script&gt;", "<p>&lt;script&gt;</p>"],
])("nothing runs: %j", (text, html) => {
  expect(drawn(text)).toBe(html);
});
