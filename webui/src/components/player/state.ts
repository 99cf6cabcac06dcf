/** What the player holds, in two slices that come with the pages that play: neither is part of the first load. */
import {
  createSelector,
  createSlice,
  isAnyOf,
  type PayloadAction,
  type UnknownAction,
} from "@reduxjs/toolkit";
import { generatedApi, type TrackView } from "@/api/generated";
import { sessionEnded } from "@/app/session";
import { addReducers, type RootState } from "@/app/store";

type PlayStatus = "pause" | "play" | "end";

interface PlayerState {
  track: TrackView | null;
  status: PlayStatus;
  /** The codes of the tracks that are known to be saved. */
  favourites: readonly string[];
}

/** The list that the current track was started from. */
export interface QueueState {
  tracks: readonly TrackView[];
  /** That list in the reader's words. */
  from: string;
  volume: number;
  /** Who plays: what is kept belongs to one account. Null for a visitor of the landing page (MUSIC-16). */
  owner: string | null;
}

export interface Selected {
  track: TrackView;
  tracks: readonly TrackView[];
  from: string;
  owner: string | null;
}

const SILENT: PlayerState = { track: null, status: "pause", favourites: [] };
const EMPTY: QueueState = { tracks: [], from: "", volume: 1, owner: null };

const { getMusicHome, searchMusic, listFavorites, listEarned, getTrack, toggleFavorite } =
  generatedApi.endpoints;

/** Every track that an answer of the music carries. */
function tracksIn(payload: unknown): TrackView[] {
  if (typeof payload !== "object" || payload === null) return [];
  if (Array.isArray(payload)) return payload.flatMap(tracksIn);
  if ("isrc" in payload && "favorited" in payload) return [payload as TrackView];
  return Object.values(payload).flatMap(tracksIn);
}

const withFavourite = (codes: readonly string[], code: string, saved: boolean): string[] => {
  const others = codes.filter((other) => other !== code);
  return saved ? [...others, code] : others;
};

const tracksCame = isAnyOf(
  getMusicHome.matchFulfilled,
  searchMusic.matchFulfilled,
  listFavorites.matchFulfilled,
  listEarned.matchFulfilled,
  getTrack.matchFulfilled,
);

/** A log-out leaves nothing behind; a session that merely ran out keeps the bar where it is (PLAYER-8). */
const leftForGood = (action: UnknownAction): boolean =>
  sessionEnded.match(action) && action.payload === "logout";

export const player = createSlice({
  name: "player",
  initialState: SILENT,
  reducers: {
    /** A chosen track waits at its beginning. */
    trackSelected: (state, { payload }: PayloadAction<Selected>) => ({
      ...state,
      track: payload.track,
      status: "pause" as const,
    }),
    /** The same track with a fresh address. */
    trackRenewed: (state, { payload }: PayloadAction<TrackView>) => ({ ...state, track: payload }),
    statusChanged: (state, { payload }: PayloadAction<PlayStatus>) => ({
      ...state,
      status: payload,
    }),
    /** Tracks came with an answer: whether they are saved is known. */
    tracksSeen: (state, { payload }: PayloadAction<readonly TrackView[]>) => ({
      ...state,
      favourites: payload.reduce<readonly string[]>(
        (codes, { isrc, favorited }) => withFavourite(codes, isrc, favorited),
        state.favourites,
      ),
    }),
    playerClosed: (state): PlayerState => ({ ...SILENT, favourites: state.favourites }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, (state, { payload }) => (payload === "logout" ? SILENT : state))
      .addMatcher(toggleFavorite.matchPending, (state, { meta }) => {
        const { isrc } = meta.arg.originalArgs;
        const saved = !state.favourites.includes(isrc);
        return { ...state, favourites: withFavourite(state.favourites, isrc, saved) };
      })
      .addMatcher(toggleFavorite.matchFulfilled, (state, { payload }) => ({
        ...state,
        favourites: withFavourite(state.favourites, payload.isrc, payload.favorited),
      }))
      .addMatcher(toggleFavorite.matchRejected, (state, { meta }) => ({
        ...state,
        favourites: withFavourite(state.favourites, meta.arg.originalArgs.isrc, false),
      }))
      .addMatcher(tracksCame, (state, { payload }) => ({
        ...state,
        favourites: tracksIn(payload).reduce<readonly string[]>(
          (codes, { isrc, favorited }) => withFavourite(codes, isrc, favorited),
          state.favourites,
        ),
      })),
});

export const queue = createSlice({
  name: "queue",
  initialState: EMPTY,
  reducers: {
    tracksReordered: (state, { payload }: PayloadAction<readonly TrackView[]>) => ({
      ...state,
      tracks: payload,
    }),
    volumeChanged: (state, { payload }: PayloadAction<number>) => ({ ...state, volume: payload }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(player.actions.trackSelected, (state, { payload: { tracks, from, owner } }) => ({
        ...state,
        tracks,
        from,
        owner,
      }))
      .addCase(player.actions.playerClosed, ({ volume }) => ({ ...EMPTY, volume }))
      .addMatcher(leftForGood, () => EMPTY),
});

addReducers({ player: player.reducer, queue: queue.reducer });

export const { trackSelected, trackRenewed, statusChanged, playerClosed, tracksSeen } =
  player.actions;
export const { tracksReordered, volumeChanged } = queue.actions;

/** Until the first action after they came the slices hold nothing yet. */
export const playerOf = (state: RootState): PlayerState => state.player ?? SILENT;
export const queueOf = (state: RootState): QueueState => state.queue ?? EMPTY;

export const canPlay = ({ audio_url, available }: TrackView): boolean =>
  audio_url !== null && available;

/** What the bar shows: a visitor hears on the landing page alone, which shows it itself. */
export const shownTrackOf = (state: RootState): TrackView | null =>
  queueOf(state).owner === null ? null : playerOf(state).track;

/** The tracks after and before the current one that can be heard. */
export const neighboursOf = createSelector(
  (state: RootState) => playerOf(state).track?.isrc,
  (state: RootState) => queueOf(state).tracks,
  (code, tracks) => {
    const at = tracks.findIndex(({ isrc }) => isrc === code);
    const after = tracks.slice(at + 1).filter(canPlay);
    const before = at < 0 ? [] : tracks.slice(0, at).filter(canPlay);
    return { next: after[0] ?? null, previous: before.at(-1) ?? null, after };
  },
);
