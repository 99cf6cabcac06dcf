/** The newest day with figures, and the days a chosen period covers. */
import { useEffect } from "react";
import { useDashboardQuery } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { useSiteSettings } from "@/app/settings";
import { dataDateSeen } from "@/app/site";
import { type Period, type Range, rangeOf, usePeriod } from "./periods";

/** Tells the header how far the figures of an answer reach. */
export function useDataDate(maxDate: string | null | undefined): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (maxDate) dispatch(dataDateSeen(maxDate));
  }, [dispatch, maxDate]);
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

export interface ChosenRange {
  period: Period;
  choose: (period: Period) => void;
  /** Null until the newest day is known. */
  range: Range | null;
  error: unknown;
  retry: () => void;
}

/** The period in the URL and its days. The newest day is asked for once; a portal without figures counts from today. */
export function useRange(initial?: Period, wanted = true): ChosenRange {
  const [period, choose] = usePeriod(initial);
  const known = useAppSelector(({ site }) => site.dataDate);
  const { data, error, refetch } = useDashboardQuery({}, { skip: known !== null || !wanted });
  const { data: settings } = useSiteSettings();
  useDataDate(data?.max_date);
  const untold =
    data && !data.max_date && settings
      ? daysBefore(settings.today, settings.reports.lag_days)
      : null;
  const maxDate = known ?? data?.max_date ?? untold;
  return {
    period,
    choose,
    range: maxDate === null || !wanted ? null : rangeOf(period, maxDate),
    error: maxDate === null ? error : undefined,
    retry: () => void refetch(),
  };
}
