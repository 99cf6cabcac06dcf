/** Which columns a report shows. */
import { Button, Checkbox, Popover } from "@mantine/core";
import { IconColumns } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./reports.module.css";

interface Props {
  /** The first names the row and is always shown. */
  columns: readonly { key: string; label: string }[];
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

export function ColumnChooser({ columns, hidden, onToggle }: Props) {
  const { t } = useTranslation("figures");
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      radius="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns size={18} />}>
          {t("columns.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.columns}
        role="group"
        aria-label={t("columns.open")}
        aria-labelledby={undefined}
      >
        {columns.slice(1).map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={!hidden.includes(key)}
            onChange={() => onToggle(key)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
