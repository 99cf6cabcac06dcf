/** Which rows these are, and the way to the others. */
import { Button } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { useChangeParams } from "./address";
import classes from "./Pager.module.css";

interface Props {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** The page in the URL, so that Back and reload keep the place; the first is 0. */
export function usePage(): [number, (to: number) => void] {
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  const page = Math.max(0, Number.parseInt(params.get("page") ?? "0", 10) || 0);
  const turn = (to: number) =>
    change((address) => {
      if (to > 0) address.set("page", String(to));
      else address.delete("page");
    });
  return [page, turn];
}

export function Pager({ page, size, total, onPage }: Props) {
  const { t } = useTranslation();
  const { count } = useFormat();
  if (total <= size) return null;
  const last = Math.min((page + 1) * size, total);
  return (
    <nav className={classes.pager} aria-label={t("pager.name")}>
      <span className="num" aria-live="polite">
        {t("pager.rows", {
          from: count(page * size + 1),
          to: count(last),
          total: count(total),
        })}
      </span>
      <Turns
        words={[t("pager.before"), t("pager.after")]}
        first={page === 0}
        last={last >= total}
        onTurn={(by) => onPage(page + by)}
      />
    </nav>
  );
}

interface TurnsProps {
  words: [before: string, after: string];
  first: boolean;
  last: boolean;
  onTurn: (by: -1 | 1) => void;
}

/** One page back, one page on. At an end a button stays where it is, and keeps the focus it has. */
export function Turns({ words: [before, after], first, last, onTurn }: TurnsProps) {
  const props = (atEnd: boolean, by: -1 | 1) => ({
    ...endOf(atEnd),
    variant: "default",
    size: "sm",
    onClick: () => atEnd || onTurn(by),
  });
  return (
    <span className={classes.turns}>
      <Button {...props(first, -1)}>{before}</Button>
      <Button {...props(last, 1)}>{after}</Button>
    </span>
  );
}

/** Closed for now, and still to be reached. */
export const endOf = (isClosed: boolean) => ({
  "aria-disabled": isClosed || undefined,
  "data-disabled": isClosed || undefined,
});
