import { instantOnDay } from "../../core/day.ts";
import { minorUnit } from "../../core/rounding.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { Dated } from "./seed-bookings.ts";

/** Past stays of an account of which the demo says how they were paid, the latest first. */
const most = 6;

/** A payment service that only pretends: with it, every booking has a page on which it can be paid. */
export function seedGateway(counter: InProcessApi, currencies: readonly string[]): Promise<number> {
  return counter.create("/payment_gateways", "payment_gateways", {
    name: "Demo payments",
    gateway_name: "bogus",
    test: true,
    credentials: { login: "demo" },
    supported_cardtypes: ["visa", "master"],
    supported_currencies: currencies,
  });
}

/**
 * Records how the last stays that are over were paid, whole and a week before the arrival: by bank, and every third one in cash.
 * @param today epoch day
 */
export async function seedPayments(
  counter: InProcessApi,
  transaction: Transaction,
  account: number,
  today: number,
  bookings: readonly Dated[],
): Promise<void> {
  const rows = await transaction.rows<{ id: number; start_at: number; final_price: number; currency: string }>(
    `select id, start_at, final_price, currency from bookings
     where account_id = $1 and id = any($2::bigint[]) and booked and canceled_at is null and final_price > 0 and end_at < $3::timestamptz
     order by end_at desc, id limit $4`,
    [account, `{${bookings.map(({ id }) => id).join(",")}}`, new Date(instantOnDay(today, 0)).toISOString(), most],
  );
  for (const [index, { id, start_at: arrival, final_price: price, currency }] of rows.entries()) {
    const made = bookings.find((booking) => booking.id === id)?.at ?? arrival;
    const paidAt = Math.max(made, arrival - 7 * 86_400_000);
    await counter.at(paidAt).create(`/bookings/${id}/payments`, "payments", {
      amount_in_cents: price / minorUnit(currency),
      currency,
      kind: index % 3 === 2 ? "cash" : "wiretransfer",
      paid_at: new Date(paidAt).toISOString(),
    });
  }
  for (const table of ["payments", "bookings_payments"]) {
    await transaction.run(
      `update ${table} set created_at = paid.paid_at, updated_at = paid.paid_at from payments as paid
       where ${table}.account_id = $1 and paid.account_id = $1 and paid.id = ${table}.${table === "payments" ? "id" : "payment_id"}`,
      [account],
    );
  }
}
