/** Above every screen while an operator looks at an account: who, until when, and how to end it (SESSION-14). */
import { Button } from "@mantine/core";
import { useLogoutMutation, type ViewingView } from "@/api/generated-base";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./ViewingBar.module.css";

export function ViewingBar({ operator, until }: ViewingView) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const [end, { isLoading }] = useLogoutMutation();
  return (
    <aside className={classes.bar} aria-label={t("viewing.name")}>
      <p>{t("viewing.text", { operator, time: time(until) })}</p>
      <Button size="sm" variant="default" loading={isLoading} onClick={() => void end()}>
        {t("viewing.end")}
      </Button>
    </aside>
  );
}
