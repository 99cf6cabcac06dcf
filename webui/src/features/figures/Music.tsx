/** The tracks that a short uses: estimated until the claims of its months have come. */

import { Link } from "react-router";
import type { VideoDetailsView } from "@/api/generated";
import { paths } from "@/app/paths";
import { CopyButton } from "@/components/kit/CopyButton";
import { useTranslation } from "@/i18n/react";
import classes from "./videos.module.css";

export function Music({ music }: Pick<VideoDetailsView, "music">) {
  const { t } = useTranslation("figures");
  return (
    <section className={classes.part}>
      <h3>{t("sheet.music.title")}</h3>
      {music.length === 0 && <p>{t("sheet.music.none")}</p>}
      {music.map(({ isrc, name, estimated }) => (
        <div key={isrc} className={classes.track}>
          <span>
            <Link to={paths.track(isrc)} state={{ opened: true }}>
              {name}
            </Link>
            <span className="num">{isrc}</span>
            {estimated && <span>{t("sheet.music.estimated")}</span>}
          </span>
          <CopyButton value={isrc} label={t("sheet.music.copy", { name })} />
        </div>
      ))}
    </section>
  );
}
