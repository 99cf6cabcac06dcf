/** The details that are missing, and the one question before a request. */
import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { useRequestWithdrawalMutation } from "@/api/generated";
import { addresses } from "@/app/paths";
import { Money } from "@/components/domain/Money";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormMessage } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { actKey, forgetActKey } from "./act-key";
import type { OfferProps } from "./Offer";
import type { Known } from "./RequestPage";
import classes from "./withdrawals.module.css";

export function ConfirmRequest({
  quote,
  method,
  onStale,
  onClose,
}: OfferProps & { onClose: () => void }) {
  const { t } = useTranslation("withdrawals");
  const { billed, date } = useFormat();
  const navigate = useNavigate();
  const [request, { isLoading, error }] = useRequestWithdrawalMutation();
  const refusal = asApiError(error);
  const stale = refusal?.kind === "refused" && refusal.reason === "stale_quote";
  const amount = billed(quote.total, quote.currency);

  async function confirm() {
    const requestBody = { method, currency: quote.currency, total: quote.total };
    const { data, error: failed } = await request({
      "Idempotency-Key": actKey(requestBody),
      requestBody,
    });
    if (data) {
      forgetActKey();
      snack.success(t("confirm.done", { date: date(data.due_on) }));
      void navigate(addresses.withdrawals, { replace: true });
      return;
    }
    const said = asApiError(failed);
    if (said?.kind === "refused" && said.reason === "stale_quote") onStale();
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("confirm.title", { amount })}
      confirm={t("request.act", { amount })}
      onConfirm={() => void confirm()}
      loading={isLoading}
      error={stale ? undefined : refusal}
    >
      <div className={classes.receive}>
        <span>{t("request.receive")}</span>
        <Money amount={quote.net} currency={quote.currency} size="hero" mine billed />
        <span>{t("request.by", { date: date(quote.due_on) })}</span>
      </div>
      <p className={classes.text}>
        {t("confirm.text", {
          method: t(`method.${method}`),
          fee: billed(quote.fee, quote.currency),
          date: date(quote.bill_on),
        })}
      </p>
      {stale && <FormMessage>{t("confirm.stale", { amount })}</FormMessage>}
    </ConfirmDialog>
  );
}

/** A way to the form of payment details: there are none yet, or only those of the other method. */
export function RequireAccount({ me, site, onClose }: Known & { onClose: () => void }) {
  const { t } = useTranslation("withdrawals");
  const { t: c } = useTranslation();
  const missing = !me.withdrawal;
  return (
    <Dialog opened onClose={onClose} title={t("require.title")}>
      <div className={classes.stack}>
        <p className={classes.text}>
          {missing
            ? t("require.missing")
            : t("require.other", { count: site.withdrawal.cool_down_days })}
        </p>
        <Button
          component={Link}
          to={missing ? addresses.paymentInfoRegister : addresses.paymentInfoUpdate}
          replace
        >
          {t(missing ? "info.enter" : "info.change")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {c("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
