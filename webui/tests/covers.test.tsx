/** Covers: the rules by which they are drawn are those of the values in covers.json, made before by the drawing's own author. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Cover } from "@/components/domain/Cover";
import { coverAddress, coverShapes } from "@/components/domain/cover-art";
import made from "./covers.json";

const hashOf = (text: string) => bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 16);

test.each(Object.entries(made.whole))("%s is drawn as it was", (code, shapes) => {
  expect(coverShapes(code)).toBe(shapes);
});

test("every drawing in every palette is drawn as it was", () => {
  const codes = Object.keys(made.digests);
  const drawn = Object.fromEntries(codes.map((code) => [code, hashOf(coverShapes(code))]));
  expect(codes.length).toBe(12 * 14);
  expect(drawn).toEqual(made.digests);
});

test("the same code is the same string, drawn once", () => {
  expect(Object.is(coverAddress("QZBB12500001"), coverAddress("QZBB12500001"))).toBe(true);
  expect(coverAddress("QZBB12500001")).not.toBe(coverAddress("QZBB12500002"));
});

test("the library's own picture replaces it, and what does not load is drawn", () => {
  const track = { isrc: "QZBB12500001", thumbnail: "/api/covers/1.jpg" };
  const { container } = render(<Cover track={track} size={40} />);
  const picture = container.querySelector("img") as HTMLImageElement;
  expect(picture.getAttribute("src")).toBe("/api/covers/1.jpg");

  fireEvent.error(picture);

  expect(picture.getAttribute("src")).toBe(coverAddress("QZBB12500001"));
});
