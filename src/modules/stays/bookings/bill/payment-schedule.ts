import Type from "typebox";
import { structure } from "../../../../kernel/attribute.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

const line = Type.Object({
  kind: Type.Enum(["downpayment", "balance", "damage_deposit"]),
  amount: Type.String(),
  due_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  paid: Type.String(),
});

/** SQL: a booking's payment schedule; see the function `payment_schedule`. */
export const paymentSchedule = `payment_schedule(bookings.final_price, bookings.downpayment, bookings.damage_deposit, bookings.paid_amount,
  case when bookings.downpayment is not null then bookings.created_at at time zone (
    select rentals.time_zone from rentals where rentals.account_id = :account_of(bookings) and rentals.id = bookings.rental_id
  ) at time zone 'UTC' end,
  bookings.balance_due_at, case when bookings.charge_damage_deposit_on_arrival then bookings.start_at else bookings.balance_due_at end)`;

/** The guest's payments by due time (bookings.md, Money). */
export const schedule = () =>
  structure<readonly unknown[]>({
    title: "Array",
    sqlType: "json",
    schema: Type.Array(line),
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  });
