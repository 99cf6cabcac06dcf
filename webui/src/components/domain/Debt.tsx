/** A balance below zero, said in words wherever the withdrawable zero beside it would puzzle (LEDGER-5, LEDGER-4). */

import type { SummaryView } from "@/api/generated";
import classes from "@/components/kit/forms.module.css";
import { IconInfoCircle } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { decimal, isNegative } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";

/** Nothing, while nothing is owed; the page's text files need `payout`. */
export function Debt({ summary }: { summary: SummaryView }) {
  const { t } = useTranslation("payout");
  const { money } = useFormat();
  if (!isNegative(decimal(summary.balance_usd))) return null;
  return (
    <p className={classes.remark}>
      <IconInfoCircle size={18} aria-hidden="true" />
      <span>{t("debt", { amount: money(summary.balance, summary.currency) })}</span>
    </p>
  );
}
