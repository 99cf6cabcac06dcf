/** What went wrong in the reader's words: the server speaks the language of the interface (CODE-2). */

import type { ApiError } from "@/api/errors";
import { useTranslation } from "@/i18n/react";

export function useErrorText(): (error: ApiError | undefined) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!error) return "";
    if (error.kind === "unreachable") return t("errors.unreachable");
    return error.message || t("errors.generic");
  };
}

/** The same as RTK Query types it. */
export const asApiError = (error: unknown): ApiError | undefined => error as ApiError | undefined;
