import type { CallSettings, Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";
import { ifMatch } from "../conflict/version.ts";

export type BookingChanges = Resource<"bookings_update">;
export type NewBooking = Resource<"bookings_create">;
export type Cancelation = Omit<Resource<"bookings_cancel">, "dry_run">;
export type BookingMove = Omit<Resource<"bookings_move">, "dry_run">;

interface NamedBooking {
  readonly id: number;
}

/** A booking as the person saw it when they decided to change it. */
export interface SeenBooking extends NamedBooking {
  /** The version that the person saw. */
  readonly etag: string;
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
      async change({ id, etag }: SeenBooking, changes: BookingChanges, key: Key = {}): Promise<void> {
        const params = { path: { booking_id: id } };
        const body = { bookings: [changes] };
        await write(client.PUT("/bookings/{booking_id}", { params, body, headers: ifMatch(etag), ...key }));
      },
      /** The changes that a move would make. */
      async preview({ id }: NamedBooking, move: BookingMove) {
        const params = { path: { booking_id: id } };
        const body = { bookings: [{ ...move, dry_run: true }] };
        const { data } = await client.POST("/bookings/{booking_id}/move", { params, body });
        const found = "booking_quotes" in data ? data.booking_quotes[0] : undefined;
        if (!found) throw new TypeError("The response contains no preview.");
        return found;
      },
      async move({ id, etag }: SeenBooking, move: BookingMove, key: Key = {}): Promise<void> {
        const params = { path: { booking_id: id } };
        const body = { bookings: [move] };
        await write(client.POST("/bookings/{booking_id}/move", { params, body, headers: ifMatch(etag), ...key }));
      },
      /** The penalty and refunds of a cancelation. */
      async quoteCancelation({ id }: NamedBooking) {
        const params = { path: { booking_id: id } };
        const body = { bookings: [{ dry_run: true }] };
        const { data } = await client.POST("/bookings/{booking_id}/cancel", { params, body });
        const quote = "booking_cancelations" in data ? data.booking_cancelations[0] : undefined;
        if (!quote) throw new TypeError("The response contains no cancelation.");
        return quote;
      },
      /** Cancels a booking and orders the refunds, all or nothing. @returns the refunded sum in minor units */
      async cancel({ id }: NamedBooking, cancelation: Cancelation, key: Key = {}): Promise<number> {
        const params = { path: { booking_id: id } };
        const body = { bookings: [cancelation] };
        const { data } = await write(client.POST("/bookings/{booking_id}/cancel", { params, body, ...key }));
        await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
        const refunds = "bookings" in data ? data.meta.refunds : [];
        return refunds.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
      },
      /** Ends a hold, or a booking that was just created. Moves no money. */
      async release({ id }: NamedBooking): Promise<void> {
        await write(client.DELETE("/bookings/{booking_id}", { params: { path: { booking_id: id } } }));
      },
    };
  }, [client, account.id, queries]);
}
