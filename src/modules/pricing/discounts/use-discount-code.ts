import { dayIn } from "../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { timeZoneOf } from "../../property/occupancy/rental-clock.ts";
import { type CodeRefusal, type DiscountRequest, refusalMessage, refusalsOf } from "./code-refusals.ts";
import { byText, discountOf, findCode, type StoredCode, usesOf } from "./find-code.ts";

/** A code that a booking may use. */
export interface EligibleCode {
  readonly id: string;
  /** The value for a booking's `discount`: `10%`, or an amount. */
  readonly discount: string;
}

/** The rental price before a discount, in hundredths. A total alone is the price after it. Null without a price. */
export type PriceUnder = (discount: string) => number | null;

/**
 * Ends expired holds by their booking ids, which releases their uses before the job runs. It never waits:
 * a hold that is being confirmed keeps its use.
 */
export type EndHolds = (context: AccountTransaction, bookings: readonly number[]) => Promise<void>;

/**
 * Checks whether a booking can use a code (bookings.md, Money) and adds every reason against it under `discount_code`. Locks the
 * code's row until the transaction ends, so bookings count its uses one after the other. Lock the rental first.
 *
 * Not specified: `start_date` and `end_date` (inclusive) bound the day of booking at the rental, not the stay: the three days in the registry's
 * sample are too short for its five nights. The spend is the rental price before the discount. Case does not matter.
 */
export async function eligibleCode(
  context: WriteContext,
  text: string,
  { rentalPriceUnder, ...use }: Omit<DiscountRequest, "rentalPrice"> & { readonly rentalPriceUnder: PriceUnder },
  endHolds: EndHolds,
  errors: ValidationErrors,
): Promise<EligibleCode | undefined> {
  const code = await findCode(context, byText, text.trim(), true);
  const refusals: readonly CodeRefusal[] = code
    ? [
        ...(await refusalsOf(
          context,
          code,
          { ...use, rentalPrice: rentalPriceUnder(discountOf(code)) },
          dayIn(await timeZoneOf(context, use.rental), context.now),
        )),
        ...(await refusalsOfUses(context, code, endHolds)),
      ]
    : [{ kind: "unknown" }];
  for (const refusal of refusals) errors.add("discount_code", refusalMessage(refusal));
  return code && refusals.length === 0 ? { id: code.id, discount: discountOf(code) } : undefined;
}

/** A code's discount on a booking's price. */
export interface CodeUse {
  readonly booking: number;
  readonly currency: string;
  /** In hundredths of the currency's unit, in every currency. */
  readonly reduction: number;
}

/** Records a booking's use of a code. */
export async function recordUsage(
  { transaction, account }: AccountTransaction,
  code: string,
  usage: CodeUse,
): Promise<void> {
  await transaction.run(
    "insert into discount_code_usages (account_id, discount_code_id, booking_id, currency, amount_in_cents) values ($1, $2, $3, $4, $5)",
    [account.id, code, usage.booking, usage.currency, usage.reduction],
  );
}

/** Keeps the recorded use of a booking's code, if it has one, in step with its new price. */
export async function updateUsage(
  { transaction, account }: AccountTransaction,
  { booking, currency, reduction }: CodeUse,
): Promise<void> {
  await transaction.run(
    `update discount_code_usages set currency = $3, amount_in_cents = $4, updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2 and canceled_at is null
       and (currency, amount_in_cents) is distinct from ($3::text, $4::bigint)`,
    [account.id, booking, currency, reduction],
  );
}

/**
 * A reinstated booking uses its code again, as a new usage. Adds an error under `discount_code` if the code has no use left;
 * does not check the code's other terms again.
 * @param use the booking's current discount, which may have changed while it was canceled
 * @returns a function that records the usage once the write passes all checks; undefined if the booking never used a code
 */
export async function reuseCode(
  context: AccountTransaction,
  use: CodeUse,
  endHolds: EndHolds,
  errors: ValidationErrors,
): Promise<(() => Promise<void>) | undefined> {
  const last = await context.transaction.row<{ discount_code_id: string }>(
    `select discount_code_id from discount_code_usages
     where account_id = $1 and booking_id = $2 order by created_at desc, id limit 1`,
    [context.account.id, use.booking],
  );
  if (!last) return undefined;
  const code = await findCode(context, "id = $2::uuid", last.discount_code_id, true);
  for (const refusal of code ? await refusalsOfUses(context, code, endHolds) : [])
    errors.add("discount_code", refusalMessage(refusal));
  return () => recordUsage(context, last.discount_code_id, use);
}

/** The reason why the code has no use left: canceled, or its limit is reached. Its row must be locked. */
async function refusalsOfUses(
  context: AccountTransaction,
  code: StoredCode,
  endHolds: EndHolds,
): Promise<CodeRefusal[]> {
  if (code.canceled_at !== null) return [{ kind: "canceled" }];
  const times = code.number_of_times;
  if (times === null) return [];
  let { used, expired } = await usesOf(context, code.id);
  if (used >= times && expired.length > 0) {
    await endHolds(context, expired);
    ({ used, expired } = await usesOf(context, code.id));
  }
  return used < times ? [] : [{ kind: "used", times }];
}
