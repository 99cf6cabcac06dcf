/** Everything the portal told this person, newest day first; each opens the thing it speaks of. */
import { Button, UnstyledButton } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useNavigate } from "react-router";
import {
  type NotificationType,
  type NotificationView,
  useListNotificationsQuery,
  useReadAllNotificationsMutation,
  useReadNotificationMutation,
} from "@/api/generated";
import { safeFrom } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import {
  IconBell,
  IconCalendar,
  IconChartBar,
  IconCoins,
  IconReceipt,
  IconSpeakerphone,
} from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { Turns } from "@/components/kit/Pager";
import { RowSkeletons } from "@/components/kit/skeletons";
import { snack } from "@/components/kit/snack";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import { FIRST_PAGE } from "./first-page";
import classes from "./notifications.module.css";

const ICONS: Readonly<Record<NotificationType, ComponentType<{ size?: number }>>> = {
  notice: IconSpeakerphone,
  event: IconCalendar,
  withdrawal_done: IconCoins,
  expected_profit: IconChartBar,
  fixed_profit: IconChartBar,
  tax: IconReceipt,
};

/** The items of one day after another, in the order in which they came. */
function byDay(items: readonly NotificationView[]): [string, NotificationView[]][] {
  return [...Map.groupBy(items, (item) => localDay(item.created_at))];
}

export function NotificationPage() {
  const { t } = useTranslation("notifications");
  const text = useErrorText();
  const [page, setPage] = useState(0);
  const query = page === 0 ? FIRST_PAGE : { ...FIRST_PAGE, page };
  const { data, error, refetch } = useListNotificationsQuery(query);
  const [readAll, { isLoading }] = useReadAllNotificationsMutation();

  async function markAll() {
    const { error: failed } = await readAll();
    if (failed) snack.error(text(asApiError(failed)));
  }

  return (
    <Page
      title={t("title")}
      width="narrow"
      actions={
        data && data.unread > 0 ? (
          <Button variant="default" size="sm" loading={isLoading} onClick={() => void markAll()}>
            {t("readAll")}
          </Button>
        ) : undefined
      }
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && (
        <Card flush>
          <RowSkeletons count={5} media />
        </Card>
      )}
      {data && data.total === 0 && (
        <Card>
          <EmptyState icon={<IconBell size={26} />} title={t("emptyTitle")}>
            {t("emptyText")}
          </EmptyState>
        </Card>
      )}
      {data && byDay(data.items).map(([day, items]) => <Day key={day} day={day} items={items} />)}
      {data && <Turn page={page} total={data.total} size={data.size} onTurn={setPage} />}
    </Page>
  );
}

function Day({ day, items }: { day: string; items: readonly NotificationView[] }) {
  const { date } = useFormat();
  return (
    <Card flush title={<span className="num">{date(day)}</span>}>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ item }: { item: NotificationView }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const navigate = useNavigate();
  const [read] = useReadNotificationMutation();
  const target = safeFrom(item.link);
  const Icon = ICONS[item.type];

  function open() {
    if (!item.read) void read({ id: item.id });
    if (target) void navigate(target);
  }

  return (
    <UnstyledButton className={classes.row} data-unread={!item.read || undefined} onClick={open}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={20} />
      </span>
      <span className={classes.words}>
        <b>
          {item.title}
          {!item.read && <span className={classes.hidden}> ({t("unreadOne")})</span>}
        </b>
        <span>{item.body}</span>
      </span>
      <time className="num" dateTime={item.created_at}>
        {time(item.created_at)}
      </time>
    </UnstyledButton>
  );
}

interface TurnProps {
  page: number;
  total: number;
  size: number;
  onTurn: (page: number) => void;
}

function Turn({ page, total, size, onTurn }: TurnProps) {
  const { t } = useTranslation("notifications");
  if (total <= size) return null;
  return (
    <div className={classes.turn}>
      <Turns
        words={[t("newer"), t("older")]}
        first={page === 0}
        last={(page + 1) * size >= total}
        onTurn={(by) => onTurn(page + by)}
      />
    </div>
  );
}
