/** One type in one month or on one day: its ledger rows, each with its trail, and its videos. */

import { type DetailView, type EntryType, useGetEarningsDetailQuery } from "@/api/generated";
import { addresses } from "@/app/paths";
import { Money } from "@/components/domain/Money";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconScale } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { EntryRow } from "./EntryRow";
import { EstimateNote } from "./EstimateNote";
import classes from "./earnings.module.css";
import { Parts } from "./Parts";

const NOTHING_THERE = "not_found";
/** What the list of withdrawals leads to. */
const WITHDRAWN: readonly EntryType[] = ["withdrawal", "recovery"];

export function EarningDetail({ type, date }: { type: EntryType; date: string }) {
  const { t } = useTranslation("ledger");
  const format = useFormat();
  const { data, error, refetch } = useGetEarningsDetailQuery({ type, date });
  const failure = asApiError(error);
  const nothing = failure?.kind === "refused" && failure.reason === NOTHING_THERE;
  return (
    <Page
      title={t(`type.${type}`)}
      lead={format.date(date)}
      back={WITHDRAWN.includes(type) ? addresses.withdrawals : addresses.earnings}
    >
      {!data && !error && (
        <Card flush>
          <RowSkeletons count={4} />
        </Card>
      )}
      {!data && failure && (
        <Card>
          {nothing ? (
            <EmptyState icon={<IconScale size={26} />} title={t("detail.emptyTitle")}>
              {t("detail.emptyText")}
            </EmptyState>
          ) : (
            <ErrorState error={failure} onRetry={refetch} />
          )}
        </Card>
      )}
      {data && <Found detail={data} />}
    </Page>
  );
}

function Found({ detail }: { detail: DetailView }) {
  const { t } = useTranslation("ledger");
  const { currency, rows, videos, total } = detail;
  return (
    <>
      {videos.length > 0 && <Parts parts={detail} currency={currency} />}
      <Card title={t("detail.rows")} flush>
        <ul className={classes.entries}>
          {rows.map((row) => (
            <EntryRow key={row.id} row={row} currency={currency} isAlone={rows.length === 1} />
          ))}
        </ul>
        <p className={classes.total}>
          <span>{t("total")}</span>
          <Money amount={total} currency={currency} mine={!total.startsWith("-")} />
        </p>
        {detail.note && <EstimateNote note={detail.note} currency={currency} />}
      </Card>
    </>
  );
}
