/** The page of a link in a mail: opening it changes nothing, its one button does what the mail says. */
import { Button } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { CODES } from "@/api/errors";
import { useAuthState } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";

interface Props {
  words: "disownLogin" | "keepFactor";
  color?: "red";
  onPress: (ticket: string) => void;
  call: { isSuccess: boolean; isLoading: boolean; error?: unknown };
}

export function MailLink({ words, color, onPress, call }: Props) {
  const { t } = useTranslation("accounts");
  const [params] = useSearchParams();
  const ticket = params.get("t");
  const refusal = asApiError(call.error);
  const isSpent = refusal?.kind === "refused" && refusal.code === CODES.CODE_EXPIRED;
  if (call.isSuccess) {
    return <NewPassword title={t(`${words}.doneTitle`)} lead={t(`${words}.done`)} />;
  }
  if (!ticket || isSpent) {
    return <NewPassword title={t(`${words}.spentTitle`)} lead={t(`${words}.spent`)} />;
  }
  return (
    <AuthCard title={t(`${words}.title`)} lead={t(`${words}.lead`)}>
      <p>{t(`${words}.what`)}</p>
      <FormError error={refusal} />
      <Button color={color} size="lg" loading={call.isLoading} onClick={() => onPress(ticket)}>
        {t(`${words}.act`)}
      </Button>
    </AuthCard>
  );
}

/** Where the way leads on: whoever is still logged in changes the password in the settings. */
function NewPassword({ title, lead }: { title: string; lead: string }) {
  const { t } = useTranslation("accounts");
  const isIn = useAuthState() === "in";
  return (
    <AuthCard title={title} lead={lead}>
      <Button component={Link} to={isIn ? addresses.account : paths.findPassword()} size="lg">
        {t("choosePassword")}
      </Button>
    </AuthCard>
  );
}
