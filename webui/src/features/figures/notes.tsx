/** Where a short's figures come from, and what would raise them. */

import type { CycleView } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { IconBulb } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./videos.module.css";

/** The span the figures cover, when they were read, and how the estimate is made (DASH-4). */
export function Estimate({ cycle }: { cycle: CycleView }) {
  const { t } = useTranslation("figures");
  const { date, instant } = useFormat();
  const { data: site } = useSiteSettings();
  return (
    <section className={classes.part}>
      <h3>{t("sheet.estimate.title")}</h3>
      <p>
        {t(`sheet.estimate.${cycle.kind}`, {
          from: date(cycle.from),
          to: date(cycle.to),
          updated: instant(cycle.updated_at),
        })}
      </p>
      {cycle.kind === "daily" && site && (
        <p>
          {t("sheet.estimate.made", {
            count: site.reports.lag_days,
            day: site.reports.target_day,
          })}
        </p>
      )}
      {site && <p>{t(`sheet.estimate.rpm.${site.reports.rpm_base}`)}</p>}
    </section>
  );
}

const KNOWN = ["premium_share", "watch_time"] as const;

/** The server's hints, in words; it may know more of them than this page. */
export function Tips({ tips }: { tips: readonly string[] }) {
  const { t } = useTranslation("figures");
  const { data: site } = useSiteSettings();
  const said = KNOWN.filter((tip) => tips.includes(tip));
  if (said.length === 0 || !site) return null;
  return (
    <section className={classes.part}>
      <h3>{t("sheet.tips.title")}</h3>
      <ul className={classes.tips}>
        {said.map((tip) => (
          <li key={tip}>
            <IconBulb size={18} aria-hidden="true" />
            {t(`sheet.tips.${tip}`, {
              percent: site.copy.premium_percent,
              factor: site.copy.premium_rpm_factor,
              seconds: site.copy.premium_keep_seconds,
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
