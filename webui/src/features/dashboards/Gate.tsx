/** Figures open with the first approved channel; until then the dashboard shows the way there, and other pages lead to it (DASH-12). */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useListChannelsQuery } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { IconLock } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { FirstSteps } from "./FirstSteps";
import { ALL, furthest, stepsLeft, stepsOf } from "./steps";

interface Props {
  /** Shows the steps themselves. */
  steps?: boolean;
  children: ReactNode;
}

export function Gate({ steps = false, children }: Props) {
  const { has_approved_channel, permission } = useSignedInMe();
  if (has_approved_channel || permission === "mcn") return children;
  return steps ? <FirstSteps /> : <NotYet />;
}

/** One sentence, and the way to the steps. */
function NotYet() {
  const { t } = useTranslation("dashboards");
  const me = useSignedInMe();
  const { data } = useListChannelsQuery(ALL);
  if (!data) return <RowSkeletons count={2} />;
  const count = stepsLeft(stepsOf(me, furthest(data.items)));
  return (
    <Page title={t("gate.title")} width="narrow">
      <Card>
        <EmptyState
          icon={<IconLock size={26} />}
          title={t("gate.text", { count })}
          action={
            <Button component={Link} to={addresses.dashboard}>
              {t("gate.act")}
            </Button>
          }
        />
      </Card>
    </Page>
  );
}
