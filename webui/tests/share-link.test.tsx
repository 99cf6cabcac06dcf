/** Passing on an address of this portal: by what the device offers, else as a copy. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useShareLink } from "@/components/domain/share-link";
import { snack } from "@/components/kit/snack";
import { startI18n } from "@/i18n";
import { hooked, storeOf } from "./wrapped";

const share = vi.fn();
const copy = vi.fn();

beforeAll(() => startI18n("en"));
beforeEach(() => {
  share.mockReset();
  copy.mockReset();
  vi.spyOn(snack, "success").mockReturnValue(undefined);
  vi.spyOn(snack, "error").mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function shared(device: object) {
  const own = Object.entries(device).map(([name, value]) => [name, { value }]);
  vi.stubGlobal("navigator", Object.create(navigator, Object.fromEntries(own)));
  await hooked(useShareLink, await storeOf()).now()("A track", "/r/abc", "Copied.");
  vi.unstubAllGlobals();
}

const CLIPBOARD = { share: undefined, clipboard: { writeText: copy } };
const refusal = (name: string) => new DOMException("no", name);

test("the device's own sheet gets the title and the whole address, and nothing is copied or said", async () => {
  await shared({ share, clipboard: { writeText: copy } });
  expect(share).toHaveBeenCalledWith({ title: "A track", url: `${location.origin}/r/abc` });
  expect(copy).not.toHaveBeenCalled();
  expect(snack.success).not.toHaveBeenCalled();
  expect(snack.error).not.toHaveBeenCalled();
});

test("without one the address is copied, which is said", async () => {
  await shared(CLIPBOARD);
  expect(copy).toHaveBeenCalledWith(`${location.origin}/r/abc`);
  expect(snack.success).toHaveBeenCalledWith("Copied.");
});

test("whoever closes the sheet again is told nothing", async () => {
  share.mockRejectedValue(refusal("AbortError"));
  await shared({ share });
  expect(share).toHaveBeenCalled();
  expect(snack.error).not.toHaveBeenCalled();
});

test("what cannot be shared or copied is said", async () => {
  share.mockRejectedValue(refusal("NotAllowedError"));
  await shared({ share });
  expect(snack.error).toHaveBeenCalledTimes(1);
  copy.mockRejectedValue(refusal("NotAllowedError"));
  await shared(CLIPBOARD);
  expect(snack.error).toHaveBeenCalledTimes(2);
  expect(snack.success).not.toHaveBeenCalled();
});
