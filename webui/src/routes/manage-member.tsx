import { useSignedInMe } from "@/app/hooks";
import { canManage } from "@/app/rank";
import { Refused } from "@/components/domain/Refused";
import { MembersPage } from "@/features/members/MembersPage";
import { useTranslation } from "@/i18n/react";

export default function ManageMemberRoute() {
  const { t } = useTranslation("members");
  if (canManage(useSignedInMe())) return <MembersPage />;
  return <Refused title={t("title")}>{t("refused.members")}</Refused>;
}
