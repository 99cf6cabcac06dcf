import { TextInput } from "@mantine/core";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** It was sent without anything in it. */
  missing: boolean;
  /** The seconds that the code is valid for. */
  valid: number;
}

/** The six digits that were mailed. */
export function CodeField({ value, onChange, missing, valid }: Props) {
  const { t } = useTranslation("accounts");
  const { duration } = useFormat();
  return (
    <TextInput
      label={t("code")}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={missing && t("check.codeMissing")}
      description={valid > 0 && t("verify.timeLeft", { time: duration(valid) })}
    />
  );
}
