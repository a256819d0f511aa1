import type { CallSettings, Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";

export type BookingChanges = Resource<"bookings_update">;
export type NewBooking = Resource<"bookings_create">;
export type BookingMove = Omit<Resource<"bookings_move">, "dry_run">;

/** A booking as the person saw it when they decided to change it. */
export interface SeenBooking {
  readonly id: number;
}

type Key = Pick<CallSettings, "idempotencyKey">;

/**
 * Every booking write of the console, followed by a refetch. A condition on what the person saw belongs here, so that no screen can
 * forget it. Reuse an idempotency key only to retry the same write.
 */
export function useBookingWrites() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
    const write = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
      try {
        const answer = await call;
        await invalidate();
        return answer;
      } catch (error) {
        // A refusal often means that the booking is no longer what the person sees, such as an expired hold.
        void invalidate();
        throw error;
      }
    };
    return {
      async create(rental: number, booking: NewBooking, key: Key = {}) {
        const params = { path: { rental_id: rental } };
        const body = { bookings: [booking] };
        const { data } = await write(client.POST("/rentals/{rental_id}/bookings", { params, body, ...key }));
        const [made] = data.bookings;
        if (!made) throw new TypeError("The response contains no booking.");
        return made;
      },
      async change({ id }: SeenBooking, changes: BookingChanges, key: Key = {}): Promise<void> {
        const params = { path: { booking_id: id } };
        await write(client.PUT("/bookings/{booking_id}", { params, body: { bookings: [changes] }, ...key }));
      },
      /** What a move would change. */
      async preview({ id }: SeenBooking, move: BookingMove) {
        const params = { path: { booking_id: id } };
        const body = { bookings: [{ ...move, dry_run: true }] };
        const { data } = await client.POST("/bookings/{booking_id}/move", { params, body });
        const found = "booking_quotes" in data ? data.booking_quotes[0] : undefined;
        if (!found) throw new TypeError("The response contains no preview.");
        return found;
      },
      async move({ id }: SeenBooking, move: BookingMove, key: Key = {}): Promise<void> {
        const params = { path: { booking_id: id } };
        await write(client.POST("/bookings/{booking_id}/move", { params, body: { bookings: [move] }, ...key }));
      },
      async cancel({ id }: SeenBooking): Promise<void> {
        await write(client.DELETE("/bookings/{booking_id}", { params: { path: { booking_id: id } } }));
      },
    };
  }, [client, account.id, queries]);
}
