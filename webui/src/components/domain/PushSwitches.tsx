/** Which messages a person wants: one switch a kind; the other kind stays as it is (ACCT-12). */
import { Switch } from "@mantine/core";
import { useUpdatePushMutation } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./push.module.css";

const KINDS = ["notice", "marketing"] as const;

/** Its words are those of `preferences`. */
export function PushSwitches() {
  return KINDS.map((kind) => <PushSwitch key={kind} type={kind} />);
}

function PushSwitch({ type }: { type: (typeof KINDS)[number] }) {
  const { t } = useTranslation("preferences");
  const { settings } = useSignedInMe();
  const text = useErrorText();
  const [update, { isLoading }] = useUpdatePushMutation();

  async function change(on: boolean) {
    const both = { notice: false, marketing: false, [type]: on };
    const { error } = await update({ ...both, type });
    if (error) snack.error(text(asApiError(error)));
  }

  return (
    <div className={classes.setting}>
      <span id={`push-${type}`}>
        {t(`push.${type}`)}
        <small>{t(`push.${type}Note`)}</small>
      </span>
      <Switch
        size="md"
        checked={settings[type]}
        disabled={isLoading}
        aria-labelledby={`push-${type}`}
        onChange={({ currentTarget: { checked } }) => void change(checked)}
      />
    </div>
  );
}
