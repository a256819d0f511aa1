import { Checkbox } from "@mantine/core";
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
    <details className="choice">
      <summary>{t("bookings.chooseColumns")}</summary>
      <fieldset>
        <legend className="unseen">{t("bookings.chooseColumns")}</legend>
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
      </fieldset>
    </details>
  );
}
