import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { ChannelView } from "@/api/generated";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { ChannelFace } from "@/components/domain/ChannelFace";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { useFlag } from "@/components/kit/flags";
import { StatusChip } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import { PLATFORMS } from "@/platforms";
import { AssignActs } from "./AssignActs";
import classes from "./channels.module.css";
import type { ChannelFigures } from "./figures";
import { OnHold } from "./OnHold";
import { handleOf, stepStates, toneOf } from "./progress";

interface Props {
  channel: ChannelView;
  /** What the channels brought this month, once it is known. */
  figures?: ChannelFigures | null;
  /** Within a list, which is the surface. */
  inside?: boolean;
}

export function ChannelCard({ channel, figures, inside = false }: Props) {
  const card = <Whole channel={channel} figures={figures ?? null} />;
  return inside ? <div className={classes.inside}>{card}</div> : <Card tour="channel">{card}</Card>;
}

function Whole({ channel, figures }: { channel: ChannelView; figures: ChannelFigures | null }) {
  const { t } = useTranslation("channels");
  const { compact, date } = useFormat();
  const { open: remove } = useFlag("delete");
  return (
    <>
      <div className={classes.head}>
        <Face channel={channel} />
        <div className={classes.who}>
          <h2>{channel.name}</h2>
          <p>
            <PartnerMark channel={channel} />
            <PlatformMark platform={channel.platform} />
            {" · "}
            {channel.link && (
              <>
                <a href={channel.link} target="_blank" rel="noreferrer">
                  {handleOf(channel.link)}
                </a>
                {" · "}
              </>
            )}
            {t("views", { count: channel.total_views, views: compact(channel.total_views) })}
          </p>
        </div>
        <StatusChip tone={toneOf(channel)}>{t(`status.${channel.status}`)}</StatusChip>
      </div>
      {channel.status !== "approved" && <Track channel={channel} />}
      <NextAct channel={channel} />
      {figures && <Facts channel={channel} figures={figures} />}
      <div className={classes.foot}>
        <span className={classes.quiet}>
          {t("registered", { date: date(localDay(channel.registered_at)) })}
          {channel.assigned_member && ` · ${t("assigned", { name: channel.assigned_member.name })}`}
        </span>
        <AssignActs channel={channel} />
        <Button variant="subtle" color="red" size="sm" onClick={() => remove(channel.id)}>
          {t("delete.open")}
        </Button>
      </div>
    </>
  );
}

/** What the channel brought this month, and the way to its shorts. */
function Facts({ channel, figures }: { channel: ChannelView; figures: ChannelFigures }) {
  const { t } = useTranslation("channels");
  const { compact, monthName } = useFormat();
  const line = figures.of(channel.id);
  if (channel.status !== "approved" || !line) return null;
  const month = monthName(figures.month);
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t("facts.money", { month })}</dt>
          <dd>
            <Standing estimated={figures.estimated} />{" "}
            <Money
              amount={line.revenue}
              currency={figures.currency}
              mine
              estimated={figures.estimated}
            />
          </dd>
        </div>
        <div>
          <dt>{t("facts.monthViews", { month })}</dt>
          <dd className="num">{compact(line.views)}</dd>
        </div>
      </dl>
      <Link className={classes.way} to={`${addresses.videoReport}?channel=${channel.id}`}>
        {t("facts.shorts")}
      </Link>
    </>
  );
}

/** The logo of the partner whose people the channel is one of; its name says nothing more here. */
export function PartnerMark({ channel }: { channel: ChannelView }) {
  if (!channel.exclusive_logo) return null;
  return <img className={classes.partner} src={channel.exclusive_logo} alt="" />;
}

export const Face = ({ channel }: { channel: ChannelView }) => (
  <ChannelFace
    channel={channel}
    picture={classes.face}
    initial={`${classes.face} ${classes.initial}`}
  />
);

function Track({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation("channels");
  return (
    <ol className={classes.track} aria-label={t("steps.name")}>
      {stepStates(channel).map(([step, state]) => (
        <li
          key={step}
          data-state={state}
          aria-current={state === "now" || state === "stopped" ? "step" : undefined}
        >
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** Where the channel stands in a sentence, and what its owner can do about it. */
function NextAct({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation("channels");
  const { date } = useFormat();
  const { data: site } = useSiteSettings();
  const { open: verify } = useFlag("addWithCodeChannel");
  const { open: review } = useFlag("review");
  const [fastest = 1, slowest = 2] = site?.channels.review_days ?? [];
  const { proof } = PLATFORMS[channel.platform];
  switch (channel.status) {
    case "need-approved":
      return (
        <>
          <p className={classes.text}>
            {channel.verification.state === "verifying"
              ? t("next.verifying")
              : proof && t(`proof.${proof.words}.next`)}
          </p>
          <div className={classes.acts}>
            <Button onClick={() => verify(channel.id)}>
              {t(channel.verification.state === "verifying" ? "verify.follow" : "verify.open")}
            </Button>
          </div>
        </>
      );
    case "pending":
      return <p className={classes.text}>{t("next.pending", { fastest, slowest })}</p>;
    case "denied-pending":
      return (
        <>
          {site && <OnHold channel={channel} site={site} />}
          <div className={classes.acts}>
            <Button
              variant="default"
              disabled={!channel.review.can_request}
              onClick={() => review(channel.id)}
            >
              {t(channel.review.can_request ? "review.open" : "review.askedToday")}
            </Button>
          </div>
        </>
      );
    case "denied":
      return (
        <p className={classes.text}>
          {channel.deny_reason
            ? t("next.deniedBecause", { reason: channel.deny_reason })
            : t("next.denied")}
        </p>
      );
    case "approved":
      return channel.earning_from ? (
        <p className={classes.text}>{t("next.earning", { date: date(channel.earning_from) })}</p>
      ) : null;
  }
}
