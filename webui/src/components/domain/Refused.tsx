/** A page that this account may not use: it says so and for whom the page is; the page's text files need `members`. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { addresses } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { IconLock } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { EmptyState } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";

export function Refused({ title, children }: { title: string; children: string }) {
  const { t } = useTranslation("members");
  const { t: c } = useTranslation();
  return (
    <Page title={title} width="narrow">
      <Card>
        <EmptyState
          icon={<IconLock size={26} />}
          title={t("refused.title")}
          action={
            <Button component={Link} to={addresses.dashboard} variant="default">
              {c("toDashboard")}
            </Button>
          }
        >
          {children}
        </EmptyState>
      </Card>
    </Page>
  );
}
