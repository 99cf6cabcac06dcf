/** Chooses one of the four periods. */
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "@/i18n/react";
import { PERIODS, type Period } from "./periods";

export function PeriodSwitch({
  value,
  onChange,
}: {
  value: Period;
  onChange: (period: Period) => void;
}) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t("period.name")}
      value={value}
      onChange={(next) => onChange(next as Period)}
      data={PERIODS.map((period) => ({ value: period, label: t(`period.${period}`) }))}
    />
  );
}
