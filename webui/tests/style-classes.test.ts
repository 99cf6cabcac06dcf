/** What a component asks of its styles is there: a class that is not is no error anywhere else. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = "src";

function missing(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/gu)].flatMap(
    ([, name = "", path = ""]) => {
      const styles = readFileSync(
        path.startsWith("@/") ? join(SOURCES, path.slice(2)) : join(dirname(file), path),
        "utf8",
      );
      const used = [...text.matchAll(new RegExp(`\\b${name}\\.(?!module\\b)(\\w+)`, "gu"))];
      return used
        .filter(([, rule]) => !new RegExp(`\\.${rule}\\b`, "u").test(styles))
        .map(([whole]) => `${file}: ${whole}`);
    },
  );
}

test("every class that a component asks for has a rule", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/u.test(file))
    .map((file) => join(SOURCES, file));

  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(missing)).toEqual([]);
});
