import type { Client, RecordOf } from "@roost/client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWorking } from "../../app/session.tsx";
import { dayOf, monthOf, monthsIn, textOf } from "../../components/days.ts";

/** A stay, a hold or blocked nights as the calendar draws it: from the middle of the day of arrival to the middle of that of departure. */
export interface Stay {
  readonly id: number;
  readonly rental: number;
  readonly state: "booked" | "hold" | "unavailable" | "mirrored";
  /** Empty where the person's role does not see it. */
  readonly reference: string;
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
  /** With its hour. */
  readonly startAt: string;
  readonly endAt: string;
  /** Null where nobody is named, or the person's role does not see guests. */
  readonly guest: string | null;
  readonly source: number | null;
  readonly expires: string | null;
  readonly currency: string | null;
  readonly price: string | null;
  readonly open: string | null;
  readonly notes: string | null;
}

const fields = [
  ...(["id", "start_at", "end_at", "status", "reference", "tentative_expires_at", "created_by_type"] as const),
  ...(["currency", "final_price", "payment_left_to_collect", "notes", "links"] as const),
] as const;

/** The stays between two days, by their rentals. Each month is read once, and again when the feed tells of a change. */
export function useStays(first: number, last: number): ReadonlyMap<number, readonly Stay[]> {
  const { client, account } = useWorking();
  const asked = useAsked();
  const months = monthsIn(first, last);
  const answers = useQueries({
    queries: months.map((month) => ({
      queryKey: [account.id, "bookings", month],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readStays(client, { from: textOf(month), until: textOf(monthOf(month, 1)) }, asked, signal),
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => byRental(answers), [answers]);
}

/** All holds that have not ended: there are few at a time, whenever their stays are. */
export function useHolds() {
  const { client, account } = useWorking();
  const asked = useAsked();
  return useQuery({
    queryKey: [account.id, "bookings", "holds"],
    queryFn: ({ signal }) => readStays(client, { status: ["tentative"] }, asked, signal),
  });
}

/** What the person's role leaves: asking for more would be refused. */
interface Asked {
  readonly fields: (typeof fields)[number][];
  readonly isNamed: boolean;
}

function useAsked(): Asked {
  const { may, sees } = useWorking();
  const isNamed = (may("clients_read") || may("clients_write")) && sees("bookings", "client");
  return { isNamed, fields: fields.filter((field) => sees("bookings", field)) };
}

interface Narrowed {
  readonly from?: string;
  readonly until?: string;
  readonly status?: "tentative"[];
}

async function readStays(client: Client, narrowed: Narrowed, asked: Asked, signal: AbortSignal): Promise<Stay[]> {
  const query = { ...narrowed, fields: asked.fields, ...(asked.isNamed ? { include: ["client"] } : {}) };
  const stays: Stay[] = [];
  for await (const booking of client.records("/bookings", { params: { query }, signal })) stays.push(stayOf(booking));
  return stays;
}

function stayOf(booking: RecordOf<"/bookings">): Stay {
  return {
    id: booking.id,
    rental: booking.links.rental,
    state: stateOf(booking),
    reference: booking.reference ?? "",
    arrival: dayOf(booking.start_at),
    departure: dayOf(booking.end_at),
    startAt: booking.start_at,
    endAt: booking.end_at,
    guest: booking.client?.fullname ?? null,
    source: booking.links.source ?? null,
    expires: booking.tentative_expires_at ?? null,
    currency: booking.currency ?? null,
    price: booking.final_price ?? null,
    open: booking.payment_left_to_collect ?? null,
    notes: booking.notes ?? null,
  };
}

/** Nights that a booking of a linked rental takes were made by that booking (bookings.md, Mirrors). */
function stateOf({ status, created_by_type }: RecordOf<"/bookings">): Stay["state"] {
  if (status === "Unavailable") return created_by_type === "Booking" ? "mirrored" : "unavailable";
  return status === "Tentative" ? "hold" : "booked";
}

function byRental(months: readonly (readonly Stay[] | undefined)[]): ReadonlyMap<number, readonly Stay[]> {
  const known = new Map<number, Stay>();
  for (const month of months) for (const stay of month ?? []) known.set(stay.id, stay);
  return Map.groupBy(known.values(), ({ rental }) => rental);
}

/** The one that takes the night of a day, if there is one. */
export const stayAt = (stays: readonly Stay[] | undefined, night: number): Stay | undefined =>
  stays?.find(({ arrival, departure }) => arrival <= night && night < departure);
