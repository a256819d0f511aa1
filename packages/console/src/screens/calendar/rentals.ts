import type { Client } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useWorking } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";

/** What the calendar shows of a rental. */
export interface CalendarRental {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly tags: readonly number[];
  readonly destination: number | null;
}

/** Prices and shortest stays by night, and where arrivals are closed: maps from a first day on. */
export interface Market {
  readonly from: number;
  readonly rates: readonly string[];
  readonly minimumStays: readonly string[];
  /** Per day `X` nothing, `C` arrival and departure, `O` departure only, `I` arrival only; from another first day on. */
  readonly changeOvers: { readonly from: number; readonly map: string };
}

export function useRentals() {
  const { client, account, sees } = useWorking();
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

const fields = ["id", "name", "currency", "links"] as const;

async function readRentals(
  client: Client,
  seen: (typeof fields)[number][],
  signal: AbortSignal,
): Promise<CalendarRental[]> {
  const rentals: CalendarRental[] = [];
  const params = { query: { fields: seen } };
  for await (const { id, name, currency, links } of client.records("/rentals", { params, signal }))
    rentals.push({
      id,
      name: String(name),
      currency: currency ?? "",
      tags: links.rentals_tags ?? [],
      destination: links.destination ?? null,
    });
  return rentals.sort((one, other) => one.name.localeCompare(other.name));
}

/** Prices of all rentals by their ids: 1096 nights each, a hundred rentals a request. */
export function useMarkets() {
  const { client, account, may } = useWorking();
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
