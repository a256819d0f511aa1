import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { Columns3 } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { type ColumnName, columnNames, fixedColumn } from "./column-names.ts";

interface ColumnChoiceProps {
  readonly chosen: readonly ColumnName[];
  readonly choose: (names: readonly ColumnName[]) => void;
}

/** Chooses the list's columns. The choice is stored in this browser. */
export function ColumnChoice({ chosen, choose }: ColumnChoiceProps) {
  const { t } = useI18n();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          {t("bookings.chooseColumns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("bookings.chooseColumns")}>
        <Stack gap="xs">
          {columnNames.map((name) => (
            <Checkbox
              key={name}
              label={t(`bookings.columns.${name}`)}
              checked={chosen.includes(name)}
              disabled={name === fixedColumn}
              onChange={({ currentTarget: { checked } }) =>
                choose(columnNames.filter((one) => (one === name ? checked : chosen.includes(one))))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
