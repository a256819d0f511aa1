import { dateOf, monthOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { textIn } from "../../components/text-in.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { DayFace } from "./day-face.ts";
import { type DrawnSeason, periodAt } from "./season-reads.ts";
import styles from "./year.module.css";

/** A season's color as a stripe above a paler ground that keeps text readable (WCAG 1.4.3). */
export const groundOf = (color: string): string =>
  `linear-gradient(${color} 0 4px, color-mix(in srgb, ${color} 32%, var(--sheet)) 4px)`;

interface FaceOptions {
  readonly seasons: readonly DrawnSeason[];
  readonly language: string;
  readonly t: Translate;
  readonly formats: Formats;
}

/** A season's appearance in a night. The name appears once a month, across all its nights (console.md, Rates). */
export function seasonFace({ seasons, language, t, formats }: FaceOptions): (day: number) => DayFace {
  return (day) => {
    const period = periodAt(seasons, day, day);
    if (!period) return { label: `${formats.date(day)}: ${t("seasons.noSeason")}`, text: null };
    const { season, letter } = period.drawn;
    const { first, last } = period.span;
    const name = textIn(season.name, language);
    const begins = day === first || dateOf(day).getUTCDate() === 1;
    const nights = Math.min(last, monthOf(day, 1) - 1) - day + 1;
    const terms = t("seasons.terms", {
      percent: formats.percent(season.ratio_percentage),
      nights: season.minimum_stay,
    });
    return {
      label: `${formats.date(day)}: ${name}, ${terms}`,
      text: begins && (
        <span className={styles.run} style={{ width: `${nights * 100}%` }}>
          <b>{letter}</b> {name}
        </span>
      ),
      color: groundOf(season.color),
    };
  };
}
