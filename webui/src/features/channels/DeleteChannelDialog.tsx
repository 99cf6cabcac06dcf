/** Deleting a channel: what is lost is said in numbers before the password is asked for (D-082). */
import { Button, Checkbox, PasswordInput, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  type ChannelView,
  type DeletePreviewView,
  useDeleteChannelMutation,
  usePreviewChannelDeletionQuery,
} from "@/api/generated";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { asApiError } from "@/components/error-text";
import { Money } from "@/components/Money";
import { snack } from "@/components/snack";
import { ErrorState } from "@/components/states";
import { useFormat } from "@/format";
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

  async function confirm() {
    setAsked(true);
    if (!understood || password === "") return;
    if (loss && !loss.small && !weighing) {
      setWeighing(true);
      return;
    }
    const { data } = await remove({ id: channel.id, password, confirm: true });
    if (!data) return;
    snack.info(t("delete.done", { amount: money(data.forfeited, data.currency) }));
    onClose();
  }

  if (weighing && loss) {
    const amount = money(loss.balance, loss.currency);
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={t("delete.weigh", { amount })}
        confirm={t("delete.lose", { amount })}
        onConfirm={() => void confirm()}
        danger
        loading={isLoading}
        error={asApiError(error)}
      >
        <p className={classes.text}>{t("delete.weighText", { name: channel.name, amount })}</p>
        {loss.window_open ? (
          <Button component={Link} to="/withdrawal/request" variant="light" onClick={onClose}>
            {t("delete.requestFirst")}
          </Button>
        ) : (
          <p className={classes.text}>{t("delete.wait")}</p>
        )}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("delete.title", { name: channel.name })}
      confirm={t("delete.confirm")}
      onConfirm={() => void confirm()}
      danger
      loading={isLoading}
      error={asApiError(error)}
    >
      {preview.isLoading && <Skeleton height={96} />}
      {preview.error && <ErrorState error={asApiError(preview.error)} onRetry={preview.refetch} />}
      {preview.data && <Loss preview={preview.data} />}
      <Checkbox
        checked={understood}
        onChange={({ currentTarget: { checked } }) => setUnderstood(checked)}
        label={t("delete.understood")}
        error={asked && !understood && t("delete.understoodMissing")}
      />
      <PasswordInput
        label={c("password")}
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        error={asked && password === "" && t("delete.passwordMissing")}
        visibilityToggleButtonProps={{ "aria-label": c("showPassword") }}
      />
    </ConfirmDialog>
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
