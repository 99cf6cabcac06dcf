/** Applying with a channel: the one act of who has not joined. */
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import {
  type CampaignView,
  useApplyToCampaignMutation,
  useListChannelsQuery,
} from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";

const APPROVED = { status: "approved", size: 100 } as const;

interface Props {
  campaign: CampaignView;
  onApplied: () => void;
}

export function ApplyBar({ campaign, onApplied }: Props) {
  const { t } = useTranslation("campaigns");
  const { data } = useListChannelsQuery(APPROVED);
  const [apply, { isLoading, error }] = useApplyToCampaignMutation();
  const [chosen, choose] = useState<string | null>(null);
  const applied = campaign.applications.map(({ channel }) => channel);
  const free = data?.items.filter(({ id }) => !applied.includes(id)) ?? [];
  const channel = free.find(({ id }) => id === chosen) ?? free[0];
  if (!data) return null;
  if (!channel) {
    return applied.length > 0 ? null : <p className={classes.remark}>{t("noChannel")}</p>;
  }

  async function send(id: string) {
    const { data } = await apply({ id: campaign.id, channel: id });
    if (data) onApplied();
  }

  return (
    <div className={classes.act}>
      {free.length > 1 && (
        <NativeSelect
          aria-label={t("channel")}
          value={channel.id}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={free.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Button size="md" loading={isLoading} onClick={() => void send(channel.id)}>
        {t("apply", { channel: channel.name })}
      </Button>
      <FormError error={asApiError(error)} />
    </div>
  );
}
