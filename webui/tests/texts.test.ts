/** The four languages say the same things (S1.015): equal keys, equal values to fill in, nothing empty. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES, LOADING } from "@/i18n/languages";

type Texts = { [key: string]: string | Texts };

const folder = "src/i18n/locales";
const read = (language: string, file: string): Texts =>
  JSON.parse(readFileSync(`${folder}/${language}/${file}`, "utf8"));

function flat(texts: Texts, prefix = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : flat(value, `${prefix}${key}.`),
  );
}

/** Korean and Chinese have no singular of their own. */
const withoutSingular = (key: string): boolean => !key.endsWith("_one");

const blanks = (text: string): string[] =>
  [...text.matchAll(/{{(\w+)}}|<(\w+)>/g)].map(([all]) => all).sort();

const files = readdirSync(`${folder}/en`);

test("there are four languages", () => {
  expect([...LANGUAGES].sort()).toEqual(["en", "ko", "zh-CN", "zh-TW"]);
  expect(readdirSync(folder).sort()).toEqual(["en", "ko", "zh-CN", "zh-TW"]);
});

test.each(LANGUAGES)(
  "the cover says in %s what the texts say, before they are there",
  (language) => {
    expect(LOADING[language]).toBe(read(language, "common.json").loading);
  },
);

describe.each(LANGUAGES.filter((language) => language !== "en"))("%s", (language) => {
  test("has the files of English", () => {
    expect(readdirSync(`${folder}/${language}`)).toEqual(files);
  });

  test.each(files)("says all of %s", (file) => {
    const english = flat(read("en", file));
    const translated = new Map(flat(read(language, file)));
    expect([...translated.keys()].sort()).toEqual(
      english
        .map(([key]) => key)
        .filter(withoutSingular)
        .sort(),
    );
    for (const [key, text] of english) expect(text.trim(), key).not.toBe("");
    for (const [key, text] of english.filter(([name]) => withoutSingular(name))) {
      const words = translated.get(key) ?? "";
      expect(words.trim(), key).not.toBe("");
      expect(blanks(words), key).toEqual(blanks(text));
    }
  });
});
