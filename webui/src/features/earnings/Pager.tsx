/** Which rows these are, and the way to the others. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/format";
import classes from "./earnings.module.css";

interface Props {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pager({ page, size, total, onPage }: Props) {
  const { t } = useTranslation("earnings");
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
