import { useSignedInMe } from "@/app/hooks";
import { seesNetwork } from "@/app/rank";
import { Refused } from "@/components/domain/Refused";
import { SubChannelsPage } from "@/features/channels/SubChannelsPage";
import { useTranslation } from "@/i18n/react";

export default function ManageSubchannelRoute() {
  const { t } = useTranslation("members");
  if (seesNetwork(useSignedInMe())) return <SubChannelsPage />;
  return <Refused title={t("sub.title")}>{t("refused.network")}</Refused>;
}
