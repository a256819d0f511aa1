import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import { type Period, type Season, usePeriods, useSeasons } from "./rules.ts";

/** A season's period, last night included. Days are epoch days. */
export interface Span {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

/** A season with a letter, because seasons at similar prices share a color. */
export interface DrawnSeason {
  readonly season: Season;
  readonly letter: string;
  /** Current and future periods, earliest first. */
  readonly spans: readonly Span[];
}

/** The number of rentals with a rates table, and whether it can be changed (service.md, Rates table). */
export function useTableFacts(table: number | null) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rates_tables", table],
    queryFn: async ({ signal }) => {
      const params = { path: { rates_table_id: [table ?? 0] } };
      const { data } = await client.GET("/rates_tables/{rates_table_id}", { params, signal });
      const [found] = data.rates_tables;
      return { isShared: found?.shared === true, rentals: found?.links.rentals ?? [] };
    },
    enabled: table !== null,
  });
}

/** A table's seasons with their periods from a day on: in date order, those without a period last. */
export function useDrawnSeasons(table: number | null, from: number) {
  const seasons = useSeasons(table);
  const periods = usePeriods(table);
  return {
    data: seasons.data && periods.data && drawnSeasons(seasons.data, periods.data, from),
    error: seasons.error ?? periods.error,
    refetch: () => Promise.all([seasons.refetch(), periods.refetch()]),
  };
}

function drawnSeasons(seasons: readonly Season[], periods: readonly Period[], from: number): DrawnSeason[] {
  const spansOf = ({ id }: Season): Span[] =>
    periods
      .filter(({ links }) => links.season === id)
      .map((period) => ({ id: period.id, first: dayOf(period.start_date), last: dayOf(period.end_date) }))
      .filter(({ last }) => last >= from);
  return seasons
    .map((season) => ({ season, spans: spansOf(season) }))
    .sort((one, other) => beginOf(one.spans) - beginOf(other.spans) || one.season.id - other.season.id)
    .map((one, index) => ({ ...one, letter: letterOf(index) }));
}

const beginOf = ([first]: readonly Span[]): number => first?.first ?? Number.MAX_SAFE_INTEGER;

/** A to Z, then A1 and so on. */
const letterOf = (index: number): string =>
  String.fromCharCode(65 + (index % 26)) + (index < 26 ? "" : String(Math.floor(index / 26)));

/** A night's season and period. */
export interface PeriodAt {
  readonly drawn: DrawnSeason;
  readonly span: Span;
}

/** The first period that overlaps a range. @param except the id of the period being changed */
export function periodAt(
  seasons: readonly DrawnSeason[],
  first: number,
  last: number,
  except?: number,
): PeriodAt | undefined {
  for (const drawn of seasons) {
    const span = drawn.spans.find((one) => one.id !== except && one.first <= last && one.last >= first);
    if (span) return { drawn, span };
  }
  return undefined;
}
