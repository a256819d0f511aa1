import { fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { nameIn } from "./rule-words.ts";
import { type DrawnSeason, placeIn, type Span } from "./season-reads.ts";

/** What the service refused about the nights of a period, to stand at its first night; an overlap by the other season's name. */
export function useNightsProblem(seasons: readonly DrawnSeason[], formats: Formats) {
  const { language, t } = useI18n();
  return (error: unknown, { first, last }: Omit<Span, "id">, except?: number): string | undefined => {
    const refused = fieldProblem(error, "base");
    const place = refused?.startsWith("overlaps") ? placeIn(seasons, first, last, except) : undefined;
    if (!place) return fieldProblem(error, "start_date") ?? refused;
    const { drawn, span } = place;
    const name = nameIn(drawn.season.name, language);
    return t("seasons.overlaps", { name, first: formats.date(span.first), last: formats.date(span.last) });
  };
}
