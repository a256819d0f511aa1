import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { useSubmit } from "../../../components/use-submit.ts";

/** Refetches payments, and bookings for their balances. */
function useInvalidate() {
  const { account } = useSession();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
}

interface Refund {
  /** Minor units. */
  readonly amount: number;
  readonly notes: string;
  /** A gift: the guest does not owe the amount again. */
  readonly reducesPrice: boolean;
  readonly idempotencyKey: string;
}

/** Refunds a payment, through its gateway if it has one (docs/concepts/payments.md). */
export function useRefund(payment: number, then: { readonly onSuccess: () => void; readonly onError: () => void }) {
  const { client } = useSession();
  const invalidate = useInvalidate();
  return useSubmit({
    mutationFn: async ({ amount, notes, reducesPrice, idempotencyKey }: Refund) => {
      const refund = { amount_in_cents: amount, reduce_price: reducesPrice, ...(notes !== "" && { notes }) };
      const params = { path: { payment_id: payment } };
      await client.POST("/payments/{payment_id}/refund", { params, body: { payments: [refund] }, idempotencyKey });
      await invalidate();
    },
    ...then,
  });
}

/** Cancels a payment: it no longer counts, but no money moves. */
export function useCancelPayment(payment: number, done: () => void) {
  const { client } = useSession();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: async () => {
      await client.DELETE("/payments/{payment_id}", { params: { path: { payment_id: payment } } });
      await invalidate();
    },
    onSuccess: done,
  });
}
