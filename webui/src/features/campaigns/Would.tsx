/** What a hundred thousand views would bring: the bonus, and beside it what views usually earn. */
import { type RangeMetricsView, useDashboardQuery } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { Card } from "@/components/kit/Card";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";
import { amountOf, micros } from "./micros";

const THOUSAND = 1000n;
const SUPPOSED_THOUSANDS = 100n;
const TOO_FEW_VIEWS = 1000;

/** What a thousand of the reader's views brought lately, in micros; null where too few came to tell. */
function usual({ views, revenue }: RangeMetricsView): bigint | null {
  return views < TOO_FEW_VIEWS ? null : (micros(revenue) * THOUSAND) / BigInt(views);
}

export function Would({ rate }: { rate: string }) {
  const { t } = useTranslation("campaigns");
  const { money } = useFormat();
  const { data } = useDashboardQuery({});
  const mine = data?.currency === "USD" ? usual(data.summary) : null;
  const bonus = micros(rate) * SUPPOSED_THOUSANDS;
  return (
    <Card title={t("would.title")}>
      {mine !== null && (
        <div className={classes.line}>
          <span>{t("would.music", { amount: money(amountOf(mine), "USD") })}</span>
          <Money amount={amountOf(mine * SUPPOSED_THOUSANDS)} currency="USD" estimated />
        </div>
      )}
      <div className={classes.line}>
        <span>{t("would.bonus")}</span>
        <Money amount={amountOf(bonus)} currency="USD" mine={mine === null} estimated />
      </div>
      {mine === null ? (
        <p className={classes.quiet}>{t("onTop")}</p>
      ) : (
        <div className={classes.together}>
          <strong>{t("would.together")}</strong>
          <Money
            amount={amountOf(mine * SUPPOSED_THOUSANDS + bonus)}
            currency="USD"
            size="figure"
            mine
            estimated
          />
        </div>
      )}
    </Card>
  );
}
