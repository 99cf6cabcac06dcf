/** What leaving loses, in numbers, and the password that confirms it (ACCT-20). */
import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { type SummaryView, useGetEarningsSummaryQuery } from "@/api/generated";
import { useDeleteAccountMutation } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Loss } from "@/components/domain/Loss";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { compare, decimal, isZero } from "@/format/decimal";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { money } = useFormat();
  const me = useSignedInMe();
  const summary = useGetEarningsSummaryQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: site } = useSiteSettings();
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const [leave, { isLoading, error }] = useDeleteAccountMutation();

  async function confirm() {
    setMissing(password === "");
    if (password === "") return;
    const { data } = await leave({ password });
    if (data) snack.info(t("leave.done", { amount: money(data.expired, data.currency) }));
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("leave.title")}
      confirm={t("leave.confirm")}
      onConfirm={() => void confirm()}
      danger
      loading={isLoading}
      error={asApiError(error)}
    >
      {summary.data && losesMoney(summary.data) && (
        <Loss
          label={t("leave.expires")}
          amount={summary.data.expires_on_leaving}
          currency={summary.data.currency}
          note={<NotConfirmed summary={summary.data} />}
        />
      )}
      {summary.isLoading && <Skeleton height={96} />}
      {summary.error && <ErrorState error={asApiError(summary.error)} onRetry={summary.refetch} />}
      <ul className={classes.points}>
        {summary.data && <WithdrawFirst summary={summary.data} />}
        <li>{t("leave.sessions")}</li>
        {site && <li>{t("leave.held", { count: site.accounts.deleted_hold_days })}</li>}
        <li>{t("leave.books")}</li>
      </ul>
      <input type="hidden" autoComplete="username" value={me.info.user_id} readOnly />
      <PasswordField
        label={c("password")}
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        data-autofocus
        error={missing && t("check.passwordMissing")}
      />
    </ConfirmDialog>
  );
}

/** Whether there is anything to lose, confirmed or not. */
const losesMoney = ({ expires_on_leaving, payout_state }: SummaryView): boolean =>
  !isZero(decimal(expires_on_leaving)) || Boolean(payout_state?.open_months.length);

/** Months that no close has confirmed are lost with the rest. */
function NotConfirmed({ summary }: { summary: SummaryView }) {
  const { t } = useTranslation("accounts");
  const { money, monthName } = useFormat();
  const open = summary.payout_state?.open_months ?? [];
  return open.map(({ month, estimated }) => (
    <span key={month} className="num">
      {t("leave.openMonth", {
        month: monthName(month),
        amount: money(estimated, summary.currency),
      })}{" "}
    </span>
  ));
}

/** The way to take the money along, where there is enough of it for a request. */
function WithdrawFirst({ summary }: { summary: SummaryView }) {
  const { t } = useTranslation("accounts");
  const { daySpan } = useFormat();
  const { minimum, window, withdrawable } = summary;
  if (compare(decimal(withdrawable), decimal(minimum)) <= 0) return null;
  return (
    <li>
      {window.open ? (
        <Marked
          text={t("leave.askFirst")}
          parts={{ request: <Link to={addresses.withdrawalRequest} /> }}
        />
      ) : (
        t("leave.wait", { span: daySpan(window.from, window.to) })
      )}
    </li>
  );
}
