/** The cover of a track, drawn from its code: the same code is the same picture everywhere, without a request. */
import { sha256 } from "@noble/hashes/sha2.js";

type Palette = readonly [dark: string, deep: string, light: string, pale: string, accent: string];

const PALETTES: readonly Palette[] = [
  ["#23235f", "#5b5bf0", "#f2994a", "#ffe0b8", "#ff7a66"],
  ["#0b3c49", "#1d6f8a", "#9fd8ea", "#fbf3df", "#f2b872"],
  ["#6b250b", "#c8641b", "#ffd08a", "#fff3dc", "#2f1b12"],
  ["#3a1150", "#8b3a9c", "#f6b7d2", "#ffeef6", "#ffb347"],
  ["#0a3d2a", "#18804e", "#b8e986", "#f8ffe4", "#f2994a"],
  ["#3434c4", "#8a8aff", "#d6d6ff", "#ffffff", "#ffd166"],
  ["#0f1330", "#2b3a7a", "#8ea4ff", "#f9ebbd", "#ff8fa3"],
  ["#b32440", "#ff7a66", "#ffdcc8", "#fff6ee", "#3d0c1c"],
  ["#e3f3ea", "#b5dfc9", "#1b6e55", "#0e2f26", "#ff9f68"],
  ["#f7e9d2", "#ebcb9d", "#b5562b", "#4a1f12", "#2c6e7f"],
  ["#dfe8ff", "#b4c8ff", "#3a4fd8", "#141c52", "#ff7eb6"],
  ["#2a0a2f", "#a3216f", "#ff9bd0", "#ffe9f5", "#6ee7d8"],
  ["#083b3a", "#12807a", "#86e3ce", "#f4fff9", "#ffb25c"],
  ["#fde3e1", "#f7b9b4", "#c2414f", "#4d1220", "#2f4b7c"],
];

/** Chosen by eye; another one gives every track another cover. */
const SALT = "430/";

/** A number with so many decimals, a half going to the even neighbour. */
function fixed(value: number, decimals = 0): string {
  const halves = value * 2 ** (decimals + 1);
  const isHalf = Number.isInteger(halves) && halves % 2 !== 0;
  if (!isHalf) return value.toFixed(decimals);
  const down = Math.floor(value * 10 ** decimals);
  const even = down % 2 === 0 ? down : down + 1;
  return (even / 10 ** decimals).toFixed(decimals);
}

interface Brush {
  /** A byte of the code's hash. */
  byte: (place: number) => number;
  /** A number between two others, as a byte says. */
  between: (place: number, least: number, most: number) => number;
  palette: Palette;
}

const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

const pick = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};

const circle = (x: number | string, y: number | string, r: number | string, rest: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${rest}/>`;

const filled = (colour: string): string => `fill="${colour}"`;

function sunset({ between, palette: [dark, deep, light, , accent] }: Brush): string {
  const sun = circle(
    fixed(between(3, 30, 70)),
    fixed(between(4, 40, 52)),
    fixed(between(5, 20, 27)),
    filled(light),
  );
  const layers = times(3, (k) => {
    const y = 58 + k * 13;
    const swell = between(6 + k, 4, 9);
    const [up, down] = [fixed(y - swell), fixed(y + swell)];
    const path = `M0 ${y}C20 ${up} 35 ${down} 55 ${y}S85 ${up} 100 ${y + 2}V100H0Z`;
    return `<path d="${path}" fill="${pick([deep, accent, dark], k)}" opacity="${pick([0.85, 0.8, 1], k)}"/>`;
  });
  return sun + layers;
}

function rings({ byte, palette: [dark, deep, light, pale, accent] }: Brush): string {
  const corners = [
    [0, 100],
    [100, 100],
    [100, 0],
    [50, 100],
  ] as const;
  const [x, y] = pick(corners, byte(3));
  const colours = [deep, light, dark, accent, pale];
  return times(5, (k) => circle(x, y, pick([92, 74, 56, 38, 20], k), filled(pick(colours, k))));
}

const TILE = 33.34;

function tile(x: number, y: number, shape: number): string {
  const [left, top] = [fixed(x, 1), fixed(y, 1)];
  const [right, bottom] = [fixed(x + TILE, 1), fixed(y + TILE, 1)];
  const half = fixed(TILE / 2, 1);
  switch (shape) {
    case 0:
      return `M${left} ${top}h${TILE}a${TILE} ${TILE} 0 0 1-${TILE} ${TILE}z`;
    case 1:
      return `M${right} ${bottom}h-${TILE}a${TILE} ${TILE} 0 0 1 ${TILE}-${TILE}z`;
    case 3:
      return `M${left} ${bottom}a${half} ${half} 0 0 1 ${TILE} 0z`;
    case 4:
      return `M${right} ${top}v${TILE}h-${TILE}a${TILE} ${TILE} 0 0 1 ${TILE}-${TILE}z`;
    default:
      return `M${left} ${top}l${TILE} ${TILE}h-${TILE}z`;
  }
}

function tiles({ byte, palette: [dark, deep, light, pale, accent] }: Brush): string {
  return times(9, (i) => {
    const [x, y] = [(i % 3) * TILE, Math.floor(i / 3) * TILE];
    const shape = byte(3 + i) % 6;
    const colour = pick([light, pale, accent, light, deep, pale], byte(13 + i));
    const ground = pick([dark, deep, dark], byte(22 + (i % 8)));
    const square = `<rect x="${fixed(x, 1)}" y="${fixed(y, 1)}" width="33.6" height="33.6" fill="${ground}"/>`;
    const middle = [fixed(x + TILE / 2, 1), fixed(y + TILE / 2, 1)] as const;
    const drawn =
      shape === 2
        ? circle(...middle, 11, filled(colour))
        : `<path d="${tile(x, y, shape)}" fill="${colour}"/>`;
    return square + drawn;
  });
}

function beats({ byte, between, palette: [, , light, pale, accent] }: Brush): string {
  const off = byte(3) % 7;
  return times(7, (k) => {
    const height = between(4 + k, 18, 62);
    const top = 50 - height / 2 - (k === off ? 10 : 0);
    const colour = k === off ? accent : k % 2 ? pale : light;
    return `<rect x="${10 + k * 12}" y="${fixed(top)}" width="7" height="${fixed(height)}" rx="3.5" fill="${colour}"/>`;
  });
}

function retro({ byte, between, palette: [dark, deep, light, pale, accent] }: Brush): string {
  const sun = circle(50, 48, 32, filled(byte(3) % 2 ? accent : light));
  const bars = times(
    5,
    (k) =>
      `<rect x="0" y="${50 + k * 7}" width="100" height="${fixed(1.6 + k * 0.9, 1)}" fill="${deep}"/>`,
  );
  const stars =
    circle(fixed(between(4, 12, 30)), fixed(between(5, 12, 22)), 2, filled(pale)) +
    circle(fixed(between(6, 70, 90)), fixed(between(7, 10, 28)), 1.4, filled(pale));
  return `${sun}${bars}<path d="M0 86h100v14H0z" fill="${dark}"/>${stars}`;
}

function petals({ byte, between, palette: [, , light, pale, accent] }: Brush): string {
  const count = 6 + (byte(3) % 4);
  const turned = between(4, 0, 40);
  const colours = count % 2 ? [light, pale, light] : [light, pale];
  const leaves = times(
    count,
    (k) =>
      `<ellipse cx="50" cy="26" rx="${fixed(between(5, 9, 14))}" ry="25" fill="${pick(colours, k)}" opacity=".88" transform="rotate(${fixed(turned + (360 / count) * k)} 50 50)"/>`,
  );
  return leaves + circle(50, 50, 11, filled(accent));
}

function hills({ between, palette: [dark, , light, pale, accent] }: Brush): string {
  const moon = circle(
    fixed(between(3, 20, 80)),
    fixed(between(4, 20, 34)),
    fixed(between(5, 8, 13)),
    filled(pale),
  );
  const ridges = times(3, (k) => {
    const y = 56 + k * 14;
    const peak = between(6 + k, 20, 80);
    const path = `M0 ${y + 8}L${fixed(peak)} ${y - 18 + k * 5}L${fixed(Math.min(100, peak + 22))} ${y - 2}L100 ${y - 10 + k * 6}V100H0Z`;
    return `<path d="${path}" fill="${pick([light, accent, dark], k)}" opacity="${pick([0.75, 0.9, 1], k)}"/>`;
  });
  return moon + ridges;
}

function waves({ byte, between, palette: [, , light, pale, accent] }: Brush): string {
  const colours = [light, pale, light, accent, light, pale, light];
  return times(7, (k) => {
    const y = 16 + k * 11.5;
    const at = fixed(y);
    const path = `M-5 ${at}Q12 ${fixed(y - between(3, 6, 13))} 30 ${at}T65 ${at}T100 ${at}T135 ${at}`;
    return `<path d="${path}" fill="none" stroke="${pick(colours, k + byte(4))}" stroke-width="${fixed(2.2 + k * 0.55, 1)}" stroke-linecap="round"/>`;
  });
}

function bubbles({ between, palette: [, , light, pale, accent] }: Brush): string {
  return times(5, (k) =>
    circle(
      fixed(between(3 + k, 14, 86)),
      fixed(between(9 + k, 14, 86)),
      fixed(between(15 + k, 14, 30)),
      `fill="${pick([light, accent, pale, light, accent], k)}" opacity="${pick([0.9, 0.75, 0.55, 0.6, 0.9], k)}"`,
    ),
  );
}

function rain({ byte, between, palette: [, , light, pale, accent] }: Brush): string {
  const drops = times(14, (k) => {
    const [x, y] = [byte(3 + k) % 110, (byte(9 + k) % 70) - 6];
    const length = between(5 + k, 8, 20);
    return `<path d="M${x} ${y}l-${fixed(length * 0.45)} ${fixed(length)}" stroke="${pick([light, pale], k)}" stroke-width="2.4" stroke-linecap="round" opacity=".8"/>`;
  });
  const umbrella = `<path d="M22 78a28 28 0 0 1 56 0z" fill="${accent}"/><path d="M50 50v42a6 6 0 0 0 12 0" fill="none" stroke="${pale}" stroke-width="3" stroke-linecap="round"/>`;
  return drops + umbrella;
}

const lit = (x: number, y: number, colour: string): string =>
  `<rect x="${x}" y="${y}" width="4" height="5" rx="1" fill="${colour}"/>`;

function city({ byte, between, palette: [dark, deep, light, pale, accent] }: Brush): string {
  let drawn = circle(fixed(between(20, 20, 80)), 22, 11, filled(pale));
  for (let x = 0, k = 0; x < 100; k += 1) {
    const width = 12 + (byte(4 + k) % 14);
    const top = 28 + (byte(12 + k) % 38);
    drawn += `<rect x="${x}" y="${top}" width="${width}" height="${100 - top}" fill="${pick([dark, deep], k)}" opacity=".95"/>`;
    for (let floor = 0; floor < 3; floor += 1) {
      const y = top + 6 + floor * 11;
      const dial = byte(k) + floor;
      drawn += lit(x + 3, y, dial % 3 === 0 ? accent : light);
      if (width > 16) drawn += lit(x + width - 7, y, dial % 2 ? light : accent);
    }
    x += width;
  }
  return drawn;
}

function ribbon({ between, palette: [, , light, pale, accent] }: Brush): string {
  return times(3, (k) => {
    const y = 26 + k * 20;
    const path = `M-10 ${fixed(y + between(3 + k, -8, 18))}C25 ${y - 26} 45 ${y + 44} 110 ${fixed(y + between(6 + k, -14, 10))}`;
    return `<path d="${path}" fill="none" stroke="${pick([light, accent, pale], k)}" stroke-width="${13 - k * 3}" stroke-linecap="round"/>`;
  });
}

const DRAWINGS: readonly ((brush: Brush) => string)[] = [
  sunset,
  rings,
  tiles,
  beats,
  retro,
  petals,
  hills,
  waves,
  bubbles,
  rain,
  city,
  ribbon,
];

/** What stands inside an SVG of 100 by 100. */
export function coverShapes(code: string): string {
  const hash = sha256(new TextEncoder().encode(SALT + code));
  const byte = (place: number) => hash[place % hash.length] ?? 0;
  const between = (place: number, least: number, most: number) =>
    least + ((most - least) * byte(place)) / 255;
  const draw = pick(DRAWINGS, byte(0));
  const palette = pick(PALETTES, byte(1));
  const [dark, deep, light] = palette;
  const gradient = `<defs><linearGradient id="g" x1="0" y1="0" x2="${fixed(between(2, 0, 0.6), 2)}" y2="1"><stop stop-color="${dark}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>`;
  const ground = draw === city ? light : "url(#g)";
  return `${gradient}<rect width="100" height="100" fill="${ground}"/>${draw({ byte, between, palette })}`;
}

const drawn = new Map<string, string>();

/** The cover as the address of a picture; drawn once for each code. */
export function coverAddress(code: string): string {
  const known = drawn.get(code);
  if (known) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="512" height="512">${coverShapes(code)}</svg>`;
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  drawn.set(code, address);
  return address;
}
