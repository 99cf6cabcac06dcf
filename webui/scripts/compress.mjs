/** Writes a gzip and a brotli copy beside every text file of the build; the server sends the one a browser takes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = new URL(`${process.env.BACKBEAT_STATIC ?? "dist"}/`, new URL("..", import.meta.url));
const SMALL = 512;

const files = readdirSync(root, { recursive: true }).filter((file) =>
  /\.(js|css|svg|json)$/.test(file),
);

for (const file of files) {
  const url = new URL(file, root);
  const bytes = readFileSync(url);
  // builds/*.json are asked for uncached; small files do not gain.
  if (bytes.length < SMALL || file.startsWith("builds")) continue;
  writeFileSync(new URL(`${file}.gz`, root), gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(new URL(`${file}.br`, root), brotliCompressSync(bytes, { params }));
}
