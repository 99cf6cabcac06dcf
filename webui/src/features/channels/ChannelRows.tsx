/** Channels that earn, on a phone: rows with their money; each opens into its own card. */
import { UnstyledButton } from "@mantine/core";
import type { ChannelView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { Sparkline } from "@/components/domain/Sparkline";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { ChannelCard, Face, PartnerMark } from "./ChannelCard";
import classes from "./channels.module.css";
import type { ChannelFigures } from "./figures";

interface Props {
  channels: readonly ChannelView[];
  figures: ChannelFigures | null;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

export function ChannelRows({ channels, figures, chosen, onChoose }: Props) {
  const { t } = useTranslation("channels");
  const { monthName } = useFormat();
  if (channels.length === 0) return null;
  return (
    <>
      <div className={classes.group}>
        <h2>{t("list.earning", { number: channels.length })}</h2>
        {figures && (
          <span>
            {monthName(figures.month)} <Standing estimated={figures.estimated} />
          </span>
        )}
      </div>
      <Card flush tour="channel">
        <ul className={classes.rows}>
          {channels.map((channel) => (
            <li key={channel.id}>
              {channel.id === chosen ? (
                <ChannelCard channel={channel} figures={figures} inside />
              ) : (
                <Row channel={channel} figures={figures} onChoose={onChoose} />
              )}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

interface RowProps {
  channel: ChannelView;
  figures: ChannelFigures | null;
  onChoose: (id: string) => void;
}

function Row({ channel, figures, onChoose }: RowProps) {
  const { t } = useTranslation("channels");
  const { compact } = useFormat();
  const line = figures?.of(channel.id);
  const views = line?.views ?? channel.total_views;
  return (
    <UnstyledButton
      className={classes.row}
      aria-expanded={false}
      onClick={() => onChoose(channel.id)}
    >
      <Face channel={channel} />
      <span className={classes.who}>
        <b>{channel.name}</b>
        <span className="num">
          <PartnerMark channel={channel} />
          {t("views", { count: views, views: compact(views) })}
        </span>
      </span>
      {figures && line && (
        <span className={classes.ends}>
          <Money
            amount={line.revenue}
            currency={figures.currency}
            mine
            estimated={figures.estimated}
          />
          <Sparkline values={line.trend} />
        </span>
      )}
    </UnstyledButton>
  );
}
