/** One member beside the list, on laptops: the rate, its channels, and what else can be done with it. */
import { Button, CloseButton } from "@mantine/core";
import { Link } from "react-router";
import { type MemberView, useListChannelsQuery } from "@/api/generated";

import { useSignedInMe } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { seesNetwork } from "@/app/rank";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import classes from "./detail.module.css";
import { Initials } from "./Initials";

import { RateForm } from "./RateForm";

/** So many channels stand here; the rest is on their own page. */
const SHOWN = 5;

interface Props {
  member: MemberView;
  onClose: () => void;
}

export function MemberDetail({ member, onClose }: Props) {
  const { t } = useTranslation("members");
  const { t: c } = useTranslation();
  const { date } = useFormat();
  const { open: password } = useFlag("password");
  const { open: profile } = useFlag("memberProfile");
  const { open: remove } = useFlag("delete");
  const { name } = member;
  return (
    <aside className={classes.detail} aria-label={name} id="member">
      <Card>
        <div className={classes.person}>
          <Initials name={name} />
          <div className={classes.names}>
            <h2>{name}</h2>
            <span>
              {t("detail.since", {
                email: member.user_id,
                date: date(localDay(member.created_at)),
              })}
            </span>
          </div>
          <CloseButton size={44} aria-label={c("close")} onClick={onClose} />
        </div>
        <RateForm key={member.id} member={member} />
        <Channels member={member} />
        <div className={classes.acts}>
          <Button variant="default" onClick={() => profile(member.id)}>
            {t("acts.profile")}
          </Button>
          <Button variant="default" onClick={() => password(member.id)}>
            {t("acts.password")}
          </Button>
          <Button variant="default" className={classes.danger} onClick={() => remove(member.id)}>
            {t("acts.delete")}
          </Button>
        </div>
        <p className={classes.quiet}>{t("detail.payout", { name })}</p>
      </Card>
    </aside>
  );
}

/** What it holds, and where channels are handed out. */
function Channels({ member }: { member: MemberView }) {
  const { t } = useTranslation("members");
  const { compact, count } = useFormat();
  const me = useSignedInMe();
  const { data, error, isFetching, refetch } = useListChannelsQuery({
    subaccount: member.id,
    size: SHOWN,
  });
  const more = (data?.total ?? 0) - SHOWN;
  return (
    <section className={classes.held}>
      <div className={classes.heldHead}>
        <h3>{t("detail.channels")}</h3>
        <Link to={seesNetwork(me) ? paths.subChannels(member.id) : addresses.channels}>
          {t("detail.assign")}
        </Link>
      </div>
      {error && !isFetching && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <RowSkeletons count={Math.min(member.channels, SHOWN)} />}
      {data?.total === 0 && <p className={classes.quiet}>{t("detail.none")}</p>}
      {data && data.total > 0 && (
        <ul>
          {data.items.map(({ id, name, total_views }) => (
            <li key={id}>
              <b>{name}</b>
              <span className="num">
                {t("detail.views", { count: total_views, views: compact(total_views) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className={classes.quiet}>{t("detail.more", { count: more, channels: count(more) })}</p>
      )}
    </section>
  );
}
