/** The part that a manager keeps, as a percentage, and what that is of a hundred. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { fractionOf, sharesOf } from "./shares";

interface Props extends TextInputProps {
  value: string;
  /** Who has the rest. */
  name: string;
}

export function RateField({ value, name, ...props }: Props) {
  const { t } = useTranslation("members");
  const { money } = useFormat();
  const rate = fractionOf(value);
  const [kept = "", left = ""] = rate === null ? [] : sharesOf([rate]);
  return (
    <TextInput
      {...props}
      value={value}
      label={t("rate.keep")}
      description={
        rate === null
          ? t("rate.hint")
          : t("rate.of", {
              whole: money("100.00"),
              kept: money(kept),
              left: money(left),
              name: name || t("rate.member"),
            })
      }
      inputMode="decimal"
      rightSection="%"
      maxLength={7}
    />
  );
}
