import type { Client } from "@roost/client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";
import { type Stay, stayOf } from "../../components/bookings/stay.ts";
import { monthOf, monthsIn, textOf } from "../../components/days.ts";

const fields = [
  ...(["id", "start_at", "end_at", "status", "reference", "tentative_expires_at", "created_by_type"] as const),
  ...(["currency", "final_price", "payment_left_to_collect", "notes", "adults", "children", "links"] as const),
] as const;

/** The stays between two days, by rental; no data until all are read. A month is fetched once, and again when the feed reports a change. */
export function useStays(first: number, last: number) {
  const { client, account } = useSession();
  const readable = useReadable();
  const months = monthsIn(first, last);
  const { months: answers, ...read } = useQueries({
    queries: months.map((month) => ({
      queryKey: [account.id, "bookings", month],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readStays(client, { from: textOf(month), until: textOf(monthOf(month, 1)) }, readable, signal),
    })),
    combine: (results) => ({
      months: results.map(({ data }) => data),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
  const data = useMemo(() => (answers.every((month) => month) ? byRental(answers) : undefined), [answers]);
  return { ...read, data };
}

/** All current holds: there are few at a time. */
export function useHolds() {
  const { client, account } = useSession();
  const readable = useReadable();
  return useQuery({
    queryKey: [account.id, "bookings", "holds"],
    queryFn: ({ signal }) => readStays(client, { status: ["tentative"] }, readable, signal),
  });
}

/** The attributes that the person's role may read. The API rejects requests for more. */
export interface Readable {
  readonly fields: (typeof fields)[number][];
  readonly isNamed: boolean;
}

export function useReadable(): Readable {
  const { may, sees } = useSession();
  const isNamed = (may("clients_read") || may("clients_write")) && sees("bookings", "client");
  return { isNamed, fields: fields.filter((field) => sees("bookings", field)) };
}

export interface StayFilter {
  readonly from?: string;
  readonly until?: string;
  readonly status?: "tentative"[];
  readonly rental_id?: number[];
}

const pageSize = 100;

/** @param onPage gets the stays so far after each page but the last */
export async function readStays(
  client: Client,
  filter: StayFilter,
  readable: Readable,
  signal: AbortSignal,
  onPage?: (stays: readonly Stay[]) => void,
): Promise<Stay[]> {
  const query = {
    ...{ ...filter, per_page: pageSize, fields: readable.fields },
    ...(readable.isNamed ? { include: ["client"] } : {}),
  };
  const stays: Stay[] = [];
  for await (const booking of client.records("/bookings", { params: { query }, signal })) {
    if (stays.length > 0 && stays.length % pageSize === 0) onPage?.([...stays]);
    stays.push(stayOf(booking));
  }
  return stays;
}

export function byRental(months: readonly (readonly Stay[] | undefined)[]): ReadonlyMap<number, readonly Stay[]> {
  const byId = new Map<number, Stay>();
  for (const month of months) for (const stay of month ?? []) byId.set(stay.id, stay);
  return Map.groupBy(byId.values(), ({ rental }) => rental);
}

/** The stay that takes a night. */
export const stayAt = (stays: readonly Stay[] | undefined, night: number): Stay | undefined =>
  stays?.find(({ arrival, departure }) => arrival <= night && night < departure);
