/** A search that is typed faster than the address follows. */
import { describe, expect, test } from "vitest";
import { Sent } from "@/features/music/typed";

describe("what is typed into the search", () => {
  test("stays while the address shows what was sent before it", () => {
    const sent = new Sent("");
    sent.send("mor");
    sent.send("morn");

    expect(sent.isNews("mor")).toBe(false);
    expect(sent.is("morn")).toBe(true);
    expect(sent.isNews("morn")).toBe(false);
    expect(sent.is("morn")).toBe(true);
  });

  test("stays where the address left one out", () => {
    const sent = new Sent("");
    sent.send("mor");
    sent.send("morn");

    expect(sent.isNews("morn")).toBe(false);
    // Once passed over it is nobody's: Back leads there.
    expect(sent.isNews("mor")).toBe(true);
  });

  test("gives way to what the address shows without it", () => {
    const sent = new Sent("rain");
    expect(sent.isNews("rain")).toBe(false);
    sent.send("rainy");
    sent.send("rainy day");

    expect(sent.isNews("")).toBe(true);
    expect(sent.is("")).toBe(true);
    // What was underway is so no more.
    expect(sent.isNews("rainy day")).toBe(true);
  });
});
