/** The list beside the detail, on laptops: how each channel does, and its state. */
import { SegmentedControl, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { ChannelView } from "@/api/generated";
import { useHasMembers } from "@/components/domain/has-members";
import { Money } from "@/components/domain/Money";
import { Sparkline } from "@/components/domain/Sparkline";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { IconSearch } from "@/components/kit/icons";
import { StatusChip } from "@/components/kit/StatusChip";
import { EmptyState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Face, PartnerMark } from "./ChannelCard";
import classes from "./channels.module.css";
import type { ChannelFigures } from "./figures";
import { GROUPS, type Group, inGroup, named } from "./groups";
import { handleOf, toneOf } from "./progress";

interface Props {
  channels: readonly ChannelView[];
  figures: ChannelFigures | null;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** There are more than these: they are counted and sought elsewhere. */
  isMany: boolean;
}

export function ChannelTable({ channels, figures, chosen, onChoose, isMany }: Props) {
  const { t } = useTranslation("channels");
  const [group, setGroup] = useState<Group>("all");
  const [text, setText] = useState("");
  const columns = useColumns(figures, chosen, onChoose);
  const groups = GROUPS.map((value) => ({ value, of: inGroup(channels, value) }));
  return (
    <Card flush>
      {!isMany && (
        <div className={classes.tools}>
          <SegmentedControl
            aria-label={t("list.filter")}
            value={group}
            onChange={setGroup}
            data={groups
              .filter(({ value, of }) => value === "all" || of.length > 0)
              .map(({ value, of }) => ({
                value,
                label: t(`list.${value}`, { number: of.length }),
              }))}
          />
          <TextInput
            type="search"
            size="sm"
            aria-label={t("list.find")}
            placeholder={t("list.find")}
            leftSection={<IconSearch size={18} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      <DataTable
        caption={t("title")}
        columns={columns}
        rows={named(inGroup(channels, group), text)}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<IconSearch size={26} />} title={t("list.none")} />}
      />
    </Card>
  );
}

function useColumns(
  figures: ChannelFigures | null,
  chosen: string | undefined,
  onChoose: (id: string) => void,
): Column<ChannelView>[] {
  const { t } = useTranslation("channels");
  const { compact, monthShort } = useFormat();
  const hasMembers = useHasMembers();
  const number = { kind: "number" } as const;
  return [
    {
      key: "name",
      label: t("list.channel"),
      cell: (channel) => (
        <UnstyledButton
          data-row-act
          className={classes.name}
          aria-current={channel.id === chosen || undefined}
          onClick={() => onChoose(channel.id)}
        >
          <Face channel={channel} />
          <span>
            <b>{channel.name}</b>
            <span>
              <PartnerMark channel={channel} />
              {channel.link && handleOf(channel.link)}
            </span>
          </span>
        </UnstyledButton>
      ),
    },
    ...(hasMembers
      ? [
          {
            key: "member",
            label: t("assign.member"),
            cell: ({ assigned_member }: ChannelView) => assigned_member?.name ?? "",
          },
        ]
      : []),
    {
      ...number,
      key: "trend",
      label: t("list.days", { count: 28 }),
      cell: ({ id }) => <Sparkline values={figures?.of(id)?.trend ?? []} />,
    },
    {
      ...number,
      key: "views",
      label: t("list.views"),
      cell: ({ id, status }) =>
        status === "approved" && figures ? compact(figures.of(id)?.views ?? 0) : "",
    },
    {
      ...number,
      key: "money",
      label: figures ? monthShort(figures.month) : "",
      aside: figures && <Standing estimated={figures.estimated} />,
      cell: ({ id, status }) => {
        const line = figures?.of(id);
        if (status !== "approved") return <span className={classes.quiet}>{t("list.later")}</span>;
        return figures && line ? (
          <Money
            amount={line.revenue}
            currency={figures.currency}
            mine
            estimated={figures.estimated}
          />
        ) : null;
      },
    },
    {
      ...number,
      key: "state",
      label: t("list.state"),
      cell: (channel) => (
        <StatusChip tone={toneOf(channel)}>{t(`status.${channel.status}`)}</StatusChip>
      ),
    },
  ];
}
