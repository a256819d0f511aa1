import Type from "typebox";
import { structure } from "../../../../kernel/attribute.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import { depositPlan, isDepositBooking } from "./deposit-plan.ts";

/** A line of the schedule in the API. */
export const scheduleLine = Type.Object({
  kind: Type.Enum(["downpayment", "balance", "damage_deposit"]),
  amount: Type.String(),
  due_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  paid: Type.String(),
});

/**
 * SQL: a booking's payment schedule; see the function `payment_schedule`. A deposit falls due on the day of its planned authorization, else
 * on arrival or with the balance.
 */
export const paymentSchedule = `(
  select payment_schedule(
    bookings.final_price, bookings.downpayment, case when not bookings.unavailable then bookings.damage_deposit end, bookings.paid_amount,
    deposits.captured_amount, bookings.created_at at time zone rentals.time_zone at time zone 'UTC', bookings.balance_due_at,
    coalesce(
      case when ${isDepositBooking} then ${depositPlan.authorizeAt} end,
      case when bookings.charge_damage_deposit_on_arrival then bookings.start_at else bookings.balance_due_at end))
  from rentals join accounts on accounts.id = rentals.account_id
  left join damage_deposits as deposits on deposits.account_id = :account_of(bookings) and deposits.booking_id = bookings.id
    and deposits.state = 'captured'
  where rentals.account_id = :account_of(bookings) and rentals.id = bookings.rental_id
)`;

/** The guest's payments by due time (bookings.md, Money). */
export const schedule = () =>
  structure<readonly unknown[]>({
    title: "Array",
    sqlType: "json",
    schema: Type.Array(scheduleLine),
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  });
