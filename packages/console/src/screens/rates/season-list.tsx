import type { Formats } from "../../components/formats.ts";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { groundOf } from "./season-face.tsx";
import type { DrawnSeason, PeriodAt } from "./season-reads.ts";
import styles from "./seasons.module.css";

interface SeasonListProps {
  readonly seasons: readonly DrawnSeason[];
  readonly formats: Formats;
  readonly mayWrite: boolean;
  readonly change: (season: DrawnSeason) => void;
  readonly changePeriod: (period: PeriodAt) => void;
}

/** The year's legend: each season's price, minimum stay and periods. */
export function SeasonList({ seasons, formats, mayWrite, change, changePeriod }: SeasonListProps) {
  const { language, t } = useI18n();
  return (
    <ul className={styles.list} aria-label={t("seasons.list")}>
      {seasons.map((drawn) => {
        const { season, letter, spans } = drawn;
        const name = textIn(season.name, language);
        return (
          <li key={season.id}>
            <span className={styles.swatch} style={{ background: groundOf(season.color) }} aria-hidden>
              {letter}
            </span>
            <div>
              <strong>{name}</strong>
              <span className={styles.terms}>
                {t("seasons.terms", { percent: formats.percent(season.ratio_percentage), nights: season.minimum_stay })}
              </span>
              {spans.length === 0 && <p className="hint">{t("seasons.noPeriod")}</p>}
              <ul>
                {spans.map((span) => {
                  const nights = `${formats.date(span.first)} – ${formats.date(span.last)}`;
                  return (
                    <li key={span.id}>
                      {mayWrite ? (
                        <button
                          type="button"
                          className="quiet"
                          aria-label={t("seasons.changePeriodOf", { name, nights })}
                          onClick={() => changePeriod({ drawn, span })}
                        >
                          {nights}
                        </button>
                      ) : (
                        nights
                      )}
                    </li>
                  );
                })}
              </ul>
            </div>
            {mayWrite && (
              <button
                type="button"
                className="quiet"
                aria-label={t("seasons.changeOf", { name })}
                onClick={() => change(drawn)}
              >
                {t("rules.changeIt")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
