/** What is typed into a field, beside what has come of it in the address. */
import { useRef } from "react";

/** The texts that were sent to the address: it may show one of them after the next was sent already. */
export class Sent {
  private latest: string;
  private underway: string[] = [];

  constructor(shown: string) {
    this.latest = shown;
  }

  /** Whether the text is what the address shows, or soon will. */
  is(text: string): boolean {
    return text === this.latest;
  }

  send(text: string): void {
    this.latest = text;
    this.underway.push(text);
  }

  /** Whether the address shows what was not sent from here: by Back, by a filter taken away. */
  isNews(shown: string): boolean {
    const place = this.underway.indexOf(shown);
    this.underway = place < 0 ? [] : this.underway.slice(place + 1);
    if (place >= 0 || this.is(shown)) return false;
    this.latest = shown;
    return true;
  }
}

export function useSent(shown: string): Sent {
  const kept = useRef<Sent | null>(null);
  kept.current ??= new Sent(shown);
  return kept.current;
}
