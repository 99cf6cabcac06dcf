/** What a guide costs its reader, in words. */
import type { SiteSettingsView } from "@/api/generated-base";
import { useTranslation } from "@/i18n/react";
import type { Guide } from "./guides";
import { useNumbers } from "./values";

export function useEffort(): (guide: Guide) => string {
  const { t } = useTranslation("guides");
  return ({ steps, minutes }) =>
    t("effort", { steps: t("steps", { count: steps.length }), minutes });
}

/** The line below a guide's name in the list. */
export function useNote(settings: SiteSettingsView): (guide: Guide) => string {
  const { t } = useTranslation("guides");
  const { recognition } = useNumbers(settings);
  const effort = useEffort();
  return (guide) => {
    if (guide.name === "verification") return t("notes.overview");
    if (guide.group === "verify") return t("notes.code");
    if (guide.name === "pcUpload") {
      return t("notes.recognition", { effort: effort(guide), recognition });
    }
    return effort(guide);
  };
}
