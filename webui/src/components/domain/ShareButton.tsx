/** Offers a payment as a picture to share. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Currency } from "@/api/generated-base";
import { useFlag } from "@/components/kit/flags";
import { IconShare } from "@/components/kit/icons";
import { late } from "@/components/kit/late";

const ShareDialog = late(async () => (await import("./ShareDialog")).ShareDialog);

export interface PaidOut {
  date: string;
  amount: string;
  currency: Currency;
}

interface Props {
  paid: PaidOut;
  /** Which of the page's payments: its id, or `news`. */
  of: string;
  compact?: boolean;
  children: ReactNode;
}

export function ShareButton({ paid, of, compact = false, children }: Props) {
  const { value, open, close } = useFlag("share");
  return (
    <>
      <Button
        variant={compact ? "subtle" : "default"}
        size={compact ? "compact-sm" : undefined}
        fullWidth={!compact}
        leftSection={<IconShare size={18} aria-hidden="true" />}
        onClick={() => open(of)}
      >
        {children}
      </Button>
      {value === of && <ShareDialog paid={paid} onClose={close} />}
    </>
  );
}
