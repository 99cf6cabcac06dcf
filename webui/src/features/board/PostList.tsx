/** Posts, pinned ones first, then the newest: what is news stands out. */

import { Link } from "react-router";
import type { PostCardView } from "@/api/generated";
import { Card } from "@/components/kit/Card";
import { IconPinned } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import { postAt } from "./addresses";
import classes from "./board.module.css";

interface Props {
  posts: readonly PostCardView[];
  total: number;
  news: readonly PostCardView[];
  /** The post that stands beside the list. */
  open: string | undefined;
}

export function PostList({ posts, total, news, open }: Props) {
  const { t } = useTranslation("board");
  const { month } = useFormat();
  const oldest = posts.map(({ published_at }) => localDay(published_at)).sort()[0] ?? "";
  return (
    <Card flush>
      <ul className={classes.rows}>
        {posts.map((post) => (
          <li key={post.id}>
            <Row post={post} isNew={news.includes(post)} isOpen={post.id === open} />
          </li>
        ))}
      </ul>
      {total === posts.length && (
        <p className={`num ${classes.end}`}>
          {t("allSince", { month: month(oldest.slice(0, 7)) })}
        </p>
      )}
    </Card>
  );
}

interface RowProps {
  post: PostCardView;
  isNew: boolean;
  isOpen: boolean;
}

function Row({ post, isNew, isOpen }: RowProps) {
  const { t } = useTranslation("board");
  const { dayLong } = useFormat();
  return (
    <Link
      to={postAt(post.kind, post.id)}
      className={classes.row}
      data-new={isNew || undefined}
      aria-current={isOpen ? "true" : undefined}
    >
      <i className={classes.dot} aria-hidden="true" />
      <span className={classes.words}>
        <b>
          {post.title}
          {isNew && <span className="unseen"> ({t("new")})</span>}
        </b>
        <span>{post.summary}</span>
        {post.ends_on && <small>{t("until", { day: dayLong(post.ends_on) })}</small>}
      </span>
      {post.thumbnail && <img src={post.thumbnail} alt="" width={64} height={64} loading="lazy" />}
      <Day post={post} />
    </Link>
  );
}

function Day({ post }: { post: PostCardView }) {
  const { t } = useTranslation("board");
  const { date } = useFormat();
  const day = localDay(post.published_at);
  const isThisYear = day.slice(0, 4) === localDay(new Date()).slice(0, 4);
  return (
    <span className={`num ${classes.day}`}>
      <time dateTime={post.published_at}>{isThisYear ? date(day.slice(5)) : date(day)}</time>
      {post.pinned && (
        <span>
          <IconPinned size={16} aria-hidden="true" />
          <span className="unseen">{t("pinned")}</span>
        </span>
      )}
    </span>
  );
}
