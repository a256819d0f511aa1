import { type DemoRatesTable, type DemoSeason, demoRatesTables } from "@roost/demo/content/rates.ts";
import type { Season } from "@roost/demo/content/rental.ts";
import { type DemoLocale, inLocales } from "@roost/demo/content/texts.ts";
import type { InProcessApi } from "./in-process-api.ts";

/**
 * Creates a rates table for each kind of season, with rules and with periods in every year.
 * @param reach the first and last date of the periods
 * @returns the tables' ids
 */
export async function seedRatesTables(
  counter: InProcessApi,
  rentalSeasons: readonly Season[],
  locales: readonly DemoLocale[],
  reach: readonly [first: string, last: string],
): Promise<ReadonlyMap<string, number>> {
  const tables = new Map<string, number>();
  for (const season of new Set(rentalSeasons)) {
    tables.set(season, await seedRatesTable(counter, demoRatesTables[season], locales, reach));
  }
  return tables;
}

async function seedRatesTable(
  counter: InProcessApi,
  table: DemoRatesTable,
  locales: readonly DemoLocale[],
  reach: readonly [first: string, last: string],
): Promise<number> {
  const id = await counter.create("/rates_tables", "rates_tables", { name: inLocales(table.name, locales) });
  const seasons = new Map<DemoSeason["key"], number>();
  for (const season of table.seasons) {
    const seasonId = await counter.create(`/rates_tables/${id}/seasons`, "seasons", {
      name: inLocales(season.name, locales),
      ratio_percentage: season.ratio,
      minimum_stay: season.minimumStay,
    });
    seasons.set(season.key, seasonId);
    for (const period of periodsOf(season, reach)) {
      await counter.create(`/seasons/${seasonId}/periods`, "periods", period);
    }
  }
  for (const { seasons: keys, attributes } of table.rules) {
    const when = keys ? { season_ids: keys.map((key) => seasons.get(key)) } : { always_applied: true };
    await counter.create(`/rates_tables/${id}/rates_rules`, "rates_rules", { ...attributes, ...when });
  }
  return id;
}

/** The season's periods in every year of the reach. The last one ends with the reach. */
function periodsOf({ days }: DemoSeason, [first, last]: readonly [first: string, last: string]): object[] {
  const periods: object[] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    for (const [start, end] of days) {
      const [from, to] = [`${year}-${start}`, `${end < start ? year + 1 : year}-${end}`];
      if (from < last) periods.push({ start_date: from, end_date: to < last ? to : last });
    }
  }
  return periods;
}
