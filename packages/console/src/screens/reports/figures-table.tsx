import { useI18n } from "../../i18n/i18n.ts";
import { type Figures, figureOf } from "./report.ts";
import { type Measure, measures } from "./report-search.ts";
import styles from "./reports.module.css";

/** A row of the table: a rental, channel or month, with last year's figures. */
export interface FiguresLine {
  readonly key: string;
  readonly name: string;
  readonly now: Figures;
  readonly before: Figures | undefined;
}

interface TableProps {
  readonly caption: string;
  readonly lines: readonly FiguresLine[];
  readonly total: FiguresLine;
  readonly show: Measure;
  readonly currency: string;
  readonly compares: boolean;
  readonly format: (measure: Measure, figure: number | null) => string;
}

/** On a phone the table is wider than the page. Focusable for scrolling with arrow keys. */
const reachable = { tabIndex: 0 };

/** All of a report's figures, with the comparison for the chart's measure. */
export function FiguresTable({ caption, lines, total, ...shown }: TableProps) {
  const { t } = useI18n();
  const { show, compares } = shown;
  return (
    <section className={styles.figures} aria-label={caption} {...reachable}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("reports.what")}</th>
            {measures.map((measure) => (
              <th key={measure} scope="col" aria-current={measure === show ? "true" : undefined}>
                {t(`reports.measures.${measure}`)}
              </th>
            ))}
            {compares && <th scope="col">{t("reports.before", { measure: t(`reports.measures.${show}`) })}</th>}
            <th scope="col">{t("reports.nights")}</th>
            <th scope="col">{t("reports.open")}</th>
            <th scope="col">{t("reports.stays")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.key} line={line} {...shown} />
          ))}
        </tbody>
        <tfoot>
          <Line line={total} {...shown} />
        </tfoot>
      </table>
    </section>
  );
}

type LineProps = Omit<TableProps, "caption" | "lines" | "total"> & { readonly line: FiguresLine };

function Line({ line: { name, now, before }, show, currency, compares, format }: LineProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {measures.map((measure) => (
        <td key={measure}>{format(measure, figureOf(now, measure, currency))}</td>
      ))}
      {compares && <td>{format(show, figureOf(before, show, currency))}</td>}
      <td>{now.nights}</td>
      <td>{now.nights_open}</td>
      <td>{now.stays}</td>
    </tr>
  );
}
