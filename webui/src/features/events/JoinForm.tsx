/** Taking part with a channel or without one: the one act of who does not take part. */
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type EventView, useApplyToEventMutation, useListChannelsQuery } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./events.module.css";

const APPROVED = { status: "approved", size: 100 } as const;

interface Props {
  event: EventView;
  onJoined: () => void;
}

export function JoinForm({ event, onJoined }: Props) {
  const { t } = useTranslation("events");
  const { dayLong } = useFormat();
  const channels = useListChannelsQuery(APPROVED).data?.items ?? [];
  const [apply, { isLoading, error }] = useApplyToEventMutation();
  const [chosen, choose] = useState<string | null>(null);
  const [agreed, agree] = useState(false);
  const channel =
    chosen === "" ? undefined : (channels.find(({ id }) => id === chosen) ?? channels[0]);

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const { data } = await apply({ id: event.id, channel: channel?.id ?? null });
    if (data) onJoined();
  }

  return (
    <form className={classes.panel} onSubmit={(submitted) => void submit(submitted)}>
      {channels.length > 0 && (
        <NativeSelect
          size="md"
          label={t("channel")}
          value={channel?.id ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
            { value: "", label: t("without") },
          ]}
        />
      )}
      <Checkbox
        size="md"
        className={classes.agree}
        checked={agreed}
        onChange={({ currentTarget }) => agree(currentTarget.checked)}
        label={t("agree", { day: dayLong(event.cancel_until) })}
      />
      <FormError error={asApiError(error)} />
      <Button size="md" type="submit" loading={isLoading} disabled={!agreed}>
        {channel ? t("joinWith", { channel: channel.name }) : t("join")}
      </Button>
      <p className={`num ${classes.once}`}>
        {t("once")}
        {event.places_left !== null && <> · {t("state.left", { count: event.places_left })}</>}
      </p>
    </form>
  );
}
