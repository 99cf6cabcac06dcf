/** News: notices or events as a list, and the one that is read; side by side on laptops. */
import { Button } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { type ComponentType, useState } from "react";
import { Link } from "react-router";
import {
  type PostCardView,
  type PostKind,
  type PostView,
  useListBannersQuery,
  useListPostsQuery,
} from "@/api/generated";
import { boardMemory, rememberRead } from "@/app/board-memory";
import { PAGE_SIZE } from "@/app/constants";
import { useMe } from "@/app/hooks";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconCalendar, IconChecks, IconSpeakerphone } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { Pager, usePage } from "@/components/kit/Pager";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton, RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { boardAt } from "./addresses";
import { Banners } from "./Banners";
import classes from "./board.module.css";
import { PostList } from "./PostList";
import { PostReader } from "./PostReader";

/** What a post may add of the reader's own: what it is about, and taking part in what it tells of. */
export interface OwnParts {
  payout: ComponentType;
  participation: ComponentType<{ post: PostView }>;
}

interface Props {
  kind: PostKind;
  /** The post that is open, if one is. */
  id: string | undefined;
  own: OwnParts;
}

export function BoardPage({ kind, id, own }: Props) {
  const { t } = useTranslation("board");
  const laptop = useScreenClass() === "laptop";
  const [read, setRead] = useState(() => boardMemory().read);

  function markRead(...ids: string[]) {
    rememberRead(...ids);
    setRead(boardMemory().read);
  }

  if (id && !laptop) {
    return (
      <Page title={t(`kinds.${kind}`)} back={boardAt(kind)}>
        <PostReader key={id} kind={kind} id={id} own={own} onRead={markRead} />
      </Page>
    );
  }
  return <News kind={kind} id={id} own={own} laptop={laptop} read={read} onRead={markRead} />;
}

interface NewsProps extends Props {
  laptop: boolean;
  read: readonly string[];
  onRead: (...ids: string[]) => void;
}

function News({ kind, id, own, laptop, read, onRead }: NewsProps) {
  const { t } = useTranslation("board");
  const account = useMe()?.referral_code;
  const [page, turn] = usePage();
  const { currentData: list, error, refetch } = useListPostsQuery({ kind, page, size: PAGE_SIZE });
  const banners = useListBannersQuery(account ? undefined : skipToken);
  const news = list?.items.filter(({ id: known }) => !read.includes(known)) ?? [];
  const open = id ?? (laptop ? list?.items[0]?.id : undefined);
  // Both are waited for, so that a banner never pushes the list down.
  const settled = list && (!account || banners.data || banners.error);
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <Kinds kind={kind} />
          {laptop && <MarkRead news={news} onRead={onRead} />}
        </>
      }
    >
      {error && !list && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!settled && !error && <Places both={laptop} />}
      {settled && (
        <div className={classes.columns} data-both={(laptop && list.total > 0) || undefined}>
          <div className={classes.list}>
            {banners.data && account && <Banners banners={banners.data} account={account} />}
            {list.total === 0 ? (
              <Empty kind={kind} />
            ) : (
              <PostList posts={list.items} total={list.total} news={news} open={open} />
            )}
            <Pager page={page} size={PAGE_SIZE} total={list.total} onPage={turn} />
            {!laptop && <MarkRead news={news} onRead={onRead} />}
          </div>
          {laptop && open && (
            <PostReader key={open} kind={kind} id={open} own={own} onRead={onRead} />
          )}
        </div>
      )}
    </Page>
  );
}

/** The places of list and post while they are fetched. */
function Places({ both }: { both: boolean }) {
  return (
    <div className={classes.columns} data-both={both || undefined}>
      <Card flush>
        <RowSkeletons count={5} />
      </Card>
      {both && <CardSkeleton lines={6} />}
    </div>
  );
}

function Kinds({ kind }: { kind: PostKind }) {
  const { t } = useTranslation("board");
  const { data: events } = useListPostsQuery({ kind: "event", page: 0, size: PAGE_SIZE });
  return (
    <nav className={classes.kinds} aria-label={t("title")}>
      {(["notice", "event"] as const).map((known) => (
        <Link key={known} to={boardAt(known)} aria-current={known === kind ? "page" : undefined}>
          {t(`kinds.${known}`)}
          {known === "event" && <span className="num">{events?.total || ""}</span>}
        </Link>
      ))}
    </nav>
  );
}

function MarkRead({
  news,
  onRead,
}: {
  news: readonly PostCardView[];
  onRead: (...ids: string[]) => void;
}) {
  const { t } = useTranslation("board");
  if (news.length === 0) return null;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconChecks size={18} />}
      onClick={() => onRead(...news.map(({ id }) => id))}
    >
      {t("readAll")}
    </Button>
  );
}

function Empty({ kind }: { kind: PostKind }) {
  const { t } = useTranslation("board");
  const Icon = kind === "event" ? IconCalendar : IconSpeakerphone;
  return (
    <Card>
      <EmptyState icon={<Icon size={26} />} title={t(`empty.${kind}`)}>
        {t(`empty.${kind}Text`)}
      </EmptyState>
    </Card>
  );
}
