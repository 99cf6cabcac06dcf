/**
 * Draws the first views of public pages by their own components, for the server to write into them, and makes the
 * script that watches over them (decision 0313). What cannot be drawn fails the build.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vite";
import { builtinEnvironments } from "vitest/runtime";

process.env.NODE_ENV = "production";

/** What the server writes something else for. */
const MARKS = { base: "/__BASE__", nonce: "__CSP_NONCE__" };

const webui = new URL("..", import.meta.url);
const root = new URL(`${process.env.BACKBEAT_STATIC ?? "dist"}/`, webui);
const assets = new URL("assets/", root);

/** One plain script: it runs where it stands in the head, as no module does. */
async function buildScript() {
  const [{ output }] = await build({
    configFile: false,
    root: fileURLToPath(webui),
    logLevel: "warn",
    resolve: { alias: { "@": fileURLToPath(new URL("src", webui)) } },
    build: {
      outDir: fileURLToPath(root),
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2023",
      lib: { entry: "src/first-view/stand.ts", formats: ["iife"], name: "firstView" },
      rolldownOptions: { output: { entryFileNames: "assets/first-view-[hash].js" } },
    },
  });
  return output[0].fileName;
}

/** The pages' own modules, in a page of which nothing is known. */
async function drawViews() {
  const sheet = readdirSync(assets)
    .filter((file) => file.endsWith(".css"))
    .map((file) => readFileSync(new URL(file, assets), "utf8"))
    .join("");
  const server = await createServer({
    root: fileURLToPath(webui),
    mode: "production",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: { ignored: () => true } },
  });
  await builtinEnvironments["happy-dom"].setup(globalThis, {
    happyDOM: { url: "http://localhost/" },
  });
  globalThis.fetch = () => new Promise(() => {});
  const { drawAll } = await server.ssrLoadModule("/src/first-view/draw.tsx");
  return drawAll(MARKS, sheet);
}

const script = await buildScript();
const views = await drawViews();
writeFileSync(new URL("first-views.json", root), JSON.stringify({ script, views }));
// What was drawn keeps its timers.
process.exit();
