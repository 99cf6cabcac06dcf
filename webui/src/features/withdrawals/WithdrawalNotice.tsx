/** The rules before a request, with this installation's numbers (POLICY-6); they open on any page. */
import { Button } from "@mantine/core";
import { type SummaryView, useGetEarningsSummaryQuery } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { useSiteSettings } from "@/app/settings";
import { Dialog } from "@/components/kit/Dialog";
import { useFlag } from "@/components/kit/flags";
import { useTranslation } from "@/i18n/react";
import { METHOD_NAMES, METHODS, rulesOf, useWords } from "./methods";
import { feeText } from "./methods/fees";
import classes from "./withdrawals.module.css";

export function WithdrawalNotice() {
  const { data: summary } = useGetEarningsSummaryQuery();
  const { data: site } = useSiteSettings();
  const { close } = useFlag("withdrawalNotice");
  return summary && site ? <Notice summary={summary} site={site} onClose={close} /> : null;
}

interface Props {
  summary: SummaryView;
  site: SiteSettingsView;
  onClose: () => void;
}

function Notice({ summary, site, onClose }: Props) {
  const { t } = useTranslation("withdrawals");
  const { t: c } = useTranslation();
  const words = useWords();
  const { money, daySpan, list } = words.format;
  const { withdrawal } = site;
  const values = {
    span: daySpan(summary.window.from, summary.window.to),
    minimum: money(summary.minimum, summary.currency),
    fees: list(
      METHOD_NAMES.map((method) =>
        t("notice.fee", {
          method: t(`method.${method}`),
          fee: feeText(words.format, rulesOf(site, method)),
        }),
      ),
    ),
    count: withdrawal.cool_down_days,
  };
  const rules = [
    t("notice.window", values),
    t("notice.whole"),
    t("notice.minimum", values),
    ...METHOD_NAMES.flatMap(
      (method) => METHODS[method].minimum(words, rulesOf(site, method)) ?? [],
    ),
    t("notice.fees", values),
    ...(withdrawal.cool_down_days > 0 ? [t("notice.change", values)] : []),
    t("notice.back"),
  ];
  return (
    <Dialog opened onClose={onClose} title={t("notice.title")}>
      <div className={classes.stack}>
        <ul className={classes.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Button onClick={onClose}>{c("close")}</Button>
      </div>
    </Dialog>
  );
}
