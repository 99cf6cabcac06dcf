/** One account of the tree. What is further below than one's own members is shown, and changed by whoever stands between. */
import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MemberDashboardView, MemberView } from "@/api/generated";

import { useSignedInMe } from "@/app/hooks";
import { paths } from "@/app/paths";
import { seesNetwork } from "@/app/rank";
import { Money } from "@/components/domain/Money";
import { IconChevronDown, IconChevronRight } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { StatusChip } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Initials } from "./Initials";
import classes from "./members.module.css";
import { sharesOf } from "./shares";

const MemberActs = late(
  async () => (await import("./MemberActs")).MemberActs,
  <span className={classes.place} />,
);

/** An account between the reader and one that is shown. */
export type Upper = Pick<MemberView, "id" | "name" | "fee_rate">;

export interface RowProps {
  member: MemberView;
  /** The accounts between the reader and this one, the uppermost first. */
  above: readonly Upper[];
  /** How many rows it is in: what a search found stands at the edge, wherever its place is. */
  depth: number;
  /** What it and those beside it brought the reader, once that is known. */
  month: MemberDashboardView | undefined;
  isOpen: boolean;
  /** Opens and closes what stands below; without it there is nothing. */
  onTurn: (() => void) | undefined;
  beside: Beside;
}

/** Where one member stands beside the list, on laptops. */
export interface Beside {
  /** The member that does. */
  shown: string | undefined;
  onShow: ((id: string) => void) | undefined;
}

export function MemberRow(props: RowProps) {
  const { member, above, depth, beside } = props;
  const { count } = useFormat();
  return (
    <tr data-depth={depth} data-shown={beside.shown === member.id || undefined}>
      <td>
        <div className={classes.who} data-depth={depth}>
          <Turn {...props} />
          <Initials name={member.name} />
          <div className={classes.names}>
            <Name {...props} />
            <span>{member.user_id}</span>
            <Stands {...props} />
            <BelowIt member={member} />
            <Chain {...props} />
            <Chips member={member} />
          </div>
        </div>
      </td>
      <td data-kind="number" className="num">
        <Channels member={member}>{count(member.channels)}</Channels>
      </td>
      <td data-kind="number" className="num">
        <Kept member={member} />
      </td>
      <td data-kind="number">
        <Brought {...props} what="revenue" />
      </td>
      <td data-kind="number">
        <Brought {...props} what="own" mine />
      </td>
      <td data-kind="number">
        <Brought {...props} what="passed_on" />
      </td>
      {!beside.shown && (
        <td data-kind="number">{above.length === 0 && <MemberActs member={member} />}</td>
      )}
    </tr>
  );
}

/** Opens the member beside the list, where it is one's own. */
function Name({ member, above, beside }: RowProps) {
  const { onShow } = beside;
  if (!onShow || above.length > 0) return <b>{member.name}</b>;
  return (
    <button
      type="button"
      className={classes.name}
      aria-expanded={beside.shown === member.id}
      onClick={() => onShow(member.id)}
    >
      {member.name}
    </button>
  );
}

export function MemberCard(props: RowProps) {
  const { t } = useTranslation("members");
  const { member, above, depth } = props;
  const { count } = useFormat();
  return (
    <li className={classes.card} data-depth={depth}>
      <Turn {...props} />
      <Initials name={member.name} />
      <div className={classes.names}>
        <b>{member.name}</b>
        <span>{member.user_id}</span>
        <Stands {...props} />
        <span className="num">
          <Kept member={member} />
          {" · "}
          <Channels member={member}>
            {t("channels", { count: member.channels, channels: count(member.channels) })}
          </Channels>
        </span>
        <BelowIt member={member} />
        <Month {...props} />
        <Chain {...props} />
        <Chips member={member} />
      </div>
      {above.length === 0 && <MemberActs member={member} />}
    </li>
  );
}

/** One of the three amounts; nothing where no day of the month brought something. */
function Brought({
  member,
  month,
  what,
  mine = false,
}: RowProps & { what: "revenue" | "own" | "passed_on"; mine?: boolean }) {
  const line = month?.items.find(({ id }) => id === member.id);
  if (!month || !line) return month ? "–" : "";
  return (
    <Money amount={line[what]} currency={month.currency} mine={mine} estimated={month.estimated} />
  );
}

/** The same in a line, on phones. */
function Month({ member, month }: RowProps) {
  const { t } = useTranslation("members");
  const { money } = useFormat();
  const line = month?.items.find(({ id }) => id === member.id);
  if (!line) return null;
  const amount = money(line.revenue, month?.currency);
  const own = money(line.own, month?.currency);
  return <span className={`num ${classes.brought}`}>{t("brought", { amount, own })}</span>;
}

/** Below whom it stands, where no row above it says so. */
function Stands({ above, depth }: RowProps) {
  const { t } = useTranslation("members");
  if (above.length === depth) return null;
  return <span>{t("stands", { names: above.map(({ name }) => name).join(" › ") })}</span>;
}

function BelowIt({ member }: { member: MemberView }) {
  const { t } = useTranslation("members");
  const { count } = useFormat();
  if (member.members === 0) return null;
  return <span>{t("members", { count: member.members, members: count(member.members) })}</span>;
}

function Turn({ member, isOpen, onTurn }: RowProps) {
  const { t } = useTranslation("members");
  if (!onTurn) return <span className={classes.leaf} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-expanded={isOpen}
      aria-label={t("tree.open", { name: member.name })}
      onClick={onTurn}
    >
      {isOpen ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
    </ActionIcon>
  );
}

/** What is kept today, and what comes next with its day. */
function Kept({ member }: { member: MemberView }) {
  const { t } = useTranslation("members");
  const { rate, dayLong } = useFormat();
  const { fee_rate, next_fee_rate, next_fee_from } = member;
  if (!next_fee_rate || !next_fee_from) return rate(fee_rate);
  return (
    <span className={classes.rates}>
      {t("rate.now", { now: rate(fee_rate), next: rate(next_fee_rate) })}
      <small>{t("rate.from", { date: dayLong(next_fee_from) })}</small>
    </span>
  );
}

/** Where the reader sees the channels of a network, the number leads to them. */
function Channels({ member, children }: { member: MemberView; children: ReactNode }) {
  const me = useSignedInMe();
  if (!seesNetwork(me) || member.channels === 0) return children;
  return <Link to={paths.subChannels(member.id)}>{children}</Link>;
}

/** How an amount is shared on its way down, in a sentence. */
function Chain({ member, above }: RowProps) {
  const { t } = useTranslation("members");
  const { money, list } = useFormat();
  if (above.length === 0) return null;
  const line = [...above, member];
  const names = [t("chain.you"), ...line.map(({ name }) => name)];
  const parts = sharesOf(line.map(({ fee_rate }) => fee_rate)).map((amount, index) =>
    t("chain.part", { name: names[index] ?? "", amount: money(amount) }),
  );
  return (
    <span className="num">{t("chain.text", { whole: money("100.00"), parts: list(parts) })}</span>
  );
}

function Chips({ member }: { member: MemberView }) {
  const { t } = useTranslation("members");
  if (member.verified && member.status !== "suspended" && !member.permission_flag) return null;
  return (
    <span className={classes.chips}>
      {member.status === "suspended" && <StatusChip tone="bad">{t("state.suspended")}</StatusChip>}
      {!member.verified && (
        <StatusChip tone="quiet">
          {t(member.invited ? "state.invited" : "state.unproved")}
        </StatusChip>
      )}
      {member.permission_flag === 1 && <StatusChip tone="primary">{t("state.manages")}</StatusChip>}
    </span>
  );
}
