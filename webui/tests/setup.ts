/** What happy-dom lacks, and one clean page a test. */
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

configure({ asyncUtilTimeout: 20_000 });

vi.stubGlobal(
  "matchMedia",
  (query: string): Partial<MediaQueryList> => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }),
);

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// What a page fetches late is waited for: a file of tests that ends meanwhile would fail, whatever it said.
afterAll(() => vi.dynamicImportSettled());
