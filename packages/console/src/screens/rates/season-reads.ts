import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import { type Period, type Season, usePeriods, useSeasons } from "./rules.ts";

/** Nights of a season, the last one included. Days are epoch days. */
export interface Span {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

/** A season, as a year shows it: with a letter, since seasons of about the same price share a colour. */
export interface DrawnSeason {
  readonly season: Season;
  readonly letter: string;
  /** What is not over yet, from the earliest on. */
  readonly spans: readonly Span[];
}

/** How many rentals a rates table prices, and whether anything of it can be changed (service.md, Rates table). */
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

/** The seasons of a rates table with their periods from a day on: first those that come first, last those without a period. */
export function useDrawnSeasons(table: number | null, from: number) {
  const seasons = useSeasons(table);
  const periods = usePeriods(table);
  const drawn = seasons.data && periods.data && drawnSeasons(seasons.data, periods.data, from);
  return {
    drawn,
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

/** The season and period that a night belongs to. */
export interface Place {
  readonly drawn: DrawnSeason;
  readonly span: Span;
}

/** The first period that shares a night with a range. @param except the period that is being changed */
export function placeIn(
  seasons: readonly DrawnSeason[],
  first: number,
  last: number,
  except?: number,
): Place | undefined {
  for (const drawn of seasons) {
    const span = drawn.spans.find((one) => one.id !== except && one.first <= last && one.last >= first);
    if (span) return { drawn, span };
  }
  return undefined;
}
