import { Button } from "@mantine/core";
import { useListSessionsQuery } from "@/api/generated-base";
import { Card } from "@/components/kit/Card";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

const LeaveDialog = late(async () => (await import("./LeaveDialog")).LeaveDialog);

/** Leaving the service, with what is lost by it said in numbers first (ACCT-20). */
export function LeaveCard() {
  const { t } = useTranslation("accounts");
  const { open, opened, close } = useFlag("delete");
  // It waits for the list above it: nothing moves once it is there.
  if (useListSessionsQuery().isLoading) return null;
  return (
    <Card title={t("leave.title")}>
      <div className={classes.quiet}>
        <p>{t("leave.short")}</p>
        <Button variant="subtle" color="red" onClick={() => open()}>
          {t("leave.open")}
        </Button>
      </div>
      {opened && <LeaveDialog onClose={close} />}
    </Card>
  );
}
