/**
 * A whole palette out of one primary colour, readable in light and dark.
 *
 * A partner site gives one colour (`color_primary`); text in it, text on it and its soft grounds
 * follow from it with at least 4.5:1 (WCAG AA). The fill in light mode stays the colour as given; a
 * dimmed colour (`color_primary_dim`) is what it turns to when it is pointed at. The server computes the
 * same (SITE-8); both run the cases of `tests/golden/palettes.json`.
 */
export interface SchemeColors {
  primary: string;
  primaryHover: string;
  /** The primary where it is read as text. */
  primaryInk: string;
  /** A quiet ground for what is chosen. */
  primarySoft: string;
  /** Text on a fill of the primary. */
  onPrimary: string;
}

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const NIGHT: Rgb = [14, 15, 19];
const BLACK: Rgb = [0, 0, 0];
const LIGHT_GROUND: Rgb = [246, 246, 249];
const DARK_SURFACE: Rgb = [28, 30, 38];
const ENOUGH = 4.5;
/** A little more, since channels are rounded to whole numbers afterwards. */
const SOUGHT = 4.6;
const NEARLY_BLACK = 0.02;
const STEPS = 25;

export const DEFAULT_PRIMARY = "#5b5bf0";

/** The colour's channels, or null where the text is no `#rrggbb`. */
export function parseHex(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return null;
  const [, r = "0", g = "0", b = "0"] = match;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

function toHex(color: Rgb): string {
  return `#${color.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("")}`;
}

function mix(color: Rgb, into: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => color[i] + (into[i] - color[i]) * share;
  return [at(0), at(1), at(2)];
}

function luminance(color: Rgb): number {
  const linear = color.map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  const [r = 0, g = 0, b = 0] = linear;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Moves a colour towards black or white until it can be read on every given ground. */
function readableOn(color: Rgb, grounds: readonly Rgb[], towards: Rgb): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(color, towards, step / STEPS);
    if (grounds.every((ground) => contrast(candidate, ground) >= SOUGHT)) return candidate;
  }
  return towards;
}

/** White where it can be read, else near-black; in the narrow band between, black. */
function inkOn(fill: Rgb): Rgb {
  return [WHITE, NIGHT].find((ink) => contrast(ink, fill) >= ENOUGH) ?? BLACK;
}

/** The colour a little further from the text on it, so that this stays readable. */
function dimmed(color: Rgb): Rgb {
  const isDark = inkOn(color) === WHITE && luminance(color) >= NEARLY_BLACK;
  return mix(color, isDark ? NIGHT : WHITE, 0.12);
}

/** The palettes of both schemes. A text that is no colour gives those of the default primary. */
export function paletteOf(hex: string, dim = ""): { light: SchemeColors; dark: SchemeColors } {
  const given = parseHex(hex) ?? (parseHex(DEFAULT_PRIMARY) as Rgb);
  const soft = mix(given, WHITE, 0.9);
  const lifted = readableOn(mix(given, WHITE, 0.28), [DARK_SURFACE], WHITE);
  const night = mix(given, DARK_SURFACE, 0.74);
  return {
    light: {
      primary: toHex(given),
      primaryHover: toHex(parseHex(dim) ?? dimmed(given)),
      primaryInk: toHex(readableOn(mix(given, NIGHT, 0.12), [WHITE, LIGHT_GROUND, soft], NIGHT)),
      primarySoft: toHex(soft),
      onPrimary: toHex(inkOn(given)),
    },
    dark: {
      primary: toHex(lifted),
      primaryHover: toHex(mix(lifted, WHITE, 0.14)),
      primaryInk: toHex(readableOn(mix(lifted, WHITE, 0.22), [DARK_SURFACE, night], WHITE)),
      primarySoft: toHex(night),
      onPrimary: toHex(inkOn(lifted)),
    },
  };
}
