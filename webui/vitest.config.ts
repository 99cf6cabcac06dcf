import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

export default defineConfig((env) =>
  mergeConfig(vite(env), {
    test: {
      // Every file has modules of its own, as with processes; the page is made once for each worker.
      pool: "vmThreads",
      environment: "happy-dom",
      include: ["tests/**/*.test.{ts,tsx}"],
      setupFiles: ["tests/setup.ts"],
      restoreMocks: true,
      // A loaded machine is waited for: what never comes fails, not what comes late.
      testTimeout: 60_000,
      css: false,
    },
  }),
);
