import { type ChannelView, useUnassignChannelMutation } from "@/api/generated";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

interface Props {
  channel: ChannelView;
  onClose: () => void;
}

/** Takes a channel back from its member, from today on. */
export function UnassignDialog({ channel, onClose }: Props) {
  const { t } = useTranslation("channels");
  const [unassign, { isLoading, error }] = useUnassignChannelMutation();
  const { name } = channel;
  const member = channel.assigned_member?.name ?? "";

  async function confirm() {
    const { data } = await unassign({ id: channel.id });
    if (!data) return;
    snack.success(t("unassign.done", { name }));
    onClose();
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("unassign.title", { name, member })}
      confirm={t("unassign.open")}
      onConfirm={() => void confirm()}
      loading={isLoading}
      error={asApiError(error)}
    >
      <p className={classes.text}>{t("unassign.text", { member })}</p>
    </ConfirmDialog>
  );
}
