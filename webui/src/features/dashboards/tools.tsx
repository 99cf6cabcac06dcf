/** What stands above a report: search, order, columns. */
import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import type { Column } from "@/components/kit/DataTable";
import { IconSearch, IconSortAscending, IconSortDescending } from "@/components/kit/icons";
import { type Search, useParams } from "@/components/kit/params";
import { useTranslation } from "@/i18n/react";
import classes from "./reports.module.css";

export function SearchField({ search, label }: { search: Search; label: string }) {
  return (
    <TextInput
      type="search"
      size="sm"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<IconSearch size={18} />}
      value={search.typed}
      onChange={(event) => search.type(event.currentTarget.value)}
    />
  );
}

/** How cards are sorted: on phones there are no column heads to press. */
export function SortChoice<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[];
  sort: string;
  onSort: (sort: string) => void;
}) {
  const { t } = useTranslation("figures");
  const [name = "", way = "desc"] = [sort.replace(/_(asc|desc)$/, ""), sort.split("_").at(-1)];
  const turned = way === "desc" ? "asc" : "desc";
  return (
    <span className={classes.order}>
      <NativeSelect
        size="sm"
        aria-label={t("order.by")}
        value={name}
        onChange={(event) => onSort(`${event.currentTarget.value}_${way}`)}
        data={columns.flatMap(({ sort: value, label }) => (value ? [{ value, label }] : []))}
      />
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t(way === "desc" ? "order.descending" : "order.ascending")}
        onClick={() => onSort(`${name}_${turned}`)}
      >
        {way === "desc" ? <IconSortDescending size={18} /> : <IconSortAscending size={18} />}
      </ActionIcon>
    </span>
  );
}

/** The columns that are shown: all but those named in the URL. The first names the row and stays. */
export function useColumns<Row>(columns: readonly Column<Row>[], hiddenAtFirst: string) {
  const [params, change] = useParams();
  const hidden = (params.get("hide") ?? hiddenAtFirst).split(",").filter(Boolean);
  const toggle = (key: string) =>
    change((next) => {
      const now = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
      next.set("hide", now.join(","));
    });
  return { hidden, toggle, shown: columns.filter(({ key }) => !hidden.includes(key)) };
}
