/** The channels of an account: how each does, where it stands, and its one next act. */
import { Button, TextInput } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { useSearchParams } from "react-router";
import { type ChannelView, useListChannelsQuery } from "@/api/generated";
import { useHasMembers } from "@/components/domain/has-members";
import { useChangeParams } from "@/components/kit/address";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { IconBrandYoutube, IconSearch } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { useSearch } from "@/components/kit/params";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton, RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { AssignDialogs } from "./AssignActs";
import { ChannelCard } from "./ChannelCard";
import { ChannelRows } from "./ChannelRows";
import { ChannelTable } from "./ChannelTable";
import classes from "./channels.module.css";
import { useChannelFigures } from "./figures";
import { GuideHint } from "./GuideHint";
import { isEarning } from "./groups";

const AddChannelDialog = late(async () => (await import("./AddChannelDialog")).AddChannelDialog);
const DeleteChannelDialog = late(
  async () => (await import("./DeleteChannelDialog")).DeleteChannelDialog,
);
const ReviewDialog = late(async () => (await import("./ReviewDialog")).ReviewDialog);
const VerifyDialog = late(async () => (await import("./VerifyDialog")).VerifyDialog);

const ALL = { size: 200 } as const;

export function ChannelsPage() {
  const { t } = useTranslation("channels");
  const { count } = useFormat();
  const { data, error, refetch } = useListChannelsQuery(ALL);
  const { open: add } = useFlag("addChannel");
  const search = useSearch();
  const isMany = data !== undefined && data.total > data.items.length;
  const sought = isMany && search.sought ? { ...ALL, search: search.sought } : skipToken;
  const { data: found } = useListChannelsQuery(sought);
  const channels = (sought === skipToken ? data : found)?.items ?? [];
  return (
    <Page
      title={t("title")}
      lead={data?.total === 0 ? undefined : t("lead")}
      actions={
        data?.total !== 0 ? (
          <Button variant="default" onClick={() => add()}>
            {t("add.open")}
          </Button>
        ) : undefined
      }
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data?.total === 0 && (
        <Card tour="noChannel">
          <EmptyState
            icon={<IconBrandYoutube size={26} />}
            title={t("empty.title")}
            action={<Button onClick={() => add()}>{t("add.open")}</Button>}
          >
            {t("empty.text")}
          </EmptyState>
        </Card>
      )}
      {isMany && (
        <Card>
          <p>{t("list.many", { shown: count(data.items.length), total: count(data.total) })}</p>
          <TextInput
            type="search"
            size="sm"
            className={classes.findMany}
            aria-label={t("list.findAll")}
            placeholder={t("list.findAll")}
            maxLength={200}
            leftSection={<IconSearch size={18} />}
            value={search.typed}
            onChange={(event) => search.type(event.currentTarget.value)}
          />
        </Card>
      )}
      {sought !== skipToken && found?.total === 0 && (
        <Card>
          <EmptyState icon={<IconSearch size={26} />} title={t("list.none")} />
        </Card>
      )}
      {channels.length > 0 && <Channels channels={channels} isMany={isMany} />}
      <GuideHint channels={channels} />
      <Dialogs channels={channels} />
      <AssignDialogs channels={channels} />
    </Page>
  );
}

function Waiting() {
  const laptop = useScreenClass() === "laptop";
  if (!laptop) return <CardSkeleton lines={4} />;
  return (
    <div className={classes.columns}>
      <Card flush>
        <RowSkeletons count={5} media />
      </Card>
      <CardSkeleton lines={6} />
    </div>
  );
}

/** The chosen channel stands in the URL; where none is, the first that waits for an act. */
function useChosen(channels: readonly ChannelView[]) {
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  const chosen = channels.find(({ id }) => id === params.get("channel"));
  return {
    chosen,
    first: chosen ?? channels.find((channel) => !isEarning(channel)) ?? channels[0],
    choose: (id: string) => change((address) => address.set("channel", id)),
  };
}

function Channels({ channels, isMany }: { channels: readonly ChannelView[]; isMany: boolean }) {
  const { t } = useTranslation("channels");
  const laptop = useScreenClass() === "laptop";
  const figures = useChannelFigures(channels);
  const hasMembers = useHasMembers();
  const { chosen, first, choose } = useChosen(channels);
  if (hasMembers === undefined) return <Waiting />;
  if (!laptop) {
    return (
      <div className={classes.list}>
        {channels
          .filter((channel) => !isEarning(channel))
          .map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
        <ChannelRows
          channels={channels.filter(isEarning)}
          figures={figures ?? null}
          chosen={chosen?.id}
          onChoose={choose}
        />
      </div>
    );
  }
  // The table's columns are as wide as their figures: they come together.
  if (figures === undefined) return <Waiting />;
  return (
    <div className={classes.columns}>
      <ChannelTable
        channels={channels}
        figures={figures}
        chosen={first?.id}
        onChoose={choose}
        isMany={isMany}
      />
      <section className={classes.detail} aria-label={t("list.detail")}>
        {first && <ChannelCard channel={first} figures={figures} />}
      </section>
    </div>
  );
}

/** The dialogs about one channel; the flag's value is its id. */
function Dialogs({ channels }: { channels: readonly ChannelView[] }) {
  const adding = useFlag("addChannel");
  const verifying = useFlag("addWithCodeChannel");
  const reviewing = useFlag("review");
  const deleting = useFlag("delete");
  const named = (id: string | null) => channels.find((channel) => channel.id === id);
  const [toVerify, toReview, toDelete] = [verifying, reviewing, deleting].map(({ value }) =>
    named(value),
  );
  return (
    <>
      {adding.opened && <AddChannelDialog onClose={adding.close} onAdded={verifying.open} />}
      {toVerify && <VerifyDialog channel={toVerify} onClose={verifying.close} />}
      {toReview && <ReviewDialog channel={toReview} onClose={reviewing.close} />}
      {toDelete && <DeleteChannelDialog channel={toDelete} onClose={deleting.close} />}
    </>
  );
}
