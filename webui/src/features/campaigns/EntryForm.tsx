/** Entering a short by its link; what is refused says why and is not kept. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type CampaignView, useEnterCampaignMutation } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";

interface Props {
  campaign: CampaignView;
  onEntered: () => void;
}

export function EntryForm({ campaign, onEntered }: Props) {
  const { t } = useTranslation("campaigns");
  const [enter, { isLoading, error }] = useEnterCampaignMutation();
  const [url, type] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { data } = await enter({ id: campaign.id, url: url.trim() });
    if (!data) return;
    type("");
    onEntered();
  }

  return (
    <form className={classes.act} onSubmit={(event) => void submit(event)}>
      <div className={classes.entry}>
        <TextInput
          size="md"
          type="url"
          inputMode="url"
          aria-label={t("link")}
          placeholder={t("link")}
          value={url}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <Button size="md" type="submit" loading={isLoading} disabled={!url.trim()}>
          {t("submit")}
        </Button>
      </div>
      <FormError error={asApiError(error)} />
    </form>
  );
}
