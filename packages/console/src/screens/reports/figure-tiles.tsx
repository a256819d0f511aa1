import { useI18n } from "../../i18n/i18n.ts";
import { type Figures, figureOf } from "./report.ts";
import { type Measure, measures, type ReportSearch } from "./report-search.ts";
import styles from "./reports.module.css";

interface FigureTilesProps {
  readonly search: ReportSearch;
  readonly now: Figures;
  readonly before: Figures | undefined;
  readonly currency: string;
  readonly format: (measure: Measure, figure: number | null) => string;
  readonly show: (measure: Measure) => void;
}

/** The period's figures, each with its definition. The pressed one is drawn in the chart. */
export function FigureTiles({ search, now, before, currency, format, show }: FigureTilesProps) {
  const { t } = useI18n();
  return (
    <ul className={styles.tiles}>
      {measures.map((measure) => (
        <li key={measure}>
          <button type="button" aria-pressed={measure === search.show} onClick={() => show(measure)}>
            {t(`reports.measures.${measure}`)}
          </button>
          <strong>{format(measure, figureOf(now, measure, currency))}</strong>
          {before && (
            <span>
              {t(`reports.beside.${search.beside}`)}: {format(measure, figureOf(before, measure, currency))}
            </span>
          )}
          <p>
            {measure === "revenue" ? t(`reports.revenueOf.${search.of}`) : t(`reports.defined.${measure}`)}
            {(measure === "revenue" || measure === "rate") && ` ${t(`reports.counted.${search.on}`)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
