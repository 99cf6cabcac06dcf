/** The reader's shorts in a campaign: the views that count, and what they bring. */
import type { CampaignEntryView, CampaignView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { VideoThumb } from "@/components/domain/VideoThumb";
import { Card } from "@/components/kit/Card";
import { StatusChip } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";

export function Entries({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  return (
    <Card
      title={t("entries.title")}
      aside={<span className={classes.quiet}>{t("entries.one")}</span>}
    >
      {campaign.entries.length === 0 ? (
        <p className={classes.quiet}>{t("entries.none")}</p>
      ) : (
        <ul className={classes.entries}>
          {campaign.entries.map((entry) => (
            <li key={entry.video_id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: CampaignEntryView }) {
  const { t } = useTranslation("campaigns");
  const { count, money } = useFormat();
  const { video_id, thumbnail, title, channel_name, views, bonus, posted, reversed, state } = entry;
  const paid = Number(posted) > 0;
  const isTakenBack = Number(reversed) > 0;
  const why = useWhy(entry);
  return (
    <div className={classes.row}>
      <VideoThumb id={video_id} platform={entry.platform} src={thumbnail} />
      <div className={classes.words}>
        <strong>{title}</strong>
        {state === "refused" ? (
          <small className={classes.why}>{why}</small>
        ) : (
          <small className="num">
            {t("entries.views", { channel: channel_name, views: count(views) })}
          </small>
        )}
        {paid && (
          <small className="num">{t("entries.paid", { amount: money(posted, "USD", 2) })}</small>
        )}
        {isTakenBack && (
          <small className="num">
            {t("entries.reversed", { amount: money(reversed, "USD", 2) })}
          </small>
        )}
        {bonus !== posted && <small>{t("entries.estimated")}</small>}
        {state === "checking" && (
          <span>
            <StatusChip tone="warn">{t("entries.checking")}</StatusChip>
          </span>
        )}
      </div>
      <div className={classes.sum}>
        {state === "refused" && !paid ? (
          <StatusChip tone="bad">{t("entries.refused")}</StatusChip>
        ) : (
          <Money amount={bonus} currency="USD" mine estimated={bonus !== posted} />
        )}
      </div>
    </div>
  );
}

/** Why an entry is out. */
function useWhy({ refused_code, refused_reason }: CampaignEntryView): string {
  const { t } = useTranslation("campaigns");
  if (refused_code === 60010) return t("entries.why60010");
  if (refused_code === 60012) return t("entries.why60012");
  return t("entries.whyOperator", { reason: refused_reason ?? "" });
}
