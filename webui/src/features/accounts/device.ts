/** A browser and system in a few words, out of what it called itself. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const first = (names: typeof BROWSERS, agent: string): string | undefined =>
  names.find(([form]) => form.test(agent))?.[1];

/** `Chrome · Windows`; null where neither is recognised. */
export function deviceName(userAgent: string): string | null {
  const known = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(Boolean);
  return known.length > 0 ? known.join(" · ") : null;
}
