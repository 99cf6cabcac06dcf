/** Deleting a channel: what is lost is said in numbers before the password is asked for (CHAN-21). */
import { Button, Checkbox, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import {
  type ChannelView,
  type DeletePreviewView,
  useDeleteChannelMutation,
  usePreviewChannelDeletionQuery,
} from "@/api/generated";
import { addresses } from "@/app/paths";
import { Money } from "@/components/domain/Money";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { useFirstFocus } from "@/components/kit/focus";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
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
      loading={isLoading}
      error={asApiError(error)}
    >
      {weighing && loss ? (
        <Weighing name={channel.name} loss={loss} onClose={onClose} />
      ) : (
        <>
          {!loss && preview.isFetching && <Skeleton height={96} />}
          {!loss && preview.error && !preview.isFetching && (
            <ErrorState error={asApiError(preview.error)} onRetry={preview.refetch} />
          )}
          {loss && <Loss preview={loss} />}
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
        <Button
          component={Link}
          to={addresses.withdrawalRequest}
          variant="light"
          fullWidth
          onClick={onClose}
        >
          {t("delete.requestFirst")}
        </Button>
      ) : (
        <p className={classes.text}>{t("delete.wait")}</p>
      )}
    </div>
  );
}

function Loss({ preview }: { preview: DeletePreviewView }) {
  const { t } = useTranslation("channels");
  const { money } = useFormat();
  return (
    <>
      <div className={classes.loss}>
        <span>{t("delete.lost")}</span>
        <Money amount={preview.balance} currency={preview.currency} size="hero" mine />
        <span>{t("delete.unsettled", { amount: money(preview.unsettled, preview.currency) })}</span>
      </div>
      <p className={classes.text}>
        {t(
          preview.small ? "delete.small" : preview.window_open ? "delete.askFirst" : "delete.wait",
        )}
      </p>
    </>
  );
}
