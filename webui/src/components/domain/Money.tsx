/** An amount. Warm where it is, or becomes, the reader's own; quiet everywhere else. */

import classes from "@/components/kit/figures.module.css";
import { useFormat } from "@/format";

interface Props {
  /** Decimal text, as the server sends it. */
  amount: string | null;
  /** The answer's own currency; the reader's choice where the answer names none. */
  currency?: string;
  size?: "text" | "figure" | "hero";
  mine?: boolean;
  /** To the cent in every currency, as it is paid. */
  billed?: boolean;
  /** Dashed, for it holds money that no close has confirmed. */
  estimated?: boolean;
}

export function Money({
  amount,
  currency,
  size = "text",
  mine = false,
  billed = false,
  estimated = false,
}: Props) {
  const format = useFormat();
  return (
    <span
      className={`num ${classes.money}`}
      data-size={size}
      data-mine={mine || undefined}
      data-estimated={estimated || undefined}
    >
      {billed && amount !== null && currency
        ? format.billed(amount, currency)
        : format.money(amount, currency)}
    </span>
  );
}
