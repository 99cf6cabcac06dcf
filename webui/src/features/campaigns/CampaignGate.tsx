/** An address of events that may be a campaign's: the campaign, or else what stands there otherwise. */
import type { ReactNode } from "react";
import { useGetCampaignQuery } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { CAMPAIGNS } from "./addresses";
import { CampaignPage } from "./CampaignPage";

export function CampaignGate({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { t } = useTranslation("campaigns");
  const { currentData, error, refetch } = useGetCampaignQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  const refusal = asApiError(error);
  if (currentData) return <CampaignPage campaign={currentData} onChange={() => void refetch()} />;
  if (refusal?.kind === "refused" && refusal.reason === "not_found") return otherwise;
  return (
    <Page title={t("title")} back={CAMPAIGNS}>
      {refusal ? <ErrorCard error={refusal} onRetry={refetch} /> : <CardSkeleton lines={6} />}
    </Page>
  );
}
