/** The tracks of a short, in every language: what is estimated says so, and so does what is not known yet. A track's row. */
import { MantineProvider } from "@mantine/core";
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { TrackView } from "@/api/generated";
import { Music } from "@/features/figures/Music";
import { type Filter, useFilter } from "@/features/music/filter";
import { TrackRow } from "@/features/music/TrackRow";
import { useFacts } from "@/features/music/words";
import { loadTexts, startI18n } from "@/i18n";
import { storeOf } from "./wrapped";

const SONG = { isrc: "QZBB12500001", name: "Night Drive", estimated: false };

test.each([
  ["en", "Estimated", "Track not known yet: the reports of the month will name it."],
  ["ko", "예상", "아직 트랙을 알 수 없어요. 그 달의 보고서가 나오면 표시돼요."],
  ["zh-CN", "预估", "曲目尚未确定，待当月报告到达后显示。"],
  ["zh-TW", "預估", "曲目尚未確定，待當月報告到達後顯示。"],
] as const)("%s", async (language, estimated, unknown) => {
  await startI18n(language);
  await loadTexts("figures");
  const shown = (music: (typeof SONG)[]) => {
    cleanup();
    render(
      <MemoryRouter>
        <Music music={music} />
      </MemoryRouter>,
      { wrapper: MantineProvider },
    );
  };

  shown([SONG]);
  expect(screen.getByText("Night Drive")).toBeVisible();
  expect(screen.queryByText(estimated)).toBeNull();
  shown([{ ...SONG, estimated: true }]);
  expect(screen.getByText(estimated)).toBeVisible();
  shown([]);
  expect(screen.getByText(unknown)).toBeVisible();
});

test.each([
  ["/partner.svg", ["/partner.svg"]],
  [null, []],
] as const)("a track's row shows the logo of its partner: %s", async (logo, shown) => {
  await startI18n("en");
  await loadTexts("music");
  vi.stubGlobal("BroadcastChannel", EventTarget);
  const store = await storeOf();
  const track = {
    ...{ isrc: "QZBB12500001", name: "Night Drive", artist: "Hana", available: true },
    ...{ thumbnail: null, audio_url: null, exclusive_logo: logo, favorited: false },
  } as TrackView;
  const { container } = render(
    <Provider store={store}>
      <MemoryRouter>
        <TrackRow track={track} tracks={[track]} from="All" />
      </MemoryRouter>
    </Provider>,
    { wrapper: MantineProvider },
  );

  expect(screen.getByText("Hana")).toBeVisible();
  const logos = [...container.querySelectorAll("small img")].map((each) =>
    each.getAttribute("src"),
  );
  expect(logos).toEqual(shown);
});

test.each([
  ["en", "3 shorts, 1.9k views"],
  ["ko", "3 shorts, 1.9k views"],
  ["zh-CN", "3 shorts，1.9k views"],
  ["zh-TW", "3 shorts，1.9k views"],
] as const)(
  "facts are parted as %s parts them, and empty ones left out",
  async (language, told) => {
    await startI18n(language);

    const { result } = renderHook(() => useFacts());

    expect(result.current(["3 shorts", "", false, undefined, "1.9k views"])).toBe(told);
  },
);

const NARROWED = "search=night&tags=calm&category=bgm&shopping=true&onlyWith=PB-01";

test.each([
  ["of all of it", "clear", "?sort=new"],
  [
    "of the partner's alone",
    "leavePartner",
    "?search=night&tags=calm&category=bgm&shopping=true&sort=new",
  ],
] as const)("what narrows a list is taken back: %s", async (_, way, left) => {
  let filter: Filter | undefined;
  function List() {
    filter = useFilter();
    return null;
  }
  const router = createMemoryRouter([{ path: "/musics", Component: List }], {
    initialEntries: [`/musics?${NARROWED}&sort=new`],
  });
  render(<RouterProvider router={router} />);
  expect(filter?.narrows).toBe(true);

  await act(async () => filter?.[way]());

  expect(router.state.location.search).toBe(left);
  expect(filter?.narrows).toBe(way === "leavePartner");
});
