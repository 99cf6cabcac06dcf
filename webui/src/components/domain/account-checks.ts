/** What the browser checks before it asks (WEB-19). The server checks again, by the same settings. */

import { type ApiError, CODES } from "@/api/errors";
import { useSiteSettings } from "@/app/settings";
import { useFieldErrors } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NAME = /^[\p{L}\p{M}\p{Nd}]+$/u;

const isEmail = (text: string): boolean => EMAIL.test(text.trim());

/** The length people see: composed, and counted by code point. */
const lengthOf = (text: string): number => [...text.normalize("NFC")].length;

const BEFORE_SETTINGS = { password_min: 4, password_max: 64, name_min: 2, name_max: 12 };

/** The bounds of this installation. */
function useBounds() {
  const { data } = useSiteSettings();
  return data?.accounts ?? BEFORE_SETTINGS;
}

type Check = (value: string) => string | null;

/** What the server alone refuses on a field: passwords that are guessed first, names that imitate (ACCT-23, ACCT-24). */
export function useRefusedFields(error: ApiError | undefined): Record<string, string> {
  const { t } = useTranslation("accounts");
  if (error?.kind !== "refused" || error.code !== CODES.INVALID_ACCESS) return {};
  const words = {
    password: t("check.passwordCommon"),
    new_password: t("check.passwordCommon"),
    nickname: t("check.nameMixed"),
  };
  return Object.fromEntries(Object.entries(words).filter(([field]) => field in error.fields));
}

/** The server's refusal under the fields it is about: those it names, and the one that its code means. */
export function useRefusals(
  error: ApiError | undefined,
  fieldOfCode: Readonly<Record<number, string>>,
): Record<string, string> {
  const fields = { ...useFieldErrors(error), ...useRefusedFields(error) };
  if (error?.kind !== "refused") return fields;
  const field = fieldOfCode[error.code];
  return field ? { ...fields, [field]: error.message } : fields;
}

/** Field checks in the reader's words; null where there is nothing to say. */
export function useChecks() {
  const { t } = useTranslation("accounts");
  const bounds = useBounds();
  const within = (text: string, min: number, max: number) => {
    const length = lengthOf(text);
    return length >= min && length <= max;
  };
  const email: Check = (value) => {
    if (value.trim() === "") return t("check.emailMissing");
    return isEmail(value) ? null : t("check.emailBad");
  };
  const password: Check = (value) => {
    if (value === "") return t("check.passwordMissing");
    const { password_min: min, password_max: max } = bounds;
    return within(value, min, max) ? null : t("check.passwordLength", { min, max });
  };
  const name: Check = (value) => {
    if (value.trim() === "") return t("check.nameMissing");
    const { name_min: min, name_max: max } = bounds;
    return within(value.trim(), min, max) && NAME.test(value.trim().normalize("NFC"))
      ? null
      : t("check.nameForm", { min, max });
  };
  const same = (value: string, password: string) =>
    value === password ? null : t("check.passwordsDiffer");
  return { email, password, name, same, bounds };
}
