/** Copies a text and says so. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "@/i18n/react";
import { IconCheck, IconCopy } from "./icons";
import { snack } from "./snack";

interface Props {
  value: string;
  /** What is copied, for those who do not see the button's place. */
  label: string;
  onCopied?: () => void;
}

const SHOWN_MS = 2_000;

export function CopyButton({ value, label, onCopied }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      onCopied?.();
    } catch {
      snack.error(t("copyFailed"));
    }
  }

  return (
    <Button
      variant="default"
      size="sm"
      aria-label={label}
      leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      onClick={copy}
    >
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </Button>
  );
}
