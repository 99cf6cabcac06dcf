/** The picture for authenticator apps can be read back. */
import { expect, test } from "vitest";
import { qrPath } from "@/components/kit/QrCode";

test("a reader finds the text in the picture, whose margin is empty", async () => {
  const { default: decode } = await import("qr/decode.js");
  const text =
    "otpauth://totp/Backbeat:mina%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Backbeat";
  const { path, size } = qrPath(text);
  const scale = 4;
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const dark = [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  for (const [x = 0, y = 0] of dark)
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++) {
        const at = ((y * scale + dy) * width + x * scale + dx) * 4;
        data.fill(0, at, at + 3);
      }

  expect(decode({ width, height: width, data })).toBe(text);
  expect(Math.min(...dark.flat())).toBe(4);
});
