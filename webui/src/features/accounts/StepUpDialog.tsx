/** Asks for the password in the middle of an act that needs it fresh; the act goes on by itself (SESSION-8). */
import { useState } from "react";
import { useStepUpMutation } from "@/api/generated-base";
import { stepUp } from "@/api/step-up";
import { useMe } from "@/app/hooks";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { PasswordField } from "@/components/kit/PasswordField";
import { useTranslation } from "@/i18n/react";
import "@/styles/kit.css";

export function StepUpDialog() {
  const { t } = useTranslation();
  const me = useMe();
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const [give, { isLoading, error }] = useStepUpMutation();

  async function confirm() {
    setMissing(password === "");
    if (password === "") return;
    const answer = await give({ password });
    if (!answer.error) stepUp.settle(true);
  }

  return (
    <ConfirmDialog
      opened
      first
      onClose={() => stepUp.settle(false)}
      title={t("stepUp.title")}
      confirm={t("stepUp.confirm")}
      onConfirm={() => void confirm()}
      loading={isLoading}
      error={asApiError(error)}
    >
      <p>{t("stepUp.text")}</p>
      <input type="hidden" autoComplete="username" value={me?.info.user_id ?? ""} readOnly />
      <PasswordField
        label={t("password")}
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        error={missing && t("field.missing")}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
