import { NativeSelect } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { firstValues, withDates, withWord } from "./edit-mapping.ts";
import classes from "./imports.module.css";
import { type ColumnProps, statuses } from "./imports.ts";

const dateFormats = ["DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YY", "MM/DD/YY", "D MMM YYYY"];

/** The reading of a column's texts: dates, numbers, and the words of states. */
export function ReadingFields(props: ColumnProps) {
  const { record, mapping, change, column } = props;
  const { t } = useI18n();
  if (column.attribute === null || column.ignored) return null;
  const isWrong = record.problems?.some((problem) => problem.column === column.name);
  switch (column.reading) {
    case "date":
      return (
        <NativeSelect
          mt={4}
          aria-label={t("imports.datesOf", { column: column.name })}
          value={column.dates ?? ""}
          onChange={({ currentTarget: { value } }) => change(withDates(mapping, record.columns ?? [], column, value))}
          data={[
            { value: "", label: isWrong ? t("imports.dates") : t("imports.datesRecognized"), disabled: true },
            ...[...new Set([...(column.dates ? [column.dates] : []), ...dateFormats])].map((value) => ({
              value,
              label: value,
            })),
          ]}
        />
      );
    case "number":
      // Whole numbers raise no question.
      if (!firstValues(record, column).some((text) => /[.,]/.test(text))) return null;
      return (
        <NativeSelect
          mt={4}
          aria-label={t("imports.decimalOf", { column: column.name })}
          value={mapping.decimal ?? column.decimal ?? ""}
          onChange={({ currentTarget: { value } }) => change({ ...mapping, decimal: value === "," ? "," : "." })}
          data={[
            { value: "", label: isWrong ? t("imports.decimal") : t("imports.decimalRecognized"), disabled: true },
            { value: ".", label: "1,234.50" },
            { value: ",", label: "1.234,50" },
          ]}
        />
      );
    case "status":
      return <StateWords {...props} />;
    default:
      return null;
  }
}

/** The file's words for states, each with the state that it means. */
function StateWords({ record, mapping, change, column }: ColumnProps) {
  const { t } = useI18n();
  const attribute = column.attribute ?? "status";
  const chosen = mapping.values?.[attribute] ?? {};
  const words = [...new Set([...firstValues(record, column), ...Object.keys(chosen)])];
  return (
    <ul className={classes.words}>
      {words.map((word) => (
        <li key={word}>
          <NativeSelect
            label={word}
            value={chosen[word] ?? readAs(record, column.name, attribute, word)}
            onChange={({ currentTarget: { value } }) => change(withWord(mapping, attribute, word, value))}
            data={[
              { value: "", label: t("imports.unknownWord"), disabled: true },
              ...statuses.map((value) => ({ value, label: t(`imports.statuses.${value}`) })),
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

/** The state that Roost understood by a word; empty if none. */
function readAs({ first_lines }: ColumnProps["record"], name: string, attribute: string, word: string): string {
  const read = first_lines?.find(({ values }) => values[name] === word)?.read[attribute];
  return statuses.find((status) => status === read) ?? "";
}
