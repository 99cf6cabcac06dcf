/** Copies a text and says so. */
import { Button } from "@mantine/core";
import { useTranslation } from "@/i18n/react";
import { useCopying } from "./copying";
import { IconCheck, IconCopy } from "./icons";
import { snack } from "./snack";

interface Props {
  value: string;
  /** What is copied, for those who do not see the button's place. */
  label: string;
  /** The label stands on it too. */
  isNamed?: boolean;
  onCopied?: () => void;
  /** The one act of its place. */
  primary?: boolean;
  size?: "sm" | "md";
}

export function CopyButton(props: Props) {
  const { value, label, isNamed = false, onCopied, primary = false } = props;
  const { size = primary ? "md" : "sm" } = props;
  const { t } = useTranslation();
  const { copied, copy } = useCopying(value);

  async function act() {
    if (await copy()) onCopied?.();
    else snack.error(t("copyFailed"));
  }

  return (
    <Button
      variant={primary ? "filled" : "default"}
      size={size}
      aria-label={isNamed ? undefined : label}
      leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      onClick={act}
    >
      <span aria-live="polite">{copied ? t("copied") : isNamed ? label : t("copy")}</span>
    </Button>
  );
}
