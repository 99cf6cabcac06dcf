/** A forgotten log-in id, found by the phone number that the account has proved (PHONE-4). */
import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { useFindIdByPhoneMutation } from "@/api/generated-base";
import { paths } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { PhoneSteps } from "./PhoneSteps";

export function FindId({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [found, setFound] = useState<string | null>(null);
  const [find, { isLoading, error, reset }] = useFindIdByPhoneMutation();

  async function take(phone: string, code: string) {
    const { data } = await find({ phone, code });
    if (data) setFound(data.user_id);
  }

  const back = (
    <p>
      <Anchor component="button" type="button" onClick={onEnd}>
        {t("recovery.title")}
      </Anchor>
    </p>
  );
  if (found !== null) {
    return (
      <AuthCard title={t("findId.doneTitle")} lead={t("findId.doneLead")} after={back}>
        <p className={classes.found}>{found}</p>
        <Button component={Link} to={paths.login()} size="lg">
          {c("logIn")}
        </Button>
      </AuthCard>
    );
  }
  const taking = {
    act: t("findId.act"),
    isLoading,
    refused: asApiError(error),
    reset,
    onCode: (phone: string, code: string) => void take(phone, code),
  };
  return (
    <AuthCard title={t("findId.title")} lead={t("findId.lead")} after={back}>
      <PhoneSteps taking={taking} />
    </AuthCard>
  );
}
