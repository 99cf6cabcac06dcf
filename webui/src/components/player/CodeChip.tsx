/** A track code that copies itself: what is needed to use the track elsewhere. */
import { useRef } from "react";
import { IconCheck, IconCopy } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./code-chip.module.css";
import { useCodeCopy } from "./copy-code";

export function CodeChip({ code }: { code: string }) {
  const { t } = useTranslation("player");
  const shown = useRef<HTMLSpanElement>(null);
  const { copied, copyCode } = useCodeCopy(code);

  return (
    <button
      type="button"
      className={classes.chip}
      aria-label={t("copyCode", { code })}
      onClick={() => copyCode(shown.current)}
    >
      <span ref={shown} className="num">
        {code}
      </span>
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </button>
  );
}
