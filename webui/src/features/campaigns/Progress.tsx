/** How much of a campaign's goal is reached. */
import type { CampaignView } from "@/api/generated";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";

export function Progress({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const { compact } = useFormat();
  const { views, goal, state } = campaign;
  const part = goal > 0 ? Math.min(1, views / goal) : 0;
  return (
    <div
      className={classes.bar}
      data-closed={state === "closed" || undefined}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={goal}
      aria-valuenow={Math.min(views, goal)}
      aria-label={t("reached", { views: compact(views), goal: compact(goal) })}
    >
      <span style={{ width: `${part * 100}%` }} />
    </div>
  );
}
