import type { RecordOf } from "@roost/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../app/session.tsx";

/** Kinds of payment that are recorded by hand, without a gateway (bookings.md, Payments). */
export const manualKinds = [
  ...(["cash", "wiretransfer", "credit-card", "online", "paypal"] as const),
  ...(["cheque", "travel-cheque", "credits"] as const),
] as const;
export type ManualKind = (typeof manualKinds)[number];

/** The currency of a booking's payments. */
export type PaidCurrency = NonNullable<RecordOf<"/bookings">["currency"]>;

/** Converts minor units to the displayed amount: cents to euros; yen stay yen. */
export const amountOf = (minor: number, currency: string): number => minor / 10 ** digitsOf(currency);
export const digitsOf = (currency: string): number => (currency === "JPY" ? 0 : 2);

export interface NewPayment {
  /** Minor units. */
  readonly amount: number;
  readonly currency: PaidCurrency;
  readonly kind: ManualKind;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly notes: string;
}

/** The API rejects future times, and the browser's clock may run ahead of the service's. */
const clockSkewMs = 60_000;

/** Records a payment that has already been received, or deletes such a record. No gateway is involved. */
export function useRecordPayment(booking: number, done: (id: number) => void) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
  const record = useMutation({
    mutationFn: async ({ amount, currency, kind, day, notes }: NewPayment) => {
      const paid_at = new Date(Math.min(Date.parse(day), Date.now() - clockSkewMs)).toISOString();
      const payment = { amount_in_cents: amount, currency, kind, paid_at, ...(notes === "" ? {} : { notes }) };
      const params = { path: { booking_id: booking } };
      const { data } = await client.POST("/bookings/{booking_id}/payments", { params, body: { payments: [payment] } });
      await invalidate();
      return data.payments[0]?.id ?? 0;
    },
    onSuccess: done,
  });
  const remove = async (payment: number) => {
    await client.DELETE("/payments/{payment_id}", { params: { path: { payment_id: payment } } });
    await invalidate();
  };
  return { record, remove };
}
