import { fieldProblem } from "../../parts/form-problems.tsx";
import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import { nameIn } from "./rule-words.ts";
import { type DrawnSeason, placeIn, type Span } from "./season-reads.ts";

/** What the service refused about the nights of a period, to stand at its first night; an overlap by the other season's name. */
export function useNightsProblem(seasons: readonly DrawnSeason[], formats: Formats) {
  const { language, words } = useWords();
  return (error: unknown, { first, last }: Omit<Span, "id">, except?: number): string | undefined => {
    const refused = fieldProblem(error, "base");
    const place = refused?.startsWith("overlaps") ? placeIn(seasons, first, last, except) : undefined;
    if (!place) return fieldProblem(error, "start_date") ?? refused;
    const { drawn, span } = place;
    const name = nameIn(drawn.season.name, language);
    return words.seasons.overlaps(name, formats.date(span.first), formats.date(span.last));
  };
}
