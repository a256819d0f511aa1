import type { RecordOf } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { decimalsOf } from "../../../../src/core/money-format.ts";
import { useSession } from "../app/session.tsx";
import { dayOf, noonThere } from "./days.ts";

/** Kinds of payment that are recorded by hand, without a gateway (bookings.md, Payments). */
export const manualKinds = [
  ...(["cash", "wiretransfer", "credit-card", "online", "paypal"] as const),
  ...(["cheque", "travel-cheque", "credits"] as const),
] as const;
export type ManualKind = (typeof manualKinds)[number];

/** The currency of a booking's payments. */
export type PaidCurrency = NonNullable<RecordOf<"/bookings">["currency"]>;

/** Converts minor units to the displayed amount: cents to euros; yen stay yen. */
export const amountOf = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);
export const minorOf = (amount: string | number, currency: string): number =>
  Math.round(Number(amount) * 10 ** decimalsOf(currency));

export interface NewPayment {
  /** Minor units. */
  readonly amount: number;
  readonly currency: PaidCurrency;
  readonly kind: ManualKind;
  /** `YYYY-MM-DD` on the rental's clock. */
  readonly day: string;
  /** The rental's. */
  readonly timeZone: string | undefined;
  readonly notes: string;
}

/** The API rejects future times, and the browser's clock may run ahead of the service's. */
const clockSkewMs = 60_000;

/** The time of a payment of which a person names only the day: the same day for the guest, whose mails use the rental's clock. */
export const paidAt = (day: string, timeZone: string | undefined): string =>
  new Date(Math.min(noonThere(dayOf(day), timeZone), Date.now() - clockSkewMs)).toISOString();

/** Records payments that were already received, and deletes such records. No gateway is involved. */
export function usePaymentWrites(booking: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  // A day's time stays the same for each attempt, so that a retry is the same request.
  const [times] = useState(() => new Map<string, string>());
  const timeOf = ({ day, timeZone }: NewPayment): string => {
    const time = times.get(day) ?? paidAt(day, timeZone);
    times.set(day, time);
    return time;
  };
  const invalidate = async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "payments"] });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
  return {
    /** @returns the payment's id */
    async record(made: NewPayment, idempotencyKey: string): Promise<number> {
      const { amount, currency, kind, notes } = made;
      const payment = {
        amount_in_cents: amount,
        currency,
        kind,
        paid_at: timeOf(made),
        ...(notes === "" ? {} : { notes }),
      };
      const call = { params: { path: { booking_id: booking } }, body: { payments: [payment] }, idempotencyKey };
      const { data } = await client.POST("/bookings/{booking_id}/payments", call);
      await invalidate();
      return data.payments[0]?.id ?? 0;
    },
    async remove(payment: number): Promise<void> {
      await client.DELETE("/payments/{payment_id}", { params: { path: { payment_id: payment } } });
      await invalidate();
    },
  };
}
