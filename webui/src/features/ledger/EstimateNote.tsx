import type { EstimateNoteView } from "@/api/generated";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";

interface Props {
  note: EstimateNoteView;
  currency: string;
}

/** What a month was estimated at before its close, and why another amount was confirmed. */
export function EstimateNote({ note, currency }: Props) {
  const { t } = useTranslation("ledger");
  const { money } = useFormat();
  const isLess = note.difference.startsWith("-");
  const difference = isLess ? note.difference.slice(1) : note.difference;
  return (
    <p className={classes.estimate}>
      {t(isLess ? "estimate.less" : "estimate.more", {
        estimated: money(note.estimated, currency),
        difference: money(difference, currency),
      })}
    </p>
  );
}
