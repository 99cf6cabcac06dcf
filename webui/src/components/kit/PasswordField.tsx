/** A password, with the eye to show it named in every language and its error told to everybody. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "@/i18n/react";

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: 0 }}
    />
  );
}
