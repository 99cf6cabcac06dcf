/** Where the reader is paid: masked, and how to change it. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import {
  type PaymentInfoView,
  useGetPaymentInfoQuery,
  useGetWithdrawalQuoteQuery,
} from "@/api/generated";
import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { addresses } from "@/app/paths";
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
  const { data, error, refetch } = useGetPaymentInfoQuery();
  const { data: site } = useGetSiteSettingsQuery();
  return (
    <Page title={t("info.title")} lead={t("info.lead")} width="narrow">
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={4} />}
      {data?.payment_info && <Destination info={data.payment_info} />}
      {data && !data.payment_info && <Nowhere />}
      {data && site?.features.tax && <TaxCard />}
      {data?.payment_info && site && <Links />}
    </Page>
  );
}

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
  const { data: site } = useGetSiteSettingsQuery();
  const { data: quote, error } = useGetWithdrawalQuoteQuery({
    method: info.method,
    currency: "USD",
  });
  const days = site?.withdrawal.cool_down_days ?? 0;
  // What stands above the details is known first: nothing moves once they are there.
  if (!quote && !error) return <CardSkeleton lines={4} />;
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
