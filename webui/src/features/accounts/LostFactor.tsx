/** Neither the app nor a recovery code: the second factor goes after three days (SESSION-13). */
import { Anchor, Button } from "@mantine/core";
import { useLoseTotpMutation } from "@/api/generated-base";
import { readStored } from "@/app/storage";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";

interface Props {
  id: string;
  password: string;
  mailedCode?: string;
  onBack: () => void;
}

export function LostFactor({ id, password, mailedCode, onBack }: Props) {
  const { t } = useTranslation("accounts");
  const { instant } = useFormat();
  const [lose, { data, isLoading, error }] = useLoseTotpMutation();
  const back = (
    <Anchor component="button" type="button" onClick={onBack}>
      {t("totp.back")}
    </Anchor>
  );
  if (data) {
    return (
      <AuthCard
        title={t("totp.lostDone")}
        lead={t("totp.lostAt", { at: instant(data.ends_at) })}
        after={<p>{back}</p>}
      >
        <p>{t("totp.lostWhat")}</p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("totp.lostTitle")} lead={t("totp.lostLead")}>
      <p>{t("totp.lostWhat")}</p>
      <FormError error={asApiError(error)} />
      <Button
        color="red"
        size="lg"
        loading={isLoading}
        onClick={() =>
          void lose({ id, password, device: readStored("device"), mailed_code: mailedCode })
        }
      >
        {t("totp.lostConfirm")}
      </Button>
      <p className={classes.between}>{back}</p>
    </AuthCard>
  );
}
