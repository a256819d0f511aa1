import type { WriteContext } from "../../../../kernel/write/context.ts";
import { lockCalendars } from "../../../stays/bookings/nights/linked-rentals.ts";
import { guestLocks, lockGuests } from "../../../stays/clients/identity/guest-lock.ts";
import type { Batch } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";
import { keysOfGuest } from "./guest-turns.ts";

/**
 * Locks the calendars and then the guests of all lines, in the order of every booking: a booking of one of the guests waits, and finds the
 * client of the file. A dry run leaves no guest behind and locks none.
 */
export class LineLocks {
  private readonly write: WriteContext;
  private readonly rentalOf: (line: ReferencedLine) => unknown;
  private readonly rentals = new Set<number>();
  private readonly guests = new Set<number>();

  constructor(write: WriteContext, rentalOf: (line: ReferencedLine) => unknown) {
    this.write = write;
    this.rentalOf = rentalOf;
  }

  /** Notes what lines need. */
  async add(lines: readonly ReferencedLine[], before: Batch["before"]): Promise<void> {
    const { transaction, account } = this.write;
    const stored = await transaction.rows<{ rental: number }>(
      "select distinct rental_id as rental from bookings where account_id = $1 and id = any ($2::bigint[])",
      [account.id, [...before.values()].map(({ id }) => id)],
    );
    for (const { rental } of stored) this.rentals.add(rental);
    for (const rental of lines.map(this.rentalOf)) if (typeof rental === "number") this.rentals.add(rental);
    for (const lock of await guestLocks(this.write, [...new Set(lines.flatMap(keysOfGuest))])) this.guests.add(lock);
  }

  async lock(): Promise<void> {
    await lockCalendars(this.write, { rentals: [...this.rentals] });
    await lockGuests(this.write, [...this.guests]);
  }
}
