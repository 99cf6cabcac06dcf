/** Writes `src/i18n/resources.gen.ts`: the English texts as literal types, so that unknown keys and missing values do not compile. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../src/i18n/locales/en/", import.meta.url);
const target = new URL("../src/i18n/resources.gen.ts", import.meta.url);

const namespaces = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

const texts = namespaces.map((name) => {
  const json = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  return `  ${name}: ${JSON.stringify(json, null, 2).replaceAll("\n", "\n  ")};`;
});

writeFileSync(
  target,
  `// Made by scripts/gen-i18n-types.mjs from locales/en; run \`npm run codegen\` after a change.
import "i18next";

export interface Resources {
${texts.join("\n")}
}

export type Namespace = keyof Resources;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Resources;
    strictKeyChecks: true;
  }
}
`,
);
