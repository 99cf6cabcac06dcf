/** What the bar of a phone has no room for: reports, withdrawals, earnings. */
import { Link } from "react-router";
import { type PayoutStateView, useGetEarningsSummaryQuery } from "@/api/generated";
import { useAppSelector } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { IconChartBar, IconReceipt, IconWallet } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./preferences.module.css";

export function Tiles() {
  const { t } = useTranslation("preferences");
  const { monthName } = useFormat();
  const day = useAppSelector((state) => state.site.dataDate);
  const payout = useGetEarningsSummaryQuery().data?.payout_state;
  const ready = useReady(payout);
  return (
    <nav className={classes.tiles} aria-label={t("my.tiles.name")}>
      <Link to={addresses.channelReport}>
        <IconChartBar size={22} aria-hidden="true" />
        {t("my.tiles.reports")}
        <small>{day ? monthName(day.slice(0, 7)) : t("my.tiles.byChannel")}</small>
      </Link>
      <Link to={addresses.withdrawals}>
        <IconWallet size={22} aria-hidden="true" />
        {t("my.tiles.withdrawals")}
        <small className="num" data-mine={ready !== null || undefined}>
          {ready ?? t("my.tiles.dates")}
        </small>
      </Link>
      <Link to={addresses.earnings}>
        <IconReceipt size={22} aria-hidden="true" />
        {t("my.tiles.earnings")}
        <small>{t("my.tiles.byMonth")}</small>
      </Link>
    </nav>
  );
}

/** The sum that can be asked for or is under way, in words. */
function useReady(payout: PayoutStateView | null | undefined): string | null {
  const { t } = useTranslation("preferences");
  const { money } = useFormat();
  if (payout?.state === "open") {
    return t("my.tiles.ready", { amount: money(payout.amount, payout.currency) });
  }
  if (payout?.state === "on_its_way") {
    return t("my.tiles.onItsWay", { amount: money(payout.amount, payout.currency) });
  }
  return null;
}
