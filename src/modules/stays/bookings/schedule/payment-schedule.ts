import Type from "typebox";
import { structure } from "../../../../kernel/attribute.ts";
import { decimalValue } from "../../../../kernel/values/number.ts";
import { formatInstant } from "../../../../kernel/values/time.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import { depositPlan, isDepositBooking } from "./deposit-plan.ts";

/** A line of the schedule in the API. */
export const scheduleLine = Type.Object({
  kind: Type.Enum(["downpayment", "balance", "damage_deposit"]),
  amount: Type.String(),
  due_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  paid: Type.String(),
});

/** SQL of the downpayment, which is never more than the price; 0 without either. */
const downpayment =
  "case when bookings.final_price is null or bookings.downpayment is null then 0 else least(bookings.downpayment, bookings.final_price) end";

/** SQL of what the guest owes after it; null without a price. */
const balance = `(bookings.final_price - ${downpayment})`;

const deposit = "bookings.damage_deposit";

/** SQL of a time's epoch seconds, which no server's time zone affects. */
const seconds = (time: string): string => `floor(extract(epoch from ${time}))`;

/** SQL of the deposit's due time: the day of its planned authorization, else on arrival or with the balance. */
const depositDueAt = `coalesce(
  case when ${isDepositBooking} then ${depositPlan.authorizeAt} end,
  case when bookings.charge_damage_deposit_on_arrival then bookings.start_at else bookings.balance_due_at end)`;

/** SQL of what was captured of the deposit; null without it. */
const captured = `(select deposits.captured_amount from damage_deposits as deposits
  where deposits.account_id = :account_of(bookings) and deposits.booking_id = bookings.id and deposits.state = 'captured')`;

/**
 * SQL: a booking's payment schedule as text, for example `balance,100.00,1799164800,0;…` with due times in epoch seconds. Payments fill its
 * lines in order; a captured deposit pays its own. Every list of bookings computes it for each row, and building JSON took three times as
 * long.
 */
export const paymentSchedule = `(
  select concat_ws(';',
    case when ${downpayment} > 0 then concat('downpayment,', ${downpayment}, ',',
      ${seconds("least(bookings.created_at at time zone rentals.time_zone at time zone 'UTC', bookings.balance_due_at)")}, ',',
      least(${downpayment}, greatest(0, bookings.paid_amount))) end,
    case when ${balance} > 0 then concat('balance,', ${balance}, ',', ${seconds("bookings.balance_due_at")}, ',',
      least(${balance}, greatest(0, bookings.paid_amount - ${downpayment}))) end,
    case when not bookings.unavailable and ${deposit} > 0 then concat('damage_deposit,', ${deposit}, ',', ${seconds(depositDueAt)}, ',',
      least(${deposit}, greatest(0, bookings.paid_amount - coalesce(bookings.final_price, 0)) + coalesce(${captured}, 0))) end)
  from rentals join accounts on accounts.id = rentals.account_id
  where rentals.account_id = :account_of(bookings) and rentals.id = bookings.rental_id
)`;

const amount = decimalValue();

/** The JSON text of a schedule that `paymentSchedule` computed. */
export const scheduleJson = (schedule: string): string =>
  schedule === "" ? "[]" : `[${schedule.split(";").map(lineJson).join(",")}]`;

function lineJson(line: string): string {
  const [kind = "", due = "", dueAt = "", paid = ""] = line.split(",");
  const at = dueAt === "" ? "null" : `"${formatInstant(Number(dueAt) * 1000)}"`;
  return `{"kind":"${kind}","amount":${amount.toJson(due)},"due_at":${at},"paid":${amount.toJson(paid)}}`;
}

/** The guest's payments by due time (bookings.md, Money). */
export const schedule = () =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(scheduleLine),
    toJson: scheduleJson,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  });
