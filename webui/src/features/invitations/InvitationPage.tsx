/** Inviting friends: the code, what it brought, who came by it (REFER-1, REFER-7). */
import { ActionIcon } from "@mantine/core";
import { type InvitationsView, useGetInvitationsQuery } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { useSiteSettings } from "@/app/settings";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { IconHelp } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { CodeCard } from "./CodeCard";
import { FirstDay } from "./FirstDay";
import { FriendList } from "./FriendList";
import classes from "./invitations.module.css";
import { PointsCard } from "./PointsCard";
import { Waiting } from "./Waiting";

const GuideDialog = late(async () => (await import("./GuideDialog")).GuideDialog);

export function InvitationPage() {
  const { t } = useTranslation("invitations");
  const { rate } = useFormat();
  const invitations = useGetInvitationsQuery({});
  const settings = useSiteSettings();
  const guide = useFlag("guide");
  const { data } = invitations;
  const { data: site } = settings;
  const error = invitations.error ?? settings.error;
  const isThere = data !== undefined && site !== undefined;

  function retry() {
    if (invitations.error) void invitations.refetch();
    if (settings.error) void settings.refetch();
  }

  return (
    <Page
      title={t("title")}
      heading={
        isThere
          ? t("promise", { rate: rate(data.reward_rate), count: data.window_months })
          : undefined
      }
      lead={t("lead")}
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t("guide.open")}
          onClick={() => guide.open()}
        >
          <IconHelp size={22} />
        </ActionIcon>
      }
    >
      {isThere && <Invitations found={data} site={site} />}
      {!isThere && error && <ErrorCard error={asApiError(error)} onRetry={retry} />}
      {!isThere && !error && <Waiting />}
      {guide.opened && isThere && <GuideDialog found={data} site={site} onClose={guide.close} />}
    </Page>
  );
}

interface Props {
  found: InvitationsView;
  site: SiteSettingsView;
}

function Invitations({ found, site }: Props) {
  const isFirstDay = found.friends === 0;
  return (
    <>
      <div className={classes.columns}>
        <CodeCard code={found.code} link={found.link} portal={site.name} />
        {isFirstDay ? (
          <FirstDay found={found} site={site} />
        ) : (
          <PointsCard found={found} site={site} />
        )}
      </div>
      {!isFirstDay && <FriendList active={found.active_friends} today={site.today} />}
    </>
  );
}
