import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../components/conflict/version.ts";
import { dayOf, textOf } from "../../components/days.ts";
import type { Season } from "./rules.ts";
import type { Span } from "./season-reads.ts";

/** A period's first and last night. */
export type Nights = Omit<Span, "id">;

/** A season in the form. */
export interface SeasonDraft {
  readonly name: string;
  readonly ratio: number | string;
  readonly minimumStay: number | string;
}

/** The locale whose name is shown and edited. */
export function shownLocale(name: Season["name"], language: string): string {
  const locales = Object.keys(name).filter((locale) => name[locale] !== null);
  return [language, "en"].find((locale) => locales.includes(locale)) ?? locales[0] ?? language;
}

/** Creates, changes and removes seasons and periods, and refetches everything derived from them. */
export function useSeasonWriting(table: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    const names = ["seasons", "periods", "rates_tables", "rates_rules", "nightly_rate_maps", "bookings"];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })));
  };
  const make = async ({ name, ratio, minimumStay }: SeasonDraft): Promise<number> => {
    const { data } = await client.POST("/rates_tables/{rates_table_id}/seasons", {
      params: { path: { rates_table_id: table } },
      body: { seasons: [{ name, ratio_percentage: String(ratio), minimum_stay: Number(minimumStay) }] },
    });
    await invalidate();
    return Number(data.seasons[0]?.id);
  };
  const read = async (id: number): Promise<Seen<Season>> => {
    const { data, response } = await client.GET("/seasons/{season_id}", { params: { path: { season_id: [id] } } });
    const [season] = data.seasons;
    if (!season) throw new TypeError("The season is gone.");
    return { ...season, etag: versionOf(response) };
  };
  const change = async (
    { id, etag }: Seen<Season>,
    locale: string,
    { name, ratio, minimumStay }: SeasonDraft,
  ): Promise<void> => {
    await client.PUT("/seasons/{season_id}", {
      params: { path: { season_id: id } },
      headers: ifMatch(etag),
      body: {
        seasons: [{ name: { [locale]: name }, ratio_percentage: String(ratio), minimum_stay: Number(minimumStay) }],
      },
    });
    await invalidate();
  };
  const remove = async (id: number): Promise<void> => {
    await client.DELETE("/seasons/{season_id}", { params: { path: { season_id: id } } });
    await invalidate();
  };
  const addPeriod = async (season: number, { first, last }: Nights): Promise<number> => {
    const { data } = await client.POST("/seasons/{season_id}/periods", {
      params: { path: { season_id: season } },
      body: { periods: [{ start_date: textOf(first), end_date: textOf(last) }] },
    });
    await invalidate();
    return Number(data.periods[0]?.id);
  };
  const readPeriod = async (id: number): Promise<Seen<Span>> => {
    const { data, response } = await client.GET("/periods/{period_id}", { params: { path: { period_id: [id] } } });
    const [period] = data.periods;
    if (!period) throw new TypeError("The period is gone.");
    return { id, first: dayOf(period.start_date), last: dayOf(period.end_date), etag: versionOf(response) };
  };
  const changePeriod = async ({ id, etag }: Seen<Span>, { first, last }: Nights): Promise<void> => {
    await client.PUT("/periods/{period_id}", {
      params: { path: { period_id: id } },
      headers: ifMatch(etag),
      body: { periods: [{ start_date: textOf(first), end_date: textOf(last) }] },
    });
    await invalidate();
  };
  const removePeriod = async (id: number): Promise<void> => {
    await client.DELETE("/periods/{period_id}", { params: { path: { period_id: id } } });
    await invalidate();
  };
  return { read, make, change, remove, addPeriod, readPeriod, changePeriod, removePeriod };
}
