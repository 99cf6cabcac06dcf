/** What the guides' texts are filled with: the portal's own numbers, and the words that stand on the buttons. */
import type { SiteSettingsView } from "@/api/generated-base";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { FIRST_LENGTH, type Guide } from "./guides";

const BUTTONS = [
  "short",
  "addSound",
  "paste",
  "volume",
  "voice",
  "music",
  "upload",
  "adjust",
  "done",
  "update",
  "edit",
  "description",
  "save",
  "create",
  "uploadVideos",
  "customization",
  "publish",
] as const;

export type ButtonWords = Record<(typeof BUTTONS)[number] | "verify" | "check", string>;

/** What stands on the buttons of the apps, in the reader's language. */
export function useButtonWords(): ButtonWords {
  const { t } = useTranslation("guides");
  const { t: c } = useTranslation("channels");
  const named = BUTTONS.map((name) => [name, t(`app.${name}`)]);
  return { ...Object.fromEntries(named), verify: c("verify.open"), check: c("verify.check") };
}

export type Numbers = Record<
  | "start"
  | "editor"
  | "recommended"
  | "tooShort"
  | "volume"
  | "premium"
  | "keep"
  | "factor"
  | "recognition"
  | "review"
  | "lag",
  string
>;

/** The numbers of a guide with their units (CONTENT-4). */
export function useNumbers({ copy, channels, reports }: SiteSettingsView, guide?: Guide): Numbers {
  const { t } = useTranslation("guides");
  const { percent } = useFormat();
  const seconds = (value: number) => t("seconds", { value });
  const span = ([from = 0, to = from]: readonly number[]) => ({ from, to });
  const onPc = guide?.devices.includes("pc");
  return {
    start: seconds(FIRST_LENGTH),
    editor: seconds(copy.editor_seconds),
    recommended: seconds(copy.recommended_seconds),
    tooShort: seconds(copy.short_seconds),
    volume: percent(String(onPc ? copy.pc_volume_percent : copy.mobile_volume_percent)),
    premium: percent(String(copy.premium_percent)),
    keep: seconds(copy.premium_keep_seconds),
    factor: t("times", { value: copy.premium_rpm_factor }),
    recognition: t("daySpan", span(copy.recognition_days)),
    review: t("workDays", span(channels.review_days)),
    lag: t("days", { count: reports.lag_days }),
  };
}
