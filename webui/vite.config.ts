import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const buildId = process.env.BACKBEAT_BUILD_ID ?? crypto.randomUUID();

/** Writes `builds/latest.json` and `builds/meta/{id}.json`, by which an open page notices a newer build. */
function buildMeta(id: string): Plugin {
  return {
    name: "build-meta",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify({ id, timestamp: Date.now() });
      this.emitFile({ type: "asset", fileName: "builds/latest.json", source });
      this.emitFile({ type: "asset", fileName: `builds/meta/${id}.json`, source });
    },
  };
}

/** Chunks that nearly every page asks for as soon as the first one runs: fetched beside it instead of after it. */
function preloadSoon(): Plugin {
  const isSoon = (file: string, kind: string) =>
    /(^|\/)(kit|words)-/.test(file) && file.endsWith(kind);
  return {
    name: "preload-soon",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const tag = (href: string, attrs: Record<string, string | boolean>) => ({
          tag: "link",
          attrs: { ...attrs, crossorigin: true, href: `/${href}` },
          injectTo: "head" as const,
        });
        const files = Object.keys(bundle);
        return [
          ...files.filter((f) => isSoon(f, ".js")).map((f) => tag(f, { rel: "modulepreload" })),
          ...files
            .filter((f) => isSoon(f, ".css"))
            .map((f) => tag(f, { rel: "preload", as: "style" })),
        ];
      },
    },
  };
}

/**
 * The charts bring a store of their own. With a copy of its library beside them, in the chunk that is
 * fetched when a chart is shown, what only they use of it stays out of every page's first load.
 */
function chartsStoreApart(): Plugin {
  const library = "@reduxjs/toolkit";
  return {
    name: "charts-store-apart",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (source !== library || !importer?.includes("/node_modules/recharts/")) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: `${found.id}?charts` };
    },
  };
}

/** The server replaces this word by a fresh nonce in every index.html it sends. */
const NONCE_PLACEHOLDER = "__CSP_NONCE__";

/** A test for the files of these packages. */
function modules(...packages: string[]): RegExp {
  const names = packages.map((name) => name.replace("/", "[\\\\/]")).join("|");
  return new RegExp(`node_modules[\\\\/](${names})`);
}

/** What dialogs and menus need and plain pages do not. */
const OVERLAYS =
  /node_modules[\\/](@floating-ui|react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Modal|Popover|Menu|Portal|ScrollArea(?!.utils.to-int)|FocusTrap|Overlay|Paper))/;

/** What says the texts, and the error pages, which are there once the texts are. */
const WORDS =
  /(node_modules[\\/](i18next|react-i18next[\\/]dist[\\/]es[\\/](?!Trans))|[\\/]src[\\/](i18n[\\/](index|react)|layouts[\\/](RouteError|Message)|components[\\/]domain[\\/]Logo)\b)/;

/** Our own part of the first load, with the helper that fetches everything else. */
const FIRST = /[\\/]src[\\/](?!main)|preload-helper/;

/** What nearly every page needs of the kit. */
const BASE_KIT =
  /node_modules[\\/]@mantine[\\/](hooks|core[\\/]esm[\\/](core|components[\\/](ActionIcon|Anchor|Button|CloseButton|Input|InputBase|InputsGroup|Loader|PasswordInput|Skeleton|Text|TextInput|Transition|UnstyledButton)[\\/]))/;

/** One icon is a few hundred bytes: those of several pages come together. */
const ICONS = /node_modules[\\/]@tabler[\\/]icons-react/;

export default defineConfig(({ command }) => ({
  plugins: [react(), chartsStoreApart(), buildMeta(buildId), preloadSoon()],
  define: { __BUILD_ID__: JSON.stringify(command === "build" ? buildId : "dev") },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  html: { cspNonce: NONCE_PLACEHOLDER },
  server: {
    proxy: {
      "/api": process.env.BACKBEAT_SERVER ?? "http://127.0.0.1:8000",
    },
  },
  build: {
    outDir: process.env.BACKBEAT_STATIC ?? "dist",
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    // Browsers that do not know the hint fetch the modules when they are asked for.
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Addresses and the like stand where they are used; exported by name they cost each page more.
      optimization: { inlineConst: { mode: "all" } },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "overlays", test: OVERLAYS, minShareCount: 2, priority: 45 },
            { name: "form", test: modules("@mantine/form"), minShareCount: 2, priority: 45 },
            { name: "icons", test: ICONS, minShareCount: 2, priority: 42 },
            { name: "words", test: WORDS, priority: 41 },
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 40 },
            { name: "kit", test: BASE_KIT, priority: 30 },
            { name: "app", tags: ["$initial"], test: FIRST, priority: 20 },
          ],
        },
      },
    },
  },
}));
