/** What runs here: whose portal, which software in which version, under which licences. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { buildId, version } from "@/app/fresh-builds";
import { TERMS } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Dialog } from "@/components/kit/Dialog";
import { useTranslation } from "@/i18n/react";
import classes from "./preferences.module.css";

export function AppInfoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("preferences");
  const { t: l } = useTranslation("legal");
  const { data } = useSiteSettings();
  return (
    <Dialog opened onClose={onClose} title={t("my.entries.appInfo")}>
      <dl className={classes.app}>
        {data && <Fact name={t("app.portal")}>{data.name}</Fact>}
        <Fact name={t("app.software")}>{t("app.version", { version })}</Fact>
        <Fact name={t("app.build")}>{buildId}</Fact>
        <Fact name={t("app.licence")}>{t("app.free")}</Fact>
        <Fact name={t("app.parts")}>
          <Link to={TERMS.osl}>{l("kinds.osl")}</Link>
        </Fact>
        <Fact name={t("app.fonts")}>
          <Link to={TERMS.ofl}>{l("kinds.ofl")}</Link>
        </Fact>
      </dl>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
