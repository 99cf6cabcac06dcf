/** What the pay card says of each state: label, sentence, and the values of both (WITHDRAW-23). */
import type { PayoutStateView } from "@/api/generated";
import { useFormat } from "@/format";
import { daysBetween } from "@/format/dates";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";

export type Payout = PayoutStateView;

export const stopOf = ({ steps }: Payout, name: string) => steps.find((step) => step.name === name);

/** Asked for already, so that its sums are the withdrawal's own. */
export const isAsked = ({ withdrawal }: Payout): boolean => withdrawal !== null;

/** There is a sum that could be asked for, now or later: what it comes to can be looked at. */
export const hasQuote = (payout: Payout): boolean =>
  payout.act === "request" ||
  (payout.amount !== null && WITH_QUOTE.has(payout.state) && !isAsked(payout));

const WITH_QUOTE: ReadonlySet<Payout["state"]> = new Set([
  "held",
  "details_missing",
  "below_minimum",
  "waiting",
  "blocked",
]);

export function useLabel(payout: Payout): string {
  const { t } = useTranslation("payout");
  const { dayLong, monthName } = useFormat();
  const month = payout.month ? monthName(payout.month) : "";
  switch (payout.state) {
    case "earning":
      if (payout.amount === null && stopOf(payout, "live"))
        return t(payout.date ? "card.label.firstFigures" : "card.label.soon");
      if (payout.open_months.length > 1) return t("card.label.open");
      return stopOf(payout, "live") ? t("card.label.firstDays") : t("card.label.soFar", { month });
    case "waiting":
      return month ? t("card.label.waiting", { month }) : t("card.label.yours");
    case "open":
    case "details_missing":
      return t("card.label.ready");
    case "held":
      return t("card.label.held");
    case "on_its_way":
      return t("card.label.onItsWay");
    case "paid":
      return t("card.label.paid", { date: dayLong(payout.date ?? "") });
    case "returned":
      return t(payout.recovered ? "card.label.inBalance" : "card.label.cameBack");
    case "refused":
      return t("card.label.refused");
    case "below_zero":
      return t("card.label.balance");
    case "blocked":
      return t(payout.blocked_by === "locked" ? "card.label.locked" : "card.label.yours");
    case "below_minimum":
      return t("card.label.yours");
  }
}

type Sentence = keyof typeof import("@/i18n/locales/en/payout.json")["card"]["text"];
/** Forms of number are the text's own. */
type Key = Exclude<Sentence, `${string}_one` | `${string}_other`> | "early" | "firstFigures";

/** Which sentence stands under the sum. */
export function sentenceOf(payout: Payout, today: string): Key | null {
  const { state, date } = payout;
  switch (state) {
    case "earning":
      if (!stopOf(payout, "live")) return "earning";
      return payout.amount === null ? "firstFigures" : "firstDays";
    case "waiting":
    case "open":
    case "refused":
      return state;
    case "held":
      if (isAsked(payout)) return "heldAsked";
      return payout.act === "request" ? "heldOpen" : "heldWaiting";
    case "on_its_way":
      return date && date < today ? "late" : "onItsWay";
    case "paid":
      return early(payout) > 0 ? "early" : "paid";
    case "below_zero":
      return "belowZero";
    case "below_minimum":
      return payout.below === "minimum" ? minimumSentence(payout) : null;
    case "details_missing":
      return stopOf(payout, "ask")?.place === "now" ? "detailsOpen" : "detailsWaiting";
    case "returned":
      return returnedSentence(payout);
    case "blocked":
      return null;
  }
}

function returnedSentence(payout: Payout): Key {
  if (payout.recovered)
    return stopOf(payout, "ask")?.place === "now" ? "inBalanceOpen" : "inBalance";
  if (payout.act === "correct_details") return "returned";
  return payout.held_until ? "correctedHeld" : "corrected";
}

function minimumSentence({ estimated, is_enough_together }: Payout): Key {
  if (!estimated || isZero(decimal(estimated))) return "minimum";
  return is_enough_together ? "minimumSoon" : "minimumMore";
}

/** How many days before its due date it was paid. */
const early = ({ date, arrives_on }: Payout): number =>
  date && arrives_on ? daysBetween(date, arrives_on) : 0;

/** The values of every sentence. */
export function useValues(payout: Payout) {
  const { money, billed, dayLong, monthName } = useFormat();
  const { currency, state } = payout;
  const day = (value: string | null | undefined) => (value ? dayLong(value) : "");
  const ask = stopOf(payout, "ask");
  const sum = (value: string | null) =>
    value ? (isAsked(payout) ? billed(value, currency) : money(value, currency)) : "";
  const live = stopOf(payout, "live")?.from;
  const figures = stopOf(payout, "figures")?.from;
  return {
    month: monthOfText(payout, monthName),
    close: day(stopOf(payout, "closed")?.from),
    from: day(ask?.from ?? payout.date),
    until: day(payout.held_until ?? ask?.to ?? payout.date),
    by: day(payout.arrives_on),
    date: day(payout.date),
    net: sum(payout.arrives),
    minimum: money(payout.minimum, currency),
    estimated: money(payout.estimated, currency),
    to: payout.to ?? "",
    count: state === "paid" ? early(payout) : live && figures ? daysBetween(live, figures) : 0,
  };
}

function monthOfText(payout: Payout, name: (month: string) => string): string {
  const month = payout.state === "earning" ? closingMonth(payout) : payout.open_months[0]?.month;
  return month ? name(month) : "";
}

const closingMonth = (payout: Payout): string | null =>
  stopOf(payout, "closed")?.month ?? payout.month;
