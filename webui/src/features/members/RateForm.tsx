import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type MemberView, useUpdateMemberMutation } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { asApiError } from "@/components/kit/error-text";
import { FormError, useFieldErrors } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";
import { RateField } from "./RateField";
import { RatePreview } from "./RatePreview";
import { fractionOf, typedOf } from "./shares";

interface Props {
  member: MemberView;
  /** In a dialog the field is where one begins. */
  autoFocus?: boolean;
  onDone?: () => void;
}

/** Changes what the manager keeps of a member's earnings: from the day on that is said before (SETTLE-17). */
export function RateForm({ member, autoFocus = false, onDone }: Props) {
  const { t } = useTranslation("members");
  const { rate, dayLong } = useFormat();
  const { data: site } = useSiteSettings();
  const [update, { isLoading, error }] = useUpdateMemberMutation();
  const refused = asApiError(error);
  const below = useFieldErrors(refused);
  const form = useForm({
    initialValues: { rate: typedOf(member.next_fee_rate ?? member.fee_rate) },
    validate: { rate: (typed) => (fractionOf(typed) === null ? t("rate.bad") : null) },
  });
  const wanted = fractionOf(form.values.rate);
  const date = site ? dayLong(site.fee_rate_from) : "";

  async function submit() {
    if (wanted === null) return;
    const { data } = await update({ target: member.id, fee_rate: wanted });
    if (!data) return;
    snack.success(t("rate.done", { name: member.name, rate: rate(wanted), date }));
    onDone?.();
  }

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      <RateField
        name={member.name}
        data-autofocus={autoFocus || undefined}
        {...form.getInputProps("rate")}
        value={form.values.rate}
        error={form.errors.rate ?? below.fee_rate}
      />
      <RatePreview member={member} rate={wanted} />
      <p className={classes.note}>
        {t("rate.when", { now: rate(member.fee_rate), name: member.name, date })}
      </p>
      <FormError error={refused} shownBelow={["fee_rate"]} />
      <Button type="submit" loading={isLoading} disabled={!site}>
        {wanted === null ? t("acts.rate") : t("rate.submit", { rate: rate(wanted), date })}
      </Button>
    </form>
  );
}
