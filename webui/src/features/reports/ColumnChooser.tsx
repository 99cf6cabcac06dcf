/** Which columns a report shows. */
import { Button, Checkbox, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconColumns } from "@/components/icons";

interface Props {
  /** The first names the row and is always shown. */
  columns: readonly { key: string; label: string }[];
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

export function ColumnChooser({ columns, hidden, onToggle }: Props) {
  const { t } = useTranslation("reports");
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns size={18} />}>
          {t("columns.open")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.slice(1).map(({ key, label }) => (
          <Menu.Item
            key={key}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(key)}
            leftSection={
              <Checkbox.Indicator checked={!hidden.includes(key)} size="xs" aria-hidden="true" />
            }
            onClick={() => onToggle(key)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
