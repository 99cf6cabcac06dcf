/** Refuses a build whose first load or any page is over its budget (KiB, gzip where nothing else is said): what every page costs, and what each adds. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";

const root = new URL(`${process.env.BACKBEAT_STATIC ?? "dist"}/`, new URL("..", import.meta.url));
/** The budget: `files` are what a page asks for before its data, its words and its font included. */
const LIMITS = JSON.parse(readFileSync(new URL("../budget.json", import.meta.url), "utf8"));
const WORDS_AND_FONT = 3;

const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", root), "utf8"));
const sizes = new Map();

function gzipped(file) {
  if (!sizes.has(file))
    sizes.set(file, gzipSync(readFileSync(new URL(file, root)), { level: 9 }).length);
  return sizes.get(file);
}

/** Every chunk a chunk needs before it runs, itself included. */
function needs(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) needs(next, seen);
  return seen;
}

const total = (keys, files) =>
  [...new Set([...keys].flatMap((key) => files(manifest[key])))].reduce(
    (sum, file) => sum + gzipped(file),
    0,
  ) / 1024;
const js = (chunk) => [chunk.file];

const styles = readdirSync(new URL("assets/", root))
  .filter((file) => file.endsWith(".css"))
  .reduce((sum, file) => sum + gzipped(`assets/${file}`) / 1024, 0);

const chunk = (name) => Object.keys(manifest).find((key) => manifest[key].name === name);
const entry = needs(chunk("app"));
/** What stands before any page can: the words are asked for as soon as the entry runs. */
const entryAndWords = new Set([...entry, ...needs(chunk("words"))]);
const rows = [
  ["entry, JS", total(entry, js), LIMITS.entryJs],
  ["entry and words, JS", total(entryAndWords, js), LIMITS.words],
  ["entry and styles", total(entry, js) + styles, LIMITS.entryAndStyles],
];
const files = [];
const AUTH = ["login", "join", "join-email", "find-password", "auth-external", "two-factor"];
const BARE = ["landing", "not-found"];

/** The layout a page stands in. */
function layoutOf(page) {
  if (BARE.includes(page)) return [];
  return [`src/layouts/${AUTH.includes(page) ? "Auth" : "Frame"}Layout.tsx`];
}

for (const key of Object.keys(manifest).filter((name) => name.startsWith("src/routes/"))) {
  const page = key.slice("src/routes/".length).replace(/\.tsx$/, "");
  const parts = [key, ...layoutOf(page)].flatMap((name) => [...needs(name)]);
  const all = new Set([...entryAndWords, ...parts]);
  rows.push([page, total(new Set([...entry, ...parts]), js), LIMITS.page]);
  files.push([page, all.size + WORDS_AND_FONT, LIMITS.files]);
}

/** What the server writes into a page, as it is sent: it packs no pages. */
const { views } = JSON.parse(readFileSync(new URL("first-views.json", root), "utf8"));
for (const [path, texts] of Object.entries(views)) {
  const longest = Math.max(...Object.values(texts).map((text) => Buffer.byteLength(text)));
  rows.push([`first view of ${path}, unpacked`, longest / 1024, LIMITS.firstView]);
}

// The manifest serves this check alone and is not shipped.
rmSync(new URL(".vite/", root), { recursive: true });

let over = false;
for (const [name, size, limit] of rows) {
  if (size > limit) over = true;
  console.log(
    `${name.padEnd(28)} ${size.toFixed(1).padStart(7)} / ${limit} KiB${size > limit ? "  OVER" : ""}`,
  );
}
for (const [name, count, limit] of files.filter(([, count, limit]) => count > limit)) {
  over = true;
  console.log(`${name.padEnd(28)} ${count} / ${limit} files  OVER`);
}
if (over) process.exit(1);
