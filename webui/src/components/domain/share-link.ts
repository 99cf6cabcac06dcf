/** Passing on an address of this portal: by what the device offers, else as a copy. */
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";

/** Shares a path of the portal under a title; `copied` is said where only copying is possible. */
export function useShareLink(): (title: string, path: string, copied: string) => Promise<void> {
  const { t } = useTranslation();
  return async (title, path, copied) => {
    const url = `${location.origin}${path}`;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        snack.success(copied);
      }
    } catch (error) {
      if ((error as DOMException).name !== "AbortError") snack.error(t("copyFailed"));
    }
  };
}
