/** The heart of a track. */
import { ActionIcon } from "@mantine/core";
import type { TrackView } from "@/api/generated";
import { IconHeart, IconHeartFilled } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./favourite.module.css";
import { useFavourite } from "./use-favourite";

export function FavouriteButton({
  track: { isrc, name },
}: {
  track: Pick<TrackView, "isrc" | "name">;
}) {
  const { t } = useTranslation("player");
  const { saved, flip } = useFavourite(isrc);

  return (
    <ActionIcon
      variant="transparent"
      className={classes.heart}
      data-plays=""
      size={44}
      aria-pressed={saved}
      aria-label={t("favourite", { name })}
      onClick={flip}
    >
      {saved ? <IconHeartFilled size={20} /> : <IconHeart size={20} />}
    </ActionIcon>
  );
}
