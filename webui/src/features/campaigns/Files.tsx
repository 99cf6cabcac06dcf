/** What there is to make the short with: it opens by itself once the wait is over. */
import { useEffect } from "react";
import {
  type CampaignFileNameView,
  type CampaignFileView,
  type CampaignView,
  useListCampaignFilesQuery,
} from "@/api/generated";
import { Card } from "@/components/kit/Card";
import { useCountdown } from "@/components/kit/countdown";
import { asApiError } from "@/components/kit/error-text";
import { IconClock, IconDownload, IconFileText } from "@/components/kit/icons";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";

const KILOBYTE = 1024;
/** The ring empties in the last minute. */
const MINUTE_S = 60;

export function Files({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const [left, start] = useCountdown(campaign.opens_in ?? 0);
  const wait = campaign.opens_in ?? 0;
  useEffect(() => start(wait), [start, wait]);
  if (left > 0) return <Waiting campaign={campaign} left={left} />;
  return (
    <Card title={t("files.title")}>
      <Opened id={campaign.id} />
    </Card>
  );
}

/** What will open, and when. */
function Waiting({ campaign, left }: { campaign: CampaignView; left: number }) {
  const { t } = useTranslation("campaigns");
  const { duration } = useFormat();
  const isLong = left > MINUTE_S;
  const part = Math.min(1, left / MINUTE_S);
  return (
    <Card>
      <div className={classes.wait}>
        <span className={classes.ring} style={{ "--left": `${part}turn` }} aria-hidden="true">
          {isLong ? <IconClock size={24} /> : <b className="num">{left}</b>}
        </span>
        <div>
          <h2 className={isLong ? "num" : undefined}>
            {isLong
              ? t("files.waitLong", { time: duration(left) })
              : t("files.wait", { count: left })}
          </h2>
          <p className={classes.quiet} aria-live="polite">
            {t("files.waitText", { channel: campaign.applications[0]?.name ?? "" })}
          </p>
        </div>
      </div>
      <ul className={classes.entries}>
        {campaign.files.map((file) => (
          <li key={file.name}>
            <span className={classes.row} data-shut>
              <Named file={file} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Opened({ id }: { id: string }) {
  const { data, error, refetch } = useListCampaignFilesQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <ErrorState error={asApiError(error)} onRetry={refetch} />;
  if (!data) return <RowSkeletons count={2} />;
  return (
    <ul className={classes.entries}>
      {data.items.map((file) => (
        <li key={file.url}>
          <File file={file} />
        </li>
      ))}
    </ul>
  );
}

function File({ file }: { file: CampaignFileView }) {
  const { t } = useTranslation("campaigns");
  return (
    <a className={classes.row} href={file.url} download={file.name}>
      <Named file={file} />
      <IconDownload size={20} aria-label={t("files.take", { name: file.name })} />
    </a>
  );
}

function Named({ file }: { file: CampaignFileNameView }) {
  const { t } = useTranslation("campaigns");
  const { count } = useFormat();
  return (
    <>
      <IconFileText size={24} aria-hidden="true" />
      <span className={classes.words}>
        <strong>{file.name}</strong>
        <small className="num">
          {t("files.size", { size: count(Math.max(1, Math.round(file.size / KILOBYTE))) })}
        </small>
      </span>
    </>
  );
}
