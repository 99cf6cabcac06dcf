/** Who is let through to a page, and where others are sent (SESSION-6, WEB-2). */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "@/api";
import { knownSession, requireLogin } from "@/app/guards";
import { sessionStarted } from "@/app/session";
import { makeStore } from "@/app/store";

const MINA = {
  success: true,
  message: "",
  info: { name: "mina", user_id: "mina@example.org" },
  auth_required: false,
  totp: { active: false, required: false, recovery_codes: 0, ends_at: null },
};
const UNCONFIRMED = { ...MINA, auth_required: true };
const UNENROLLED = {
  ...MINA,
  totp: { active: false, required: true, recovery_codes: 0, ends_at: null },
};

const calls = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  calls.mockReset();
  vi.stubGlobal("fetch", calls);
});

/** Where somebody is sent who opens a page; null where they are let through. */
async function sentTo(me: object | null, path: string): Promise<string | null> {
  const store = makeStore();
  if (me) {
    store.dispatch(sessionStarted("bb1_x"));
    calls.mockResolvedValueOnce(
      new Response(JSON.stringify(me), { headers: { "Content-Type": "application/json" } }),
    );
  }
  const request = new Request(`${location.origin}${path}`);
  try {
    await requireLogin(store)({ request } as never, (async () => undefined) as never);
  } catch (thrown) {
    return (thrown as Response).headers.get("Location");
  }
  return null;
}

/** Until what a change set going has begun. */
const settled = () => new Promise((done) => setTimeout(done, 20));

const asking = (from: string) => `fromUrl=${encodeURIComponent(from)}`;

describe("who opens a page", () => {
  test("is let through when nothing is missing", async () => {
    expect(await sentTo(MINA, "/withdrawal/request")).toBeNull();
  });

  test("logs in first and comes back to the page with its query", async () => {
    expect(await sentTo(null, "/withdrawal/list?page=2")).toBe(
      `/login?${asking("/withdrawal/list?page=2")}`,
    );
    expect(calls).not.toHaveBeenCalled();
  });

  test("comes back to the page that was wanted before", async () => {
    expect(await sentTo(null, "/my?fromUrl=/dashboard")).toBe(`/login?${asking("/dashboard")}`);
  });

  test.each(["//evil.example", "/.//evil.example", "https://evil.example", "/login"])(
    "is never sent on to %s",
    async (from) => {
      const path = `/my?${asking(from)}`;
      expect(await sentTo(null, path)).toBe(`/login?${asking(path)}`);
    },
  );

  test("confirms the e-mail address first", async () => {
    expect(await sentTo(UNCONFIRMED, "/my")).toBe("/join-email");
  });

  test("is asked about once, and not again for a change while nobody shows them", async () => {
    const store = makeStore();
    store.dispatch(sessionStarted("bb1_x"));
    calls.mockImplementation(
      async () =>
        new Response(JSON.stringify(MINA), { headers: { "Content-Type": "application/json" } }),
    );
    expect(await knownSession(store)).toBe("in");
    expect(await knownSession(store)).toBe("in");
    store.dispatch(api.util.invalidateTags(["Me"]));
    await settled();
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("sets up the second factor first where the site asks for it, and comes back", async () => {
    expect(await sentTo(UNENROLLED, "/my")).toBe(`/two-factor?${asking("/my")}`);
  });
});
