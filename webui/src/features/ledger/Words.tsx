/** What the words of these screens mean, in the order in which money passes through them. */

import { useSiteSettings } from "@/app/settings";
import { Card } from "@/components/kit/Card";
import { IconChevronDown } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";

const WORDS = ["estimated", "settled", "withdrawable", "requested", "correction", "debt"] as const;

export function Words() {
  const { t } = useTranslation("ledger");
  const { data: site } = useSiteSettings();
  const days = site?.withdrawal.cool_down_days ?? 0;
  return (
    <Card flush>
      <details className={classes.month}>
        <summary>
          <IconChevronDown size={18} aria-hidden="true" />
          <b>{t("words.title")}</b>
        </summary>
        <dl className={classes.glossary}>
          {WORDS.map((word) => (
            <div key={word}>
              <dt>{t(`words.${word}.name`)}</dt>
              <dd>{t(`words.${word}.text`)}</dd>
            </div>
          ))}
          {days > 0 && (
            <div>
              <dt>{t("words.wait.name")}</dt>
              <dd>{t("words.wait.text", { count: days })}</dd>
            </div>
          )}
        </dl>
      </details>
    </Card>
  );
}
