/** An invoice beside what it bills: the sheet as it will print, and its file. */
import { useGetInvoiceQuery } from "@/api/generated";
import { DownloadButton } from "@/components/kit/DownloadButton";
import { asApiError } from "@/components/kit/error-text";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { InvoiceSheet } from "./InvoiceSheet";
import classes from "./invoices.module.css";

export function InvoicePreview({ id }: { id: string }) {
  const { t } = useTranslation("invoices");
  const { currentData, error, refetch } = useGetInvoiceQuery(id);
  if (error && !currentData) return <ErrorCard error={asApiError(error)} onRetry={refetch} />;
  if (!currentData) return <CardSkeleton lines={8} />;
  return (
    <div className={classes.preview}>
      <div className={classes.acts}>
        <DownloadButton
          variant="default"
          path={`withdrawal/invoice.download?${new URLSearchParams({ id, format: "pdf" })}`}
          name={`${id}.pdf`}
        >
          {t("pdf")}
        </DownloadButton>
      </div>
      <InvoiceSheet invoice={currentData} level="h2" />
    </div>
  );
}
