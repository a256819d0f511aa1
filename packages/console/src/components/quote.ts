import type { Client } from "@roost/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSession } from "../app/session.tsx";
import { textOf } from "./days.ts";

/** A stay to quote. Days are epoch days. */
export interface StayRequest {
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
}

export interface Guests {
  readonly adults: number;
  readonly children: number;
}

/** The price of the stay, step by step, and its refusals (pricing.md, Live quote). */
export function useQuote(stay: StayRequest, guests: Guests) {
  const { client, account } = useSession();
  return useQuery({ ...quoteQuery(client, account.id, stay, guests), placeholderData: keepPreviousData });
}

/** The same as a query, for quoting several stays together. */
export function quoteQuery(
  client: Client,
  account: number,
  { rental, arrival, departure }: StayRequest,
  guests: Guests,
) {
  const start_at = textOf(arrival);
  const end_at = textOf(departure);
  return queryOptions({
    // Under the bookings' key: any new booking can change the quote.
    queryKey: [account, "bookings", "quote", rental, start_at, end_at, guests],
    queryFn: async ({ signal }) => {
      const query = { start_at, end_at, ...guests, include_not_available: true, fields: [...quoteFields] };
      const params = { path: { ids: [rental] }, query };
      const { data } = await client.GET("/rentals/{ids}/search", { params, signal });
      return data.rentals[0] ?? null;
    },
    enabled: departure > arrival,
  });
}

const quoteFields = [
  ...(["id", "currency", "initial_price", "final_price", "price_to_pay_now"] as const),
  ...(["damage_deposit", "available", "refusals", "price_details"] as const),
] as const;

export type Quote = NonNullable<ReturnType<typeof useQuote>["data"]>;
