/** Parts of pages as their answers fill them: what leaving loses, a channel's share, a track's sound, the walk's places. */
import { MantineProvider } from "@mantine/core";
import { configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { Provider } from "react-redux";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { api } from "@/api";
import { type CampaignEntryView, type CampaignView, generatedApi } from "@/api/generated";
import { sessionStarted } from "@/app/session";
import { playerOf, queueOf } from "@/components/player/state";
import { LeaveDialog } from "@/features/accounts/LeaveDialog";
import { Entries } from "@/features/campaigns/Entries";
import { ChannelReport } from "@/features/dashboards/ChannelReport";
import { Home } from "@/features/music/Home";
import { Views } from "@/features/music/MusicHead";
import { TrackPage } from "@/features/music/TrackPage";
import { TrackSound } from "@/features/player/TrackSound";
import { MARKS } from "@/features/tutorial/marks";
import { loadTexts, startI18n } from "@/i18n";
import { FakeChannel, track } from "./player";
import { storeOf } from "./wrapped";

// Whole pages are drawn: a busy machine may take its time, and nothing waits longer than it has to.
const PATIENCE = 10_000;
configure({ asyncUtilTimeout: PATIENCE });
vi.setConfig({ testTimeout: 2 * PATIENCE });

beforeAll(async () => {
  await startI18n("en");
  await loadTexts("accounts", "campaigns", "figures", "music", "player", "ledger");
});

const ME = { info: { name: "mina", user_id: "mina@example.org" }, totp: {} };

/** A part on a page of its own, before a server that gives these answers by their paths. */
async function shown(
  part: ReactElement,
  answers: Record<string, object> = {},
  width: 390 | 1440 = 1440,
) {
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  const store = await storeOf({ today: "2025-10-20", accounts: { deleted_hold_days: 30 } });
  store.dispatch(sessionStarted("bb1_x"));
  await store.dispatch(api.util.upsertQueryData("me", undefined, ME as never));
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = answers[new URL(request.url).pathname.replace("/api/", "")];
    return answer ? Response.json(answer) : new Response("{}", { status: 503 });
  });
  const router = createMemoryRouter([{ path: "*", element: part }]);
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>,
  );
  return store;
}

test("a short in a campaign bears the sign of its platform where it has no picture", async () => {
  const entry = (video_id: string, platform: CampaignEntryView["platform"]): CampaignEntryView => ({
    ...{ video_id, platform, title: video_id, thumbnail: null },
    ...{ channel: "c1", channel_name: "Mina", state: "checking", views: 0 },
    ...{ refused_code: null, refused_reason: null, bonus: "0", posted: "0", reversed: "0" },
  });
  const entries = [entry("first", "tiktok"), entry("second", "youtube"), entry("third", "own")];
  await shown(<Entries campaign={{ entries } as CampaignView} />);
  const signs = (await screen.findAllByRole("listitem")).map(
    (row) => row.querySelector("svg")?.getAttribute("class") ?? "",
  );
  expect(signs.map((sign) => /brand-tiktok|brand-youtube|icon-video/.exec(sign)?.[0])).toEqual([
    "brand-tiktok",
    "brand-youtube",
    "icon-video",
  ]);
});

describe("leaving says what it loses", () => {
  const SUMMARY = {
    currency: "USD",
    balance: "-3",
    withdrawable: "0",
    expires_on_leaving: "0",
    minimum: "20",
    window: { open: true, from: "2025-10-25", to: "2025-10-31" },
    payout_state: null as object | null,
  };
  const OPEN = { open_months: [{ month: "2025-10", estimated: "4.5", closes_on: "2025-11-20" }] };
  const leaving = (more: object) =>
    shown(<LeaveDialog onClose={() => {}} />, { "withdrawal/summary": { ...SUMMARY, ...more } });
  const lost = () => document.querySelector("[data-size=hero]")?.textContent ?? null;

  test("as the API says it, whatever the balance is", async () => {
    await leaving({ expires_on_leaving: "12.5" });
    expect(await screen.findByText("$12.50")).toBeVisible();
  });

  test("with months that no close has confirmed", async () => {
    await leaving({ payout_state: OPEN });
    expect(await screen.findByText(/\$4\.50/)).toBeVisible();
  });

  test("and nothing where there is nothing to lose", async () => {
    await leaving({ payout_state: { open_months: [] } });
    await waitFor(() => expect(document.querySelector(".mantine-Skeleton-root")).toBeNull());
    expect(lost()).toBeNull();
    expect(screen.queryByText(/\$0/)).toBeNull();
  });
});

describe("a channel's share of the money", () => {
  const SUMS = { views: 9, engaged_views: 8, premium_views: 1, premium_ratio: "0.1", rpm: "1" };
  const line = (id: string, share: string | null) => ({
    ...SUMS,
    revenue: "5",
    gross: null,
    videos: 1,
    trend: [],
    share,
    channel: {
      id,
      name: id,
      link: `https://youtube.com/@${id}`,
      status: "approved",
      platform: "youtube",
    },
  });
  const RANGE = { start: "2025-10-01", end: "2025-10-18" };

  async function shares(...all: (string | null)[]) {
    const items = all.map((share, number) => line(`c${number}`, share));
    await shown(<ChannelReport range={RANGE} summed={false} />, {
      "v2/music/channel/dashboard": {
        currency: "USD",
        max_date: "2025-10-18",
        summary: { ...SUMS, revenue: "5", gross: null, estimated: true },
        items,
      },
    });
    await screen.findByText("c0");
    return [...document.querySelectorAll<HTMLElement>("td [style*='--part']")].map((bar) => [
      bar.parentElement?.textContent,
      Number(bar.style.getPropertyValue("--part")),
    ]);
  }

  test("stands beside the largest one; one below zero has no bar", async () => {
    expect(await shares("80", "20", null, "-10")).toEqual([
      ["80%", 1],
      ["20%", 0.25],
      ["-10%", 0],
    ]);
  });

  test("of a percent or less is still beside the largest", async () => {
    expect(await shares("1", "0.5")).toEqual([
      ["1%", 1],
      ["0.5%", 0.5],
    ]);
  });

  test("has no bar where nobody earned", async () => {
    expect(await shares("0", "0")).toEqual([
      ["0%", 0],
      ["0%", 0],
    ]);
  });
});

describe("a track's sound on its own page", () => {
  const name = (word: string) => screen.findByLabelText(word);
  const figures = () => [...document.querySelectorAll("span.num")].map((each) => each.textContent);

  test("begins still, with its length; a tap plays it alone", async () => {
    const store = await shown(<TrackSound track={track(1)} />);
    expect(figures()).toEqual(["00:00", "01:00"]);
    expect(document.querySelector("[data-still] path")?.getAttribute("d")).not.toBe("");
    const button = await name("Play Song 1");
    expect(button).toHaveAttribute("aria-busy", "false");

    fireEvent.click(button);

    const pause = await name("Pause Song 1");
    expect(document.querySelector("[data-still]")).toBeNull();
    expect(playerOf(store.getState()).track?.isrc).toBe(track(1).isrc);
    expect(queueOf(store.getState()).tracks.map(({ isrc }) => isrc)).toEqual([track(1).isrc]);
    fireEvent.click(pause);
    expect(playerOf(store.getState()).status).toBe("pause");
  });

  test("says the track's length where the sound's is not known", async () => {
    await shown(<TrackSound track={track(1, { preview_seconds: 0 })} />);
    expect(figures()).toEqual(["00:00", "01:12"]);
  });

  const Sheet = () => null;
  const Sound = () => <p>its wave</p>;
  const page = (over: boolean, more: Parameters<typeof track>[1] = {}) =>
    shown(<TrackPage code={track(1).isrc} {...{ over, Sheet, Sound }} />, {
      "v2/music/detail": track(1, more),
    });

  test.each([
    [false, {}, { wave: true, button: false, none: false }],
    [true, {}, { wave: false, button: true, none: false }],
    [false, { audio_url: null }, { wave: false, button: false, none: true }],
    [true, { audio_url: null }, { wave: false, button: false, none: true }],
  ])("over the list %s, %j: %j", async (over, more, { wave, button, none }) => {
    await page(over, more);
    await screen.findByText("Song 1");
    expect(screen.queryByText("its wave") !== null).toBe(wave);
    expect(screen.queryByText("No preview") !== null).toBe(none);
    const play = screen.queryByLabelText(/01:00/);
    expect(play !== null).toBe(button);
    if (play) expect(play).toHaveTextContent("01:00");
  });
});

describe("the way to the favourites", () => {
  test.each([
    [3, "Favourites 3"],
    [0, "Favourites"],
  ])("with %i of them says %j", async (count, said) => {
    const home = { favorites: { count, limit: 15 } };
    const store = await shown(<Views view="home" />, { "v2/music/home": home });
    const known = generatedApi.endpoints.getMusicHome.select();
    await waitFor(() => expect(known(store.getState() as never).data).toEqual(home));
    const last = () => [...document.querySelectorAll("a")].at(-1)?.textContent;
    await waitFor(() => expect(last()).toBe(said));
  });
});

describe("the walk points", () => {
  const ranked = (number: number) => ({ ...track(number), rank: number, change: 0, gained: 5 });
  const home = (items: object[]) => ({
    "v2/music/home": {
      ranking: { from: "2025-10-06", to: "2025-10-12", by: "plays", items },
      new_releases: [],
      all_new: 0,
      prioritized: [],
      shopping: [],
      all_shopping: 0,
      tag_sections: [],
      own: [],
      favorites: { count: 0, limit: 15 },
    },
    "v2/music/tags": { items: [] },
  });
  const places = () =>
    [...document.querySelectorAll<HTMLElement>("[data-tour]")].map(({ dataset }) => [
      dataset.tour,
      dataset.code,
    ]);

  test("at the first track of the week", async () => {
    await shown(<Home />, home([ranked(1), ranked(2)]));
    await screen.findByText("Song 2");
    expect(places()).toEqual([["track", track(1).isrc]]);
  });

  test("at the ranking's own place while it is empty", async () => {
    await shown(<Home />, home([]));
    await waitFor(() => expect(places()).toEqual([["noTrack", undefined]]));
  });

  test("at a track before the place of none, on the first page of the music", () => {
    expect(MARKS.find(({ step }) => step === "music")).toEqual({
      step: "music",
      at: "/musics",
      spots: ["track", "noTrack"],
    });
  });
});
