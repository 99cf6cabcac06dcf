import { useVerifyPhoneMutation } from "@/api/generated-base";
import { asApiError } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import { PhoneSteps } from "./PhoneSteps";

/** Proves that a number is the reader's own. */
export function PhoneProof({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation("accounts");
  const [verify, { isLoading, error, reset }] = useVerifyPhoneMutation();

  async function take(phone: string, code: string) {
    const { data } = await verify({ phone, code });
    if (!data) return;
    snack.success(t("phone.done"));
    onEnd();
  }

  const taking = {
    act: t("phone.confirm"),
    isLoading,
    refused: asApiError(error),
    reset,
    onCode: (phone: string, code: string) => void take(phone, code),
  };
  return <PhoneSteps taking={taking} onEnd={onEnd} />;
}
