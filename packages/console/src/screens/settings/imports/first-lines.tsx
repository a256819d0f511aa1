import { Box } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { useAttributeWords } from "./attribute-words.ts";
import classes from "./imports.module.css";
import { type Import, statuses } from "./imports.ts";

/** The first lines as they were understood; a wrong cell with its reason. */
export function FirstLines({ record }: { readonly record: Import }) {
  const { t } = useI18n();
  const nameOf = useAttributeWords();
  const lines = record.first_lines ?? [];
  const columns = (record.columns ?? []).filter(({ attribute, ignored }) => attribute !== null && !ignored);
  if (lines.length === 0 || columns.length === 0) return null;
  const problemsAt = (line: number, column: string): string =>
    [...(record.problems ?? []), ...(record.warnings ?? [])]
      .filter((problem) => problem.line === line && problem.column === column)
      .map(({ reason }) => reason)
      .join("; ");
  const stateWord = (value: unknown): string => {
    const status = statuses.find((one) => one === value);
    return status === undefined ? shown(value) : t(`imports.statuses.${status}`);
  };
  return (
    <>
      <h3>{t("imports.firstLines")}</h3>
      {/* Focusable, because a wide table scrolls by keyboard. */}
      <Box className={classes.scroll ?? ""} role="region" aria-label={t("imports.firstLines")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("imports.line")}</th>
              {columns.map(({ name, attribute }) => (
                <th key={name} scope="col">
                  {nameOf(attribute ?? name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, read }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {columns.map(({ name, attribute }) => {
                  const problem = problemsAt(line, name);
                  return (
                    <td key={name} data-wrong={problem !== "" || undefined}>
                      {attribute === "status" ? stateWord(read[attribute]) : shown(read[attribute ?? name])}
                      {problem !== "" && <small>{problem}</small>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </>
  );
}

const shown = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : typeof value === "string"
      ? value.replace("T", " ")
      : JSON.stringify(value);
