import { useSiteSettings } from "@/app/settings";
import { PayLine } from "@/components/domain/PayLine";
import { monthOf, payDates, stopsOf } from "@/components/domain/payout";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./dashboard.module.css";

/** When the money of this month's views comes. */
export function PayoutDates() {
  const { t } = useTranslation("dashboards");
  const { monthName } = useFormat();
  const { data: settings, error, refetch } = useSiteSettings();
  if (error) return <ErrorState error={asApiError(error)} onRetry={refetch} />;
  if (!settings) return <CardSkeleton lines={2} />;
  const dates = payDates(monthOf(settings.today), settings);
  return (
    <Card title={t("when.title")}>
      <p className={classes.text}>{t("when.text", { month: monthName(dates.month) })}</p>
      <PayLine stops={stopsOf(dates, settings.today)} />
    </Card>
  );
}
