/** Languages in addresses: what each strategy makes of an address (LANG-4). */
import { describe, expect, test } from "vitest";
import {
  addressIn,
  basename,
  languageIn,
  type Strategy,
  strategyOf,
  withoutLanguage,
} from "@/app/address-language";
import { LANGUAGES } from "@/i18n/languages";

function pageThatSays(content: string): Document {
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement("meta");
  meta.name = "addresses";
  meta.content = content;
  page.head.append(meta);
  return page;
}

test.each([
  ["no_prefix", ["", "", "", ""]],
  ["prefix_and_default", ["/en", "/ko", "/zh-CN", "/zh-TW"]],
  ["prefix_except_default", ["", "/ko", "/zh-CN", "/zh-TW"]],
] as const)("with %s addresses begin so", (strategy, expected) => {
  expect(LANGUAGES.map((language) => basename(strategy, language))).toEqual(expected);
});

test.each([
  ["no_prefix", "/ko/login", null, "/ko/login"],
  ["prefix_and_default", "/ko/login", "ko", "/login"],
  ["prefix_and_default", "/en", "en", "/"],
  ["prefix_and_default", "/login", null, "/login"],
  ["prefix_and_default", "/korea/login", null, "/korea/login"],
  ["prefix_except_default", "/zh-TW/login", "zh-TW", "/login"],
  ["prefix_except_default", "/zh-TW", "zh-TW", "/"],
  ["prefix_except_default", "/login", "en", "/login"],
  ["prefix_except_default", "/en/login", "en", "/en/login"],
] as const)(
  "with %s the address %s is in %s, and the page is %s",
  (strategy, path, language, page) => {
    expect(languageIn(path, strategy)).toBe(language);
    expect(withoutLanguage(path, strategy)).toBe(page);
  },
);

describe("the page says the strategy", () => {
  test.each(["no_prefix", "prefix_and_default", "prefix_except_default"] satisfies Strategy[])(
    "%s",
    (strategy) => expect(strategyOf(pageThatSays(strategy))).toBe(strategy),
  );

  test("and without a server that does, addresses have none", () => {
    expect(strategyOf(pageThatSays("__ADDRESSES__"))).toBe("no_prefix");
    expect(strategyOf(document.implementation.createHTMLDocument())).toBe("no_prefix");
  });
});

test("an address stays as it is where no language belongs in it", () => {
  const here = { pathname: "/notices/1", search: "?a=1", hash: "#b" };
  expect(addressIn("zh-TW", here)).toBe("/notices/1?a=1#b");
});
