/** The product as it looks on a phone, before a wall of drawn shorts. What it shows is marked as an example. */
import { useRef } from "react";
import type { LandingMusicView, SiteSettingsView } from "@/api/generated-base";
import { Mark } from "@/components/domain/Logo";
import { Money } from "@/components/domain/Money";
import { PayLine } from "@/components/domain/PayLine";
import { monthOf, monthsBefore, payDates, stopsOf } from "@/components/domain/payout";
import { useSiteMetadata } from "@/components/domain/site-metadata";
import { late } from "@/components/kit/late";
import { StatusChip } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { DrawnShort } from "./drawings";
import { payoutExample } from "./example";
import classes from "./Showcase.module.css";
import type { Heard } from "./TrackCard";

/** Comes where there is a track to hear. */
const HearIt = late(async () => (await import("./HearIt")).HearIt);

/** Sample figures of a month. */
const SAMPLE = { views: 176_100, premium: 16_900, earned: "179.22" };
const BARS = [7, 9, 8, 12, 10, 15, 13, 18, 21, 17, 15, 19, 24, 21, 17, 14];
const COLUMNS = [0, 2, 1, 4];
const IN_A_COLUMN = 3;
/** A month whose money has come long since. */
const MONTHS_AGO = 3;

interface Props {
  settings: SiteSettingsView | undefined;
  music: LandingMusicView | undefined;
}

export function Showcase({ settings, music }: Props) {
  const heard = useShown(music);
  return (
    <div className={classes.showcase}>
      <Wall />
      <div className={classes.phone}>{settings && <Screen settings={settings} />}</div>
      {heard && <HearIt music={heard} />}
    </div>
  );
}

/** The music, once there is a track to hear: one that is taken back meanwhile stays, and says that it is gone. */
function useShown(music: LandingMusicView | undefined): Heard | null {
  const shown = useRef<Heard | null>(null);
  if (music?.track) shown.current = { ...music, track: music.track };
  return shown.current;
}

function Wall() {
  return (
    <div className={classes.wall} aria-hidden="true">
      {COLUMNS.map((begin) => (
        <div key={begin}>
          {Array.from({ length: IN_A_COLUMN }, (_, row) => begin + row * 2 + 1).map((number) => (
            <span key={number}>
              <DrawnShort number={number} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

function Screen({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("landing");
  const { money, monthName, dayLong } = useFormat();
  const name = useSiteMetadata()?.name ?? settings.name;
  const dates = payDates(monthsBefore(monthOf(settings.today), MONTHS_AGO), settings);
  const example = payoutExample(settings.withdrawal.paypal_fee_rate);
  const stops = stopsOf(dates, dates.due_on).map((stop) => ({
    ...stop,
    name: stop.name === "ask" ? ("asked" as const) : stop.name,
    place: "past" as const,
  }));
  const alt = t("sample.alt", {
    amount: money(example.net, "USD"),
    month: monthName(dates.month),
  });
  return (
    <figure className={classes.screen} aria-label={alt}>
      <div className={classes.bar}>
        <span>
          <Mark size={18} /> {name}
        </span>
        <i>mi</i>
      </div>
      <div className={classes.greeting}>
        <b>{t("sample.hello")}</b>
        <span>{t("sample.example")}</span>
      </div>
      <div className={classes.paid}>
        <div className={classes.sum}>
          <span>{t("sample.paid", { day: dayLong(dates.due_on) })}</span>
          <StatusChip tone="ok">{t("sample.chip")}</StatusChip>
          <Money amount={example.net} currency="USD" size="hero" mine />
          <Bars />
        </div>
        <p>{t("sample.month", { fee: money(example.fee, "USD") })}</p>
        <PayLine stops={stops} />
      </div>
      <div className={classes.figures}>
        <Figures />
        <Bars />
      </div>
    </figure>
  );
}

function Bars() {
  const height = 24;
  return (
    <svg viewBox={`0 0 ${BARS.length * 10} ${height}`} aria-hidden="true">
      {BARS.map((bar, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their places.
          key={index}
          x={index * 10 + 1}
          y={height - bar}
          width="8"
          height={bar}
          rx="1.5"
        />
      ))}
    </svg>
  );
}

function Figures() {
  const { t } = useTranslation("landing");
  const { compact, money } = useFormat();
  return (
    <dl>
      <div>
        <dt>{t("sample.views")}</dt>
        <dd className="num">{compact(SAMPLE.views)}</dd>
      </div>
      <div>
        <dt>{t("sample.premium")}</dt>
        <dd className="num">{compact(SAMPLE.premium)}</dd>
      </div>
      <div>
        <dt>{t("sample.earned")}</dt>
        <dd className="num">
          {money(SAMPLE.earned, "USD")} <small>{t("sample.estimated")}</small>
        </dd>
      </div>
    </dl>
  );
}
