/** A text as a picture for a phone's camera: always dark on light, which is what cameras read. */
import encode from "qr";
import { useMemo } from "react";
import classes from "./QrCode.module.css";

interface Props {
  text: string;
  /** What the picture is, for those who do not see it. */
  label: string;
}

/** Around the picture stays a margin of four modules, as the standard asks. */
const MARGIN = 4;

/** The dark modules as one path; `size` is the side of the whole picture in modules. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encode(text, "raw", { ecc: "medium", border: MARGIN });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(""), size: rows.length };
}

export function QrCode({ text, label }: Props) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
