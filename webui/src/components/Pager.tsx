/** Which rows these are, and the way to the others. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormat } from "@/format";
import classes from "./Pager.module.css";

interface Props {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** The page in the URL, so that Back and reload keep the place; the first is 0. */
export function usePage(): [number, (to: number) => void] {
  const [params, setParams] = useSearchParams();
  const page = Math.max(0, Number.parseInt(params.get("page") ?? "0", 10) || 0);
  const turn = (to: number) =>
    setParams(
      (before) => {
        if (to > 0) before.set("page", String(to));
        else before.delete("page");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
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
      <span className={classes.turns}>
        <Button variant="default" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
          {t("pager.before")}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={last >= total}
          onClick={() => onPage(page + 1)}
        >
          {t("pager.after")}
        </Button>
      </span>
    </nav>
  );
}
