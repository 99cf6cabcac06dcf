/** Asks once more before payouts are locked (WITHDRAW-28). */
import { useDisownPaymentInfoMutation } from "@/api/generated";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { useTranslation } from "@/i18n/react";

export function NotMeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("withdrawals");
  const [disown, { isLoading, error }] = useDisownPaymentInfoMutation();

  async function lock() {
    const { error: failed } = await disown({});
    if (!failed) onClose();
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("disown.title")}
      confirm={t("disown.act")}
      onConfirm={() => void lock()}
      danger
      loading={isLoading}
      error={asApiError(error)}
    >
      <p>{t("disown.whatHere")}</p>
    </ConfirmDialog>
  );
}
