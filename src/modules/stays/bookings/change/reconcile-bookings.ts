import { formatHundredths, largestHundredths } from "../../../../core/hundredths.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid } from "../../../../kernel/errors.ts";

/** A channel's payout for a booking, in minor units of its currency. */
export interface SettledBooking {
  readonly booking: number;
  /** The total after the channel's deductions. */
  readonly netInCents: number;
  /** The channel's charge for processing the payment; null if unknown. */
  readonly chargeInCents: number | null;
}

interface ReconciledRow {
  readonly id: number;
  readonly currency: string;
  readonly final_price: number | null;
  readonly commission: number | null;
  readonly payment_charge_commission: number | null;
  readonly reconciliation: number | null;
  readonly [column: string]: unknown;
}

/**
 * Writes a channel's payouts to bookings, and skips those already up to date. Sets `payment_charge_commission` to the charge, if known,
 * and `reconciliation` to the payout less the expected amount: final_price − commission − charge; null without a price.
 * @returns how many bookings changed
 * @throws RequestError 422 for an amount larger than a booking can store
 */
export async function reconcileBookings(
  transaction: Transaction,
  account: number,
  settled: readonly SettledBooking[],
): Promise<number> {
  const byId = new Map(settled.map((one) => [one.booking, one]));
  // Lock in id order, like all code that locks several bookings.
  const rows = await transaction.rows<ReconciledRow>(
    `select id, currency, final_price, commission, payment_charge_commission, reconciliation from bookings
     where account_id = $1 and id = any($2::bigint[]) order by id for no key update`,
    [account, [...byId.keys()]],
  );
  const changes = rows.flatMap((row) => {
    const one = byId.get(row.id);
    return one ? changeOf(row, one) : [];
  });
  if (changes.length === 0) return 0;
  return transaction.run(
    `update bookings set payment_charge_commission = given.charge, reconciliation = given.reconciliation, updated_at = statement_timestamp()
     from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as given (id, charge, reconciliation)
     where bookings.account_id = $1 and bookings.id = given.id`,
    [
      account,
      changes.map(({ id }) => id),
      changes.map(({ charge }) => textOf(charge)),
      changes.map(({ reconciliation }) => textOf(reconciliation)),
    ],
  );
}

function changeOf(row: ReconciledRow, { netInCents, chargeInCents }: SettledBooking) {
  const unit = minorUnit(row.currency);
  const charge = chargeInCents === null ? row.payment_charge_commission : chargeInCents * unit;
  const expected = row.final_price === null ? null : row.final_price - (row.commission ?? 0) - (charge ?? 0);
  const reconciliation = expected === null ? null : netInCents * unit - expected;
  for (const amount of [charge, reconciliation])
    if (amount !== null && Math.abs(amount) > largestHundredths)
      throw invalid({ base: [`the payout for booking ${row.id} is larger than a booking can store`] });
  const isSame = charge === row.payment_charge_commission && reconciliation === row.reconciliation;
  return isSame ? [] : [{ id: row.id, charge, reconciliation }];
}

const textOf = (amount: number | null): string | null => (amount === null ? null : formatHundredths(amount));
