/** Lengths of time (FORMAT-5). */
const two = (value: number): string => String(value).padStart(2, "0");

/** `01:05`, with hours from one hour on and days from one day on: `1:01:00`, `2 d 0:00:05`. A negative length is none. */
export function formatDuration(seconds: number): string {
  const all = Math.max(seconds, 0);
  const days = Math.floor(all / 86_400);
  const hours = Math.floor((all % 86_400) / 3_600);
  const clock = `${two(Math.floor((all % 3_600) / 60))}:${two(all % 60)}`;
  if (days > 0) return `${days} d ${hours}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}
