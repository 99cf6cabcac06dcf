/** What arrives, and the button that asks for it; or why it cannot be asked for, and from when on. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { Link } from "react-router";
import type { PayoutMethod, QuoteView } from "@/api/generated";
import { useConnection } from "@/app/connection";
import { addresses } from "@/app/paths";
import { reasonsOf, useReasonText } from "@/components/domain/blocked";
import { Debt } from "@/components/domain/Debt";
import { Money } from "@/components/domain/Money";
import { Card } from "@/components/kit/Card";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import { METHODS, rulesOf } from "./methods";
import { feeRate } from "./methods/fees";
import { QuoteLines } from "./QuoteLines";
import type { Known } from "./RequestPage";
import classes from "./withdrawals.module.css";

const load = () => import("./RequestDialogs");
const ConfirmRequest = late(async () => (await load()).ConfirmRequest);
const RequireAccount = late(async () => (await load()).RequireAccount);

export interface OfferProps extends Known {
  quote: QuoteView;
  method: PayoutMethod;
  /** The quote shown is no longer today's. */
  onStale: () => void;
}

export function Offer(props: OfferProps) {
  const { t } = useTranslation("withdrawals");
  const { date } = useFormat();
  const { quote, method, me, summary, onStale } = props;
  const notice = useFlag("withdrawalNotice");
  const account = useFlag("requireAccount");
  const request = useFlag("requestWithdrawal");
  const blocked = reasonsOf(quote).filter((reason) => reason !== "payment_info");
  const elsewhere = me.withdrawal?.method !== method;
  const open = blocked.length === 0 && !elsewhere;
  return (
    <Card title={t("request.whole")}>
      <Debt summary={summary} />
      <QuoteLines quote={quote} />
      {!isZero(decimal(quote.total)) && (
        <>
          <Sums {...props} />
          <div className={classes.receive}>
            <span>{t("request.receive")}</span>
            <Money amount={quote.net} currency={quote.currency} size="hero" mine billed />
            <span>{t("request.by", { date: date(quote.due_on) })}</span>
          </div>
        </>
      )}
      <Act {...props} blocked={blocked} elsewhere={elsewhere} />
      {quote.held_until && (
        <p className={classes.text}>{t("info.held", { date: date(quote.held_until) })}</p>
      )}
      <p className={classes.text}>{t("request.aside")}</p>
      <div className={classes.ways}>
        <Button variant="subtle" size="compact-sm" onClick={() => notice.open()}>
          {t("notice.open")}
        </Button>
        <Button component={Link} to={addresses.withdrawals} variant="subtle" size="compact-sm">
          {t("list.title")}
        </Button>
        <Button component={Link} to={addresses.paymentInfo} variant="subtle" size="compact-sm">
          {t("info.title")}
        </Button>
      </div>
      {account.opened && <RequireAccount {...props} onClose={account.close} />}
      {request.opened && open && (
        <ConfirmRequest {...props} onStale={onStale} onClose={request.close} />
      )}
    </Card>
  );
}

/** Total, fee and what is left, in the currency that is paid. */
function Sums({ quote, method, me, site }: OfferProps) {
  const { t } = useTranslation("withdrawals");
  const { billed, rate, date } = useFormat();
  const { withdrawal } = me;
  const place = withdrawal?.method === method ? withdrawal : null;
  const part = feeRate(rulesOf(site, method));
  return (
    <dl className={classes.facts}>
      <div data-sum>
        <dt>{t("request.total")}</dt>
        <dd className="num">{billed(quote.total, quote.currency)}</dd>
      </div>
      <div>
        <dt>{part ? t("request.feeRate", { rate: rate(part) }) : t("request.feeFlat")}</dt>
        <dd className="num">{`−${billed(quote.fee, quote.currency)}`}</dd>
      </div>
      {quote.currency !== "USD" && (
        <div>
          <dt>{t("request.rate")}</dt>
          <dd className="num">{`1 USD = ${quote.fx_rate} ${quote.currency}`}</dd>
        </div>
      )}
      {place && (
        <div>
          <dt>{t("request.to")}</dt>
          <dd>{METHODS[method].place(place)}</dd>
        </div>
      )}
      <div>
        <dt>{t("request.billed")}</dt>
        <dd className="num">{date(quote.bill_on)}</dd>
      </div>
    </dl>
  );
}

interface ActProps extends OfferProps {
  blocked: ReturnType<typeof reasonsOf>;
  /** Nothing is registered for this method. */
  elsewhere: boolean;
}

function Act({ blocked, elsewhere, ...known }: ActProps) {
  const { t } = useTranslation("withdrawals");
  const { billed } = useFormat();
  const { quote, me, summary } = known;
  const reasonText = useReasonText(known);
  const id = useId();
  const account = useFlag("requireAccount");
  const request = useFlag("requestWithdrawal");
  const amount = billed(quote.total, quote.currency);
  const { online } = useConnection();
  const { t: p } = useTranslation("payout");
  // The card above asks for the details then: one act stands out.
  const comesLater = summary.payout_state?.act === "enter_details";
  return (
    <>
      <Button
        fullWidth
        variant={comesLater ? "default" : "filled"}
        disabled={blocked.length > 0 || !online}
        aria-describedby={blocked.length > 0 ? id : undefined}
        onClick={() => (elsewhere ? account.open() : request.open())}
      >
        {online ? t("request.act", { amount }) : p("card.act.offline", { amount })}
      </Button>
      {blocked.length > 0 && (
        <ul id={id} className={classes.reasons}>
          {blocked.map((reason) => (
            <li key={reason}>{reasonText(reason)}</li>
          ))}
        </ul>
      )}
      {!me.withdrawal && !comesLater && (
        <Button component={Link} to={addresses.paymentInfoRegister} variant="default" fullWidth>
          {t("info.enter")}
        </Button>
      )}
    </>
  );
}
