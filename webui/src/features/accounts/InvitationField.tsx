/** The invitation code of a sign-up, asked about while it is typed (REFER-1). */
import { TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { type ReactNode, useEffect, useState } from "react";
import { CODES } from "@/api/errors";
import { useValidateInvitationQuery } from "@/api/generated-base";
import { DEBOUNCE_MS } from "@/app/constants";
import { asApiError } from "@/components/kit/error-text";
import { useTranslation } from "@/i18n/react";

/** A code has so many signs: before that there is nothing to ask. */
const LENGTH = 8;

interface Props {
  /** What the form gives its field. */
  field: GetInputPropsReturnType;
  /** What is wrong with it as far as the form knows. */
  error: ReactNode;
}

export function InvitationField({ field, error }: Props) {
  const { t } = useTranslation("accounts");
  const { inviter, isBad } = useInviter(String(field.value ?? ""));
  return (
    <TextInput
      label={t("referral")}
      description={
        <span role="status">
          {inviter
            ? t("join.invitedBy", { name: inviter })
            : t("join.codeHint", { length: LENGTH })}
        </span>
      }
      autoComplete="off"
      autoCapitalize="characters"
      {...field}
      error={error ?? (isBad && t("check.referralBad"))}
    />
  );
}

/** Who invites with a code; whoever cannot be asked says nothing, and the sign-up itself will tell. */
function useInviter(typed: string): { inviter: string | null; isBad: boolean } {
  const code = useSettled(typed.trim().toUpperCase());
  const skip = code.length < LENGTH;
  const { currentData, error } = useValidateInvitationQuery(code, { skip });
  const refusal = asApiError(error);
  return {
    inviter: skip ? null : (currentData?.inviter ?? null),
    isBad: !skip && refusal?.kind === "refused" && refusal.code === CODES.INVITATION_BAD,
  };
}

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
