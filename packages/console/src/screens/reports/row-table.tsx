import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { csvFileOf } from "../../components/csv.ts";
import { saveFile } from "../../components/save-file.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./reports.module.css";

/** A cell's text, and its text in a file where that differs. */
interface Cell {
  readonly shown: string;
  readonly inFile?: string;
}

interface RowTableProps {
  readonly title: string;
  readonly definition: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Shown without rows. */
  readonly nothing: string;
  readonly fileName: string;
}

/** On a phone the table is wider than the page. Focusable for scrolling with arrow keys. */
const reachable = { tabIndex: 0 };

/** A list of figures with its definition, and a file of it. */
export function RowTable({ title, definition, heads, rows, nothing, fileName }: RowTableProps) {
  const { t } = useI18n();
  const { separators } = useFormats();
  const save = () => {
    const lines = rows.map((row) => row.map(({ shown, inFile = shown }) => inFile));
    saveFile(fileName, csvFileOf([heads, ...lines], separators));
  };
  return (
    <section className={styles.figures} aria-label={title} {...reachable}>
      <div className={styles.heading}>
        <h2>{title}</h2>
        {rows.length > 0 && (
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            aria-label={`${t("reports.csv")}: ${title}`}
            onClick={save}
          >
            {t("reports.csv")}
          </Button>
        )}
      </div>
      <p className="hint">{definition}</p>
      {rows.length === 0 ? (
        <p>{nothing}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.map(({ shown }) => shown).join(" ")}>
                {row.map(({ shown }, index) =>
                  index === 0 ? (
                    <th key={heads[index]} scope="row">
                      {shown}
                    </th>
                  ) : (
                    <td key={heads[index]}>{shown}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
