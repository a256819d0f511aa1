import { useState } from "react";
import { anyVersion } from "../conflict/version.ts";
import { type NewPayment, usePaymentWrites } from "../record-payment.ts";
import { useSubmit } from "../use-submit.ts";
import type { usePriceCondition } from "./price-condition.tsx";
import { useBookingWrites } from "./write-booking.ts";

export interface Taking {
  /** Whether to confirm the hold first: a recorded payment alone does not keep its nights. */
  readonly confirms: boolean;
  readonly payment: NewPayment | undefined;
  /** The price to confirm. */
  readonly price: ReturnType<typeof usePriceCondition>["send"];
}

/**
 * Confirms a hold, records a payment, or both in this order. Each has one idempotency key, so retrying after a failure repeats neither.
 * @param done receives the payment's id; undefined without a payment
 */
export function useTakePayment(
  { id }: { readonly id: number },
  done: (payment: number | undefined, taking: Taking) => void,
) {
  const { change } = useBookingWrites();
  const { record, remove } = usePaymentWrites(id);
  const [keys] = useState(() => ({ confirmation: crypto.randomUUID(), payment: crypto.randomUUID() }));
  const [isConfirmed, setConfirmed] = useState(false);
  const taking = useSubmit({
    mutationFn: async ({ confirms, payment, price }: Taking) => {
      if (confirms && !isConfirmed) {
        await price((expected) =>
          // The price is the condition: a concurrent note does not stop the confirmation.
          change({ id, etag: anyVersion }, { booked: true, ...expected }, { idempotencyKey: keys.confirmation }),
        );
        setConfirmed(true);
      }
      return payment && record(payment, keys.payment);
    },
    onSuccess: done,
  });
  return { taking, isConfirmed, remove };
}
