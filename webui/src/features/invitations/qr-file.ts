/** The picture of a link as a file, to print or to put into a video. */
import { save } from "@/api/download";
import { qrPath } from "@/components/kit/QrCode";

/** Its side in pixels: sharp on a poster. */
const SIDE = 1_024;

export async function saveQr(text: string, name: string): Promise<void> {
  const { path, size } = qrPath(text);
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.scale(SIDE / size, SIDE / size);
  pen.fillStyle = "#000";
  pen.fill(new Path2D(path));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (blob) save(blob, `${name}.png`);
}
