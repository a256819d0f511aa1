import { Button, NativeSelect } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { useAttributeWords } from "./attribute-words.ts";
import { firstValues, leftOut, withAttribute, without } from "./edit-mapping.ts";
import classes from "./imports.module.css";
import type { Column, ColumnProps, Mapping, MappingProps } from "./imports.ts";
import { ReadingFields } from "./reading-fields.tsx";

/** The first values that a row shows. */
const maxValues = 3;

/** The file's columns: what each fills, how it is read, and its first values beside it. */
export function MappingTable({ record, mapping, change }: MappingProps) {
  const { t } = useI18n();
  const columns = record.columns ?? [];
  const open = columns.filter((column) => chosenOf(mapping, column) === "").map(({ name }) => name);
  return (
    <>
      <h3>{t("imports.columns")}</h3>
      {open.length === 0 ? (
        <p className="hint">{t("imports.aboutColumns")}</p>
      ) : (
        <p className={classes.open}>
          {t("imports.openColumns", { count: open.length })}{" "}
          <Button variant="default" onClick={() => change(without(mapping, open))}>
            {t("imports.leaveOutOpen")}
          </Button>
        </p>
      )}
      <table className={classes.mapping}>
        <thead>
          <tr>
            <th scope="col">{t("imports.column")}</th>
            <th scope="col">{t("imports.values")}</th>
            <th scope="col">{t("imports.becomes")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name} data-open={chosenOf(mapping, column) === "" || undefined}>
              <th scope="row">{column.name}</th>
              <td>{firstValues(record, column).slice(0, maxValues).join(" · ")}</td>
              <td>
                <AttributeChoice record={record} mapping={mapping} change={change} column={column} />
                <ReadingFields record={record} mapping={mapping} change={change} column={column} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The attribute that a column fills, as far as the mapping says it; "-" for none, empty while it is open. */
function chosenOf(mapping: Mapping, { name, attribute, ignored }: Column): string {
  if (mapping.ignore?.includes(name)) return leftOut;
  return mapping.columns?.[name] ?? attribute ?? (ignored ? leftOut : "");
}

function AttributeChoice({ record, mapping, change, column }: ColumnProps) {
  const { t } = useI18n();
  const nameOf = useAttributeWords();
  const chosen = chosenOf(mapping, column);
  const taken = new Set((record.columns ?? []).map((one) => chosenOf(mapping, one)));
  const options = (record.attributes ?? [])
    .map((value) => ({ value, label: nameOf(value), disabled: value !== chosen && taken.has(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <NativeSelect
      aria-label={t("imports.becomesOf", { column: column.name })}
      value={chosen}
      onChange={({ currentTarget: { value } }) => change(withAttribute(mapping, column, value))}
      data={[
        { value: "", label: t("imports.chooseAttribute"), disabled: true },
        { value: leftOut, label: t("imports.leaveOut") },
        ...options,
      ]}
    />
  );
}
