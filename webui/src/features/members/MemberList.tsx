/** The tree of accounts: a table on laptops, rows of two lines on phones; each opens to what stands below it. */
import { skipToken } from "@reduxjs/toolkit/query/react";
import type { ReactNode } from "react";
import { useState } from "react";
import {
  type MemberDashboardView,
  type MemberView,
  useListMembersQuery,
  useMemberDashboardQuery,
} from "@/api/generated";

import { asApiError } from "@/components/kit/error-text";
import { Turns } from "@/components/kit/Pager";
import { useScreenClass } from "@/components/kit/screen";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { type Beside, MemberCard, MemberRow, type Upper } from "./MemberRow";
import classes from "./members.module.css";

const COLUMNS = ["member", "channels", "keep", "revenue", "own", "theirs", "acts"] as const;

interface Props {
  members: readonly MemberView[];
  beside: Beside;
}

/** What can be done stands with the member beside the list, where one does. */
const columnsOf = ({ shown }: Beside) =>
  shown ? COLUMNS.filter((name) => name !== "acts") : COLUMNS;

export function MemberList({ members, beside }: Props) {
  const { t } = useTranslation("members");
  const phone = useScreenClass() === "mobile";
  const { monthName } = useFormat();
  const { data: month } = useMemberDashboardQuery({});
  const isFlat = members.every((member) => member.members === 0) || undefined;
  const rows = members.map((member) => (
    <Root key={member.id} member={member} month={month} beside={beside} />
  ));
  if (phone) {
    return (
      <ul className={classes.cards} data-flat={isFlat} aria-label={t("title")}>
        {rows}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label={t("title")} tabIndex={0}>
      <table className={classes.table} data-flat={isFlat}>
        <thead>
          <tr>
            {columnsOf(beside).map((name) => (
              <th key={name} scope="col" data-column={name}>
                {name === "acts" ? (
                  <span className="unseen">{t("columns.acts")}</span>
                ) : (
                  t(`columns.${name}`, { month: month ? monthName(month.start) : "" })
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </section>
  );
}

interface BranchProps {
  member: MemberView;
  /** The accounts between the reader and this one, the uppermost first. */
  above: readonly Upper[];
  depth: number;
  /** What it and those beside it brought the reader, once that is known. */
  month: MemberDashboardView | undefined;
  beside: Beside;
}

/** A row at the edge: a member of one's own, or whoever a search found further below. */
function Root({ member, month, beside }: Omit<BranchProps, "above" | "depth">) {
  const upper = member.above.at(-1);
  const { data } = useMemberDashboardQuery(upper ? { subaccount: upper.id } : skipToken);
  const own = upper ? data : month;
  return <Branch member={member} above={member.above} depth={0} month={own} beside={beside} />;
}

function Branch({ member, above, depth, month, beside }: BranchProps) {
  const [isOpen, setOpen] = useState(false);
  const Row = useScreenClass() === "mobile" ? MemberCard : MemberRow;
  const onTurn = member.members > 0 ? () => setOpen(!isOpen) : undefined;
  return (
    <>
      <Row {...{ member, above, depth, month, isOpen, onTurn, beside }} />
      {isOpen && <Below above={[...above, member]} depth={depth + 1} of={member} beside={beside} />}
    </>
  );
}

/** The accounts directly below one, fifty at a time. */
function Below({
  above,
  depth,
  of,
  beside,
}: Omit<BranchProps, "member" | "month"> & { of: MemberView }) {
  const { t } = useTranslation();
  const { count } = useFormat();
  const [page, turn] = useState(0);
  const { data, error, isFetching, refetch } = useListMembersQuery({ page, target: of.id });
  const { data: month } = useMemberDashboardQuery({ subaccount: of.id });
  const failed = error && !isFetching;
  if (failed) {
    return (
      <Line>
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      </Line>
    );
  }
  if (!data) {
    return (
      <Line>
        <RowSkeletons count={Math.min(of.members, 3)} media />
      </Line>
    );
  }
  const last = Math.min((page + 1) * data.size, data.total);
  return (
    <>
      {data.items.map((member) => (
        <Branch key={member.id} {...{ member, above, depth, month, beside }} />
      ))}
      {data.total > data.size && (
        <Line>
          <div className={classes.more}>
            <span className="num">
              {t("pager.rows", {
                from: count(page * data.size + 1),
                to: count(last),
                total: count(data.total),
              })}
            </span>
            <Turns
              words={[t("pager.before"), t("pager.after")]}
              first={page === 0}
              last={last >= data.total}
              onTurn={(by) => turn(page + by)}
            />
          </div>
        </Line>
      )}
    </>
  );
}

/** A line of the list that is no account. */
function Line({ children }: { children: ReactNode }) {
  const phone = useScreenClass() === "mobile";
  if (phone) return <li>{children}</li>;
  return (
    <tr>
      <td colSpan={COLUMNS.length}>{children}</td>
    </tr>
  );
}
