/** Puts another address in place of one that was never proved, and has the code sent there (ACCT-28). */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type CodeSentView, useStartEmailChangeMutation } from "@/api/generated-base";
import { useChecks } from "@/components/domain/account-checks";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";

interface Props {
  now: string;
  onSent: (sent: CodeSentView) => void;
  onEnd: () => void;
}

export function CorrectAddress({ now, onSent, onEnd }: Props) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const check = useChecks();
  const [email, setEmail] = useState(now);
  const [wrong, setWrong] = useState<string | null>(null);
  const [start, { isLoading, error }] = useStartEmailChangeMutation();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = email.trim();
    const same = typed.toLowerCase() === now.toLowerCase();
    const found = check.email(typed) ?? (same ? t("emailChange.same") : null);
    setWrong(found);
    if (found) return;
    const { data } = await start({ email: typed });
    if (!data) return;
    snack.info(t("correct.done", { email: typed }));
    onSent(data);
  }

  return (
    <AuthCard
      title={t("correct.title")}
      lead={t("correct.note")}
      after={
        <Button variant="subtle" onClick={onEnd}>
          {c("cancel")}
        </Button>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t("correct.label")}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
          error={wrong}
        />
        <FormError error={asApiError(error)} />
        <Button type="submit" size="lg" loading={isLoading}>
          {t("correct.send")}
        </Button>
      </form>
    </AuthCard>
  );
}
