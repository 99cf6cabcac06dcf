/** The channels of all accounts below a network account, by account and by state (NET-10). */
import { NativeSelect } from "@mantine/core";
import {
  type ChannelStatus,
  type ChannelView,
  type PersonView,
  useListSubChannelsQuery,
} from "@/api/generated";
import { MemberSelect } from "@/components/domain/LateMemberSelect";
import { Card } from "@/components/kit/Card";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { asApiError } from "@/components/kit/error-text";
import { IconBrandYoutube, IconSearch } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { Pager, usePage } from "@/components/kit/Pager";
import { put, useParams } from "@/components/kit/params";
import { StatusChip } from "@/components/kit/StatusChip";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import { AssignActs, AssignDialogs } from "./AssignActs";
import { Face } from "./ChannelCard";
import classes from "./channels.module.css";
import { handleOf, toneOf } from "./progress";

const STATUSES: readonly ChannelStatus[] = [
  "approved",
  "need-approved",
  "pending",
  "denied-pending",
  "denied",
];

export function SubChannelsPage() {
  const { t } = useTranslation("members");
  const [params] = useParams();
  const account = params.get("account");
  const status = STATUSES.find((known) => known === params.get("status"));
  const [page, turn] = usePage();
  const { data, error, isFetching, refetch } = useListSubChannelsQuery({
    page,
    ...(account && { account }),
    ...(status && { status }),
  });
  const columns = useColumns();
  const failed = error && !isFetching;
  return (
    <Page title={t("sub.title")} lead={t("sub.lead")}>
      <Card flush>
        <Filters account={account} status={status} channels={data?.items ?? []} />
        {failed && <ErrorState error={asApiError(error)} onRetry={refetch} />}
        {!data && !failed && <RowSkeletons count={5} media />}
        {data && !failed && (
          <div className={classes.found} aria-busy={isFetching}>
            <DataTable
              caption={t("sub.title")}
              columns={columns}
              rows={data.items}
              rowKey={({ id }) => id}
              card={(channel) => <SubChannelCard channel={channel} />}
              empty={<Nothing narrowed={account !== null || status !== undefined} />}
            />
            <Pager page={data.page} size={data.size} total={data.total} onPage={turn} />
          </div>
        )}
      </Card>
      <AssignDialogs channels={data?.items ?? []} />
    </Page>
  );
}

interface FiltersProps {
  account: string | null;
  status: ChannelStatus | undefined;
  channels: readonly ChannelView[];
}

/** Who holds a channel: the member, or whoever owns it. */
const holderOf = ({ assigned_member, owner }: ChannelView): PersonView => assigned_member ?? owner;

function Filters({ account, status, channels }: FiltersProps) {
  const { t } = useTranslation("members");
  const { t: c } = useTranslation("channels");
  const [, change] = useParams();
  const named = channels.map(holderOf).find(({ id }) => id === account);
  const chosen = account
    ? { value: account, label: named?.name ?? t("sub.thisAccount") }
    : undefined;
  return (
    <div className={classes.tools} data-start>
      <MemberSelect
        bare
        label={t("sub.account")}
        none={t("sub.noAccount")}
        also={[{ value: "", label: t("sub.allAccounts") }]}
        chosen={chosen}
        value={account ?? ""}
        onChange={(id) => change((next) => put(next, "account", id ?? ""))}
      />
      <NativeSelect
        size="sm"
        aria-label={t("sub.status")}
        value={status ?? ""}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change((next) => put(next, "status", value));
        }}
        data={[
          { value: "", label: t("sub.allStatuses") },
          ...STATUSES.map((value) => ({ value, label: c(`status.${value}`) })),
        ]}
      />
    </div>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation("members");
  if (narrowed) return <EmptyState icon={<IconSearch size={26} />} title={t("sub.none")} />;
  return (
    <EmptyState icon={<IconBrandYoutube size={26} />} title={t("sub.empty")}>
      {t("sub.emptyText")}
    </EmptyState>
  );
}

function Name({ channel }: { channel: ChannelView }) {
  return (
    <span className={classes.name}>
      <Face channel={channel} />
      <span>
        <b>{channel.name}</b>
        {channel.link && (
          <a href={channel.link} target="_blank" rel="noreferrer">
            {handleOf(channel.link)}
          </a>
        )}
      </span>
    </span>
  );
}

function SubChannelCard({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation("channels");
  const { compact } = useFormat();
  return (
    <div className={classes.sub}>
      <div className={classes.head}>
        <Name channel={channel} />
        <StatusChip tone={toneOf(channel)}>{t(`status.${channel.status}`)}</StatusChip>
      </div>
      <div className={classes.foot}>
        <span className={classes.quiet}>
          {holderOf(channel).name}
          {" · "}
          {t("views", { count: channel.total_views, views: compact(channel.total_views) })}
        </span>
        <AssignActs channel={channel} />
      </div>
    </div>
  );
}

function useColumns(): Column<ChannelView>[] {
  const { t } = useTranslation("members");
  const { t: c } = useTranslation("channels");
  const { compact, date } = useFormat();
  const number = { kind: "number" } as const;
  return [
    { key: "name", label: c("list.channel"), cell: (channel) => <Name channel={channel} /> },
    { key: "holder", label: t("sub.holder"), cell: (channel) => holderOf(channel).name },
    { key: "owner", label: t("sub.owner"), cell: ({ owner }) => owner.name },
    {
      ...number,
      key: "views",
      label: c("facts.views"),
      cell: ({ total_views }) => compact(total_views),
    },
    {
      ...number,
      key: "registered",
      label: c("list.registered"),
      cell: ({ registered_at }) => date(localDay(registered_at)),
    },
    {
      ...number,
      key: "state",
      label: c("list.state"),
      cell: (channel) => (
        <StatusChip tone={toneOf(channel)}>{c(`status.${channel.status}`)}</StatusChip>
      ),
    },
    {
      ...number,
      key: "acts",
      label: t("columns.acts"),
      cell: (channel) => <AssignActs channel={channel} />,
    },
  ];
}
