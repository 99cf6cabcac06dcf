/** The page while it is fetched, in its final shape. */
import { Skeleton } from "@mantine/core";
import { Card } from "@/components/kit/Card";
import { useTranslation } from "@/i18n/react";
import classes from "./invitations.module.css";

export function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.columns} role="status" aria-label={t("loading")}>
      <Card>
        <div className={classes.code}>
          <div className={classes.qr}>
            <span className={classes.qrPlace} />
          </div>
          <div className={`${classes.codeWords} ${classes.waiting}`}>
            <Skeleton height={14} width={72} />
            <Skeleton height={26} width={144} />
            <Skeleton height={14} width={120} />
            <Skeleton height={36} width={132} radius="md" />
          </div>
        </div>
        <Skeleton height={44} radius="md" />
      </Card>
      <Card>
        <div className={classes.steps}>
          {[70, 85, 60].map((width) => (
            <Skeleton key={width} height={18} width={`${width}%`} />
          ))}
        </div>
      </Card>
    </div>
  );
}
