import type { RecordOf } from "@roost/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorking } from "../app/session.tsx";

/** How money comes in that no gateway takes: what somebody records by hand (bookings.md, Payments). */
export const handKinds = [
  ...(["cash", "wiretransfer", "credit-card", "online", "paypal"] as const),
  ...(["cheque", "travel-cheque", "credits"] as const),
] as const;
export type HandKind = (typeof handKinds)[number];

/** What a booking is paid in. */
export type PaidCurrency = NonNullable<RecordOf<"/bookings">["currency"]>;

/** Minor units as the amount that people read: of euros cents, of yen yen. */
export const amountOf = (minor: number, currency: string): number => minor / 10 ** digitsOf(currency);
export const digitsOf = (currency: string): number => (currency === "JPY" ? 0 : 2);

export interface NewPayment {
  /** Minor units. */
  readonly amount: number;
  readonly currency: PaidCurrency;
  readonly kind: HandKind;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly notes: string;
}

/** A minute: the clock of the browser may be that much ahead of the service's, which takes no time to come. */
const clocksMayDiffer = 60_000;

/** Records money that has moved, and takes such a record back: neither asks a gateway. */
export function useRecordPayment(booking: number, done: (id: number) => void) {
  const { client, account } = useWorking();
  const queries = useQueryClient();
  const readAgain = async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
  const record = useMutation({
    mutationFn: async ({ amount, currency, kind, day, notes }: NewPayment) => {
      const paid_at = new Date(Math.min(Date.parse(day), Date.now() - clocksMayDiffer)).toISOString();
      const payment = { amount_in_cents: amount, currency, kind, paid_at, ...(notes === "" ? {} : { notes }) };
      const params = { path: { booking_id: booking } };
      const { data } = await client.POST("/bookings/{booking_id}/payments", { params, body: { payments: [payment] } });
      await readAgain();
      return data.payments[0]?.id ?? 0;
    },
    onSuccess: done,
  });
  const takeBack = async (payment: number) => {
    await client.DELETE("/payments/{payment_id}", { params: { path: { payment_id: payment } } });
    await readAgain();
  };
  return { record, takeBack };
}
