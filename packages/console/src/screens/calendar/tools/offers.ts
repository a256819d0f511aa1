import type { Client } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { textOf } from "../../../components/days.ts";
import type { Guests } from "../../../components/quote.ts";
import type { Refusal } from "../../../components/quote-words.ts";
import type { CalendarRental } from "../rentals.ts";

/** The API's limit of ids for each request. */
const maxIds = 100;
/** The longest stay that the API prices. */
const maxNights = 1096;

/** A stay as a rental offers it. */
export interface Offer {
  readonly id: number;
  readonly isFree: boolean;
  readonly price: string | null;
  readonly currency: string;
  /** The booking rules that refuse it. */
  readonly refusals: readonly Refusal[];
}

export interface Dates {
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
}

/** The stay's price in each rental, and whether its nights are free. Nothing is read without dates. */
export function useOffers(rentals: readonly CalendarRental[], dates: Dates | undefined, guests: Guests) {
  const { client, account } = useSession();
  const ids = rentals.map(({ id }) => id);
  return useQuery({
    // Under the bookings' key: any new booking can change the answer.
    queryKey: [account.id, "bookings", "offers", dates, guests, ids],
    queryFn: ({ signal }) => (dates ? readOffers(client, ids, dates, guests, signal) : new Map<number, Offer>()),
    enabled: dates !== undefined && ids.length > 0,
  });
}

export const isRange = ({ arrival, departure }: Dates): boolean =>
  departure > arrival && departure - arrival <= maxNights;

const fields = [...(["id", "currency", "final_price", "refusals"] as const)];

async function readOffers(
  client: Client,
  ids: readonly number[],
  { arrival, departure }: Dates,
  guests: Guests,
  signal: AbortSignal,
): Promise<Map<number, Offer>> {
  const query = {
    start_at: textOf(arrival),
    end_at: textOf(departure),
    ...guests,
    include_not_available: true,
    fields,
  };
  const offers = new Map<number, Offer>();
  for (let start = 0; start < ids.length; start += maxIds) {
    const params = { path: { ids: ids.slice(start, start + maxIds) }, query: { ...query, per_page: maxIds } };
    const { data } = await client.GET("/rentals/{ids}/search", { params, signal });
    for (const { id, currency, final_price, refusals } of data.rentals) {
      const all: readonly Refusal[] = refusals ?? [];
      const rules = all.filter(({ kind }) => kind !== "nights_taken");
      const isFree = rules.length === all.length;
      offers.set(id, {
        id,
        isFree,
        price: final_price == null ? null : String(final_price),
        currency: currency ?? "",
        refusals: rules,
      });
    }
  }
  return offers;
}
