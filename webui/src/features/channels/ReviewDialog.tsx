import { type ChannelView, useReviewChannelMutation } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

interface Props {
  channel: ChannelView;
  onClose: () => void;
}

export function ReviewDialog({ channel, onClose }: Props) {
  const { t } = useTranslation("channels");
  const { data: site } = useSiteSettings();
  const [ask, { isLoading, error }] = useReviewChannelMutation();
  const [fastest = 1, slowest = 2] = site?.channels.review_days ?? [];

  async function confirm() {
    const { data } = await ask({ id: channel.id });
    if (!data) return;
    snack.success(t("review.done", { fastest, slowest }));
    onClose();
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("review.title", { name: channel.name })}
      confirm={t("review.open")}
      onConfirm={() => void confirm()}
      loading={isLoading}
      error={asApiError(error)}
    >
      <p className={classes.text}>{t("review.text", { fastest, slowest })}</p>
    </ConfirmDialog>
  );
}
