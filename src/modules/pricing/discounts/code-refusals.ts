import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { StoredCode } from "./find-code.ts";

/** A booking that applies for a code's discount. Money in hundredths. */
export interface DiscountRequest {
  readonly rental: number;
  readonly currency: string;
  readonly nights: number;
  /** Before any discount; null where there is none. */
  readonly rentalPrice: number | null;
}

/** The reason why a booking cannot use a code. Days are epoch days at the rental, amounts hundredths. */
export type CodeRefusal =
  | { readonly kind: "unknown" | "other_rental" | "no_price" | "canceled" }
  | { readonly kind: "currency"; readonly currency: string }
  | { readonly kind: "from" | "until"; readonly day: number }
  | { readonly kind: "minimum_nights"; readonly nights: number }
  | { readonly kind: "minimum_spend"; readonly amount: number }
  | { readonly kind: "used"; readonly times: number };

/** A refusal as the API reports it. */
export function refusalMessage(refusal: CodeRefusal): string {
  switch (refusal.kind) {
    case "unknown":
      return "does not exist";
    case "other_rental":
      return "does not apply to this rental";
    case "no_price":
      return "needs a rental price";
    case "canceled":
      return "has been canceled";
    case "currency":
      return `is for bookings in ${refusal.currency}`;
    case "from":
      return `can only be used from ${formatDay(refusal.day)}`;
    case "until":
      return `could only be used until ${formatDay(refusal.day)}`;
    case "minimum_nights":
      return `needs a stay of at least ${refusal.nights} nights`;
    case "minimum_spend":
      return `needs a rental price of at least ${formatHundredths(refusal.amount)}`;
    case "used":
      return `has been used ${refusal.times === 1 ? "once" : `${refusal.times} times`}, which is its limit`;
  }
}

/** Checks a code's rental and terms, but not its uses. @param today an epoch day at the rental */
export async function refusalsOf(
  context: AccountTransaction,
  code: StoredCode,
  request: DiscountRequest,
  today: number,
): Promise<CodeRefusal[]> {
  const refusals: CodeRefusal[] = (await appliesTo(context, code, request.rental)) ? [] : [{ kind: "other_rental" }];
  const { currency, start_date: start, end_date: end, minimum_nights_booked: nights, minimum_spend: spend } = code;
  if (currency !== null && currency !== request.currency) refusals.push({ kind: "currency", currency });
  if (start !== null && today < start) refusals.push({ kind: "from", day: start });
  if (end !== null && today > end) refusals.push({ kind: "until", day: end });
  if (nights !== null && request.nights < nights) refusals.push({ kind: "minimum_nights", nights });
  if (request.rentalPrice === null) refusals.push({ kind: "no_price" });
  else if (spend !== null && request.rentalPrice < spend) refusals.push({ kind: "minimum_spend", amount: spend });
  return refusals;
}

async function appliesTo(
  { transaction, account }: AccountTransaction,
  { id, all_rentals }: StoredCode,
  rental: number,
): Promise<boolean> {
  if (all_rentals) return true;
  const named = await transaction.run(
    "select from discount_codes_rentals where account_id = $1 and discount_code_id = $2 and rental_id = $3",
    [account.id, id, rental],
  );
  return named > 0;
}
