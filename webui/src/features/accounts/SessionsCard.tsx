import { Button } from "@mantine/core";
import {
  type SessionItem,
  useEndSessionMutation,
  useListSessionsQuery,
} from "@/api/generated-base";
import { Card } from "@/components/kit/Card";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import { StatusChip } from "@/components/kit/StatusChip";
import { RowSkeletons } from "@/components/kit/skeletons";
import { snack } from "@/components/kit/snack";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { deviceName } from "./device";
import classes from "./settings.module.css";

/** Where this account is logged in, and how to end that. */
export function SessionsCard() {
  const { t } = useTranslation("accounts");
  const { data, error, refetch } = useListSessionsQuery();
  const [end, { isLoading }] = useEndSessionMutation();
  const text = useErrorText();

  async function endThese(id?: string) {
    const { error: failed } = await end(id ? { id } : {});
    if (failed) snack.error(text(asApiError(failed)));
    else snack.success(t("sessions.ended"));
  }

  const items = data?.items ?? [];
  return (
    <Card title={t("sessions.title")} flush>
      {error && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <RowSkeletons count={2} />}
      <ul className={classes.list}>
        {items.map((item) => (
          <Row key={item.id} item={item} busy={isLoading} onEnd={() => void endThese(item.id)} />
        ))}
      </ul>
      {items.length > 1 && (
        <div className={classes.foot}>
          <Button variant="default" loading={isLoading} onClick={() => void endThese()}>
            {t("sessions.endOthers")}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface RowProps {
  item: SessionItem;
  busy: boolean;
  onEnd: () => void;
}

function Row({ item, busy, onEnd }: RowProps) {
  const { t } = useTranslation("accounts");
  const { instant } = useFormat();
  const own = deviceName(item.user_agent) ?? t("sessions.unknownDevice");
  const device = item.viewed_by ? t("sessions.viewed", { operator: item.viewed_by }) : own;
  return (
    <li className={classes.row}>
      <div>
        <b>{device}</b>
        <span className="num">
          {t("sessions.lastSeen", { at: instant(item.last_seen_at), address: item.ip })}
        </span>
      </div>
      {item.current ? (
        <StatusChip tone="ok">{t("sessions.current")}</StatusChip>
      ) : (
        <Button
          variant="subtle"
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={t("sessions.endOne", { device })}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
