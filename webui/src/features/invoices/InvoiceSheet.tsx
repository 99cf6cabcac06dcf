/** An invoice, or a credit note, as it will print. Two decimals in every currency (INVOICE-5). */

import { Link } from "react-router";
import type { InvoiceLineView, InvoiceView } from "@/api/generated";
import { paths } from "@/app/paths";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./invoices.module.css";

interface Props {
  invoice: InvoiceView;
  level: "h1" | "h2";
  /** Whether each line leads to the earnings it bills: inside the portal only. */
  linked?: boolean;
}

export function InvoiceSheet({ invoice, level, linked = false }: Props) {
  const { t } = useTranslation("invoices");
  const { date, billed } = useFormat();
  const Title = level;
  const facts: [label: string, value: string][] = [
    [t("number"), invoice.id],
    [t("issued"), date(invoice.issued_on)],
    ...(invoice.corrects ? [[t("corrects"), invoice.corrects] as [string, string]] : []),
    [t("withdrawal"), invoice.withdrawal_id],
    [t("currency"), invoice.currency],
  ];
  return (
    <article className={classes.sheet} aria-label={invoice.id}>
      <div className={classes.top}>
        <Title className={classes.title}>
          {invoice.kind === "credit_note" ? t("creditNote") : t("title")}
        </Title>
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <dl className={classes.parties}>
        <Party label={t("from")} value={invoice.name} />
        <Party label={t("to")} value={invoice.recipient} />
        <Party label={t("service")} value={invoice.service} />
      </dl>
      <Lines invoice={invoice} linked={linked} />
      <dl className={classes.sums}>
        <div>
          <dt>{t("fee")}</dt>
          <dd className="num">{billed(negated(invoice.fee), invoice.currency)}</dd>
        </div>
        <div data-total>
          <dt>{t("total")}</dt>
          <dd className="num">{billed(invoice.total, invoice.currency)}</dd>
        </div>
      </dl>
    </article>
  );
}

/** The fee is taken off; a credit note gives it back. */
const negated = (amount: string): string =>
  amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

function Party({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Lines({ invoice, linked }: { invoice: InvoiceView; linked: boolean }) {
  const { t } = useTranslation("invoices");
  const { t: e } = useTranslation("ledger");
  const { month, billed, count } = useFormat();

  function words({ type, correction, note }: InvoiceLineView): string {
    const name = e(`type.${type}`);
    if (note) return e("ofLine", { type: name, line: note });
    return correction ? e("corrected", { type: name }) : name;
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label={t("lines")} tabIndex={0}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{t("month")}</th>
            <th scope="col">{t("type")}</th>
            <th scope="col" data-wide data-kind="number">
              {t("unitPrice")}
            </th>
            <th scope="col" data-wide data-kind="number">
              {t("quantity")}
            </th>
            <th scope="col" data-kind="number">
              {t("amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an issued invoice never changes; a correction repeats month and type.
            <tr key={index}>
              <td className="num">{month(line.month)}</td>
              <td>
                {linked ? (
                  <Link to={paths.earningDetail(line.type, line.month)}>{words(line)}</Link>
                ) : (
                  words(line)
                )}
              </td>
              <td data-wide data-kind="number" className="num">
                {billed(line.unit_price, invoice.currency)}
              </td>
              <td data-wide data-kind="number" className="num">
                {count(line.quantity)}
              </td>
              <td data-kind="number" className="num">
                {billed(line.amount, invoice.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
