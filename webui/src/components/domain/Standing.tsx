/** Whether a sum may still move: dashed and open while it is estimated, closed and checked once it is confirmed. */
import { IconCheck } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./Standing.module.css";

export function Standing({ estimated }: { estimated: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes.pill} data-standing={estimated ? "estimated" : "confirmed"}>
      {!estimated && <IconCheck size={12} stroke={2.4} aria-hidden="true" />}
      {t(estimated ? "standing.estimated" : "standing.confirmed")}
    </span>
  );
}
