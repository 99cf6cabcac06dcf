import { Button } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { paths, safeFrom } from "@/app/paths";
import { useFirstFocus } from "@/components/kit/focus";
import { IconCircleCheck } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";

/** The account exists; the e-mail is next (ACCT-5). */
export function JoinDone({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation("accounts");
  const [params] = useSearchParams();
  const next = useFirstFocus<HTMLAnchorElement>();
  return (
    <AuthCard title={t("joined.title", { name })} lead={t("joined.lead", { email })}>
      <div className={classes.done}>
        <IconCircleCheck size={48} />
        <Button
          ref={next}
          component={Link}
          to={paths.joinEmail(safeFrom(params.get("fromUrl")))}
          size="lg"
          fullWidth
        >
          {t("joined.next")}
        </Button>
      </div>
    </AuthCard>
  );
}
