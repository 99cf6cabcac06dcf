/** The page of the mail's link: opening it changes nothing, its one button locks the payouts (WITHDRAW-28). */
import { Button } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { CODES } from "@/api/errors";
import { useDisownPaymentInfoMutation } from "@/api/generated";
import { paths } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";

export function DisownPage() {
  const { t } = useTranslation("withdrawals");
  const [params] = useSearchParams();
  const ticket = params.get("t");
  const [disown, { isSuccess, isLoading, error }] = useDisownPaymentInfoMutation();
  const refusal = asApiError(error);
  if (isSuccess) return <Done />;
  const isSpent = refusal?.kind === "refused" && refusal.code === CODES.CODE_EXPIRED;
  if (!ticket || isSpent) return <Spent />;
  return (
    <AuthCard title={t("disown.title")} lead={t("disown.lead")}>
      <p>{t("disown.what")}</p>
      <FormError error={refusal} />
      <Button color="red" size="lg" loading={isLoading} onClick={() => void disown({ ticket })}>
        {t("disown.act")}
      </Button>
    </AuthCard>
  );
}

function Done() {
  const { t } = useTranslation("withdrawals");
  return (
    <AuthCard title={t("disown.doneTitle")} lead={t("disown.done")}>
      <Button component={Link} to={paths.findPassword()} size="lg">
        {t("disown.password")}
      </Button>
    </AuthCard>
  );
}

function Spent() {
  const { t } = useTranslation("withdrawals");
  const { t: c } = useTranslation();
  return (
    <AuthCard title={t("disown.spentTitle")} lead={t("disown.spent")}>
      <Button component={Link} to={paths.login()} size="lg">
        {c("logIn")}
      </Button>
    </AuthCard>
  );
}
