import type { Client, RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf, textOf, todayHere } from "../../components/days.ts";
import type { BookingsSearch } from "./bookings-search.ts";

/** A booking in the list. */
export interface ListedBooking {
  readonly id: number;
  readonly reference: string;
  readonly guest: string | null;
  readonly rental: string;
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
  readonly people: number | null;
  readonly status: "Booked" | "Tentative" | "Unavailable" | "Canceled";
  readonly channel: string | null;
  readonly currency: string;
  /** Amounts as in the API, such as `1251.0`. */
  readonly price: string | null;
  readonly open: string | null;
  readonly made: string | null;
}

/** The list shows at most this many bookings. A filter or a file helps with more. */
export const maxShown = 1000;

const fields = [
  ...(["id", "reference", "start_at", "end_at", "status", "adults", "children", "currency", "final_price"] as const),
  ...(["payment_left_to_collect", "created_at", "links"] as const),
] as const;

const beginning = "1900-01-01";
const statusesByKind = {
  stays: ["booked", "tentative"],
  booked: ["booked"],
  tentative: ["tentative"],
  unavailable: ["unavailable"],
  any: undefined,
} as const;

function dateRangeOf({ period = "ahead", from, until }: BookingsSearch): {
  readonly from?: string;
  readonly until?: string;
} {
  if (period === "ahead") return {};
  if (period === "other") return { from: from ?? beginning, ...(until && { until }) };
  return { from: beginning, ...(period === "past" && { until: textOf(todayHere() - 1) }) };
}

function queryOf(search: BookingsSearch) {
  const { query, kind = "stays", rental, source, unpaid, canceled } = search;
  const status = statusesByKind[kind];
  return {
    ...dateRangeOf(search),
    ...(query && { query }),
    ...(status && { status: [...status] }),
    ...(rental && { rental_id: [rental] }),
    ...(source && { source_id: [source] }),
    ...(unpaid && { unpaid }),
    ...(canceled && { include_canceled: true }),
    fields: [...fields],
    include: ["client", "rental", "source"],
    per_page: 100,
  };
}

/** All bookings that match, page by page, with the total count. */
export async function* pagesOf(client: Client, search: BookingsSearch, signal: AbortSignal) {
  const params = { query: queryOf(search) };
  for await (const { bookings, meta } of client.pages("/bookings", { params, signal }))
    yield { bookings: bookings.map(listed), total: Number(meta["X-Total-Count"]) };
}

/** The first matching bookings, and the total count. */
export function useBookings(search: BookingsSearch) {
  const { client, account } = useSession();
  const { sort: _, down: __, ...filter } = search;
  return useQuery({
    queryKey: [account.id, "bookings", "list", filter],
    queryFn: async ({ signal }) => {
      const found: ListedBooking[] = [];
      let inAll = 0;
      for await (const { bookings, total } of pagesOf(client, filter, signal)) {
        found.push(...bookings);
        inAll = total;
        if (found.length >= maxShown) break;
      }
      return { found, inAll };
    },
    placeholderData: (before) => before,
  });
}

function listed(booking: RecordOf<"/bookings">): ListedBooking {
  const { adults, children } = booking;
  return {
    id: booking.id,
    reference: booking.reference,
    guest: booking.client?.fullname ?? null,
    rental: String(booking.rental?.name ?? ""),
    arrival: dayOf(booking.start_at),
    departure: dayOf(booking.end_at),
    people: adults === null && children === null ? null : (adults ?? 0) + (children ?? 0),
    status: booking.status,
    channel: booking.source?.name ?? null,
    currency: booking.currency ?? "",
    price: booking.final_price ?? null,
    open: booking.payment_left_to_collect ?? null,
    made: booking.created_at ?? null,
  };
}
