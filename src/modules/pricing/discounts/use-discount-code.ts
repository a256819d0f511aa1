import { dayOfInstant, formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";

/** A booking that wants a code's discount. Money in hundredths. */
export interface DiscountAsked {
  readonly rental: number;
  readonly currency: string;
  readonly nights: number;
  /** Before any discount; null where there is none. */
  readonly rentalPrice: number | null;
}

/** A code that a booking may use. */
export interface EligibleCode {
  readonly id: string;
  /** As a booking's `discount`: `10%`, or an amount. */
  readonly discount: string;
}

/**
 * Ends holds whose time has passed, by the ids of their bookings: they give their uses back, whether or not the job has come by. It never
 * waits: of a hold that somebody is just confirming, the use is still taken.
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
 * Finds out whether a booking may use a code (bookings.md, Money), and says every reason why not under `discount_code`. The code's row
 * stays locked until the transaction ends, so that its uses are counted one booking after the other; the rental was locked before.
 *
 * Silent in the specification: `start_date` and `end_date`, both included, are days of booking (UTC) and not of the stay: they bound when
 * the code can be used, as the times of day in the registry's sample suggest, whose three days hold no stay of its five nights. The
 * spend is the rental price before the discount. Case does not matter.
 */
export async function eligibleCode(
  context: WriteContext,
  text: string,
  asked: DiscountAsked,
  endHolds: EndHolds,
  errors: ValidationErrors,
): Promise<EligibleCode | undefined> {
  const code = await lockCode(context, "upper(discount_code) = upper($2)", text.trim());
  if (!code) {
    errors.add("discount_code", "is not known");
    return undefined;
  }
  const reasons = [
    ...(await reasonsOfRental(context, code, asked.rental)),
    ...reasonsOfTerms(code, asked, dayOfInstant(context.now)),
    ...(await reasonsOfUses(context, code, endHolds)),
  ];
  for (const reason of reasons) errors.add("discount_code", reason);
  if (reasons.length > 0) return undefined;
  const { id, percentage, fixed_amount } = code;
  return { id, discount: percentage === null ? amount(fixed_amount ?? 0) : `${percentage}%` };
}

/**
 * Notes that a booking uses a code. What it took off is kept in hundredths of the currency's unit, of every currency.
 * @param reduction hundredths
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
 * A booking that is reinstated takes the use of its code again, as a usage of its own, when the code still has one; else it is told
 * under `discount_code`. The code's other terms were met when it was booked, and are not asked again.
 * @param reduction what the booking has off now, hundredths: its discount may have been changed while it was canceled
 * @returns what records the usage once nothing else refuses the write; undefined when the booking never used a code
 */
export async function usageAgain(
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

/** Locks a code; of several that had the same text, the one that is not canceled. */
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
  return named > 0 ? [] : ["does not hold for this rental"];
}

function reasonsOfTerms(code: StoredCode, asked: DiscountAsked, today: number): string[] {
  const reasons: string[] = [];
  const { start_date: start, end_date: end, minimum_nights_booked: nights, minimum_spend: spend } = code;
  if (code.currency !== null && code.currency !== asked.currency) reasons.push(`is for bookings in ${code.currency}`);
  if (start !== null && today < start) reasons.push(`can be used from ${formatDay(start)} on`);
  if (end !== null && today > end) reasons.push(`could be used until ${formatDay(end)}`);
  if (nights !== null && asked.nights < nights) reasons.push(`needs a stay of at least ${nights} nights`);
  if (asked.rentalPrice === null) reasons.push("needs a rental price");
  else if (spend !== null && asked.rentalPrice < spend)
    reasons.push(`needs a rental price of at least ${formatHundredths(spend)}`);
  return reasons;
}

/** Why the code has no use to give: it was canceled, or has been used as often as it can be. Its row must be locked. */
async function reasonsOfUses(context: AccountTransaction, code: StoredCode, endHolds: EndHolds): Promise<string[]> {
  if (code.canceled_at !== null) return ["has been canceled"];
  if (code.number_of_times === null) return [];
  let { used, expired } = await usesOf(context, code.id);
  if (used >= code.number_of_times && expired.length > 0) {
    await endHolds(context, expired);
    ({ used, expired } = await usesOf(context, code.id));
  }
  const times = code.number_of_times === 1 ? "once" : `${code.number_of_times} times`;
  return used < code.number_of_times ? [] : [`has been used ${times}, as often as it can be`];
}

/** A statement of its own, after the one that waited for the lock: it sees what others have committed meanwhile. */
async function usesOf(
  { transaction, account }: AccountTransaction,
  code: string,
): Promise<{ used: number; expired: readonly number[] }> {
  const row = await transaction.row<{ used: number; expired: number[] }>(
    `select count(*) as used, coalesce(array_agg(bookings.id) filter (where bookings.tentative_expires_at <= now()), '{}') as expired
     from discount_code_usages
     join bookings on bookings.account_id = discount_code_usages.account_id and bookings.id = discount_code_usages.booking_id
     where discount_code_usages.account_id = $1 and discount_code_id = $2 and discount_code_usages.canceled_at is null`,
    [account.id, code],
  );
  return row ?? { used: 0, expired: [] };
}

/** `100`, `99.5`: an amount as people write a discount. */
function amount(hundredths: number): string {
  return formatHundredths(hundredths).replace(/\.0$/, "");
}
