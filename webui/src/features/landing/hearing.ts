/** What comes once the landing page's track is pressed: the player's own engine, and its wave (decision 0243). */
import type { TrackDetailView } from "@/api/generated-base";
import type { AppStore } from "@/app/store";
import { engineOf } from "@/components/player/engine";

export { engineOf } from "@/components/player/engine";
export { Wave } from "@/components/player/Wave";

/** Plays it for somebody, or for a visitor, who has no bar and is not counted. */
export function hear(store: AppStore, track: TrackDetailView, owner: string | null): void {
  engineOf(store).select({ track, tracks: [track], from: track.name, owner });
}
