import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { useSubmit } from "../../../components/use-submit.ts";

function useInvalidate() {
  const { account } = useSession();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
}

const pathOf = (booking: number) => ({ path: { booking_id: booking } });

/** Authorizes the deposit on the card that the guest left. */
export function useAuthorizeDeposit(booking: number, done: () => void) {
  const { client } = useSession();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: async () => {
      await client.POST("/bookings/{booking_id}/authorize_damage_deposit", { params: pathOf(booking) });
      await invalidate();
    },
    onSuccess: done,
  });
}

/** Releases the deposit for good. */
export function useReleaseDeposit(booking: number, done: () => void) {
  const { client } = useSession();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: async () => {
      await client.POST("/bookings/{booking_id}/release_damage_deposit", { params: pathOf(booking) });
      await invalidate();
    },
    onSuccess: done,
  });
}

interface Capture {
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly message: string;
  readonly idempotencyKey: string;
}

/** Captures the deposit or a part of it. */
export function useCaptureDeposit(booking: number, done: () => void) {
  const { client } = useSession();
  const invalidate = useInvalidate();
  return useSubmit({
    mutationFn: async ({ amount, reason, message, idempotencyKey }: Capture) => {
      const capture = { amount_in_cents: amount, reason, ...(message !== "" && { message_to_guest: message }) };
      await client.POST("/bookings/{booking_id}/capture_damage_deposit", {
        params: pathOf(booking),
        body: { bookings: [capture] },
        idempotencyKey,
      });
      await invalidate();
    },
    onSuccess: done,
  });
}
