import type { MemberView } from "@/api/generated";
import { Dialog } from "@/components/kit/Dialog";
import { useTranslation } from "@/i18n/react";
import { RateForm } from "./RateForm";

interface Props {
  member: MemberView;
  onClose: () => void;
}

export function RateDialog({ member, onClose }: Props) {
  const { t } = useTranslation("members");
  return (
    <Dialog opened onClose={onClose} title={t("rate.title", { name: member.name })}>
      <RateForm member={member} autoFocus onDone={onClose} />
    </Dialog>
  );
}
