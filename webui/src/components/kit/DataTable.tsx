/** The table of every report: sortable columns with the sort in the URL, a totals row, and cards instead on a phone. */
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "@/i18n/react";
import { useChangeParams } from "./address";
import classes from "./DataTable.module.css";
import { IconChevronDown, IconChevronUp, IconSelector } from "./icons";
import { useScreenClass } from "./screen";

export interface Column<Row> {
  key: string;
  label: string;
  /** What the label goes with, such as whether its sums may move. */
  aside?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The server's name for sorting by this column, without `_asc` or `_desc`. */
  sort?: string;
  /** Text stands left, numbers right. */
  kind?: "text" | "number";
  /** The column's sum or mean, for the row of totals. */
  total?: ReactNode;
}

interface Props<Row> {
  /** What the table lists, for those who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The sort now, such as `revenue_desc`; from `useSort`. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** How a row looks on a phone; without it the table scrolls sideways. */
  card?: (row: Row) => ReactNode;
  /** What stands when there are no rows. */
  empty: ReactNode;
}

/** The sort in the URL; `initial` where it says none. */
export function useSort(initial: string): [string, (sort: string) => void] {
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  const choose = (next: string) =>
    change((address) => {
      address.set("sort", next);
      address.delete("page");
    });
  return [params.get("sort") ?? initial, choose];
}

export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, card, empty } = props;
  const phone = useScreenClass() === "mobile";
  if (rows.length === 0) return empty;
  if (phone && card) {
    return (
      <ul className={classes.cards} aria-label={caption}>
        {rows.map((row) => (
          <li key={rowKey(row)}>{card(row)}</li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, kind, cell }) => (
                <td
                  key={key}
                  data-kind={kind ?? "text"}
                  className={kind === "number" ? "num" : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && <Totals columns={columns} />}
      </table>
    </section>
  );
}

function Totals<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        {columns.map(({ key, kind, total }, index) => (
          <td
            key={key}
            data-kind={kind ?? "text"}
            className={kind === "number" ? "num" : undefined}
          >
            {index === 0 && total === undefined ? t("total") : total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const kind = column.kind ?? "text";
  if (!column.sort || !onSort) {
    return (
      <th scope="col" data-kind={kind}>
        {column.label} {column.aside}
      </th>
    );
  }
  const way = directionOf(sort, column.sort);
  const next = `${column.sort}_${way === "descending" ? "asc" : "desc"}`;
  return (
    <th scope="col" data-kind={kind} aria-sort={way}>
      <button type="button" onClick={() => onSort(next)}>
        {column.label}
        <SortMark way={way} />
      </button>
    </th>
  );
}

function directionOf(sort: string | undefined, name: string): "ascending" | "descending" | "none" {
  if (sort === `${name}_asc`) return "ascending";
  return sort === `${name}_desc` ? "descending" : "none";
}

function SortMark({ way }: { way: "ascending" | "descending" | "none" }) {
  if (way === "ascending") return <IconChevronUp size={14} aria-hidden="true" />;
  if (way === "descending") return <IconChevronDown size={14} aria-hidden="true" />;
  return <IconSelector size={14} aria-hidden="true" className={classes.idle} />;
}
