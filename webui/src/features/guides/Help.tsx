/** Where to go on when a guide did not help. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { HOME } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Card } from "@/components/kit/Card";
import { useTranslation } from "@/i18n/react";
import type { Group } from "./guides";
import classes from "./guides.module.css";

/** The first walk shows its marks again to who comes with this. */
const WALK = { walk: true } as const;

export function Help({ about }: { about: Group }) {
  const { t } = useTranslation("guides");
  const { data } = useSiteSettings();
  return (
    <div id="help" className={classes.help}>
      <Card title={t("help.title")}>
        {data?.support_url && (
          <>
            <p className={classes.quiet}>{t(about === "upload" ? "help.video" : "help.text")}</p>
            <Button component="a" href={data.support_url} rel="noreferrer" variant="default">
              {t("help.write")}
            </Button>
          </>
        )}
        <Button
          component={Link}
          to={HOME}
          state={WALK}
          variant={data?.support_url ? "subtle" : "default"}
        >
          {t("help.tour")}
        </Button>
      </Card>
    </div>
  );
}
