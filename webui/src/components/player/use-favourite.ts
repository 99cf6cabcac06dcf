/** Saving a track: the heart flips at once, and what the server says counts in the end (MUSIC-10, MUSIC-11). */
import { useNavigate } from "react-router";
import { CODES } from "@/api/errors";
import { generatedApi, useToggleFavoriteMutation } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { paths } from "@/app/paths";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import { playerOf } from "./state";

/** As large a page as there is. */
export const SAVED = { size: 200 } as const;

/** Whether a track is saved, as far as anybody knows by now. */
export const useIsFavourite = (code: string): boolean =>
  useAppSelector((state) => playerOf(state).favourites.includes(code));

/** Without a code nothing happens. A failure drops the track here and reads the list again: that is the truth. */
export function useFavourite(isrc: string | undefined) {
  const { t } = useTranslation("player");
  const saved = useIsFavourite(isrc ?? "");
  const [toggle, { isLoading }] = useToggleFavoriteMutation({ fixedCacheKey: `heart-${isrc}` });
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const errorText = useErrorText();

  async function flip() {
    if (!isrc || isLoading) return;
    const { error } = await toggle({ isrc });
    if (!error) return;
    const refused = asApiError(error);
    const isFull = refused?.kind === "refused" && refused.code === CODES.FAVOURITES_FULL;
    snack.error(
      errorText(refused),
      isFull ? { label: t("makeRoom"), run: () => void navigate(paths.favourites()) } : undefined,
    );
    const { listFavorites } = generatedApi.endpoints;
    void dispatch(listFavorites.initiate(SAVED, { forceRefetch: true, subscribe: false }));
  }

  return { saved, flip };
}
