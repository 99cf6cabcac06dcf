import { PushSwitches } from "@/components/domain/PushSwitches";
import { Dialog } from "@/components/kit/Dialog";
import { useTranslation } from "@/i18n/react";

export function PushDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("preferences");
  return (
    <Dialog opened onClose={onClose} title={t("my.entries.pushSettings")}>
      <PushSwitches />
    </Dialog>
  );
}
