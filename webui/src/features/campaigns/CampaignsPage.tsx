/** Campaigns as cards: those that are open, the reader's own, and those that are over. */
import { SegmentedControl } from "@mantine/core";
import { Link } from "react-router";
import { type CampaignView, type ListView, useListCampaignsQuery } from "@/api/generated";
import { PAGE_SIZE } from "@/app/constants";
import { addresses } from "@/app/paths";
import { Cover } from "@/components/domain/Cover";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconTargetArrow } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { Pager, usePage } from "@/components/kit/Pager";
import { put, useParams } from "@/components/kit/params";
import { StatusChip } from "@/components/kit/StatusChip";
import { CardSkeleton } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { campaignAt } from "./addresses";
import classes from "./campaigns.module.css";
import { Progress } from "./Progress";
import { useStanding } from "./standing";

const VIEWS = ["open", "mine", "over"] as const;

export function CampaignsPage() {
  const { t } = useTranslation("campaigns");
  const [params, change] = useParams();
  const [page, turn] = usePage();
  const view: ListView = VIEWS.find((known) => known === params.get("tab")) ?? "open";
  const { data, currentData, error, refetch } = useListCampaignsQuery(
    { view, page, size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  // The tabs keep their counts while another one's campaigns are fetched.
  const counts = data?.counts;
  return (
    <Page title={t("title")} back={addresses.my}>
      <SegmentedControl
        className={classes.views}
        fullWidth
        aria-label={t("views.name")}
        value={view}
        onChange={(next) => change((to) => put(to, "tab", next === "open" ? "" : next))}
        data={VIEWS.map((value) => ({
          value,
          label: [t(`views.${value}`), (value !== "over" && counts?.[value]) || ""]
            .join(" ")
            .trim(),
        }))}
      />
      {error && !currentData && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!currentData && !error && <CardSkeleton lines={4} />}
      {currentData?.total === 0 && (
        <Card>
          <EmptyState icon={<IconTargetArrow size={26} />} title={t(`empty.${view}`)}>
            {t(`empty.${view}Text`)}
          </EmptyState>
        </Card>
      )}
      {currentData && currentData.total > 0 && (
        <>
          <ul className={classes.cards}>
            {currentData.items.map((campaign) => (
              <li key={campaign.id}>
                <CampaignCard campaign={campaign} />
              </li>
            ))}
          </ul>
          <p className={classes.remark}>{t("onTop")}</p>
        </>
      )}
      <Pager page={page} size={PAGE_SIZE} total={currentData?.total ?? 0} onPage={turn} />
    </Page>
  );
}

function CampaignCard({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation("campaigns");
  const { money } = useFormat();
  const { chip, tone, line } = useStanding(campaign);
  return (
    <Card>
      <Link to={campaignAt(campaign.id)} className={classes.card}>
        <span className={classes.cover}>
          <Cover track={{ isrc: campaign.track.isrc, thumbnail: null }} radius={10} />
        </span>
        <span className={classes.about}>
          <span className={classes.by}>
            <small>{campaign.track.artist || campaign.track.name}</small>
            <StatusChip tone={tone}>{chip}</StatusChip>
          </span>
          <strong>{campaign.title}</strong>
          <span className={`num ${classes.rate}`}>
            {t("rate", { amount: money(campaign.rate, "USD", 2) })}
          </span>
        </span>
      </Link>
      <Progress campaign={campaign} />
      <p className={`num ${classes.quiet}`}>{line}</p>
    </Card>
  );
}
