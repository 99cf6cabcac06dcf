/** A report's sums, before its rows. */

import type { RangeMetricsView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { Card } from "@/components/kit/Card";
import { Figure, Figures } from "@/components/kit/Figure";
import { useScreenClass } from "@/components/kit/screen";
import { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import classes from "./reports.module.css";

interface Props {
  sums: RangeMetricsView;
  currency: string;
  busy: boolean;
}

export function Sums({ sums, currency, busy }: Props) {
  const { t } = useTranslation("figures");
  const { count, compact, percent, money } = useFormat();
  const phone = useScreenClass() === "mobile";
  const number = phone ? (value: number) => compact(value) : count;
  const part = sums.estimated && !isZero(decimal(sums.confirmed_revenue));
  const standing = part
    ? t("sums.part", { amount: money(sums.confirmed_revenue, currency) })
    : t(sums.estimated ? "sums.estimated" : "sums.confirmed");
  return (
    <div className={classes.rows} aria-busy={busy}>
      <Card flush>
        <Figures>
          <Figure
            label={t(phone ? "sums.engagedShort" : "columns.engaged")}
            value={number(sums.engaged_views)}
            note={phone ? null : t("sums.ofViews", { views: count(sums.views), count: sums.views })}
          />
          <Figure
            label={t("columns.premium")}
            value={percent(sums.premium_ratio)}
            note={
              phone
                ? null
                : t("sums.premium", {
                    views: count(sums.premium_views),
                    count: sums.premium_views,
                  })
            }
          />
          <Figure
            label={t("columns.revenue")}
            value={
              <Money amount={sums.revenue} currency={currency} mine estimated={sums.estimated} />
            }
            note={
              phone
                ? standing
                : `${t("sums.rpm", { rpm: money(sums.rpm, currency) })} · ${standing}`
            }
          />
        </Figures>
      </Card>
    </div>
  );
}
