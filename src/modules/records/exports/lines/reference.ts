import { bookingReference } from "../../../../core/reference.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";

/** The parts of a booking that name its line. */
export interface ReferencedBooking {
  readonly id: number;
  readonly external_reference: string | null;
  /** Epoch milliseconds. */
  readonly created: number;
}

/** Names the lines of bookings. */
export type ReferenceOf = (booking: ReferencedBooking) => string;

/**
 * A booking's line has its external reference, if no other booking of the account has the same. Otherwise the moment of booking distinguishes it from a
 * booking with the same number that came from another account.
 */
export async function bookingReferences(snapshot: Transaction, account: number): Promise<ReferenceOf> {
  const rows = await snapshot.rows<{ external_reference: string }>(
    `select external_reference from bookings where account_id = $1 and external_reference is not null
     group by external_reference having count(*) > 1`,
    [account],
  );
  const repeated = new Set(rows.map(({ external_reference }) => external_reference));
  return ({ id, external_reference: own, created }) =>
    own === null || own === "" || repeated.has(own)
      ? `${bookingReference(id)}-${new Date(created).toISOString().slice(0, 19).replace(/\D/g, "")}`
      : own;
}
