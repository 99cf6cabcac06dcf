/** Who came by the code: masked, with the window and what it brought (REFER-7). */
import type { ReactNode } from "react";
import { type FriendView, useListFriendsQuery } from "@/api/generated";
import { Card } from "@/components/kit/Card";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { asApiError } from "@/components/kit/error-text";
import { Pager, usePage } from "@/components/kit/Pager";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { type FriendWindow, windowOf } from "./calendar";
import classes from "./invitations.module.css";

const SIZE = 20;

interface Props {
  /** How many earn now. */
  active: number;
  today: string;
}

/** Friends have no id of their own that others may see: their place on the page stands for it. */
interface Row extends FriendView {
  place: string;
}

export function FriendList({ active, today }: Props) {
  const { t } = useTranslation("invitations");
  const { count } = useFormat();
  const [page, turn] = usePage();
  const { data, currentData, error, refetch } = useListFriendsQuery({ page, size: SIZE });
  const rows = (currentData?.items ?? []).map((friend, place) => ({
    ...friend,
    place: `${place}`,
  }));
  const columns = useColumns(today);
  return (
    <Card
      title={t("friends.title")}
      aside={
        data && (
          <small className={`num ${classes.quiet}`}>
            {t("friends.counts", { active: count(active), all: count(data.total) })}
          </small>
        )
      }
      flush
    >
      {currentData && (
        <DataTable
          caption={t("friends.title")}
          columns={columns}
          rows={rows}
          rowKey={({ place }) => place}
          card={(friend) => <FriendCard friend={friend} today={today} />}
          empty={<p className={classes.none}>{t("friends.noneHere")}</p>}
        />
      )}
      {!currentData && !error && <RowSkeletons count={5} />}
      {!currentData && error && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {data && <Pager page={page} size={SIZE} total={data.total} onPage={turn} />}
    </Card>
  );
}

function useColumns(today: string): readonly Column<Row>[] {
  const { t } = useTranslation("invitations");
  const { date } = useFormat();
  const points = (key: "estimated_points" | "confirmed_points", label: string): Column<Row> => ({
    key,
    label,
    kind: "number",
    cell: (friend) => <Points points={friend[key]} mine={key === "confirmed_points"} />,
  });
  return [
    { key: "name", label: t("friends.name"), cell: ({ name }) => <b>{name}</b> },
    {
      key: "joined_on",
      label: t("friends.joined"),
      cell: ({ joined_on }) => <span className="num">{date(joined_on)}</span>,
    },
    {
      key: "window",
      label: t("friends.window"),
      cell: (friend) => <Window friend={friend} today={today} />,
    },
    points("estimated_points", t("points.estimated")),
    points("confirmed_points", t("points.confirmed")),
  ];
}

/** Nothing is a dash: there is no telling yet whether it will stay so. */
function Points({ points, mine }: { points: number; mine: boolean }) {
  const { count } = useFormat();
  return (
    <span className={classes.amount} data-mine={(mine && points > 0) || undefined}>
      {points > 0 ? count(points) : "–"}
    </span>
  );
}

function FriendCard({ friend, today }: { friend: Row; today: string }) {
  const { t } = useTranslation("invitations");
  return (
    <div className={classes.friend}>
      <div className={classes.line}>
        <b>{friend.name}</b>
        <small className="num">
          {t("friends.estimated")} <Points points={friend.estimated_points} mine={false} />
        </small>
      </div>
      <Window friend={friend} today={today}>
        <small className="num">
          {t("friends.confirmed")} <Points points={friend.confirmed_points} mine />
        </small>
      </Window>
    </div>
  );
}

interface WindowProps {
  friend: FriendView;
  today: string;
  /** What stands at the end of the words' line. */
  children?: ReactNode;
}

function Window({ friend, today, children }: WindowProps) {
  const found = windowOf(friend, today);
  const words = useWindowWords(found, friend.window_ends_on);
  return (
    <div className={classes.window} data-state={found.state}>
      <span aria-hidden="true">
        <i style={{ width: `${Math.round(found.over * 100)}%` }} />
      </span>
      <div className={classes.line}>
        <small className="num">{words}</small>
        {children}
      </div>
    </div>
  );
}

function useWindowWords({ state, daysLeft }: FriendWindow, endsOn: string): string {
  const { t } = useTranslation("invitations");
  const { dayShort } = useFormat();
  const date = dayShort(endsOn);
  switch (state) {
    case "ended":
      return t("friends.ended", { date });
    case "waiting":
      return t("friends.waiting", { date });
    case "earning":
      return daysLeft === 0 ? t("friends.lastDay") : t("friends.left", { count: daysLeft, date });
  }
}
