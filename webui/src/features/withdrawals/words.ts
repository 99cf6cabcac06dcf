/** The reasons in sentences, with their numbers. */
import { useTranslation } from "react-i18next";
import type { Reason } from "@/components/blocked";
import { useFormat } from "@/format";
import type { Known } from "./RequestPage";

export function useReasonText({ summary, site }: Known): (reason: Reason) => string {
  const { t } = useTranslation("withdrawals");
  const { dayShort, daySpan, money, monthName } = useFormat();
  const settled = summary.last_settled;
  const values = {
    span: daySpan(summary.window.from, summary.window.to),
    from: dayShort(summary.window.from),
    minimum: money(summary.minimum, summary.currency),
    bank: money(site.withdrawal.bank_minimum, "USD"),
    month: settled ? monthName(settled.month) : "",
    revenue: settled ? money(settled.revenue_usd, "USD") : "",
  };
  return (reason) => {
    if (reason !== "bank_minimum") return t(`why.${reason}`, values);
    if (site.withdrawal.bank_minimum_basis === "requested_amount") {
      return t("why.bank_amount", values);
    }
    return t(settled ? "why.bank_minimum" : "why.bank_month", values);
  };
}
