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

/** SQL: the day on which a deposit falls due: its planned authorization, else the arrival or the balance's day. */
const depositDueAt = `case when bookings.damage_deposit > 0 then coalesce(
  case when ${isDepositBooking} then (
    select ${depositPlan.authorizeAt} from rentals join accounts on accounts.id = rentals.account_id
    where rentals.account_id = :account_of(bookings) and rentals.id = bookings.rental_id
  ) end,
  case when bookings.charge_damage_deposit_on_arrival then bookings.start_at else bookings.balance_due_at end
) end`;

/** SQL: a booking's payment schedule; see the function `payment_schedule`. */
export const paymentSchedule = `payment_schedule(bookings.final_price, bookings.downpayment, case when not bookings.unavailable then bookings.damage_deposit end, bookings.paid_amount,
  case when bookings.damage_deposit > 0 then (
    select deposits.captured_amount from damage_deposits as deposits
    where deposits.account_id = :account_of(bookings) and deposits.booking_id = bookings.id and deposits.state = 'captured'
  ) end,
  case when bookings.downpayment is not null then bookings.created_at at time zone (
    select rentals.time_zone from rentals where rentals.account_id = :account_of(bookings) and rentals.id = bookings.rental_id
  ) at time zone 'UTC' end,
  bookings.balance_due_at, ${depositDueAt})`;

/** The guest's payments by due time (bookings.md, Money). */
export const schedule = () =>
  structure<readonly unknown[]>({
    title: "Array",
    sqlType: "json",
    schema: Type.Array(scheduleLine),
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  });
