import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { type CodeRefusal, type DiscountRequest, refusalsOf } from "./code-refusals.ts";
import { byText, discountOf, findCode, type StoredCode } from "./find-code.ts";

/** A code that a guest could use now with its discount (`10%`, or an amount), or why not. */
export type QuotedCode = { readonly discount: string } | { readonly refusal: CodeRefusal };

/** A guest's request. `today` is an epoch day at the rental. */
export interface CodeQuoteRequest extends DiscountRequest {
  readonly today: number;
  /** Bookings of the guest, whose uses do not count. */
  readonly ownBookings: readonly number[];
}

/**
 * Checks a code for a quote, without locks: the booking decides (`eligibleCode`). Uses by expired holds do not count.
 */
export async function quoteDiscountCode(
  context: AccountTransaction,
  text: string,
  request: CodeQuoteRequest,
): Promise<QuotedCode> {
  const code = await findCode(context, byText, text.trim(), false);
  if (!code) return { refusal: { kind: "unknown" } };
  const [refusal] = await refusalsOf(context, code, request, request.today);
  if (refusal) return { refusal };
  if (code.canceled_at !== null) return { refusal: { kind: "canceled" } };
  const times = code.number_of_times;
  if (times !== null && (await liveUses(context, code, request.ownBookings)) >= times)
    return { refusal: { kind: "used", times } };
  return { discount: discountOf(code) };
}

async function liveUses(
  { transaction, account }: AccountTransaction,
  { id }: StoredCode,
  ownBookings: readonly number[],
): Promise<number> {
  const row = await transaction.row<{ used: number }>(
    `select count(*) as used from discount_code_usages
     join bookings on bookings.account_id = $1 and bookings.id = discount_code_usages.booking_id
     where discount_code_usages.account_id = $1 and discount_code_id = $2 and discount_code_usages.canceled_at is null
       and not bookings.id = any ($3::bigint[])
       and (bookings.tentative_expires_at is null or bookings.tentative_expires_at > now())`,
    [account.id, id, `{${ownBookings.join(",")}}`],
  );
  return row?.used ?? 0;
}
