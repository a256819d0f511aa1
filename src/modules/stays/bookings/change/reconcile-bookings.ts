import { formatHundredths, largestHundredths } from "../../../../core/hundredths.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid } from "../../../../kernel/errors.ts";

/** What a channel has wired for a booking, in minor units of the booking's currency. */
export interface SettledBooking {
  readonly booking: number;
  /** All of it, after what the channel kept. */
  readonly netInCents: number;
  /** What it charged for processing the payment; null: it did not say. */
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
 * Writes what a channel's payouts say of bookings. `payment_charge_commission` becomes what the channel charged, where it said so.
 * `reconciliation` becomes what was wired less what was expected: final_price less commission and that charge; null without a price.
 * What a client had written there before is replaced. Bookings that are as they should be are not touched.
 * @returns how many bookings changed
 * @throws RequestError 422 for a sum that no booking can hold
 */
export async function reconcileBookings(
  transaction: Transaction,
  account: number,
  settled: readonly SettledBooking[],
): Promise<number> {
  const byId = new Map(settled.map((one) => [one.booking, one]));
  // In the order of their ids, as everybody locks several bookings.
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
    `update bookings set payment_charge_commission = given.charge, reconciliation = given.reconciliation, updated_at = clock_timestamp()
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
      throw invalid({ base: [`what was wired for the booking ${row.id} is more than a booking can hold`] });
  const isSame = charge === row.payment_charge_commission && reconciliation === row.reconciliation;
  return isSame ? [] : [{ id: row.id, charge, reconciliation }];
}

const textOf = (amount: number | null): string | null => (amount === null ? null : formatHundredths(amount));
