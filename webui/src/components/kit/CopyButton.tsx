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
  onCopied?: () => void;
  /** The one act of its place. */
  primary?: boolean;
}

export function CopyButton({ value, label, onCopied, primary = false }: Props) {
  const { t } = useTranslation();
  const { copied, copy } = useCopying(value);

  async function act() {
    if (await copy()) onCopied?.();
    else snack.error(t("copyFailed"));
  }

  return (
    <Button
      variant={primary ? "filled" : "default"}
      size={primary ? "md" : "sm"}
      aria-label={label}
      leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      onClick={act}
    >
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </Button>
  );
}
