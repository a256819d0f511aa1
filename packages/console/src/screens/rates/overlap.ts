import { fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type DrawnSeason, periodAt, type Span } from "./season-reads.ts";

/** The problem to show at a period's first night. An overlap names the other season. */
export function useNightsProblem(seasons: readonly DrawnSeason[], formats: Formats) {
  const { language, t } = useI18n();
  return (error: unknown, { first, last }: Omit<Span, "id">, except?: number): string | undefined => {
    const problem = fieldProblem(error, "base");
    const taken = problem?.startsWith("overlaps") ? periodAt(seasons, first, last, except) : undefined;
    if (!taken) return fieldProblem(error, "start_date") ?? problem;
    const { drawn, span } = taken;
    const name = textIn(drawn.season.name, language);
    return t("seasons.overlaps", { name, first: formats.date(span.first), last: formats.date(span.last) });
  };
}
