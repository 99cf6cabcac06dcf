/** Without a connection: what is shown is from then. */
import { useConnection } from "@/app/connection";
import { IconWifiOff } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./Offline.module.css";

export function OfflineBar() {
  const { t } = useTranslation();
  const { time } = useFormat();
  const { online, heardAt } = useConnection();
  return (
    <div role="status">
      {!online && (
        <p className={classes.bar}>
          <IconWifiOff size={20} aria-hidden="true" />
          {heardAt ? t("offline.since", { time: time(heardAt.toISOString()) }) : t("offline.title")}
        </p>
      )}
    </div>
  );
}
