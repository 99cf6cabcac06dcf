/** Writes `src/app/addresses.gen.ts`: every address of the interface, from the table that the server reads too. */
import { readFileSync, writeFileSync } from "node:fs";

const table = new URL("../../adapters/backbeat_adapters/addresses.json", import.meta.url);
const target = new URL("../src/app/addresses.gen.ts", import.meta.url);

const inCamelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

const addresses = Object.entries(JSON.parse(readFileSync(table, "utf8")));
const lines = addresses.map(
  ([name, at]) => `export const ${inCamelCase(name)} = ${JSON.stringify(at)};`,
);

writeFileSync(
  target,
  `// Made by scripts/gen-addresses.mjs from addresses.json; run \`npm run codegen\` after a change.
${lines.join("\n")}
`,
);
