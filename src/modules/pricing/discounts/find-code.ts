import { formatHundredths } from "../../../core/hundredths.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** A code's terms. Days are epoch days, amounts hundredths. */
export interface StoredCode {
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

/** SQL: the code of a text `$2`, in any case. */
export const byText = "upper(discount_code) = upper($2)";

/**
 * Finds a code. If several share the text, prefers the active one.
 * @param which a condition on `$2`
 * @param isLocked whether to lock it until the transaction ends
 */
export function findCode(
  { transaction, account }: AccountTransaction,
  which: string,
  value: string,
  isLocked: boolean,
): Promise<StoredCode | undefined> {
  return transaction.row<StoredCode & { [column: string]: unknown }>(
    `select id, currency, percentage, fixed_amount, all_rentals, minimum_nights_booked, minimum_spend, number_of_times, start_date,
       end_date, canceled_at
     from discount_codes where account_id = $1 and ${which}
     order by canceled_at is not null, canceled_at desc limit 1${isLocked ? " for no key update" : ""}`,
    [account.id, value],
  );
}

/** The value for a booking's `discount`: `10%`, or an amount as people write it, such as `99.5`. */
export const discountOf = ({ percentage, fixed_amount }: StoredCode): string =>
  percentage === null ? formatHundredths(fixed_amount ?? 0).replace(/\.0$/, "") : `${percentage}%`;

/** A code's uses that count, and the bookings among them that are expired holds. */
export interface CodeUses {
  readonly used: number;
  readonly expired: readonly number[];
}

/** Counts a code's uses. Run it as its own statement after the lock, so that it sees concurrent commits. */
export async function usesOf({ transaction, account }: AccountTransaction, code: string): Promise<CodeUses> {
  const row = await transaction.row<{ used: number; expired: number[] }>(
    `select count(*) as used, coalesce(array_agg(bookings.id) filter (where bookings.tentative_expires_at <= now()), '{}') as expired
     from discount_code_usages
     join bookings on bookings.account_id = $1 and bookings.id = discount_code_usages.booking_id
     where discount_code_usages.account_id = $1 and discount_code_id = $2 and discount_code_usages.canceled_at is null`,
    [account.id, code],
  );
  return row ?? { used: 0, expired: [] };
}
