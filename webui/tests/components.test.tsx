/** Shared parts, one by one: covers, error pages, tables with their sort in the URL, dialogs as flags. */

import { readFileSync } from "node:fs";
import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CHUNK_RELOAD_MS, SPINNER_DELAY_MS } from "@/app/constants";
import { reloadOnStaleChunk } from "@/app/fresh-builds";
import { SessionUnknown } from "@/app/guards";
import { makeStore } from "@/app/store";
import { ChannelFace } from "@/components/domain/ChannelFace";
import { VideoThumb } from "@/components/domain/VideoThumb";
import { useChangeParams } from "@/components/kit/address";
import { beginCover, Covers } from "@/components/kit/cover";
import { type Column, DataTable, useSort } from "@/components/kit/DataTable";
import { useFlag } from "@/components/kit/flags";
import { startI18n } from "@/i18n";
import { RouteError } from "@/layouts/RouteError";

beforeAll(() => startI18n("en"));
beforeAll(() => reloadOnStaleChunk(createMemoryRouter([{ path: "*" }]), () => {}));

function show(element: ReactNode, at = "/") {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/before", at] });
  render(
    <Provider store={makeStore()}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>,
  );
  return router;
}

describe("a short's picture", () => {
  const tile = (src: string) => <VideoThumb id="clip" platform="youtube" src={src} />;
  /** Says of every place that is watched whether it is near. */
  let tell: (isIntersecting: boolean) => void;
  let margin: string | undefined;

  beforeEach(() => {
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(
          seen: (at: { isIntersecting: boolean }[]) => void,
          options: { rootMargin: string },
        ) {
          tell = (isIntersecting) => act(() => seen([{ isIntersecting }]));
          margin = options.rootMargin;
        }
        observe() {}
        disconnect() {}
      },
    );
  });
  test("is asked for when its place comes near, and its place is kept until then", () => {
    const { container } = render(tile("/far.webp"));
    const [place] = container.children;
    expect(margin).toBe("200px");
    tell(false);
    expect(container.querySelector("img")).toBeNull();
    const kept = place?.className;
    tell(true);
    expect(container.querySelector("img")).toHaveAttribute("src", "/far.webp");
    expect(container.querySelector("img")?.className).toBe(kept);
  });

  test("is a quiet tile where the platform has it no more, until there is another", () => {
    const { container, rerender } = render(tile("/gone.webp"));
    tell(true);
    const picture = () => container.querySelector("img");
    expect(picture()).toHaveAttribute("src", "/gone.webp");
    fireEvent.error(picture() as HTMLImageElement);
    expect(picture()).toBeNull();
    expect(container.querySelector("svg")).not.toBeNull();
    rerender(tile("/new.webp"));
    expect(picture()).toHaveAttribute("src", "/new.webp");
  });
});

describe("the cover", () => {
  test("stays until nothing is pending any more, and a moment longer", () => {
    vi.useFakeTimers();
    const [first, second] = [beginCover("dim"), beginCover("cover")];
    show(<Covers />);
    const cover = () => screen.queryByRole("progressbar");
    expect(cover()).toHaveAttribute("data-kind", "cover");

    act(second);
    expect(cover()).toHaveAttribute("data-kind", "dim");
    act(first);
    act(() => vi.advanceTimersByTime(SPINNER_DELAY_MS - 1));
    expect(cover()).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(cover()).toBeNull();
    vi.useRealTimers();
  });

  test("hides the page, or veils it, and says that something is loading", () => {
    const css = readFileSync("src/components/kit/cover.module.css", "utf8");
    const ground = (selector: string) =>
      `\n${css}`.split(`\n${selector} {`)[1]?.match(/background: (.+);/)?.[1];
    expect(ground(".cover")).toBe("var(--bg)");
    expect(ground('.cover[data-kind="dim"]')).toBe(
      "color-mix(in srgb, var(--bg) 70%, transparent)",
    );

    for (const kind of ["cover", "dim"] as const) {
      const end = beginCover(kind);
      show(<Covers />);
      const cover = screen.getByRole("progressbar", { name: "Loading" });
      expect(cover).toHaveAttribute("data-kind", kind);
      act(end);
      cleanup();
    }
  });
});

describe("a channel's picture", () => {
  const face = (thumbnail: string | null) => (
    <ChannelFace channel={{ name: "mina", thumbnail }} picture="picture" initial="initial" />
  );

  test("is the platform's, and the initial where that gave none", () => {
    const { container, rerender } = render(face("/mina.jpg"));
    expect(container.querySelector("img")).toHaveAttribute("src", "/mina.jpg");
    rerender(face(null));
    expect(container).toHaveTextContent("M");
  });

  test("that the platform has no more is the initial, until there is another one", () => {
    const { container, rerender } = render(face("/gone.jpg"));
    fireEvent.error(container.querySelector("img") as HTMLImageElement);
    expect(container.querySelector("img")).toBeNull();
    expect(container.querySelector(".initial")).toHaveTextContent("M");
    rerender(face("/new.jpg"));
    expect(container.querySelector("img")).toHaveAttribute("src", "/new.jpg");
  });
});

describe("the error page", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  function fail(error: unknown) {
    const router = createMemoryRouter([
      {
        path: "/",
        loader: () => {
          throw error;
        },
        ErrorBoundary: RouteError,
        element: null,
      },
    ]);
    vi.spyOn(console, "error").mockImplementation(() => {});
    render(<RouterProvider router={router} />);
  }

  function failing(error: unknown) {
    fail(error);
    return screen.findByRole("heading");
  }

  /** How often the page reloads, with a clock of the test's own. */
  async function watched(error: unknown) {
    vi.useFakeTimers();
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
    fail(error);
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await pass(0);
    return { reload, pass };
  }

  /** What the bundler throws where a module does not come, and says aloud before. */
  function unfetched(): Error {
    const error = new TypeError("Failed to fetch");
    window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
    return error;
  }

  test("speaks of a page not found at a 404", async () => {
    const heading = await failing(new Response(null, { status: 404 }));
    expect(heading).toHaveTextContent("Page Not Found");
    expect(screen.getByRole("link")).toHaveAttribute("href", "/");
  });

  test("speaks of the server at anything else, and offers a retry", async () => {
    const heading = await failing(new Error("boom"));
    expect(heading).toHaveTextContent("Internal Server Error");
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(screen.getByRole("link")).toHaveAttribute("href", "/");
    expect(document.body).not.toHaveTextContent("boom");
  });

  test.each([
    ["whose session nobody could tell", () => new SessionUnknown()],
    ["whose module did not come", unfetched],
  ])("asks again every ten seconds for a page %s, while somebody looks", async (_, error) => {
    const { reload, pass } = await watched(error());
    expect(screen.getByRole("heading")).toHaveTextContent("This page is not here yet");
    expect(document.body).toHaveTextContent("The server cannot be reached.");
    expect(document.body).not.toHaveTextContent("500");
    await pass(CHUNK_RELOAD_MS - 1);
    expect(reload).not.toHaveBeenCalled();
    await pass(1);
    expect(reload).toHaveBeenCalledTimes(1);
    const looked = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await pass(CHUNK_RELOAD_MS);
    expect(reload).toHaveBeenCalledTimes(1);
    looked.mockReturnValue("visible");
    await pass(CHUNK_RELOAD_MS);
    expect(reload).toHaveBeenCalledTimes(2);
    cleanup();
    await pass(CHUNK_RELOAD_MS);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test("stays where something else went wrong", async () => {
    const { reload, pass } = await watched(new Error("boom"));
    expect(screen.getByRole("heading")).toHaveTextContent("Internal Server Error");
    await pass(CHUNK_RELOAD_MS * 3);
    expect(reload).not.toHaveBeenCalled();
  });
});

interface Row {
  id: string;
  views: number;
}

const columns: Column<Row>[] = [
  { key: "id", label: "Short", cell: ({ id }) => id },
  {
    key: "views",
    label: "Views",
    cell: ({ views }) => views,
    sort: "views",
    kind: "number",
    total: 3,
  },
];

function Table() {
  const [sort, setSort] = useSort("views_desc");
  return (
    <DataTable
      caption="Shorts"
      columns={columns}
      rows={[
        { id: "a", views: 1 },
        { id: "b", views: 2 },
      ]}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={setSort}
      empty={null}
    />
  );
}

test("a table's sort stands in the URL", async () => {
  const router = show(<Table />, "/x?page=3");
  const head = screen.getByRole("columnheader", { name: "Views" });
  expect(head).toHaveAttribute("aria-sort", "descending");

  await userEvent.click(screen.getByRole("button", { name: "Views" }));

  expect(router.state.location.search).toBe("?sort=views_asc");
  expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(screen.getByRole("row", { name: /Total/ })).toHaveTextContent("3");
});

function Flagged() {
  const { opened, value, open, close } = useFlag("review");
  return (
    <>
      <p>{opened ? `open ${value}` : "closed"}</p>
      <button type="button" onClick={() => open("c1")}>
        open
      </button>
      <button type="button" onClick={close}>
        close
      </button>
    </>
  );
}

test("a dialog is a flag in the URL that Back and closing take away", async () => {
  const router = show(<Flagged />, "/x?keep=2");

  await userEvent.click(screen.getByRole("button", { name: "open" }));
  expect(router.state.location.search).toBe("?keep=2&review=c1");
  expect(screen.getByText("open c1")).toBeVisible();

  await act(() => router.navigate(-1));
  expect(screen.getByText("closed")).toBeVisible();
  expect(router.state.location.search).toBe("?keep=2");

  await userEvent.click(screen.getByRole("button", { name: "open" }));
  await userEvent.click(screen.getByRole("button", { name: "close" }));
  expect(router.state.location.search).toBe("?keep=2");
});

function FlaggedAndFiltered() {
  const { open } = useFlag("review");
  const change = useChangeParams({ replace: true });
  const both = () => {
    change((address) => address.set("channel", "c1"));
    open("c2");
  };
  return (
    <button type="button" onClick={both}>
      both
    </button>
  );
}

test("a dialog that opens right after a choice keeps the choice", async () => {
  const router = show(<FlaggedAndFiltered />, "/x");

  await userEvent.click(screen.getByRole("button", { name: "both" }));

  await waitFor(() => expect(router.state.location.search).toBe("?channel=c1&review=c2"));
});

test("a text missing in another language is shown in English", async () => {
  const known = await import("@/i18n/locales/zh-CN/legal.json");
  const { name: _, ...rest } = structuredClone(known.default);
  vi.doMock("@/i18n/locales/zh-CN/legal.json", () => ({ default: rest }));
  vi.resetModules();
  const { i18n, loadTexts, startI18n } = await import("@/i18n");
  await startI18n("zh-CN");
  await loadTexts("legal");

  expect(i18n.t("kinds.terms", { ns: "legal" })).not.toBe("Terms of service");
  expect(i18n.hasResourceBundle("en", "legal")).toBe(false);
  await waitFor(() => expect(i18n.t("name", { ns: "legal" })).toBe("Terms and licences"));
  // Only the gap is filled: what there is in the language stays.
  expect(i18n.t("kinds.terms", { ns: "legal" })).toBe(known.default.kinds.terms);
});
