/** How much of a campaign's goal is reached. */
import type { CampaignView } from "@/api/generated";
import { Meter } from "@/components/kit/Meter";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./campaigns.module.css";

export function Progress({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const { compact } = useFormat();
  const { views, goal, state } = campaign;
  return (
    <div className={classes.bar}>
      <Meter
        value={views}
        max={goal}
        label={t("reached", { views: compact(views), goal: compact(goal) })}
        tone={state === "closed" ? "quiet" : "money"}
      />
    </div>
  );
}
