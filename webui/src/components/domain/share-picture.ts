/** The picture of a payment: words and the mark's beats on the colour of money, in light and dark alike. */
import { BEATS } from "./beats";

export const SIDE = 1080;

const GROUND = "#fdf0e2";
const INK = "#14151b";
const QUIET = "#4f5260";
const MONEY = "#a8500b";
const BEAT = "#f2994a";
const MARGIN = 96;
const WIDEST = SIDE - 2 * MARGIN;

export interface PictureWords {
  title: string;
  day: string;
  /** Empty where it is not to be seen. */
  sum: string;
  person: string;
}

/** Comes true once the letters of the words are there; a font that cannot be fetched is done without. */
export async function lettersOf(words: PictureWords): Promise<void> {
  const text = Object.values(words).join("");
  const fonts = [500, 700].map((weight) => document.fonts.load(font(weight, 48), text));
  await Promise.allSettled(fonts);
}

const font = (weight: number, size: number): string =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;

export function draw(pen: CanvasRenderingContext2D, words: PictureWords): void {
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, SIDE, SIDE);
  beats(pen);
  const { title, day, sum, person } = words;
  line(pen, person, { y: 150, size: 44, weight: 500, colour: QUIET });
  line(pen, title, { y: sum ? 280 : 380, size: sum ? 84 : 150, weight: 700, colour: INK });
  line(pen, sum, { y: 440, size: 150, weight: 700, colour: MONEY });
  line(pen, day, { y: 530, size: 56, weight: 500, colour: QUIET });
}

interface Style {
  y: number;
  size: number;
  weight: number;
  colour: string;
}

/** One line from the left margin, set smaller where it would not fit. */
function line(pen: CanvasRenderingContext2D, text: string, { y, size, weight, colour }: Style) {
  if (!text) return;
  pen.fillStyle = colour;
  pen.font = font(weight, size);
  const width = pen.measureText(text).width;
  if (width > WIDEST) pen.font = font(weight, Math.floor((size * WIDEST) / width));
  pen.fillText(text, MARGIN, y);
}

function beats(pen: CanvasRenderingContext2D): void {
  const step = WIDEST / BEATS.length;
  const width = step * 0.62;
  BEATS.forEach((beat, index) => {
    const height = beat * 8;
    pen.globalAlpha = 0.25 + index * 0.035;
    pen.fillStyle = BEAT;
    pen.beginPath();
    pen.roundRect(MARGIN + index * step, SIDE - MARGIN - height, width, height, width / 2);
    pen.fill();
  });
  pen.globalAlpha = 1;
}
