/** A report of confirmed earnings by video: which months, how far it is, and the file. */
import { Button, Loader, NativeSelect } from "@mantine/core";
import { useState } from "react";
import {
  type ExportView,
  type ProgressView,
  useGetEarningsSummaryQuery,
  useGetExcelReportQuery,
  useRequestExcelReportMutation,
} from "@/api/generated";
import { EXCEL_POLL_MS } from "@/app/constants";
import { Dialog } from "@/components/kit/Dialog";
import { DownloadButton } from "@/components/kit/DownloadButton";
import { asApiError } from "@/components/kit/error-text";
import { useFirstFocus } from "@/components/kit/focus";
import { FormError, FormMessage } from "@/components/kit/forms";
import { IconCircleCheck, IconScale } from "@/components/kit/icons";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { monthsUpTo } from "@/format/months";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";

const YEARS = 5;
const LONGEST = 12;

interface Props {
  /** The report asked for last in this tab; it may be gone, or be somebody else's. */
  report: string | null;
  onAsked: (report: string | null) => void;
  onClose: () => void;
}

export function ExcelDialog({ report, onAsked, onClose }: Props) {
  const { t } = useTranslation("ledger");
  return (
    <Dialog opened onClose={onClose} title={t("excel.title")}>
      {report === null ? (
        <Choice onAsked={onAsked} />
      ) : (
        <Making report={report} onAsked={onAsked} />
      )}
    </Dialog>
  );
}

function Choice({ onAsked }: { onAsked: (report: string) => void }) {
  const { t } = useTranslation("ledger");
  const { data, error, refetch } = useGetEarningsSummaryQuery();
  if (error && !data) return <ErrorState error={asApiError(error)} onRetry={refetch} />;
  if (!data) return <RowSkeletons count={2} />;
  if (!data.last_settled) {
    return (
      <EmptyState icon={<IconScale size={26} />} title={t("emptyTitle")}>
        {t("emptyText")}
      </EmptyState>
    );
  }
  return <Months newest={data.last_settled.month} onAsked={onAsked} />;
}

function Months({ newest, onAsked }: { newest: string; onAsked: (report: string) => void }) {
  const { t } = useTranslation("ledger");
  const { month } = useFormat();
  const first = useFirstFocus<HTMLSelectElement>();
  const [end, setEnd] = useState(newest);
  const [start, setStart] = useState(newest);
  const [ask, { isLoading, error }] = useRequestExcelReportMutation();
  const starts = monthsUpTo(end, LONGEST);
  const from = starts.includes(start) ? start : end;
  const named = (months: string[]) => months.map((value) => ({ value, label: month(value) }));

  async function send() {
    const { data } = await ask({ start: from, end });
    if (data) onAsked(data.id);
  }

  return (
    <div className={classes.stack}>
      <p>{t("excel.text")}</p>
      <div className={classes.span}>
        <NativeSelect
          ref={first}
          label={t("excel.start")}
          value={from}
          data={named(starts)}
          onChange={({ currentTarget: { value } }) => setStart(value)}
          data-autofocus
        />
        <NativeSelect
          label={t("excel.end")}
          value={end}
          data={named(monthsUpTo(newest, YEARS * LONGEST))}
          onChange={({ currentTarget: { value } }) => setEnd(value)}
        />
      </div>
      <FormError error={asApiError(error)} />
      <Button loading={isLoading} onClick={() => void send()}>
        {t("excel.make")}
      </Button>
    </div>
  );
}

function Making({ report, onAsked }: { report: string; onAsked: Props["onAsked"] }) {
  const { t } = useTranslation("ledger");
  const place = useFirstFocus<HTMLDivElement>();
  const [isOver, setOver] = useState(false);
  const { data, error, refetch } = useGetExcelReportQuery(report, {
    pollingInterval: isOver ? 0 : EXCEL_POLL_MS,
    refetchOnMountOrArgChange: true,
  });
  if (data?.status === "end" && !isOver) setOver(true);
  const failure = asApiError(error);
  if (failure?.kind === "refused" && failure.reason === "not_found") {
    return <Choice onAsked={onAsked} />;
  }
  return (
    <div ref={place} className={classes.stack} tabIndex={-1}>
      <div aria-live="polite">
        {!data && !error && <RowSkeletons count={1} />}
        {!data && failure && <ErrorState error={failure} onRetry={refetch} />}
        {data && <State report={data} />}
      </div>
      {data?.progress && <HowFar progress={data.progress} />}
      {data?.file_name && (
        <DownloadButton
          variant="filled"
          path={`withdrawal/report.excel.download?${new URLSearchParams({ id: data.id })}`}
          name={data.file_name}
        >
          {t("excel.download")}
        </DownloadButton>
      )}
      {(isOver || error) && (
        <Button variant="default" onClick={() => onAsked(null)}>
          {t("excel.again")}
        </Button>
      )}
    </div>
  );
}

function State({ report }: { report: ExportView }) {
  const { t } = useTranslation("ledger");
  const { count } = useFormat();
  if (report.error !== null) return <FormMessage>{t("excel.failed")}</FormMessage>;
  if (report.status === "end") {
    return (
      <p className={classes.state} data-tone="ok">
        <IconCircleCheck size={18} aria-hidden="true" />
        {t("excel.done", { count: report.rows ?? 0, rows: count(report.rows ?? 0) })}
      </p>
    );
  }
  return (
    <p className={classes.state}>
      <Loader size={18} color="currentColor" />
      {t(report.status === "pending" ? "excel.pending" : "excel.processing")}
    </p>
  );
}

function HowFar({ progress: { done, total } }: { progress: ProgressView }) {
  const { t } = useTranslation("ledger");
  const { count } = useFormat();
  const words = t("excel.progress", { count: total, done: count(done), total: count(total) });
  return (
    <div className={classes.progress}>
      <progress
        value={done}
        max={total}
        aria-label={t("excel.processing")}
        aria-valuetext={words}
      />
      <p className="num">{words}</p>
    </div>
  );
}
