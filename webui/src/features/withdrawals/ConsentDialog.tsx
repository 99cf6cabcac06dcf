/** The consent that withdrawals wait for: its text, a typed name, and then on from where one stopped (ACCT-18). */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type ConsentView, useGetConsentQuery, useSignConsentMutation } from "@/api/generated";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError, useFieldErrors } from "@/components/kit/forms";
import { Markdown } from "@/components/kit/Markdown";
import { CardSkeleton } from "@/components/kit/skeletons";
import { snack } from "@/components/kit/snack";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

/** The text is that of today, in the language of now. */
const FRESH = { refetchOnMountOrArgChange: true } as const;

export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("withdrawals");
  const { currentData, error, isFetching, refetch, fulfilledTimeStamp } = useGetConsentQuery(
    undefined,
    FRESH,
  );
  const [openedAt] = useState(Date.now);
  const isOfNow = fulfilledTimeStamp !== undefined && fulfilledTimeStamp >= openedAt;
  const consent = isOfNow ? currentData : undefined;
  return (
    <Dialog opened onClose={onClose} title={consent?.text.title ?? t("consent.title")} size="lg">
      {!consent && !isFetching && error && (
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      )}
      {!consent && isFetching && <CardSkeleton lines={8} />}
      {consent?.required && <Form key={consent.text.version} consent={consent} onClose={onClose} />}
      {consent && !consent.required && <Signed consent={consent} onClose={onClose} />}
    </Dialog>
  );
}

interface Props {
  consent: ConsentView;
  onClose: () => void;
}

function Form({ consent, onClose }: Props) {
  const { t } = useTranslation("withdrawals");
  const { t: c } = useTranslation();
  const [sign, { isLoading, error }] = useSignConsentMutation();
  const [name, type] = useState("");
  const [agree, setAgree] = useState(false);
  const refusal = asApiError(error);
  const fields = useFieldErrors(refusal);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { data } = await sign({ name, agree, version: consent.text.version });
    if (!data) return;
    snack.success(t("consent.done"));
    onClose();
  }

  return (
    <form className={classes.stack} onSubmit={(event) => void submit(event)} noValidate>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard too. */}
      <section className={classes.agreed} tabIndex={0} aria-label={consent.text.title}>
        <Markdown>{consent.text.body}</Markdown>
      </section>
      <Checkbox
        label={t("consent.agree")}
        checked={agree}
        onChange={({ currentTarget }) => setAgree(currentTarget.checked)}
        error={fields.agree}
      />
      <TextInput
        label={t("consent.name")}
        description={t("consent.nameHint")}
        autoComplete="name"
        value={name}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        error={fields.name}
      />
      <FormError error={refusal} shownBelow={["name", "agree"]} />
      <Button type="submit" loading={isLoading} disabled={!agree || !name.trim()}>
        {t("consent.sign")}
      </Button>
      <Button variant="default" onClick={onClose}>
        {c("cancel")}
      </Button>
    </form>
  );
}

/** Nothing is left to sign, as in another tab that was signed in meanwhile. */
function Signed({ consent: { signed }, onClose }: Props) {
  const { t } = useTranslation("withdrawals");
  const { t: c } = useTranslation();
  const { date } = useFormat();
  return (
    <div className={classes.stack}>
      <p>
        {signed
          ? t("consent.signed", { name: signed.name, date: date(localDay(signed.signed_at)) })
          : t("consent.none")}
      </p>
      <Button onClick={onClose}>{c("close")}</Button>
    </div>
  );
}
