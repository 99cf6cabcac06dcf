/** One invoice inside the portal: the sheet, and the ways to take it along. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "react-redux";
import { download } from "@/api/download";
import { type InvoiceView, useGetInvoiceQuery } from "@/api/generated";
import { paths } from "@/app/paths";
import { store as keep } from "@/app/storage";
import type { RootState } from "@/app/store";
import { asApiError, useErrorText } from "@/components/error-text";
import { IconArrowUpRight, IconDownload } from "@/components/icons";
import { Page } from "@/components/Page";
import { CardSkeleton } from "@/components/skeletons";
import { snack } from "@/components/snack";
import { ErrorState } from "@/components/states";
import { InvoiceSheet } from "./InvoiceSheet";
import classes from "./invoices.module.css";

type PaperFormat = "pdf" | "xlsx";

export function InvoicePage({ id }: { id: string }) {
  const { t } = useTranslation("invoices");
  const { data, error, refetch } = useGetInvoiceQuery(id);
  const title = data?.kind === "credit_note" ? t("creditNote") : t("title");
  return (
    <Page
      title={title}
      lead={data?.id}
      back={paths.withdrawals()}
      actions={data && <Acts invoice={data} />}
    >
      {error && !data && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={8} />}
      {data && (
        <>
          <InvoiceSheet invoice={data} level="h2" />
          <p className={classes.note}>{t("issuedNote")}</p>
        </>
      )}
    </Page>
  );
}

function Acts({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation("invoices");
  const { getState } = useStore<RootState>();
  const text = useErrorText();
  const [loading, setLoading] = useState<PaperFormat | null>(null);

  async function take(format: PaperFormat) {
    setLoading(format);
    const asked = new URLSearchParams({ id: invoice.id, format });
    const path = `withdrawal/invoice.download?${asked}`;
    const error = await download(path, `${invoice.id}.${format}`, getState());
    setLoading(null);
    if (error) snack.error(text(error));
  }

  function openAlone() {
    keep("invoice", JSON.stringify(invoice));
    window.open(paths.embeddedInvoice(), "_blank", "noopener");
  }

  return (
    <div className={classes.acts}>
      {(["pdf", "xlsx"] as const).map((format) => (
        <Button
          key={format}
          variant={format === "pdf" ? "filled" : "default"}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={loading === format}
          onClick={() => void take(format)}
        >
          {t(format)}
        </Button>
      ))}
      <Button
        variant="default"
        leftSection={<IconArrowUpRight size={18} aria-hidden="true" />}
        onClick={openAlone}
      >
        {t("embedded")}
      </Button>
    </div>
  );
}
