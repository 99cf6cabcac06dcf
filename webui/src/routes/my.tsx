import { useListPostsQuery } from "@/api/generated";
import { boardMemory } from "@/app/board-memory";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { MyMenu } from "@/features/preferences/MyMenu";
import { useTranslation } from "@/i18n/react";

const PartnershipDialog = late(
  async () => (await import("@/features/partnership/PartnershipDialog")).PartnershipDialog,
);

const NOTICES = { kind: "notice" } as const;

export default function MyRoute() {
  const { t } = useTranslation();
  const { read } = boardMemory();
  const notices = useListPostsQuery(NOTICES).data?.items ?? [];
  const unread = notices.filter(({ id }) => !read.includes(id)).length;
  const partnership = useFlag("partnership");
  return (
    <Page title={t("nav.my")}>
      <MyMenu unread={unread} onPartnership={() => partnership.open()} />
      {partnership.opened && <PartnershipDialog onClose={partnership.close} />}
    </Page>
  );
}
