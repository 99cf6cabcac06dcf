import { useLocation, useParams } from "react-router";
import { addresses } from "@/app/paths";
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
};

export default function BoardRoute() {
  const { id } = useParams();
  const isEvents = useLocation().pathname.startsWith(addresses.events);
  return <BoardPage kind={isEvents ? "event" : "notice"} id={id} own={OWN} />;
}
