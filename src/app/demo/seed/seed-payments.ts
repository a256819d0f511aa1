import type { PlannedPayment } from "@roost/demo/plan/plan-payments.ts";
import { minorUnit } from "../../../core/rounding.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { Dated } from "./seed-bookings.ts";

/** The simulated payment gateway. */
const gatewayName = "bogus";

/** Creates the gateway, which gives every booking a payment page. @returns its id */
export function seedGateway(counter: InProcessApi, currencies: readonly string[]): Promise<number> {
  return counter.create("/payment_gateways", "payment_gateways", {
    name: "Demo payments",
    gateway_name: gatewayName,
    test: true,
    credentials: { login: "demo" },
    supported_cardtypes: ["visa", "master"],
    supported_currencies: currencies,
  });
}

/** A created payment, with its amount in minor units. */
export interface SeededPayment {
  readonly id: number;
  readonly booking: number;
  readonly amount: number;
  readonly currency: string;
  readonly planned: PlannedPayment;
}

/** A booking's price, in hundredths. */
interface Price {
  readonly id: number;
  readonly final_price: number;
  readonly downpayment: number;
  readonly currency: string;
  readonly [column: string]: unknown;
}

/** Records the planned payments as completed. @param bookings in the plan's order */
export async function seedPayments(
  counter: InProcessApi,
  transaction: Transaction,
  planned: readonly PlannedPayment[],
  {
    account,
    bookings,
    gateway,
  }: { readonly account: number; readonly bookings: readonly Dated[]; readonly gateway: number },
): Promise<SeededPayment[]> {
  const rows = await transaction.rows<Price>(
    "select id, final_price, coalesce(downpayment, 0) as downpayment, currency from bookings where account_id = $1 and final_price > 0",
    [account],
  );
  const prices = new Map(rows.map((row) => [row.id, row]));
  const made: SeededPayment[] = [];
  for (const payment of planned) {
    const price = prices.get(bookings[payment.booking]?.id ?? 0);
    if (!price) throw new Error("The demo plans a payment for a booking without a price.");
    const { id: booking, currency } = price;
    const amount = amountOf(payment, price) / minorUnit(currency);
    const id = await counter.at(payment.at).create(`/bookings/${booking}/payments`, "payments", {
      amount_in_cents: amount,
      currency,
      kind: payment.by,
      paid_at: new Date(payment.at).toISOString(),
      ...(payment.by === "service"
        ? { gateway_id: gateway, gateway_type: "PaymentGateway", gateway_name: gatewayName }
        : {}),
    });
    made.push({ id, booking, amount, currency, planned: payment });
  }
  await backdatePayments(transaction, account);
  return made;
}

function amountOf({ share }: PlannedPayment, { final_price: price, downpayment }: Price): number {
  if (share === "whole") return price;
  return share === "down" ? downpayment : price - downpayment;
}

/** Backdates payments to the time they were paid. */
async function backdatePayments(transaction: Transaction, account: number): Promise<void> {
  for (const table of ["payments", "bookings_payments"]) {
    await transaction.run(
      `update ${table} set created_at = paid.paid_at, updated_at = paid.paid_at from payments as paid
       where ${table}.account_id = $1 and paid.account_id = $1 and paid.id = ${table}.${table === "payments" ? "id" : "payment_id"}`,
      [account],
    );
  }
}
