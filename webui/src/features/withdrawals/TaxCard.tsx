/** Who the reader is to the tax office, where a country asks for it: masked, and how to say it. */
import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  type NumberKind,
  type TaxDetailsView,
  type TaxPageView,
  useCheckTaxDetailsMutation,
  useGetTaxDetailsQuery,
} from "@/api/generated";
import { useAppSelector } from "@/app/hooks";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { FormError, useFieldErrors } from "@/components/kit/forms";
import { CardSkeleton } from "@/components/kit/skeletons";
import { snack } from "@/components/kit/snack";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

const KINDS: readonly NumberKind[] = ["business", "person"];
const NUMBER = { business: "business_no", person: "id_no" } as const;
/** The codes that speak of the number. */
const OF_NUMBER: readonly number[] = [40011, 40012];
/** None of the countries that ask. */
const ELSEWHERE = "elsewhere";

export function TaxCard() {
  const { t } = useTranslation("withdrawals");
  const { data, error, refetch } = useGetTaxDetailsQuery();
  const [changing, change] = useState(false);
  if (!data) {
    return error ? (
      <ErrorCard error={asApiError(error)} onRetry={refetch} />
    ) : (
      <CardSkeleton lines={2} />
    );
  }
  const { tax_details: said } = data;
  if (!said && !isAsked(data)) return null;
  return (
    <Card title={t("tax.title")}>
      {said && !changing && <Said said={said} />}
      {!said && !changing && <p className={classes.text}>{t("tax.lead")}</p>}
      {changing ? (
        <Form page={data} onEnd={() => change(false)} />
      ) : (
        <Button variant="default" onClick={() => change(true)}>
          {t(said ? "tax.change" : "tax.enter")}
        </Button>
      )}
    </Card>
  );
}

/** Whoever is paid in a country that asks nothing is not asked; PayPal tells no country. */
const isAsked = ({ country, countries }: TaxPageView): boolean =>
  country === null ? countries.length > 0 : countries.includes(country);

function useCountryName(): (code: string) => string {
  const language = useAppSelector((state) => state.preferences.language);
  const names = new Intl.DisplayNames(language, { type: "region" });
  return (code) => names.of(code) ?? code;
}

function Said({ said }: { said: TaxDetailsView }) {
  const { t } = useTranslation("withdrawals");
  const { instant } = useFormat();
  const countryName = useCountryName();
  const facts = [
    [t("tax.country"), countryName(said.country)],
    [t(`tax.${said.kind}.number`), said.number_masked],
    [t(`tax.${said.kind}.name`), said.name],
    [t("tax.checked"), instant(said.checked_at)],
  ];
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {!said.proven && (
        <p className={classes.text} role="status">
          {t("tax.unproven")}
        </p>
      )}
    </>
  );
}

function Form({ page, onEnd }: { page: TaxPageView; onEnd: () => void }) {
  const { t } = useTranslation("withdrawals");
  const countryName = useCountryName();
  const [country, choose] = useState(page.tax_details?.country ?? page.country);
  const choices = [
    ...page.countries.map((code) => ({ value: code, label: countryName(code) })),
    { value: ELSEWHERE, label: t("tax.elsewhere") },
  ];
  return (
    <div className={classes.stack}>
      <p className={classes.text}>{t("tax.country")}</p>
      <SegmentedControl
        fullWidth
        aria-label={t("tax.country")}
        value={country ?? ""}
        onChange={choose}
        data={choices}
      />
      {country === ELSEWHERE && <p className={classes.text}>{t("tax.nothing")}</p>}
      {country !== null && country !== ELSEWHERE ? (
        <Fields country={country} said={page.tax_details} onEnd={onEnd} />
      ) : (
        <Button variant="default" onClick={onEnd}>
          {t("tax.close")}
        </Button>
      )}
    </div>
  );
}

interface FieldsProps {
  country: string;
  said: TaxDetailsView | null;
  onEnd: () => void;
}

function Fields({ country, said, onEnd }: FieldsProps) {
  const { t } = useTranslation("withdrawals");
  const [kind, setKind] = useState<NumberKind>(said?.kind ?? "business");
  const [number, typeNumber] = useState("");
  const [name, typeName] = useState(said?.name ?? "");
  const [tried, setTried] = useState(false);
  const [check, { isLoading, error, reset }] = useCheckTaxDetailsMutation();
  const refusal = asApiError(error);
  const refused = useFieldErrors(refusal);
  const isOfNumber = refusal?.kind === "refused" && OF_NUMBER.includes(refusal.code);
  const missing = (text: string) => (tried && !text.trim() ? t("form.missing") : undefined);

  async function submit() {
    setTried(true);
    if (!number.trim() || !name.trim()) return;
    const { data } = await check({ country, name, [NUMBER[kind]]: number });
    if (!data) return;
    snack.success(t("tax.saved"));
    onEnd();
  }

  function turn(next: string) {
    setKind(next === "person" ? "person" : "business");
    typeNumber("");
    setTried(false);
    reset();
  }

  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
    >
      <SegmentedControl
        fullWidth
        aria-label={t("tax.who")}
        value={kind}
        onChange={turn}
        data={KINDS.map((value) => ({ value, label: t(`tax.${value}.title`) }))}
      />
      <TextInput
        label={t(`tax.${kind}.number`)}
        description={t(`tax.${kind}.hint`)}
        autoComplete="off"
        inputMode="numeric"
        maxLength={40}
        value={number}
        onChange={({ currentTarget }) => typeNumber(currentTarget.value)}
        error={missing(number) ?? (isOfNumber ? refusal.message : refused[NUMBER[kind]])}
      />
      <TextInput
        label={t(`tax.${kind}.name`)}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => typeName(currentTarget.value)}
        error={missing(name) ?? refused.name}
      />
      <FormError error={refusal} shownBelow={[NUMBER[kind], "name"]} />
      <Button type="submit" loading={isLoading}>
        {t("tax.check")}
      </Button>
      <Button variant="default" onClick={onEnd}>
        {t("tax.close")}
      </Button>
    </form>
  );
}
