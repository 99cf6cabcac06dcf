/** The form of payment details: said for the first time, or changed. */
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate } from "react-router";
import {
  type PaymentInfoView,
  type PayoutMethod,
  useGetPaymentInfoQuery,
  useRegisterPaymentInfoMutation,
  useUpdatePaymentInfoMutation,
} from "@/api/generated";
import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { addresses } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage, useFieldErrors } from "@/components/kit/forms";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { snack } from "@/components/kit/snack";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { Choices } from "./Choices";
import { FIELDS, type Field, refusedField, sameNumber, type Values } from "./fields";
import classes from "./withdrawals.module.css";

/** `register` where nothing was said before; the page turns to the other form where that one is due. */
export function PaymentInfoFormPage({ act }: { act: "register" | "update" }) {
  const { t } = useTranslation("withdrawals");
  const { data, error, refetch } = useGetPaymentInfoQuery();
  return (
    <Page
      title={t(`form.${act}`)}
      lead={t("form.lead")}
      back={addresses.paymentInfo}
      width="narrow"
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={6} />}
      {data && <Start act={act} now={data.payment_info} />}
    </Page>
  );
}

function Start({ act, now }: { act: "register" | "update"; now: PaymentInfoView | null }) {
  // What stood here at the start decides: after saving, the form leads on by itself.
  const [info] = useState(now);
  if (act === "register" && info) return <Navigate to={addresses.paymentInfoUpdate} replace />;
  if (act === "update" && !info) return <Navigate to={addresses.paymentInfoRegister} replace />;
  return <Form act={act} info={info} />;
}

const startOf = (info: PaymentInfoView | null): Values => ({
  holder: info?.holder ?? "",
  bank_name: info?.bank_name ?? "",
  bank_address: info?.bank_address ?? "",
  swift: info?.swift ?? "",
  account_number: "",
  account_number_confirm: "",
  postal_code: info?.postal_code ?? "",
  account_name: info?.account_name ?? "",
  account_email: "",
});

function Form({ act, info }: { act: "register" | "update"; info: PaymentInfoView | null }) {
  const { t } = useTranslation("withdrawals");
  const navigate = useNavigate();
  const about = useAbout();
  const [method, setMethod] = useState<PayoutMethod>(info?.method ?? "paypal");
  const [register, registering] = useRegisterPaymentInfoMutation();
  const [update, updating] = useUpdatePaymentInfoMutation();
  const [send, { isLoading, error, reset }] =
    act === "register" ? [register, registering] : [update, updating];
  const refusal = asApiError(error);
  const refused = { ...useFieldErrors(refusal), ...refusedField(refusal, method) };
  const form = useForm<Values>({
    initialValues: startOf(info),
    validate: (values) => problems(values, FIELDS[method], t),
  });

  async function submit(values: Values) {
    const said = Object.fromEntries(FIELDS[method].map((name) => [name, values[name]]));
    const { error: failed } = await send({ method, ...said });
    if (failed) return;
    snack.success(t("form.saved"));
    void navigate(addresses.paymentInfo, { replace: true });
  }

  /** The first field that keeps the form from being sent has the focus. */
  function showFirst(found: typeof form.errors) {
    const first = FIELDS[method].find((name) => found[name]);
    if (first) form.getInputNode(first)?.focus();
  }

  function choose(next: PayoutMethod) {
    setMethod(next);
    form.clearErrors();
    reset();
  }

  const incomplete = FIELDS[method].some((name) => form.errors[name] && !form.values[name].trim());
  return (
    <form className={classes.stack} onSubmit={form.onSubmit(submit, showFirst)} noValidate>
      <Choices
        legend={t("request.how")}
        name="method"
        value={method}
        onChange={choose}
        choices={(["paypal", "bank"] as const).map((value) => ({
          value,
          title: t(`method.${value}`),
          about: about(value),
        }))}
      />
      <Card>
        {FIELDS[method].map((name) => (
          <TextInput
            key={name}
            label={t(`form.${name}`)}
            description={<Hint name={name} info={info} />}
            required
            withAsterisk={false}
            autoComplete={name === "account_email" ? "email" : "off"}
            inputMode={name === "account_email" ? "email" : "text"}
            {...form.getInputProps(name)}
            error={form.errors[name] ?? refused[name]}
          />
        ))}
        {incomplete && <FormMessage>{t("form.fillAll")}</FormMessage>}
        {!hasField(refused, method) && <FormError error={refusal} />}
        <Button type="submit" loading={isLoading}>
          {t("form.save")}
        </Button>
        <p className={classes.text}>{t("form.password")}</p>
      </Card>
    </form>
  );
}

const hasField = (refused: Readonly<Record<string, string>>, method: PayoutMethod): boolean =>
  FIELDS[method].some((name) => refused[name]);

type Texts = ReturnType<typeof useTranslation<"withdrawals">>["t"];

/** Everything is required, and the number stands twice (spec section 5). The server checks the rest. */
function problems(values: Values, fields: readonly Field[], t: Texts) {
  const found: Partial<Record<Field, string>> = {};
  for (const name of fields) if (!values[name].trim()) found[name] = t("form.missing");
  const differ = !sameNumber(values.account_number, values.account_number_confirm);
  if (fields.includes("account_number_confirm") && !found.account_number_confirm && differ) {
    found.account_number_confirm = t("form.mismatch");
  }
  return found;
}

function Hint({ name, info }: { name: Field; info: PaymentInfoView | null }) {
  const { t } = useTranslation("withdrawals");
  const { data: site } = useGetSiteSettingsQuery();
  switch (name) {
    case "account_number": {
      if (info?.account_number_masked) {
        return t("form.now", { value: info.account_number_masked });
      }
      if (!site) return null;
      const { account_min: min, account_max: max, accept_iban } = site.withdrawal;
      return t(accept_iban ? "form.numberHint" : "form.plainNumberHint", { min, max });
    }
    case "account_email":
      return info?.account_email_masked
        ? t("form.now", { value: info.account_email_masked })
        : null;
    case "swift":
      return t("form.swiftHint");
    case "holder":
    case "account_name":
      return t("form.nameHint");
    default:
      return null;
  }
}

/** What a method costs and asks for. */
function useAbout(): (method: PayoutMethod) => string {
  const { t } = useTranslation("withdrawals");
  const { t: p } = useTranslation("payout");
  const { money, rate } = useFormat();
  const { data: site } = useGetSiteSettingsQuery();
  return (method) => {
    if (!site) return "";
    const { paypal_fee_rate, bank_fee, bank_minimum, bank_minimum_basis } = site.withdrawal;
    if (method === "paypal") return t("form.paypalFee", { fee: rate(paypal_fee_rate) });
    const rule = p(`bank.${bank_minimum_basis}`, { bank: money(bank_minimum, "USD") });
    return t("form.bankFee", { fee: money(bank_fee, "USD"), rule });
  };
}
