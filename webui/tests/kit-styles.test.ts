/** Every part of the kit in use has its styles: a forgotten line would show as an unstyled part. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);

/** Parts without a style sheet of their own, and what they are made of. */
const STANDS_ON: Readonly<Record<string, readonly string[]>> = {
  Select: ["Combobox", "Popover", "Input"],
  TextInput: ["Input"],
  Textarea: ["Input"],
  FileInput: ["Input"],
  NativeSelect: ["Input"],
  PasswordInput: ["Input"],
  Modal: ["ModalBase", "Overlay"],
  Drawer: ["ModalBase", "Overlay"],
};

function partsUsed(): string[] {
  const names = sources.flatMap((file) => {
    const text = readFileSync(`src/${file}`, "utf8");
    return [...text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)].flatMap(
      ([, list = ""]) => list.split(",").map((name) => name.trim()),
    );
  });
  return [...new Set([...names, ...names.flatMap((name) => STANDS_ON[name] ?? [])])].filter(
    (name) => existsSync(`node_modules/@mantine/core/styles/${name}.layer.css`),
  );
}

test("no part of the kit is without its styles", () => {
  const styles = readFileSync("src/styles/kit.css", "utf8");
  const missing = partsUsed().filter((name) => !styles.includes(`/styles/${name}.layer.css`));
  expect(missing).toEqual([]);
});
