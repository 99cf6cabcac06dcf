/** The list of tracks that goes on as one scrolls: fifty at a time, each behind the last one seen. */
import { useEffect, useMemo } from "react";
import {
  type CategoryAsked,
  type FavoriteView,
  generatedApi,
  type ListFavoritesApiResponse,
  type SearchMusicApiResponse,
  type TrackView,
} from "@/api/generated";
import { PAGE_SIZE } from "@/app/constants";
import { useAppDispatch } from "@/app/hooks";
import { tracksSeen } from "@/components/player/state";
import { SAVED } from "@/components/player/use-favourite";

export interface Narrow {
  search?: string;
  tags?: string;
  category?: CategoryAsked;
  shopping?: boolean;
  only_with?: string;
}

/** How long a list waits for the reader's return. */
const KEPT_S = 600;

const api = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listTracks: build.infiniteQuery<SearchMusicApiResponse, Narrow, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) =>
          last.items.length < last.size ? undefined : last.items.at(-1)?.isrc,
      },
      async queryFn({ queryArg, pageParam }, { dispatch }, _, ask) {
        const params = { ...queryArg, size: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) };
        const { data, error } = await ask({ url: "/v2/music/search", params });
        if (error) return { error };
        const page = data as SearchMusicApiResponse;
        dispatch(tracksSeen(page.items));
        return { data: page };
      },
      providesTags: ["Music"],
      keepUnusedDataFor: KEPT_S,
    }),
    listSaved: build.infiniteQuery<ListFavoritesApiResponse, void, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ page, size, total }) =>
          (page + 1) * size < total ? page + 1 : undefined,
      },
      async queryFn({ pageParam }, { dispatch }, _, ask) {
        const params = { ...SAVED, page: pageParam };
        const { data, error } = await ask({ url: "/music/favorite.list", params });
        if (error) return { error };
        const page = data as ListFavoritesApiResponse;
        dispatch(tracksSeen(page.items));
        return { data: page };
      },
      providesTags: ["Favorites"],
    }),
  }),
});

const NOTHING: readonly TrackView[][] = [];

/** The pages that have come; a list nobody waits for any more is taken back. */
export function useTracks(asked: Narrow) {
  const dispatch = useAppDispatch();
  const list = api.useListTracksInfiniteQuery(asked);
  const key = JSON.stringify(asked);
  useEffect(
    () => () => {
      dispatch(api.util.getRunningQueryThunk("listTracks", JSON.parse(key)))?.abort();
    },
    [dispatch, key],
  );
  const { currentData } = list;
  const tracks = useMemo(
    () => currentData?.pages.map(({ items }) => items) ?? NOTHING,
    [currentData],
  );
  return { ...list, tracks, total: currentData?.pages[0]?.total };
}

const NONE: readonly FavoriteView[] = [];

/** All saved tracks, the newest first: there are as many pages as the operator's limit makes. */
export function useSaved() {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    api.useListSavedInfiniteQuery();
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? NONE, [data]);
  return {
    items,
    total: data?.pages[0]?.total,
    error: data || isFetching ? undefined : error,
    refetch,
  };
}
