/** Before the first friend: what will happen instead of zeros. */
import type { InvitationsView } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { Card } from "@/components/kit/Card";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./invitations.module.css";

interface Props {
  found: InvitationsView;
  site: SiteSettingsView;
}

export function FirstDay({ found, site }: Props) {
  const { t } = useTranslation("invitations");
  const { rate, count } = useFormat();
  const { points_per_usd } = site.referral;
  return (
    <Card title={t("first.title")}>
      <ol className={classes.steps}>
        <li>{t("first.send")}</li>
        <li>{t("first.earn", { count: found.window_months })}</li>
        <li>{t("first.get", { rate: rate(found.reward_rate), points: count(points_per_usd) })}</li>
      </ol>
    </Card>
  );
}
