/** That the reader takes part: since when, how long it can be cancelled, and the benefit. */
import { Button } from "@mantine/core";
import { useState } from "react";
import {
  type EventView,
  useCancelEventMutation,
  useClaimEventBenefitMutation,
} from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { Card } from "@/components/kit/Card";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { IconCircleCheck } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./events.module.css";

interface Props {
  event: EventView;
  onChange: () => void;
}

export function Joined({ event, onChange }: Props) {
  const { t } = useTranslation("events");
  const { dayLong } = useFormat();
  const today = useSiteSettings().data?.today;
  const { participation: mine, cancel_until } = event;
  if (!mine || !today) return null;
  return (
    <Card>
      <div className={classes.joined}>
        <IconCircleCheck size={26} aria-hidden="true" />
        <div>
          <h2>
            {mine.channel_name ? t("joinedWith", { channel: mine.channel_name }) : t("joined")}
          </h2>
          <p>
            {t("since", { day: dayLong(mine.applied_on) })}
            {today > cancel_until && !mine.claimed_on && (
              <> {t("cancel.over", { day: dayLong(cancel_until) })}</>
            )}
          </p>
        </div>
      </div>
      <Benefit event={event} today={today} onChange={onChange} />
      {today <= cancel_until && <Cancel event={event} onChange={onChange} />}
    </Card>
  );
}

function Benefit({ event, today, onChange }: Props & { today: string }) {
  const { t } = useTranslation("events");
  const { dayLong, money } = useFormat();
  const [claim, { isLoading, error }] = useClaimEventBenefitMutation();
  const { benefit, benefit_from: from, benefit_until: until } = event;
  if (!benefit || !from || !until) return null;
  const amount = money(benefit, "USD", 2);
  const had = event.participation?.claimed_on;
  const isOpen = !had && from <= today && today <= until;

  async function send() {
    const { data } = await claim({ id: event.id });
    if (data) onChange();
  }

  return (
    <div className={classes.benefit}>
      <p className="num">
        {had && t("benefit.claimed", { amount, day: dayLong(had) })}
        {isOpen && t("benefit.open", { amount, day: dayLong(until) })}
        {!had &&
          today < from &&
          t("benefit.later", { amount, from: dayLong(from), to: dayLong(until) })}
        {!had && today > until && t("benefit.over", { day: dayLong(until) })}
      </p>
      {isOpen && (
        <>
          <FormError error={asApiError(error)} />
          <Button size="md" fullWidth loading={isLoading} onClick={() => void send()}>
            {t("benefit.claim", { amount })}
          </Button>
        </>
      )}
    </div>
  );
}

function Cancel({ event, onChange }: Props) {
  const { t } = useTranslation("events");
  const { dayLong, dayShort } = useFormat();
  const [asks, ask] = useState(false);
  const [cancel, { isLoading, error, reset }] = useCancelEventMutation();

  function close() {
    ask(false);
    reset();
  }

  async function send() {
    const { data } = await cancel({ id: event.id });
    if (data) onChange();
  }

  return (
    <>
      <Button variant="default" size="md" fullWidth onClick={() => ask(true)}>
        {t("cancel.act", { day: dayShort(event.cancel_until) })}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={close}
        title={t("cancel.title")}
        keep={t("cancel.keep")}
        confirm={t("cancel.confirm")}
        onConfirm={() => void send()}
        danger
        loading={isLoading}
        error={asApiError(error)}
      >
        <p>{t("cancel.text", { day: dayLong(event.apply_until) })}</p>
      </ConfirmDialog>
    </>
  );
}
