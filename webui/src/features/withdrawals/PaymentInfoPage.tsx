/** Where the reader is paid: masked, and how to change it. */
import { Button } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { Link } from "react-router";
import {
  type PaymentInfoView,
  useGetPaymentInfoQuery,
  useGetTaxDetailsQuery,
  useGetWithdrawalQuoteQuery,
} from "@/api/generated";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconWallet } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { METHODS } from "./methods";
import { Locked, NotMe } from "./NotMe";
import { TaxCard } from "./TaxCard";
import classes from "./withdrawals.module.css";

export function PaymentInfoPage() {
  const { t } = useTranslation("withdrawals");
  const details = useGetPaymentInfoQuery();
  const { data, error, refetch } = details;
  const info = data?.payment_info;
  const site = useSiteSettings();
  const taxed = site.data?.features.tax === true;
  const quote = useGetWithdrawalQuoteQuery(info ? quoteFor(info) : skipToken);
  const tax = useGetTaxDetailsQuery(undefined, { skip: !taxed });
  // Which cards there are, and what stands in each, is known first: nothing moves once they are there.
  const waits = [details, site, quote, tax].some(({ isLoading }) => isLoading);
  return (
    <Page title={t("info.title")} lead={t("info.lead")} width="narrow">
      {waits && <CardSkeleton lines={4} />}
      {!waits && (
        <>
          {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
          {info && <Destination info={info} />}
          {data && !info && <Nowhere />}
          {data && taxed && <TaxCard />}
          {info && <Links />}
        </>
      )}
    </Page>
  );
}

/** A quote says until when a new destination waits, and whether payouts are locked. */
const quoteFor = ({ method }: PaymentInfoView) => ({ method, currency: "USD" }) as const;

/** Where a destination leads on to. */
function Links() {
  const { t } = useTranslation("withdrawals");
  return (
    <Card>
      <div className={classes.links}>
        <Link to={addresses.withdrawalRequest}>{t("request.title")}</Link>
        <Link to={addresses.withdrawals}>{t("list.title")}</Link>
      </div>
    </Card>
  );
}

function Nowhere() {
  const { t } = useTranslation("withdrawals");
  return (
    <Card>
      <EmptyState
        icon={<IconWallet size={26} />}
        title={t("info.none")}
        action={
          <Button component={Link} to={addresses.paymentInfoRegister}>
            {t("info.enter")}
          </Button>
        }
      >
        {t("info.noneText")}
      </EmptyState>
    </Card>
  );
}

function Destination({ info }: { info: PaymentInfoView }) {
  const { t } = useTranslation("withdrawals");
  const { date, instant } = useFormat();
  const { data: site } = useSiteSettings();
  const { data: quote } = useGetWithdrawalQuoteQuery(quoteFor(info));
  const days = site?.withdrawal.cool_down_days ?? 0;
  return (
    <>
      {quote?.lock && <Locked lock={quote.lock} />}
      <Card title={t(`method.${info.method}`)}>
        <dl className={classes.facts}>
          {METHODS[info.method].facts(info).map(
            ({ name, value }) =>
              value !== null && (
                <div key={name}>
                  <dt>{t(`form.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
          <div>
            <dt>{t("info.updated")}</dt>
            <dd className="num">{instant(info.updated_at)}</dd>
          </div>
        </dl>
        <Button component={Link} to={addresses.paymentInfoUpdate} variant="default">
          {t("info.change")}
        </Button>
        {quote?.held_until && !quote.lock ? (
          <>
            <p className={classes.text} role="status">
              {t("info.held", { date: date(quote.held_until) })}
            </p>
            <NotMe />
          </>
        ) : (
          days > 0 && <p className={classes.text}>{t("info.coolDown", { count: days })}</p>
        )}
      </Card>
    </>
  );
}
