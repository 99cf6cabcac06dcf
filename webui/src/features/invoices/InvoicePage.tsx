/** One invoice inside the portal: the sheet, and the ways to take it along. */
import { Button } from "@mantine/core";
import { useHref } from "react-router";
import { type InvoiceView, useGetInvoiceQuery } from "@/api/generated";
import { addresses } from "@/app/paths";
import { store as keep } from "@/app/storage";
import { DownloadButton } from "@/components/kit/DownloadButton";
import { asApiError } from "@/components/kit/error-text";
import { IconArrowUpRight } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { InvoiceSheet } from "./InvoiceSheet";
import classes from "./invoices.module.css";

export function InvoicePage({ id }: { id: string }) {
  const { t } = useTranslation("invoices");
  const { data, error, refetch } = useGetInvoiceQuery(id);
  const title = data?.kind === "credit_note" ? t("creditNote") : t("title");
  return (
    <Page
      title={title}
      lead={data?.id}
      back={addresses.withdrawals}
      actions={data && <Acts invoice={data} />}
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={8} />}
      {data && (
        <>
          <InvoiceSheet invoice={data} level="h2" linked />
          <p className={classes.note}>{t("issuedNote")}</p>
        </>
      )}
    </Page>
  );
}

function Acts({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation("invoices");
  const { id } = invoice;
  const sheet = useHref(addresses.embeddedInvoice);

  function openAlone() {
    keep("invoice", JSON.stringify(invoice));
    window.open(sheet, "_blank", "noopener");
  }

  return (
    <div className={classes.acts}>
      {(["pdf", "xlsx"] as const).map((format) => (
        <DownloadButton
          key={format}
          variant={format === "pdf" ? "filled" : "default"}
          path={`withdrawal/invoice.download?${new URLSearchParams({ id, format })}`}
          name={`${id}.${format}`}
        >
          {t(format)}
        </DownloadButton>
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
