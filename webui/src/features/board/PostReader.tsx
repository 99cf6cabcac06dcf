/** One post: its picture, its text, what is the reader's own, and the way to the posts beside it. */
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "react-router";
import { type PostKind, type PostView, useGetPostQuery } from "@/api/generated";
import { useMe } from "@/app/hooks";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconArrowLeft, IconArrowRight, IconSpeakerphone } from "@/components/kit/icons";
import { WindowTitle } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import { boardAt, postAt } from "./addresses";
import type { OwnParts } from "./BoardPage";
import classes from "./board.module.css";
import { RichText } from "./RichText";

interface Props {
  kind: PostKind;
  id: string;
  own: OwnParts;
  onRead: (id: string) => void;
}

export function PostReader({ kind, id, own, onRead }: Props) {
  const { currentData: post, error, refetch } = useGetPostQuery({ kind, id });
  const known = post?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each post, whoever listens.
  useEffect(() => {
    if (known) onRead(known);
  }, [known]);

  const refusal = asApiError(error);
  if (post) return <Post post={post} own={own} />;
  if (refusal?.kind === "refused" && refusal.reason === "not_found") return <Gone kind={kind} />;
  if (refusal) return <ErrorCard error={refusal} onRetry={refetch} />;
  return <CardSkeleton lines={6} />;
}

function Gone({ kind }: { kind: PostKind }) {
  const { t } = useTranslation("board");
  return (
    <Card>
      <EmptyState
        icon={<IconSpeakerphone size={26} />}
        title={t("gone.title")}
        action={
          <Button component={Link} to={boardAt(kind)} variant="default">
            {t("gone.all")}
          </Button>
        }
      >
        {t("gone.text")}
      </EmptyState>
    </Card>
  );
}

function Post({ post, own }: { post: PostView; own: OwnParts }) {
  const { t } = useTranslation("board");
  const { date, dayLong } = useFormat();
  const signedIn = useMe() !== null;
  const Own = post.about && own[post.about];
  return (
    <div className={classes.post}>
      <WindowTitle title={post.title} />
      <Card flush>
        {post.thumbnail && <img className={classes.hero} src={post.thumbnail} alt="" />}
        <article className={classes.text}>
          <p className={`num ${classes.when}`}>
            {t(`published.${post.kind}`, { day: date(localDay(post.published_at)) })}
            {post.ends_on && ` · ${t("until", { day: dayLong(post.ends_on) })}`}
          </p>
          <h2>{post.title}</h2>
          <RichText parts={post.content} />
        </article>
        {!post.participation && <Beside post={post} />}
      </Card>
      {post.participation && <own.participation post={post} />}
      {post.participation && (post.prev || post.next) && (
        <Card flush>
          <Beside post={post} />
        </Card>
      )}
      {Own && signedIn && <Own />}
    </div>
  );
}

function Beside({ post }: { post: PostView }) {
  const { t } = useTranslation("board");
  const { prev, next } = post;
  if (!prev && !next) return null;
  return (
    <nav className={classes.beside} aria-label={t("beside")}>
      {prev && (
        <Link to={postAt(post.kind, prev.id)} rel="prev">
          <IconArrowLeft size={18} aria-hidden="true" />
          <span>
            <small>{t("newer")}</small>
            {prev.title}
          </span>
        </Link>
      )}
      {next && (
        <Link to={postAt(post.kind, next.id)} rel="next" className={classes.next}>
          <span>
            <small>{t("older")}</small>
            {next.title}
          </span>
          <IconArrowRight size={18} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
