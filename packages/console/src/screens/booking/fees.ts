import type { Client } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";

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

/** Adds and removes fees, then refetches the booking. */
export function useFeeChanges(booking: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
    return {
      /** @returns the booking fee's id */
      async add(fee: NewFee): Promise<number> {
        const data = await addFee(client, booking, fee, false);
        await invalidate();
        return "bookings" in data ? Math.max(...(data.bookings[0]?.bookings_fees ?? []).map(({ id }) => id)) : 0;
      },
      async remove(fee: number): Promise<void> {
        const params = { path: { id: booking, bookings_fee_id: fee } };
        await client.PATCH("/bookings/{id}/remove_bookings_fee/{bookings_fee_id}", { params });
        await invalidate();
      },
    };
  }, [client, account.id, queries, booking]);
}

async function addFee(client: Client, booking: number, { rentalsFee, name, price, times }: NewFee, dry_run: boolean) {
  const own = rentalsFee === null ? { name: name.trim(), kind: "other" as const } : { rentals_fee_id: rentalsFee };
  const fee = { ...own, times_booked: times, ...(price === "" ? {} : { price }) };
  const body = { bookings_fees: [fee], dry_run };
  return (await client.PATCH("/bookings/{id}/add_bookings_fee", { params: { path: { id: booking } }, body })).data;
}
