/** The invoice without the portal: handed over by the opener, else behind a link that works once (INVOICE-8). */
import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useState } from "react";
import { type InvoiceView, useOpenInvoiceLinkQuery } from "@/api/generated";
import { whenForgotten } from "@/app/other-windows";
import { WindowTitle } from "@/components/kit/Page";
import { useTranslation } from "@/i18n/react";
import { handedOver } from "./hand-over";
import { InvoiceSheet } from "./InvoiceSheet";
import classes from "./invoices.module.css";

export function EmbeddedInvoice({ token }: { token: string | null }) {
  const [given, setGiven] = useState(handedOver);
  const [over, setOver] = useState(false);
  useEffect(() => whenForgotten("invoice", () => setGiven(null)), []);
  useEffect(() => whenForgotten("token", () => setOver(true)), []);
  const { data, error } = useOpenInvoiceLinkQuery(given || over || !token ? skipToken : token);
  const invoice = over ? null : (given ?? data);
  if (invoice) return <Sheet invoice={invoice} />;
  return over || !token || error ? <Missing /> : null;
}

function Sheet({ invoice }: { invoice: InvoiceView }) {
  return (
    <main className={classes.alone}>
      <WindowTitle title={invoice.id} />
      <InvoiceSheet invoice={invoice} level="h1" />
    </main>
  );
}

function Missing() {
  const { t } = useTranslation("invoices");
  return (
    <main className={classes.missing}>
      <WindowTitle title={t("missingTitle")} />
      <h1>{t("missingTitle")}</h1>
      <p>{t("missingText")}</p>
    </main>
  );
}
