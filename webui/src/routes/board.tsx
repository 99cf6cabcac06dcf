import { useLocation, useParams, useSearchParams } from "react-router";
import { useMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { late } from "@/components/kit/late";
import { CardSkeleton } from "@/components/kit/skeletons";
import { BoardPage } from "@/features/board/BoardPage";
import { loadTexts } from "@/i18n";

const OWN = {
  payout: late(
    async () => {
      await loadTexts("dashboards", "payout");
      return (await import("@/components/domain/PayCard")).PayCard;
    },
    <CardSkeleton lines={4} />,
  ),
  participation: late(
    async () => {
      await loadTexts("events");
      return (await import("@/features/events/Participation")).Participation;
    },
    <CardSkeleton lines={4} />,
  ),
};

const CampaignsPage = late(
  async () => {
    await loadTexts("campaigns");
    return (await import("@/features/campaigns/CampaignsPage")).CampaignsPage;
  },
  <CardSkeleton lines={4} />,
);

const CampaignGate = late(
  async () => {
    await loadTexts("campaigns");
    return (await import("@/features/campaigns/CampaignGate")).CampaignGate;
  },
  <CardSkeleton lines={6} />,
);

export default function BoardRoute() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const isEvents = useLocation().pathname.startsWith(addresses.events);
  const hasCampaigns = useHasCampaigns() && isEvents;
  const board = <BoardPage kind={isEvents ? "event" : "notice"} id={id} own={OWN} />;
  if (hasCampaigns && id) return <CampaignGate id={id} otherwise={board} />;
  if (hasCampaigns && params.get("view") === "campaigns") return <CampaignsPage />;
  return board;
}

/** Whether the reader is shown campaigns: signed in, where they are switched on. */
function useHasCampaigns(): boolean {
  const { data } = useSiteSettings();
  const me = useMe();
  return me !== null && data?.features.campaigns === true;
}
