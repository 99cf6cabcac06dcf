/** What a channel on hold lacks, and when it is expected to have it (CHAN-24). */
import type { ChannelView } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { Meter } from "@/components/kit/Meter";
import { useFormat } from "@/format";
import { daysBetween } from "@/format/dates";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

interface Props {
  channel: ChannelView;
  site: SiteSettingsView;
}

export function OnHold({ channel, site }: Props) {
  const { t } = useTranslation("channels");
  const { count } = useFormat();
  const [fastest = 1, slowest = 2] = site.channels.review_days;
  const most = count(site.channels.hold_max_views);
  if (channel.review.has_enough_views) {
    return (
      <p className={classes.text}>{t("next.heldEnough", { needed: most, fastest, slowest })}</p>
    );
  }
  return (
    <>
      <WayToGo channel={channel} site={site} />
      <p className={classes.text}>{t("next.held", { views: most, fastest, slowest })}</p>
    </>
  );
}

/** How many views there are of those it takes, and where its readings tell a pace, for how many days more. */
function WayToGo({ channel, site }: Props) {
  const { t } = useTranslation("channels");
  const { count } = useFormat();
  const { hold_max_views: most } = site.channels;
  const views = { views: count(channel.total_views), needed: count(most) };
  const day = channel.review.enough_views_on;
  const days = day ? daysBetween(site.today, day) : 0;
  return (
    <>
      <p className={classes.text}>
        {days > 0 ? (
          <Marked text={t("next.heldPace", { count: days, ...views })} parts={{ b: <b /> }} />
        ) : (
          t("next.heldCount", views)
        )}
      </p>
      <Meter value={channel.total_views} max={most} label={t("next.heldCount", views)} />
    </>
  );
}
