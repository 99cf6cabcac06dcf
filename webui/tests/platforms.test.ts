/** Which platform a key is of: what a screen shows where it has nothing but the key. */
import { expect, test } from "vitest";
import { PLATFORMS, platformOf } from "@/platforms";

test.each([
  ["abcdefghijA", "youtube"],
  ["UCabcdefghijklmnopqrstuQ", "youtube"],
  ["tiktok:7212345678901234567", "tiktok"],
  ["own:episode.1", "own"],
])("the key %s is of %s", (key, name) => {
  expect(platformOf(key)).toBe(name);
});

test("a platform's own key leads back to it", () => {
  for (const { name, mark } of Object.values(PLATFORMS)) {
    expect(platformOf(`${mark}1`)).toBe(name);
  }
});
