import { instantOnDay } from "../../../core/day.ts";
import type { ChosenExtra } from "../../../core/pricing/extras.ts";
import { localTime } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { isLive } from "../../property/occupancy/held-nights.ts";
import { lockStock, unitsInUse } from "../bookings/bill/fee-stock.ts";
import type { RentalTerms } from "../bookings/rental-terms.ts";
import { type Nights, ownBookings, ownHoldsValues } from "./own-holds.ts";

/** A stay whose extras are read. `now` in epoch milliseconds. */
export interface StoredExtrasRequest {
  readonly transaction: Transaction;
  readonly account: number;
  readonly terms: RentalTerms;
  readonly nights: Nights;
  /** The guest's browser: units of its own bookings of these nights count as free. Null without a visit. */
  readonly visitor: Buffer | null;
  readonly now: number;
}

/** A public optional fee of a rental; texts by locale. */
export interface StoredExtra {
  readonly id: number;
  readonly name: Translations;
  readonly headline: Translations;
  /** Units that are in stock on every night of the stay: none after the cut-off, infinitely many without a stock. */
  readonly left: number;
}

type ExtraRow = {
  id: number;
  name: Translations;
  headline: Translations;
  cutoff_hours: number | null;
  left: number | null;
};

const hourMs = 3_600_000;

// A form that is resent after its payment finds the units of its own booking.
const live = `${isLive} and not bookings.id = any (array(${ownBookings}))`;

/** Reads a rental's public optional fees in the order of their ids. */
export async function readStoredExtras(request: StoredExtrasRequest): Promise<readonly StoredExtra[]> {
  const { transaction, account, terms, nights, visitor, now } = request;
  const rows = await transaction.rows<ExtraRow>(
    `select rentals_fees.id, fees.name, fees.headline, fees.cutoff_hours,
       case when fees.stock is not null then fees.stock - ${unitsInUse({ arrival: "$4::date", departure: "$5::date", live })} end as left
     from rentals_fees join fees on fees.account_id = $1 and fees.id = rentals_fees.fee_id
     where rentals_fees.account_id = $1 and rentals_fees.rental_id = $3::bigint and rentals_fees.public
       and not rentals_fees.required and rentals_fees.archived_at is null and fees.archived_at is null
     order by rentals_fees.id`,
    ownHoldsValues(account, visitor, nights),
  );
  const checkIn = instantOnDay(nights.arrival, terms.arrivalTime);
  const rentalNow = localTime(terms.timeZone, now);
  return rows.map(({ id, name, headline, cutoff_hours: cutoff, left }) => {
    const isClosed = cutoff !== null && rentalNow > checkIn - cutoff * hourMs;
    return { id, name, headline, left: isClosed ? 0 : (left ?? Number.POSITIVE_INFINITY) };
  });
}

/**
 * Locks the stock of chosen extras and checks that it suffices. Lock the calendars first.
 * @throws RequestError 422 if an extra is sold out or past its cut-off
 */
export async function reserveExtras(
  context: WriteContext,
  request: Pick<StoredExtrasRequest, "terms" | "nights" | "visitor">,
  chosen: readonly ChosenExtra[],
): Promise<void> {
  if (chosen.length === 0) return;
  const { transaction, account, now } = context;
  await lockStock(
    context,
    chosen.map(({ rentalsFee }) => rentalsFee),
  );
  const stored = await readStoredExtras({ ...request, transaction, account: account.id, now });
  const left = new Map(stored.map((extra) => [extra.id, extra.left]));
  if (chosen.some(({ rentalsFee, quantity }) => quantity > (left.get(rentalsFee) ?? 0)))
    throw invalid({ base: ["an extra is no longer available in this quantity"] });
}
