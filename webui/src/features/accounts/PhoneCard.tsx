import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useGetPhoneQuery } from "@/api/generated-base";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFocusBack } from "@/components/kit/focus";
import { late } from "@/components/kit/late";
import { ErrorState } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

const PhoneProof = late(async () => (await import("./PhoneProof")).PhoneProof);

/** The phone number that this account has proved, and how to prove one or another (PHONE-3). */
export function PhoneCard() {
  const { t } = useTranslation("accounts");
  const { data, error, refetch } = useGetPhoneQuery();
  const phone = data?.phone;
  const [changing, setChanging] = useState(false);
  const opener = useFocusBack<HTMLButtonElement>(changing);
  return (
    <Card title={t("phone.title")}>
      {error && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!error && (
        <Skeleton visible={!data}>
          <div className={classes.quiet}>
            <div className={classes.fact}>
              <b>{phone ? t("phone.ends", { end: phone.slice(-2) }) : t("phone.none")}</b>
              <span>{t("phone.lead")}</span>
            </div>
            {!changing && (
              <Button ref={opener} variant="default" onClick={() => setChanging(true)}>
                {phone ? t("phone.change") : t("phone.add")}
              </Button>
            )}
          </div>
        </Skeleton>
      )}
      {changing && <PhoneProof onEnd={() => setChanging(false)} />}
    </Card>
  );
}
