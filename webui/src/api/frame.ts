/**
 * One answer carries what stands around every page. It is asked for as soon as a page runs; whoever asks for
 * a part of it meanwhile is handed that part, once, and what it does not carry is asked for by itself (WEB-27).
 */
import { PAGE_SIZE } from "@/app/constants";
import { forgetEarly } from "./early";
import type { FrameView } from "./generated-base";
import type { WireState } from "./headers";

/** So long an answer waits for whoever needs a part of it first. */
const FRESH_MS = 10_000;

interface Held {
  session: unknown;
  preferences: unknown;
  answer: Promise<FrameView | null>;
  /** What is still to be handed on, by the calls that answer with the same. */
  parts: Map<string, keyof FrameView>;
}

let held: Held | null = null;

const callOf = (url: string, params: object = {}): string => url + JSON.stringify(params);

/** Holds the answer that is under way for who asks now. */
export function holdFrame(
  host: string,
  { session, preferences }: WireState,
  asked: Promise<{ data?: FrameView }>,
): void {
  const answer = asked.then(({ data }) => data ?? null);
  const parts = new Map<string, keyof FrameView>([
    [callOf("/site/settings"), "settings"],
    [callOf("/site/metadata", { host }), "metadata"],
    [callOf("/board/header"), "header"],
    [callOf("/member/me"), "me"],
    [callOf("/notification/list", { page: 0, size: PAGE_SIZE }), "notifications"],
    [callOf("/member/mcn/accounts", { page: 0 }), "accounts"],
  ]);
  const mine = { session, preferences, answer, parts };
  held = mine;
  void answer.then(() => setTimeout(() => held === mine && dropFrame(), FRESH_MS));
}

/** What was answered is not the whole truth any more: something was changed, or it is too long ago. */
export function dropFrame(): void {
  held = null;
  forgetEarly();
}

/** The part that a call would be answered with; null where the call has to ask. */
export async function partOfFrame(
  url: string,
  params: object | undefined,
  state: () => WireState,
): Promise<unknown> {
  const from = held;
  const call = callOf(url, params);
  const part = from?.parts.get(call);
  if (!from || !part) return null;
  from.parts.delete(call);
  const answer = await from.answer;
  const { session, preferences } = state();
  const isTheirs = session === from.session && preferences === from.preferences;
  return held === from && isTheirs ? (answer?.[part] ?? null) : null;
}
