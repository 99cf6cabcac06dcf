/** While a change cools down its owner can say that it was not theirs; after that, what is to be done (WITHDRAW-28). */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { QuoteView } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { reasonsOf } from "@/components/domain/blocked";
import { Card } from "@/components/kit/Card";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

const NotMeDialog = late(async () => (await import("./NotMeDialog")).NotMeDialog);

export const isLocked = (quote: QuoteView | undefined): boolean =>
  quote !== undefined && reasonsOf(quote).includes("payouts_locked");

export function NotMe() {
  const { t } = useTranslation("withdrawals");
  const { opened, open, close } = useFlag("disown");
  return (
    <>
      <Button variant="default" className={classes.notMe} onClick={() => open()}>
        {t("disown.act")}
      </Button>
      {opened && <NotMeDialog onClose={close} />}
    </>
  );
}

/** Why nothing is paid: a second factor that goes, or else a change that was not the owner's. */
export function Locked() {
  const { t } = useTranslation("withdrawals");
  const { instant } = useFormat();
  const goesAt = useSignedInMe().totp.ends_at;
  return (
    <Card title={t("disown.doneTitle")}>
      <p className={classes.text} role="status">
        {goesAt ? t("disown.factor", { at: instant(goesAt) }) : t("disown.done")}
      </p>
      <Button component={Link} to={addresses.account}>
        {t(goesAt ? "disown.seeFactor" : "disown.password")}
      </Button>
    </Card>
  );
}
