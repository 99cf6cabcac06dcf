/** The form of payment details: said for the first time, or changed. */
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import {
  type PaymentInfoView,
  type PayoutMethod,
  useGetPaymentInfoQuery,
  useRegisterPaymentInfoMutation,
  useUpdatePaymentInfoMutation,
} from "@/api/generated";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage, useFieldErrors } from "@/components/kit/forms";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { snack } from "@/components/kit/snack";
import { ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { Choices } from "./Choices";
import { FIRST_METHOD, METHOD_NAMES, METHODS, refusedField, rulesOf, useWords } from "./methods";
import type { Field, FormField, MethodScreen, Values, Words } from "./methods/model";
import classes from "./withdrawals.module.css";

/** `register` where nothing was said before; the page turns to the other form where that one is due. */
export function PaymentInfoFormPage({ act }: { act: "register" | "update" }) {
  const { t } = useTranslation("withdrawals");
  const { data, error, refetch } = useGetPaymentInfoQuery();
  // The methods say their fees, which the settings know.
  const { isLoading } = useSiteSettings();
  return (
    <Page
      title={t(`form.${act}`)}
      lead={t("form.lead")}
      back={addresses.paymentInfo}
      width="narrow"
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {(!data || isLoading) && !error && <CardSkeleton lines={6} />}
      {data && !isLoading && <Start act={act} now={data.payment_info} />}
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

/** Every field of every method: what was typed for one stays while another is looked at. */
const startOf = (info: PaymentInfoView | null): Values =>
  Object.fromEntries(
    Object.values(METHODS)
      .flatMap(({ fields }) => fields)
      .map(({ name, start }) => [name, (info && start?.(info)) ?? ""]),
  ) as Values;

function Form({ act, info }: { act: "register" | "update"; info: PaymentInfoView | null }) {
  const { t } = useTranslation("withdrawals");
  const navigate = useNavigate();
  const words = useWords();
  const about = useAbout(words);
  const [method, setMethod] = useState<PayoutMethod>(info?.method ?? FIRST_METHOD);
  const { fields } = METHODS[method];
  const names = fields.map(({ name }) => name);
  const [register, registering] = useRegisterPaymentInfoMutation();
  const [update, updating] = useUpdatePaymentInfoMutation();
  const [send, { isLoading, error, reset }] =
    act === "register" ? [register, registering] : [update, updating];
  const refusal = asApiError(error);
  const refused = { ...useFieldErrors(refusal), ...refusedField(refusal, method) };
  const form = useForm<Values>({
    initialValues: startOf(info),
    validate: (values) => problems(values, METHODS[method], words),
  });

  async function submit(values: Values) {
    const said = Object.fromEntries(names.map((name) => [name, values[name]]));
    const { error: failed } = await send({ method, ...said });
    if (failed) return;
    snack.success(t("form.saved"));
    void navigate(addresses.paymentInfo, { replace: true });
  }

  /** The first field that keeps the form from being sent has the focus. */
  function showFirst(found: typeof form.errors) {
    const first = names.find((name) => found[name]);
    if (first) form.getInputNode(first)?.focus();
  }

  function choose(next: PayoutMethod) {
    setMethod(next);
    form.clearErrors();
    reset();
  }

  const incomplete = names.some((name) => form.errors[name] && !form.values[name].trim());
  return (
    <form className={classes.stack} onSubmit={form.onSubmit(submit, showFirst)} noValidate>
      <Choices
        legend={t("request.how")}
        name="method"
        value={method}
        onChange={choose}
        choices={METHOD_NAMES.map((value) => ({
          value,
          title: t(`method.${value}`),
          about: about(value),
        }))}
      />
      <Card>
        {fields.map((field) => (
          <TextInput
            key={field.name}
            label={t(`form.${field.name}`)}
            description={<Hint field={field} info={info} />}
            required
            withAsterisk={false}
            autoComplete={field.email ? "email" : "off"}
            inputMode={field.email ? "email" : "text"}
            {...form.getInputProps(field.name)}
            error={form.errors[field.name] ?? refused[field.name]}
          />
        ))}
        {incomplete && <FormMessage>{t("form.fillAll")}</FormMessage>}
        {!names.some((name) => refused[name]) && <FormError error={refusal} />}
        <Button type="submit" loading={isLoading}>
          {t("form.save")}
        </Button>
        <p className={classes.text}>{t("form.password")}</p>
      </Card>
    </form>
  );
}

/** Everything is required; what else is wrong the method knows. The server checks the rest. */
function problems(values: Values, { fields, problems: own }: MethodScreen, words: Words) {
  const found: Partial<Record<Field, string>> = {};
  for (const { name } of fields) if (!values[name].trim()) found[name] = words.t("form.missing");
  return { ...own(values, words), ...found };
}

function Hint({ field, info }: { field: FormField; info: PaymentInfoView | null }) {
  const words = useWords();
  const { data: site } = useSiteSettings();
  return field.hint?.(words, { info, site }) ?? null;
}

/** What a method costs and asks for. */
function useAbout(words: Words): (method: PayoutMethod) => string {
  const { data: site } = useSiteSettings();
  return (method) => (site ? METHODS[method].about(words, rulesOf(site, method)) : "");
}
