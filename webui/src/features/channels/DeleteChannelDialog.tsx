/** Deleting a channel: what is lost is said in numbers before the password is asked for (CHAN-21). */
import { Button, Checkbox, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import {
  type ChannelView,
  type DeletePreviewView,
  useDeleteChannelMutation,
  usePreviewChannelDeletionQuery,
  useRemindOfPayoutMutation,
} from "@/api/generated";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Better, Loss } from "@/components/domain/Loss";
import { PayLine } from "@/components/domain/PayLine";
import { monthOf, payDates, stopsOf } from "@/components/domain/payout";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { useFirstFocus } from "@/components/kit/focus";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

interface Props {
  channel: ChannelView;
  onClose: () => void;
}

export function DeleteChannelDialog({ channel, onClose }: Props) {
  const { t } = useTranslation("channels");
  const { t: c } = useTranslation();
  const { money } = useFormat();
  const preview = usePreviewChannelDeletionQuery(channel.id, { refetchOnMountOrArgChange: true });
  const [remove, { isLoading, error }] = useDeleteChannelMutation();
  const [understood, setUnderstood] = useState(false);
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const [weighing, setWeighing] = useState(false);
  const loss = preview.data;

  const amount = loss ? money(loss.balance, loss.currency) : "";

  async function confirm() {
    setAsked(true);
    if (!understood || password === "" || !loss) return;
    if (!loss.small && !weighing) {
      setWeighing(true);
      return;
    }
    const { data } = await remove({ id: channel.id, password, confirm: true });
    if (data) {
      snack.info(t("delete.done", { amount: money(data.forfeited, data.currency) }));
      onClose();
    } else {
      // What was refused can be mended in the first question only.
      setWeighing(false);
    }
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={weighing ? t("delete.weigh", { amount }) : t("delete.title", { name: channel.name })}
      confirm={weighing ? t("delete.lose", { amount }) : t("delete.confirm")}
      onConfirm={() => void confirm()}
      danger
      // Which question comes next is in what is lost: nobody answers before that is known.
      loading={isLoading || preview.isFetching}
      error={asApiError(error)}
    >
      {weighing && loss ? (
        <Weighing name={channel.name} loss={loss} onClose={onClose} />
      ) : (
        <>
          {!loss && preview.isFetching && <Skeleton height={320} />}
          {!loss && preview.error && !preview.isFetching && (
            <ErrorState error={asApiError(preview.error)} onRetry={preview.refetch} />
          )}
          {loss && <WhatIsLost preview={loss} onClose={onClose} />}
          <Checkbox
            checked={understood}
            onChange={({ currentTarget: { checked } }) => setUnderstood(checked)}
            label={t("delete.understood")}
            error={asked && !understood && t("delete.understoodMissing")}
          />
          <PasswordField
            label={c("password")}
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget: { value } }) => setPassword(value)}
            error={asked && password === "" && t("delete.passwordMissing")}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

interface WeighingProps {
  name: string;
  loss: DeletePreviewView;
  onClose: () => void;
}

/** The second question, where what is lost is worth a request. */
function Weighing({ name, loss, onClose }: WeighingProps) {
  const { t } = useTranslation("channels");
  const { money } = useFormat();
  const amount = money(loss.balance, loss.currency);
  // Not on a button: whoever still holds the Enter key down would answer at once.
  const place = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={place} className={classes.weighing} tabIndex={-1}>
      <p className={classes.text}>{t("delete.weighText", { name, amount })}</p>
      {loss.window_open ? (
        <RequestFirst onClose={onClose} />
      ) : (
        <p className={classes.text}>{t("delete.wait")}</p>
      )}
    </div>
  );
}

/** Everything that would be gone, and how to take it along instead. */
function WhatIsLost({ preview, onClose }: { preview: DeletePreviewView; onClose: () => void }) {
  const { t } = useTranslation("channels");
  const { money } = useFormat();
  const { lost, balance, unsettled, currency } = preview;
  const isOpen = !isZero(decimal(unsettled));
  return (
    <>
      <Loss
        label={t("delete.lost")}
        amount={lost}
        currency={currency}
        note={
          isOpen
            ? t("delete.parts", {
                confirmed: money(balance, currency),
                estimated: money(unsettled, currency),
              })
            : undefined
        }
      />
      {!isZero(decimal(lost)) && <Instead preview={preview} onClose={onClose} />}
      <p className={classes.text}>{t("delete.stays")}</p>
    </>
  );
}

function Instead({ preview, onClose }: { preview: DeletePreviewView; onClose: () => void }) {
  const { t } = useTranslation("channels");
  if (preview.small && isZero(decimal(preview.unsettled))) {
    return <p className={classes.text}>{t("delete.small")}</p>;
  }
  return (
    <Better title={t("delete.better")}>
      {preview.window_open && !preview.small ? (
        <>
          <p>{t("delete.askFirst")}</p>
          <RequestFirst onClose={onClose} />
        </>
      ) : (
        <KeepIt onClose={onClose} />
      )}
    </Better>
  );
}

function RequestFirst({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("channels");
  return (
    <Button component={Link} to={addresses.withdrawalRequest} fullWidth onClick={onClose}>
      {t("delete.requestFirst")}
    </Button>
  );
}

/** When the money can be asked for, and a word on that day. */
function KeepIt({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("channels");
  const { dayLong } = useFormat();
  const { data: site } = useSiteSettings();
  const [remind, { isLoading }] = useRemindOfPayoutMutation();
  if (!site) return null;
  const dates = payDates(monthOf(site.today), site);
  const date = dayLong(dates.request_from);

  async function keep() {
    const { error } = await remind({ on: dates.request_from });
    if (!error) snack.success(t("delete.told", { date }));
    onClose();
  }

  return (
    <>
      <p>{t("delete.wait")}</p>
      <PayLine stops={stopsOf(dates, site.today)} />
      <Button fullWidth loading={isLoading} onClick={() => void keep()}>
        {t("delete.keep", { date })}
      </Button>
    </>
  );
}
