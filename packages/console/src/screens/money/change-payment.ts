import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** Reads again what a payment changes: the payments themselves, and what is left of their bookings. */
function useReadAgain() {
  const { account } = useSession();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
}

/** Gives a payment back: a gateway that took it is asked to (docs/concepts/payments.md). */
export function useRefund(payment: number, done: () => void) {
  const { client } = useSession();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ amount, notes }: { readonly amount: number; readonly notes: string }) => {
      const refund = { amount_in_cents: amount, ...(notes !== "" && { notes }) };
      const params = { path: { payment_id: payment } };
      await client.POST("/payments/{payment_id}/refund", { params, body: { payments: [refund] } });
      await readAgain();
    },
    onSuccess: done,
  });
}

/** Cancels a payment: it counts no more, and no money moves. */
export function useCancelPayment(payment: number, done: () => void) {
  const { client } = useSession();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async () => {
      await client.DELETE("/payments/{payment_id}", { params: { path: { payment_id: payment } } });
      await readAgain();
    },
    onSuccess: done,
  });
}
