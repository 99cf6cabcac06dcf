/** Copying a track's code: kept as the code in hand, counted, and said. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { store } from "@/app/storage";
import { useCopying } from "@/components/kit/copying";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import { useCount } from "./use-count";

/** Where the browser refuses, the code is selected in `shown`, to be copied by hand. */
export function useCodeCopy(code: string) {
  const { t } = useTranslation("player");
  const { t: c } = useTranslation();
  const { copied, copy } = useCopying(code);
  const [refused, setRefused] = useState(false);
  const count = useCount();

  async function copyCode(shown: HTMLElement | null) {
    if (await copy()) {
      store("trackCode", code);
      snack.success(t("copied", { code }));
      count("copy", code);
      return;
    }
    flushSync(() => setRefused(true));
    if (shown) getSelection()?.selectAllChildren(shown);
    snack.error(c("copyFailed"));
  }

  return { copied, refused, copyCode };
}
