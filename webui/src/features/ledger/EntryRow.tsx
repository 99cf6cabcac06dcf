/** A row of the ledger, which opens into its trail; an address that names the row opens it. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { LedgerRowView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { IconChevronDown, IconChevronUp } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { StatusChip } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";
import { isSettled } from "./kinds";

const Trail = late(async () => (await import("./Trail")).Trail);

interface EntryRowProps {
  row: LedgerRowView;
  currency: string;
  /** Its sums stand on the page already. */
  isAlone?: boolean;
}

export function EntryRow({ row, currency, isAlone = false }: EntryRowProps) {
  const { t } = useTranslation("ledger");
  const { count, date } = useFormat();
  const isMeant = useLocation().hash === `#${row.id}`;
  const [opened, setOpened] = useState(isMeant);
  const trail = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isMeant) return;
    setOpened(true);
    button.current?.closest("li")?.scrollIntoView();
    button.current?.focus({ preventScroll: true });
  }, [isMeant]);
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.words}>
          <b>{row.channel?.name ?? t(`type.${row.type}`)}</b>
          {row.channel?.platform && <PlatformMark platform={row.channel.platform} />}
          {row.correction && <StatusChip tone="warn">{t("correction")}</StatusChip>}
          <span>{t("detail.posted", { date: date(row.date) })}</span>
          {row.points !== null && (
            <span>{t("detail.points", { count: row.points, points: count(row.points) })}</span>
          )}
          {row.expires_on && <span>{t("detail.expires", { date: date(row.expires_on) })}</span>}
          {row.note && <span>{row.note}</span>}
        </span>
        <Money amount={row.amount} currency={currency} />
      </div>
      <Button
        ref={button}
        variant="subtle"
        size="sm"
        aria-expanded={opened}
        aria-controls={opened ? trail : undefined}
        rightSection={<Chevron size={16} aria-hidden="true" />}
        onClick={() => setOpened(!opened)}
      >
        {t(isSettled(row.type) ? "trail.open" : "trail.more")}
      </Button>
      {opened && (
        <div id={trail}>
          <Trail entry={row.id} isSummed={!isAlone} />
        </div>
      )}
    </li>
  );
}
