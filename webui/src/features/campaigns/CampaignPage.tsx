/** One campaign: how far it is, its rules, the reader's channels, files and shorts in it. */
import { ActionIcon } from "@mantine/core";
import type { CampaignView } from "@/api/generated";
import { useShareLink } from "@/components/domain/share-link";
import { Card } from "@/components/kit/Card";
import { Columns } from "@/components/kit/Columns";
import { IconCheck, IconShare2, IconX } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { ApplyBar } from "./ApplyBar";
import { CAMPAIGNS, campaignAt } from "./addresses";
import classes from "./campaigns.module.css";
import { Entries } from "./Entries";
import { EntryForm } from "./EntryForm";
import { Files } from "./Files";
import { Progress } from "./Progress";
import { useStanding } from "./standing";
import { TrackCover } from "./TrackCover";
import { Would } from "./Would";

interface Props {
  campaign: CampaignView;
  onChange: () => void;
}

export function CampaignPage({ campaign, onChange }: Props) {
  const { t } = useTranslation("campaigns");
  const { money } = useFormat();
  const { applications, entries, state, track } = campaign;
  const joined = applications.length > 0;
  const entered = new Set(
    entries.filter(({ state }) => state !== "refused").map(({ channel }) => channel),
  );
  const canEnter = state !== "closed" && applications.some(({ channel }) => !entered.has(channel));
  return (
    <Page
      title={campaign.title}
      heading={t("title")}
      back={CAMPAIGNS}
      actions={<Share campaign={campaign} />}
    >
      <div className={classes.hero}>
        <span className={classes.cover}>
          <TrackCover isrc={track.isrc} from={campaign.title} />
        </span>
        <div className={classes.about}>
          <small>{[track.artist, track.name].filter(Boolean).join(", ")}</small>
          <h2>{campaign.title}</h2>
          <span className={`num ${classes.rate}`}>
            {t("rate", { amount: money(campaign.rate, "USD", 2) })}
          </span>
        </div>
      </div>
      {campaign.text && <p className={classes.text}>{campaign.text}</p>}
      <Columns
        first={
          <>
            <Reached campaign={campaign} />
            {joined && campaign.files.length > 0 && <Files campaign={campaign} />}
            {(joined || entries.length > 0) && <Entries campaign={campaign} />}
          </>
        }
        second={
          <>
            <Rules campaign={campaign} />
            {state !== "closed" && <Would rate={campaign.rate} />}
          </>
        }
      />
      {state !== "closed" && (
        <div className={classes.acts}>
          {canEnter && <EntryForm campaign={campaign} onEntered={onChange} />}
          {state === "open" && <ApplyBar campaign={campaign} onApplied={onChange} />}
        </div>
      )}
    </Page>
  );
}

function Share({ campaign: { id, title } }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const share = useShareLink();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t("share")}
      onClick={() => void share(title, campaignAt(id), t("shared"))}
    >
      <IconShare2 size={20} aria-hidden="true" />
    </ActionIcon>
  );
}

function Reached({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const { compact, dayLong } = useFormat();
  const { line } = useStanding(campaign);
  const { views, goal, until, counted_until, expected_on, state } = campaign;
  const isClosed = state === "closed";
  return (
    <Card>
      <div className={`num ${classes.reached}`}>
        <strong>{compact(views)}</strong>
        <span>{t("of", { goal: compact(goal) })}</span>
      </div>
      <Progress campaign={campaign} />
      <div className={`num ${classes.quiet}`}>
        <p>{isClosed ? line : t("closes", { goal: compact(goal), day: dayLong(until) })}</p>
        {!isClosed && expected_on && <p>{t("speed", { day: dayLong(expected_on) })}</p>}
        {state === "full" && <p>{t("full")}</p>}
        {counted_until && <p>{t("counted", { day: dayLong(counted_until) })}</p>}
      </div>
    </Card>
  );
}

function Rules({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const seconds = campaign.min_seconds;
  const allowed = [
    seconds > 0 ? t("rules.shortOf", { seconds }) : t("rules.short"),
    t("rules.song", { track: campaign.track.name }),
    t("rules.channel"),
  ];
  return (
    <Card title={t("rules.title")}>
      <ul className={classes.rules}>
        {allowed.map((rule) => (
          <li key={rule}>
            <IconCheck size={20} aria-hidden="true" className={classes.yes} />
            {rule}
          </li>
        ))}
        {[t("rules.music"), t("rules.old")].map((rule) => (
          <li key={rule}>
            <IconX size={20} aria-hidden="true" className={classes.no} />
            {rule}
          </li>
        ))}
      </ul>
    </Card>
  );
}
