/** How invitations work here, in the numbers of this portal: window, rate, expiry (REFER-2 to REFER-5). */
import type { InvitationsView } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { Dialog } from "@/components/kit/Dialog";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./invitations.module.css";

interface Props {
  found: InvitationsView;
  site: SiteSettingsView;
  onClose: () => void;
}

export function GuideDialog({ found, site, onClose }: Props) {
  const { t } = useTranslation("invitations");
  const { rate, count } = useFormat();
  const { points_per_usd, points_valid_months } = site.referral;
  const parts = [
    ["window", t("guide.windowText", { count: found.window_months })],
    ["rate", t("guide.rateText", { rate: rate(found.reward_rate), points: count(points_per_usd) })],
    ["confirmed", t("guide.confirmedText")],
    ["expiry", t("guide.expiryText", { count: points_valid_months })],
    ["fair", t("guide.fairText")],
  ] as const;
  return (
    <Dialog opened onClose={onClose} title={t("guide.title")} size="lg">
      <dl className={classes.guide}>
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`guide.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
