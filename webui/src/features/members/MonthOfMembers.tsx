/** The newest month of the reader's members: what their channels brought, and whose it is (DASH-22). */
import { useMemberDashboardQuery } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { Figure, Figures } from "@/components/kit/Figure";
import { useScreenClass } from "@/components/kit/screen";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";

/** As wide as many an amount, where its place is kept. */
const SOME = { revenue: "0.00", own: "0.00", passed_on: "0.00" };
const SOME_MONTH = "2000-10-01";

export function MonthOfMembers() {
  const { t } = useTranslation("members");
  const { monthName } = useFormat();
  const phone = useScreenClass() === "mobile";
  const { data, error, isFetching, refetch } = useMemberDashboardQuery({});
  if (error && !isFetching) {
    return (
      <Card>
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      </Card>
    );
  }
  const { summary = SOME, estimated = true, start = SOME_MONTH, currency } = data ?? {};
  const month = monthName(start);
  const amount = (value: string, mine: boolean) => (
    <Money amount={value} {...(currency && { currency })} mine={mine} estimated={estimated} />
  );
  const note = <Standing estimated={estimated} />;
  return (
    <Card flush>
      <div style={data ? {} : { visibility: "hidden" }} aria-hidden={!data}>
        <Figures>
          {!phone && (
            <Figure
              label={t("month.whole", { month })}
              value={amount(summary.revenue, false)}
              note={note}
            />
          )}
          <Figure
            label={t(phone ? "month.ownShort" : "month.own", { month })}
            value={amount(summary.own, true)}
            note={phone && note}
          />
          <Figure label={t("month.theirs")} value={amount(summary.passed_on, false)} />
        </Figures>
      </div>
    </Card>
  );
}
