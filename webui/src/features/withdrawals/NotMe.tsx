/** While a change cools down its owner can say that it was not theirs; after that, what is to be done (WITHDRAW-28). */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { PayoutLockView } from "@/api/generated";
import { addresses } from "@/app/paths";
import { toldOf } from "@/components/domain/blocked";
import { Card } from "@/components/kit/Card";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

const NotMeDialog = late(async () => (await import("./NotMeDialog")).NotMeDialog);

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

/** Why nothing is paid: a change that was not the owner's, a second factor that goes, or both. */
export function Locked({ lock }: { lock: PayoutLockView }) {
  const { t } = useTranslation("withdrawals");
  const { instant } = useFormat();
  const told = toldOf(lock);
  const at = lock.totp_ends_at ? instant(lock.totp_ends_at) : "";
  return (
    <Card title={t("disown.doneTitle")}>
      <div role="status">
        {told !== "second_factor" && <p className={classes.text}>{t("disown.done")}</p>}
        {told !== "disowned" && <p className={classes.text}>{t(`disown.${told}`, { at })}</p>}
      </div>
      <Button component={Link} to={addresses.account}>
        {t(told === "second_factor" ? "disown.seeFactor" : "disown.password")}
      </Button>
    </Card>
  );
}
