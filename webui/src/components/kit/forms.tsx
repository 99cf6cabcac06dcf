/** Where a form's refusals are shown: under the field they speak of, or once above the button. */
import type { ReactNode } from "react";
import type { ApiError } from "@/api/errors";
import { isText } from "@/i18n";
import { useTranslation } from "@/i18n/react";
import { useErrorText } from "./error-text";
import classes from "./forms.module.css";
import { IconAlertTriangle } from "./icons";

/** The refusal of the whole form; says nothing when every part of it stands under a field. */
export function FormError({
  error,
  shownBelow = [],
}: {
  error: ApiError | undefined;
  shownBelow?: readonly string[];
}) {
  const text = useErrorText();
  if (!error || isDeclined(error)) return null;
  if (error.kind === "refused") {
    const named = Object.keys(error.fields);
    if (named.length > 0 && named.every((field) => shownBelow.includes(field))) return null;
  }
  return <FormMessage>{text(error)}</FormMessage>;
}

/** A message of the form itself, such as that something is still missing. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <p className={classes.error} role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      {children}
    </p>
  );
}

/** The person closed the password prompt: there is nothing to report to them. */
const isDeclined = (error: ApiError): boolean =>
  error.kind === "refused" && error.reason === "step_up";

/** The texts to show under fields, out of a refusal's `details.fields`. */
export function useFieldErrors(error: ApiError | undefined): Record<string, string> {
  const { t } = useTranslation();
  if (error?.kind !== "refused") return {};
  const words = (reason: string): string => {
    const key = `field.${reason}`;
    return isText("common", key) ? t(key as "field.missing") : error.message;
  };
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, reason]) => [field, words(reason)]),
  );
}
