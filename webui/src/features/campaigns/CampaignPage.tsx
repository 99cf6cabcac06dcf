/** One campaign: how far it is, its rules, the reader's channels, files and shorts in it. */
import type { CampaignView } from "@/api/generated";
import { Cover } from "@/components/domain/Cover";
import { Money } from "@/components/domain/Money";
import { Card } from "@/components/kit/Card";
import { IconCheck, IconX } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { ApplyBar } from "./ApplyBar";
import { CAMPAIGNS } from "./addresses";
import classes from "./campaigns.module.css";
import { Entries } from "./Entries";
import { EntryForm } from "./EntryForm";
import { Files } from "./Files";
import { Progress } from "./Progress";
import { useStanding } from "./standing";

const SUPPOSED_THOUSANDS = 100;
const MICROS = 1_000_000n;

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
    <Page title={campaign.title} heading={t("title")} back={CAMPAIGNS} width="narrow">
      <div className={classes.hero}>
        <span className={classes.cover}>
          <Cover track={{ isrc: track.isrc, thumbnail: null }} radius={14} />
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
      <Reached campaign={campaign} />
      {joined && campaign.files > 0 && <Files campaign={campaign} />}
      {(joined || entries.length > 0) && <Entries campaign={campaign} />}
      {canEnter && <EntryForm campaign={campaign} onEntered={onChange} />}
      <Rules campaign={campaign} />
      {state !== "closed" && <Would rate={campaign.rate} />}
      {state === "open" && <ApplyBar campaign={campaign} onApplied={onChange} />}
    </Page>
  );
}

function Reached({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const { compact, dayLong } = useFormat();
  const { line } = useStanding(campaign);
  const { views, goal, until, counted_until, state } = campaign;
  return (
    <Card>
      <div className={`num ${classes.reached}`}>
        <strong>{compact(views)}</strong>
        <span>{t("of", { goal: compact(goal) })}</span>
      </div>
      <Progress campaign={campaign} />
      <p className={`num ${classes.quiet}`}>
        {state === "closed" ? line : t("closes", { goal: compact(goal), day: dayLong(until) })}
        {state === "full" && <> {t("full")}</>}
        {counted_until && <> {t("counted", { day: dayLong(counted_until) })}</>}
      </p>
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

/** Whole micros, so that no amount is ever a float. */
function times(amount: string, factor: number): string {
  const [whole = "0", places = ""] = amount.split(".");
  const micros = (BigInt(whole) * MICROS + BigInt(places.padEnd(6, "0"))) * BigInt(factor);
  const rest = String(micros % MICROS).padStart(6, "0");
  return `${micros / MICROS}.${rest}`;
}

function Would({ rate }: { rate: string }) {
  const { t } = useTranslation("campaigns");
  return (
    <Card title={t("would.title")}>
      <div className={classes.line}>
        <span>{t("would.bonus")}</span>
        <Money amount={times(rate, SUPPOSED_THOUSANDS)} currency="USD" mine estimated />
      </div>
      <p className={classes.quiet}>{t("onTop")}</p>
    </Card>
  );
}
