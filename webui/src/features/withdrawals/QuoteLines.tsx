/** What the total is made of: earning months, then points; more than a few stay folded. */
import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { EntryType, QuoteLineView, QuoteView } from "@/api/generated";
import { paths } from "@/app/paths";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

const SHOWN = 5;

/** What expires, and is therefore used before anything else (POINT-3). */
const POINTS: readonly EntryType[] = [
  "bonus_point",
  "cpv_bonus",
  "referral_2month",
  "referral_3month",
];

const isPoints = ({ type }: QuoteLineView): boolean => POINTS.includes(type);

export function QuoteLines({ quote }: { quote: QuoteView }) {
  const { t } = useTranslation("withdrawals");
  const [all, setAll] = useState(false);
  const lines = [...quote.lines.filter((line) => !isPoints(line)), ...quote.lines.filter(isPoints)];
  const folded = lines.length - SHOWN;
  // One line is not worth a button of its own.
  const shown = all || folded < 2 ? lines : lines.slice(0, SHOWN);
  if (lines.length === 0) return null;
  return (
    <>
      <dl className={classes.parts}>
        {shown.map((line) => (
          <Line
            key={`${line.month} ${line.type} ${line.correction} ${line.note}`}
            line={line}
            currency={quote.currency}
          />
        ))}
      </dl>
      {folded > 1 && (
        <UnstyledButton
          className={classes.fold}
          aria-expanded={all}
          onClick={() => setAll((before) => !before)}
        >
          {all ? t("request.fewer") : t("request.moreLines", { count: folded })}
        </UnstyledButton>
      )}
    </>
  );
}

function Line({ line, currency }: { line: QuoteLineView; currency: string }) {
  const { t } = useTranslation("withdrawals");
  const { t: e } = useTranslation("ledger");
  const { billed, month } = useFormat();
  const type = e(`type.${line.type}`);
  const corrected = line.correction ? e("corrected", { type }) : type;
  const name = line.note ? e("ofLine", { type, line: line.note }) : corrected;
  return (
    <div>
      <dt className="num">
        <Link to={paths.earningDetail(line.type, line.month)}>
          {isPoints(line)
            ? t("request.points", { type: name })
            : t("request.line", { month: month(line.month), type: name })}
        </Link>
      </dt>
      <dd className="num">{billed(line.amount, currency)}</dd>
    </div>
  );
}
