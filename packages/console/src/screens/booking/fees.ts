import type { CallSettings, Client } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";
import type { SeenBooking } from "../../components/bookings/write-booking.ts";
import { ifMatch } from "../../components/conflict/version.ts";

/** A fee to add: one of the rental's, at its own or another price, or one for this booking only. */
export interface NewFee {
  /** The rental's fee; null for a fee of this booking only. */
  readonly rentalsFee: number | null;
  readonly name: string;
  /** Empty: the fee's own price for the stay. */
  readonly price: string;
  readonly times: number;
}

/** The rental's fees, which can be added to its bookings. */
export function useFeesOfRental(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals_fees", rental],
    queryFn: async ({ signal }) => {
      const params = { path: { rental_id: [rental] }, query: { include: ["rentals_fees"], fields: ["id" as const] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      return data.rentals[0]?.rentals_fees ?? [];
    },
  });
}

/** The booking's price with a fee added. Changes nothing. */
export function useFeeQuote(booking: number, fee: NewFee | undefined) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "fee", booking, fee],
    queryFn: async () => {
      if (!fee) return null;
      const data = await addFee(client, booking, fee, true);
      return "fee_quotes" in data ? (data.fee_quotes[0] ?? null) : null;
    },
    enabled: fee !== undefined,
    placeholderData: (before) => before,
  });
}

/**
 * Adds and removes fees, then refetches the booking. A write is refused if the booking is no longer the one whose total the person saw.
 */
export function useFeeChanges(booking: SeenBooking) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    const { id, etag } = booking;
    const headers = ifMatch(etag);
    const write = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
      try {
        return await call;
      } finally {
        await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
      }
    };
    return {
      /** @returns the booking fee's id */
      async add(fee: NewFee, idempotencyKey: string): Promise<number> {
        const data = await write(addFee(client, id, fee, false, { headers, idempotencyKey }));
        return "bookings" in data ? Math.max(...(data.bookings[0]?.bookings_fees ?? []).map(({ id }) => id)) : 0;
      },
      async remove(fee: number, idempotencyKey: string): Promise<void> {
        const params = { path: { id, bookings_fee_id: fee } };
        const call = { params, headers, idempotencyKey };
        await write(client.PATCH("/bookings/{id}/remove_bookings_fee/{bookings_fee_id}", call));
      },
      /** Takes back a fee that was just added, whatever else has changed since. */
      async undo(fee: number): Promise<void> {
        const params = { path: { id, bookings_fee_id: fee } };
        await write(client.PATCH("/bookings/{id}/remove_bookings_fee/{bookings_fee_id}", { params }));
      },
    };
  }, [client, account.id, queries, booking]);
}

async function addFee(
  client: Client,
  booking: number,
  { rentalsFee, name, price, times }: NewFee,
  dry_run: boolean,
  settings: Pick<CallSettings, "headers" | "idempotencyKey"> = {},
) {
  const own = rentalsFee === null ? { name: name.trim(), kind: "other" as const } : { rentals_fee_id: rentalsFee };
  const fee = { ...own, times_booked: times, ...(price === "" ? {} : { price }) };
  const body = { bookings_fees: [fee], dry_run };
  const params = { path: { id: booking } };
  return (await client.PATCH("/bookings/{id}/add_bookings_fee", { params, body, ...settings })).data;
}
