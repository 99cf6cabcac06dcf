import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import release from "./package.json" with { type: "json" };
import { LAYOUTS, PAGES } from "./src/app/pages.ts";
import { LANGUAGES } from "./src/i18n/languages.ts";

const buildId = process.env.BACKBEAT_BUILD_ID ?? crypto.randomUUID().slice(0, 8);

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

/** What every page asks for as soon as the first script runs: fetched beside it instead of after it. */
function preloadSoon(): Plugin {
  const isSoon = (file: string) => /(^|\/)words-.*\.js$/.test(file);
  return {
    name: "preload-soon",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const tag = (href: string, attrs: Record<string, string | boolean>) => ({
          tag: "link",
          attrs: { ...attrs, crossorigin: true, href: `/${href}` },
          injectTo: "head" as const,
        });
        const files = Object.keys(bundle);
        const tags = [
          ...files.filter(isSoon).map((f) => tag(f, { rel: "modulepreload" })),
          // The letters of every first view: without them the text would be drawn twice.
          ...files
            .filter((f) => /inter-latin-wght-normal-.*\.woff2$/.test(f))
            .map((f) => tag(f, { rel: "preload", as: "font", type: "font/woff2" })),
        ];
        // Before the styles are there only what is `async` runs.
        return { html: html.replace(/ (?=crossorigin src="[^"]*\/early-)/, " async "), tags };
      },
    },
  };
}

/** Writes `pages.json`: the files of each page, by language, that the first load does not bring (decision 0312). */
function pageFiles(): Plugin {
  const root = `${import.meta.dirname}/src/`;
  return {
    name: "page-files",
    apply: "build",
    generateBundle: {
      // Once chunks of styles alone are gone.
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const chunkOf = (module: string): Rolldown.OutputChunk => {
          const found = chunks.find(({ moduleIds }) => moduleIds.includes(root + module));
          if (!found) throw new Error(`no chunk has ${module}`);
          return found;
        };
        const needs = (file: string, seen = new Set<string>()): Set<string> => {
          const chunk = bundle[file];
          if (chunk?.type !== "chunk" || seen.has(file)) return seen;
          seen.add(file);
          for (const next of chunk.imports) needs(next, seen);
          return seen;
        };
        const early = chunks.find(({ name }) => name === "early");
        if (early?.imports.length !== 0) throw new Error("early has to wait for nothing");
        const first = new Set(
          ["main.tsx", "i18n/index.ts"].flatMap((module) => [...needs(chunkOf(module).fileName)]),
        );
        const filesOf = (modules: readonly string[]): string[] => [
          ...new Set(
            modules
              .flatMap((module) => [...needs(chunkOf(module).fileName)])
              .filter((file) => !first.has(file)),
          ),
        ];
        const pages = PAGES.map(({ at, around, module, texts }) => {
          const layout = LAYOUTS[around];
          const code = [`routes/${module}.tsx`, ...(layout ? [`layouts/${layout}.tsx`] : [])];
          const files = LANGUAGES.map((language) => {
            const words = ["common", ...texts].map(
              (text) => `i18n/locales/${language}/${text}.json`,
            );
            return [language, filesOf([...code, ...words])];
          });
          return [at, Object.fromEntries(files)];
        });
        const source = JSON.stringify(Object.fromEntries(pages));
        this.emitFile({ type: "asset", fileName: "pages.json", source });
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
  /node_modules[\\/](@floating-ui|react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|tslib|@mantine[\\/]hooks[\\/]esm[\\/]use-(focus-trap|focus-return|click-outside|long-press|debounced-callback)|@mantine[\\/]core[\\/]esm[\\/](utils[\\/]Floating|components[\\/](Modal|Popover|Menu|Portal|ScrollArea(?!.utils.to-int)|FocusTrap|Overlay|Paper|Accordion|Radio)))|[\\/]src[\\/]components[\\/]kit[\\/]((Confirm)?Dialog|pull)\b/;

/** What asks for answers before the other scripts are there: it depends on nothing else. */
const EARLY =
  /[\\/]src[\\/](early|api[\\/](early|headers)|app[\\/](addresses\.gen|address-language|first-choices|host|storage)|i18n[\\/]languages)\.ts/;

/** The files of the first load, and those that every page is made of. */
const ALWAYS_THERE = /(^|\/)(rolldown-runtime|vendor|early|app|words|shared)-/;

/** What says the texts, and the error pages, which are there once the texts are. */
const WORDS =
  /(node_modules[\\/](i18next|react-i18next)|[\\/]src[\\/](i18n[\\/](index|react)|layouts[\\/](RouteError|Message|reopen)|components[\\/]domain[\\/]Logo)\b)/;

/** Our own part of the first load, with the helper that fetches everything else. The entry is in it, so that the page has no file of its own to start it. */
const FIRST = /[\\/]src[\\/]|preload-helper/;

/** What nearly every page needs of the kit. */
const BASE_KIT =
  /node_modules[\\/](clsx|fast-deep-equal|@mantine[\\/](hooks[\\/](?!esm[\\/]use-(drag|debounced|local-storage|session-storage))|core[\\/]esm[\\/](core|utils[\\/](InlineInput|InputsGroup)|components[\\/]((ActionIcon|Anchor|Button|Switch|Checkbox|CloseButton|FloatingIndicator|InlineInput|Input|InputBase|InputsGroup|Loader|NativeSelect|PasswordInput|SegmentedControl|Skeleton|Switch|Text|TextInput|Transition|UnstyledButton|VisuallyHidden)[\\/]|Combobox[\\/](Combobox(Chevron|\.module)|get-parsed)|ScrollArea[\\/]utils))))/;

/** Words of a language that signed-in pages need, in one file. */
const OWN_TEXTS =
  /[\\/]locales[\\/](?!.*(campaigns|common|landing|legal|accounts|guides|invitations|members|music)\.json)/;

const languageOf = (id: string): string => /[\\/]locales[\\/]([^\\/]+)/.exec(id)?.[1] ?? "";

/** Parts of ours, and of the kit, that several pages share: few files instead of one for each part. */
const PARTS =
  /[\\/](@tabler[\\/]icons-react|src[\\/](format|platforms|i18n[\\/]marked|app[\\/]rank|api[\\/](cancel|download|generated)|layouts[\\/](?!LaptopHeader|NetworkAccounts|AuthLayout|RouteError|Message|reopen)|features[\\/](preferences[\\/](Choices|preferences\.module)|tutorial[\\/]marks|board[\\/](HeaderNotice|memory|addresses|header-notice)|notifications[\\/](UnreadDot|first-page|notifications))|components[\\/](domain[\\/](?!DailyCharts|MemberSelect|Refused|account-checks|Loss|Logo|Cover|cover-art|TrendCharts|DayTable|spans|ShareDialog|share-picture)|kit[\\/](?!Dialog|ConfirmDialog|Snackbars|QrCode|Markdown|pull))))/;

/** What asking for money and saying where it goes share. */
const PAYOUTS =
  /[\\/]src[\\/]features[\\/]withdrawals[\\/](Choices|withdrawals\.module|methods[\\/])/;

/** Covers, and as much of the player as stands beside one that nobody has pressed yet. */
const COVERS =
  /(node_modules[\\/]@noble[\\/]|[\\/]src[\\/]components[\\/](player[\\/](element|sound|play-mark)|domain[\\/](Cover|cover-art))\b)/;

/** What plays tracks, wherever they are shown. */
const TRACKS = /[\\/]src[\\/]components[\\/]player[\\/](?!Wave|StillWave|wave)/;

/** Rows of tracks, as the pages of the music and of one track draw them. */
const ROWS = /[\\/]src[\\/]features[\\/]music[\\/]/;

/** The pages of figures, which share most of what they are made of, and the frame of their charts. */
const FIGURES =
  /node_modules[\\/]d3-array|[\\/]src[\\/](components[\\/]domain[\\/](TrendCharts|DayTable|spans)\b|features[\\/](dashboards|figures)[\\/](?!ColumnChooser|VideoSheet|Audience|land|Music|videos))/;

/** Names of classes by file. The line, which Vite adds, would be sent for nothing. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  return `${name}_${createHash("sha256").update(path).digest("hex").slice(0, 5)}`;
}

export default defineConfig(({ command }) => ({
  plugins: [react(), chartsStoreApart(), buildMeta(buildId), preloadSoon(), pageFiles()],
  define: {
    __BUILD_ID__: JSON.stringify(command === "build" ? buildId : "dev"),
    __VERSION__: JSON.stringify(release.version),
  },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  html: { cspNonce: NONCE_PLACEHOLDER },
  css: { modules: { generateScopedName } },
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
    modulePreload: {
      // Browsers that do not know the hint fetch the modules when they are asked for.
      polyfill: false,
      // What is there with the first page is not named again for each.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "js" ? files.filter((file) => !ALWAYS_THERE.test(file)) : files,
    },
    sourcemap: false,
    // One sheet: pages that come later bring no styles of their own, so nothing moves when they do.
    cssCodeSplit: false,
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
            {
              name: "snackbars",
              test: modules(
                "@mantine/notifications",
                "react-transition-group",
                "@mantine/hooks/esm/use-drag",
              ),
              priority: 44,
            },
            { name: "words", test: WORDS, priority: 41 },
            { name: "early", test: EARLY, priority: 70 },
            { name: "vendor", test: /rolldown.runtime/, priority: 60 },
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 40 },
            { name: (id) => `texts-${languageOf(id)}`, test: OWN_TEXTS, priority: 28 },
            {
              name: "shared",
              test: (id) => BASE_KIT.test(id) || PARTS.test(id),
              minShareCount: 2,
              priority: 18,
            },
            { name: "payouts", test: PAYOUTS, minShareCount: 2, priority: 18 },
            {
              name: "tracks",
              test: (id) => COVERS.test(id) || TRACKS.test(id),
              minShareCount: 2,
              priority: 19,
            },
            { name: "rows", test: ROWS, minShareCount: 2, priority: 18 },
            { name: "figures", test: FIGURES, minShareCount: 2, priority: 17 },
            { name: "app", tags: ["$initial"], test: FIRST, priority: 20 },
          ],
        },
      },
    },
  },
}));
