/** The interface's own numbers (WEB-11). Numbers of the business come from `site/settings` (POLICY-6). */
export const SNACKBAR_MS = 3_000;
/** With something to press it stays until one has read and reached it. */
export const SNACKBAR_ACT_MS = 8_000;
export const SPINNER_DELAY_MS = 300;
/** How long the cover shows before a logged-in visitor is moved on from a log-in page (WEB-1). */
export const REDIRECT_MS = 600;
export const VERIFY_POLL_MS = 4_000;
export const EXCEL_POLL_MS = 2_000;
/** How often the first steps look whether something moved. */
export const FIRST_STEPS_POLL_MS = 15_000;
export const DEBOUNCE_MS = 100;
export const BUILD_CHECK_MS = 3_600_000;
export const CHUNK_RELOAD_MS = 10_000;
/** How long a rolling banner stands. */
export const BANNER_MS = 4_000;
export const NOTIFICATION_POLL_MS = 60_000;
export const PAGE_SIZE = 50;
/** Widths at which the screen class changes, in CSS pixels: below the first is a phone. */
export const LARGE_MOBILE_PX = 640;
export const LAPTOP_PX = 1_100;
/** The player (PLAYER-2): how long a chosen track waits before it plays. */
export const PLAY_DELAY_MS = 300;
/** A swipe down closes the player or its sheet: at least so far down, at most so far sideways. */
export const CLOSE_SWIPE_DOWN_PX = 50;
export const CLOSE_SWIPE_ASIDE_PX = 30;
/** A drag along the track plays on when it is let go so near to the bar. */
export const RELEASE_NEAR_PX = 50;
/** How far an arrow key goes. */
export const SEEK_STEP_MS = 5_000;
/** How long the end of a track counts before the next one. */
export const NEXT_TRACK_MS = 3_000;
/** After so long without sound the words say that the network is slow. */
export const SLOW_SOUND_MS = 6_000;
/** How long the mark of a copied code stays. */
export const COPIED_MS = 2_000;
