/** Everything the portal told this person, newest day first, in each day what was not read before the rest. */
import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import {
  type NotificationType,
  type NotificationView,
  useListNotificationsQuery,
  useReadAllNotificationsMutation,
  useReadNotificationMutation,
} from "@/api/generated";
import { safeFrom } from "@/app/paths";
import { PushSwitches } from "@/components/domain/PushSwitches";
import { useChangeParams } from "@/components/kit/address";
import { Card } from "@/components/kit/Card";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import {
  IconBell,
  IconCalendar,
  IconChartBar,
  IconCheck,
  IconChecks,
  IconCircleCheck,
  IconCoins,
  IconReceipt,
  IconSpeakerphone,
} from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { endOf, Turns } from "@/components/kit/Pager";
import { useScreenClass } from "@/components/kit/screen";
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
  fixed_profit: IconCircleCheck,
  expected_profit: IconChartBar,
  tax: IconReceipt,
};
const TYPES = Object.keys(ICONS) as NotificationType[];

/** The items of one day after another, in the order in which they came; in each day the unread ones first. */
function byDay(items: readonly NotificationView[]): [string, NotificationView[]][] {
  return [...Map.groupBy(items, (item) => localDay(item.created_at))].map(([day, ofDay]) => [
    day,
    ofDay.toSorted((one, other) => Number(one.read) - Number(other.read)),
  ]);
}

export function NotificationPage() {
  const { t } = useTranslation("notifications");
  const text = useErrorText();
  const [page, setPage] = useState(0);
  const [type, setType] = useState<NotificationType | null>(null);
  const { data, currentData, error, refetch } = useListNotificationsQuery(asked(page, type));
  const [readAll, { isLoading }] = useReadAllNotificationsMutation();
  const laptop = useScreenClass() === "laptop";
  const chosen = useChosen(currentData?.items ?? []);

  async function markAll() {
    const { error: failed } = await readAll();
    if (failed) snack.error(text(asApiError(failed)));
  }

  function only(next: NotificationType | null) {
    setType(next);
    setPage(0);
  }

  return (
    <Page
      title={t("title")}
      actions={
        <Button
          {...endOf(!data?.unread)}
          variant="default"
          leftSection={<IconChecks size={18} />}
          loading={isLoading}
          onClick={() => data?.unread && void markAll()}
        >
          {t("readAll")}
        </Button>
      }
    >
      <div className={classes.columns}>
        <div className={classes.days}>
          <Types chosen={type} onChoose={only} />
          {error && !currentData && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
          {!currentData && !error && (
            <Card flush>
              <RowSkeletons count={5} media />
            </Card>
          )}
          {currentData?.total === 0 && (
            <Card>
              <EmptyState
                icon={<IconBell size={26} />}
                title={t(type ? "noneTitle" : "emptyTitle")}
              >
                {type ? undefined : t("emptyText")}
              </EmptyState>
            </Card>
          )}
          {currentData &&
            byDay(currentData.items).map(([day, items]) => (
              <Day key={day} day={day} items={items} chosen={chosen?.id} />
            ))}
          {currentData && (
            <Turn page={page} total={currentData.total} size={currentData.size} onTurn={setPage} />
          )}
        </div>
        <div className={classes.aside}>
          {laptop && chosen && <Detail item={chosen} />}
          {(data || error) && (
            <Card title={t("settings")} flush>
              <PushSwitches />
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The first page of all types is the one that the bell asks for too. */
function asked(page: number, type: NotificationType | null) {
  if (page === 0 && type === null) return FIRST_PAGE;
  return { ...FIRST_PAGE, page, ...(type ? { type } : {}) };
}

interface TypesProps {
  chosen: NotificationType | null;
  onChoose: (type: NotificationType | null) => void;
}

function Types({ chosen, onChoose }: TypesProps) {
  const { t } = useTranslation("notifications");
  return (
    <fieldset className={classes.types}>
      <legend className="unseen">{t("types.name")}</legend>
      {[null, ...TYPES].map((type) => (
        <UnstyledButton key={type} aria-pressed={type === chosen} onClick={() => onChoose(type)}>
          {t(`types.${type ?? "all"}`)}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

/** On laptops one is open beside the list: the newest, or the one in the URL. */
function useChosen(items: readonly NotificationView[]): NotificationView | undefined {
  const [params] = useSearchParams();
  return items.find(({ id }) => id === params.get("id")) ?? items[0];
}

/** What one says in full, and the way to what it speaks of. */
function Detail({ item }: { item: NotificationView }) {
  const { t } = useTranslation("notifications");
  const { instant } = useFormat();
  const target = safeFrom(item.link);
  return (
    <section className={classes.detail} aria-label={t("detail")}>
      <p className="num">
        {instant(item.created_at)} · {t(`types.${item.type}`)}
      </p>
      <h2>{item.title}</h2>
      <p>{item.body}</p>
      {target && (
        <Button component={Link} to={target}>
          {t("open")}
        </Button>
      )}
    </section>
  );
}

interface DayProps {
  day: string;
  items: readonly NotificationView[];
  chosen: string | undefined;
}

function Day({ day, items, chosen }: DayProps) {
  const { date } = useFormat();
  return (
    <Card flush title={<span className="num">{date(day)}</span>}>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} current={item.id === chosen} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ item, current }: { item: NotificationView; current: boolean }) {
  const { t } = useTranslation("notifications");
  const { t: c } = useTranslation();
  const { time } = useFormat();
  const text = useErrorText();
  const navigate = useNavigate();
  const laptop = useScreenClass() === "laptop";
  const change = useChangeParams({ replace: true });
  const [read, { isLoading }] = useReadNotificationMutation();
  const target = safeFrom(item.link);
  const Icon = ICONS[item.type];

  async function mark() {
    const { error } = await read({ id: item.id });
    if (error) snack.error(text(asApiError(error)));
  }

  function open() {
    if (!item.read) void mark();
    if (laptop) change((address) => address.set("id", item.id));
    else if (target) void navigate(target);
  }

  return (
    <div className={classes.row} data-unread={!item.read || undefined}>
      <UnstyledButton
        className={classes.open}
        aria-current={(laptop && current) || undefined}
        onClick={open}
      >
        <span className={classes.icon} aria-hidden="true">
          <Icon size={20} />
        </span>
        <span className={classes.words}>
          <b>
            {item.title}
            {!item.read && <span className="unseen"> ({c("unreadOne")})</span>}
          </b>
          <span>{item.body}</span>
        </span>
        <time className="num" dateTime={item.created_at}>
          {time(item.created_at)}
        </time>
      </UnstyledButton>
      {!item.read && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          loading={isLoading}
          aria-label={t("readOne", { title: item.title })}
          onClick={() => void mark()}
        >
          <IconCheck size={18} />
        </ActionIcon>
      )}
    </div>
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
