/** What a chart's bars stand for: days, and weeks where there are too many of them (DASH-17). */
import type { DailyView, PublishedView } from "@/api/generated";
import { type Decimal, decimal, plus, written } from "@/format/decimal";

/** A bar: a day, or the days of a week. */
export interface Bar {
  from: string;
  to: string;
  days: number;
  revenue: string;
  engaged_views: number;
  premium_views: number;
  estimated: boolean;
  /** How many shorts were published, and the title of one of them. */
  published: number;
  title: string | null;
}

/** More days than this are told by the week. */
const MOST_DAYS = 62;

export const byWeek = (days: readonly DailyView[]): boolean => days.length > MOST_DAYS;

function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * 86_400_000).toISOString().slice(0, 10);
}

export function barsOf(days: readonly DailyView[], published: readonly PublishedView[]): Bar[] {
  const names = new Map(published.map((each) => [each.date, each]));
  const each = days.map((day) => barOf([day], names));
  if (!byWeek(days)) return each;
  return [...Map.groupBy(days, ({ date }) => weekOf(date)).values()].map((week) =>
    barOf(week, names),
  );
}

const NOTHING: Decimal = decimal("0");

function barOf(days: readonly DailyView[], published: ReadonlyMap<string, PublishedView>): Bar {
  const news = days.flatMap(({ date }) => published.get(date) ?? []);
  return {
    from: days[0]?.date ?? "",
    to: days.at(-1)?.date ?? "",
    days: days.length,
    revenue: written(days.reduce((sum, { revenue }) => plus(sum, decimal(revenue)), NOTHING)),
    engaged_views: days.reduce((sum, day) => sum + day.engaged_views, 0),
    premium_views: days.reduce((sum, day) => sum + day.premium_views, 0),
    estimated: days.some(({ estimated }) => estimated),
    published: news.reduce((sum, { count }) => sum + count, 0),
    title: news[0]?.title ?? null,
  };
}

/** The months below weeks: how many bars each has, and whether any of it may still move. */
export function monthsOf(bars: readonly Bar[]) {
  return [...Map.groupBy(bars, ({ to }) => to.slice(0, 7))].map(([month, own]) => ({
    month,
    bars: own.length,
    estimated: own.some(({ estimated }) => estimated),
  }));
}
