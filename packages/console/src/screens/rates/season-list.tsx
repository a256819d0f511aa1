import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import { nameIn } from "./rule-words.ts";
import { groundOf } from "./season-face.tsx";
import type { DrawnSeason, Place } from "./season-reads.ts";

interface SeasonListProps {
  readonly seasons: readonly DrawnSeason[];
  readonly formats: Formats;
  readonly mayWrite: boolean;
  readonly change: (season: DrawnSeason) => void;
  readonly changePeriod: (place: Place) => void;
}

/** The legend of the year: what each season costs, how long its stays are at least, and when it is. */
export function SeasonList({ seasons, formats, mayWrite, change, changePeriod }: SeasonListProps) {
  const { language, words } = useWords();
  const said = words.seasons;
  return (
    <ul className="season-list" aria-label={said.list}>
      {seasons.map((drawn) => {
        const { season, letter, spans } = drawn;
        const name = nameIn(season.name, language);
        return (
          <li key={season.id}>
            <span className="swatch" style={{ background: groundOf(season.color) }} aria-hidden>
              {letter}
            </span>
            <div>
              <strong>{name}</strong>
              <span className="terms">{said.terms(Number(season.ratio_percentage), season.minimum_stay)}</span>
              {spans.length === 0 && <p className="hint">{said.noPeriod}</p>}
              <ul>
                {spans.map((span) => {
                  const nights = `${formats.date(span.first)} – ${formats.date(span.last)}`;
                  return (
                    <li key={span.id}>
                      {mayWrite ? (
                        <button
                          type="button"
                          className="quiet"
                          aria-label={said.changePeriodOf(name, nights)}
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
              <button type="button" className="quiet" aria-label={said.changeOf(name)} onClick={() => change(drawn)}>
                {words.rules.changeIt}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
