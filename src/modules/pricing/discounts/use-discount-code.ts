import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { timeZoneOf } from "../../property/occupancy/house-clock.ts";

/** A booking that applies for a code's discount. Money in hundredths. */
export interface DiscountRequest {
  readonly rental: number;
  readonly currency: string;
  readonly nights: number;
  /** Before any discount; null where there is none. */
  readonly rentalPrice: number | null;
}

/** A code that a booking may use. */
export interface EligibleCode {
  readonly id: string;
  /** The value for a booking's `discount`: `10%`, or an amount. */
  readonly discount: string;
}

/**
 * Ends expired holds by their booking ids, which releases their uses before the job runs. It never waits:
 * a hold that is being confirmed keeps its use.
 */
export type EndHolds = (context: AccountTransaction, bookings: readonly number[]) => Promise<void>;

interface StoredCode {
  readonly id: string;
  readonly currency: string | null;
  readonly percentage: number | null;
  readonly fixed_amount: number | null;
  readonly all_rentals: boolean;
  readonly minimum_nights_booked: number | null;
  readonly minimum_spend: number | null;
  readonly number_of_times: number | null;
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly canceled_at: number | null;
}

/**
 * Checks whether a booking can use a code (bookings.md, Money) and adds every reason against it under `discount_code`. Locks the
 * code's row until the transaction ends, so bookings count its uses one after the other. Lock the rental first.
 *
 * Not specified: `start_date` and `end_date` (inclusive) bound the day of booking at the house, not the stay: the three days in the registry's
 * sample are too short for its five nights. The spend is the rental price before the discount. Case does not matter.
 */
export async function eligibleCode(
  context: WriteContext,
  text: string,
  request: DiscountRequest,
  endHolds: EndHolds,
  errors: ValidationErrors,
): Promise<EligibleCode | undefined> {
  const code = await lockCode(context, "upper(discount_code) = upper($2)", text.trim());
  if (!code) {
    errors.add("discount_code", "does not exist");
    return undefined;
  }
  const reasons = [
    ...(await reasonsOfRental(context, code, request.rental)),
    ...reasonsOfTerms(code, request, dayIn(await timeZoneOf(context, request.rental), context.now)),
    ...(await reasonsOfUses(context, code, endHolds)),
  ];
  for (const reason of reasons) errors.add("discount_code", reason);
  if (reasons.length > 0) return undefined;
  const { id, percentage, fixed_amount } = code;
  return { id, discount: percentage === null ? amount(fixed_amount ?? 0) : `${percentage}%` };
}

/**
 * Records a booking's use of a code.
 * @param usage `reduction` in hundredths of the currency's unit, in every currency
 */
export async function recordUsage(
  { transaction, account }: AccountTransaction,
  code: string,
  usage: { readonly booking: number; readonly currency: string; readonly reduction: number },
): Promise<void> {
  await transaction.run(
    "insert into discount_code_usages (account_id, discount_code_id, booking_id, currency, amount_in_cents) values ($1, $2, $3, $4, $5)",
    [account.id, code, usage.booking, usage.currency, usage.reduction],
  );
}

/**
 * A reinstated booking uses its code again, as a new usage. Adds an error under `discount_code` if the code has no use left;
 * does not check the code's other terms again.
 * @param reduction the booking's current discount in hundredths; it may have changed while the booking was canceled
 * @returns a function that records the usage once the write passes all checks; undefined if the booking never used a code
 */
export async function reuseCode(
  context: AccountTransaction,
  booking: number,
  reduction: number,
  endHolds: EndHolds,
  errors: ValidationErrors,
): Promise<(() => Promise<void>) | undefined> {
  const last = await context.transaction.row<{ discount_code_id: string; currency: string }>(
    `select discount_code_id, currency from discount_code_usages
     where account_id = $1 and booking_id = $2 order by created_at desc, id limit 1`,
    [context.account.id, booking],
  );
  if (!last) return undefined;
  const code = await lockCode(context, "id = $2::uuid", last.discount_code_id);
  for (const reason of code ? await reasonsOfUses(context, code, endHolds) : []) errors.add("discount_code", reason);
  return () => recordUsage(context, last.discount_code_id, { booking, currency: last.currency, reduction });
}

/** Locks a code. If several share the text, prefers the active one. */
function lockCode({ transaction, account }: AccountTransaction, which: string, value: string) {
  return transaction.row<StoredCode & { [column: string]: unknown }>(
    `select id, currency, percentage, fixed_amount, all_rentals, minimum_nights_booked, minimum_spend, number_of_times, start_date,
       end_date, canceled_at
     from discount_codes where account_id = $1 and ${which}
     order by canceled_at is not null, canceled_at desc limit 1 for no key update`,
    [account.id, value],
  );
}

async function reasonsOfRental(
  { transaction, account }: WriteContext,
  { id, all_rentals }: StoredCode,
  rental: number,
): Promise<string[]> {
  if (all_rentals) return [];
  const named = await transaction.run(
    "select from discount_codes_rentals where account_id = $1 and discount_code_id = $2 and rental_id = $3",
    [account.id, id, rental],
  );
  return named > 0 ? [] : ["does not apply to this rental"];
}

function reasonsOfTerms(code: StoredCode, request: DiscountRequest, today: number): string[] {
  const reasons: string[] = [];
  const { start_date: start, end_date: end, minimum_nights_booked: nights, minimum_spend: spend } = code;
  if (code.currency !== null && code.currency !== request.currency) reasons.push(`is for bookings in ${code.currency}`);
  if (start !== null && today < start) reasons.push(`can only be used from ${formatDay(start)}`);
  if (end !== null && today > end) reasons.push(`could only be used until ${formatDay(end)}`);
  if (nights !== null && request.nights < nights) reasons.push(`needs a stay of at least ${nights} nights`);
  if (request.rentalPrice === null) reasons.push("needs a rental price");
  else if (spend !== null && request.rentalPrice < spend)
    reasons.push(`needs a rental price of at least ${formatHundredths(spend)}`);
  return reasons;
}

/** Why the code has no use left: canceled, or its limit is reached. Its row must be locked. */
async function reasonsOfUses(context: AccountTransaction, code: StoredCode, endHolds: EndHolds): Promise<string[]> {
  if (code.canceled_at !== null) return ["has been canceled"];
  if (code.number_of_times === null) return [];
  let { used, expired } = await usesOf(context, code.id);
  if (used >= code.number_of_times && expired.length > 0) {
    await endHolds(context, expired);
    ({ used, expired } = await usesOf(context, code.id));
  }
  const times = code.number_of_times === 1 ? "once" : `${code.number_of_times} times`;
  return used < code.number_of_times ? [] : [`has been used ${times}, which is its limit`];
}

/** A separate statement after the lock, so that it sees concurrent commits. */
async function usesOf(
  { transaction, account }: AccountTransaction,
  code: string,
): Promise<{ used: number; expired: readonly number[] }> {
  const row = await transaction.row<{ used: number; expired: number[] }>(
    `select count(*) as used, coalesce(array_agg(bookings.id) filter (where bookings.tentative_expires_at <= now()), '{}') as expired
     from discount_code_usages
     join bookings on bookings.account_id = $1 and bookings.id = discount_code_usages.booking_id
     where discount_code_usages.account_id = $1 and discount_code_id = $2 and discount_code_usages.canceled_at is null`,
    [account.id, code],
  );
  return row ?? { used: 0, expired: [] };
}

/** An amount as people write a discount: `100`, `99.5`. */
function amount(hundredths: number): string {
  return formatHundredths(hundredths).replace(/\.0$/, "");
}
