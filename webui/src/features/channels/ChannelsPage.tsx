/** The channels of an account: where each stands, and its one next act. */
import { Button } from "@mantine/core";
import { type ChannelView, useListChannelsQuery } from "@/api/generated";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { IconBrandYoutube } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { ChannelCard } from "./ChannelCard";
import classes from "./channels.module.css";

const AddChannelDialog = late(async () => (await import("./AddChannelDialog")).AddChannelDialog);
const DeleteChannelDialog = late(
  async () => (await import("./DeleteChannelDialog")).DeleteChannelDialog,
);
const ReviewDialog = late(async () => (await import("./ReviewDialog")).ReviewDialog);
const VerifyDialog = late(async () => (await import("./VerifyDialog")).VerifyDialog);

const ALL = { size: 200 } as const;

export function ChannelsPage() {
  const { t } = useTranslation("channels");
  const { data, error, refetch } = useListChannelsQuery(ALL);
  const { open: add } = useFlag("addChannel");
  const channels = data?.items ?? [];
  return (
    <Page
      title={t("title")}
      lead={data?.total ? t("lead") : undefined}
      width="narrow"
      actions={
        data?.total ? (
          <Button variant="default" onClick={() => add()}>
            {t("add.open")}
          </Button>
        ) : undefined
      }
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={4} />}
      {data?.total === 0 && (
        <Card>
          <EmptyState
            icon={<IconBrandYoutube size={26} />}
            title={t("empty.title")}
            action={<Button onClick={() => add()}>{t("add.open")}</Button>}
          >
            {t("empty.text")}
          </EmptyState>
        </Card>
      )}
      <div className={classes.list}>
        {channels.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} />
        ))}
      </div>
      <Dialogs channels={channels} />
    </Page>
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
