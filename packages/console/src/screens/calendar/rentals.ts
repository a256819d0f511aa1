import type { Client } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";

/** A rental as the calendar shows it. */
export interface CalendarRental {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly tags: readonly number[];
  readonly destination: number | null;
  /** Absent if the role cannot see it. */
  readonly timeZone: string | undefined;
  /** The minimum stay of every arrival. */
  readonly minimumStay: number;
}

/** Prices, minimum stays and closed days by night, as maps from a first day. */
export interface Market {
  readonly from: number;
  readonly rates: readonly string[];
  readonly minimumStays: readonly string[];
  /** One letter for each day from its own first day: `X` none, `C` arrival and departure, `O` departure only, `I` arrival only. */
  readonly changeOvers: { readonly from: number; readonly map: string };
}

export function useRentals() {
  const { client, account, sees } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals", "calendar"],
    queryFn: ({ signal }) =>
      readRentals(
        client,
        fields.filter((field) => sees("rentals", field)),
        signal,
      ),
  });
}

const fields = ["id", "name", "currency", "time_zone", "absolute_min_stay", "links"] as const;

async function readRentals(
  client: Client,
  seen: (typeof fields)[number][],
  signal: AbortSignal,
): Promise<CalendarRental[]> {
  const rentals: CalendarRental[] = [];
  const params = { query: { fields: seen } };
  for await (const { id, name, currency, time_zone, absolute_min_stay, links } of client.records("/rentals", {
    params,
    signal,
  }))
    rentals.push({
      id,
      name: String(name),
      currency: currency ?? "",
      tags: links.rentals_tags ?? [],
      destination: links.destination ?? null,
      timeZone: time_zone,
      minimumStay: absolute_min_stay ?? 1,
    });
  return rentals.sort((one, other) => one.name.localeCompare(other.name));
}

/** The shortest stay that may arrive on a day. */
export const minimumStayOf = ({ minimumStay }: CalendarRental, market: Market | undefined, day: number): number =>
  Math.max(minimumStay, Number(market?.minimumStays[day - market.from] ?? 1));

/** All rentals' prices by rental id: 1096 nights each, a hundred rentals for each request. */
export function useMarkets() {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "nightly_rate_maps"],
    queryFn: ({ signal }) => readMarkets(client, signal),
    enabled: may("rates_read") || may("rates_write"),
  });
}

async function readMarkets(client: Client, signal: AbortSignal): Promise<Map<number, Market>> {
  const changeOvers = new Map<number, Market["changeOvers"]>();
  const changes = client.records("/change_overs", { signal });
  for await (const { links, map, start_date } of changes)
    changeOvers.set(links.rental, { from: dayOf(start_date), map });
  const markets = new Map<number, Market>();
  for await (const { links, start_date, rates_map, minimum_stays_map } of client.records("/nightly_rate_maps", {
    signal,
  }))
    markets.set(links.rental, {
      from: dayOf(start_date),
      rates: rates_map.split(","),
      minimumStays: (minimum_stays_map ?? "").split(","),
      changeOvers: changeOvers.get(links.rental) ?? { from: 0, map: "" },
    });
  return markets;
}
