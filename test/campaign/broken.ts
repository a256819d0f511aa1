import type { Statements } from "../harness/databases.ts";

/** A deliberate defect, introduced without changing the code. */
export interface Broken {
  /** A description of the defect. */
  readonly says: string;
  /** A statement that breaks the database. */
  readonly sql?: string;
  /** A module that every Roost process loads first. */
  readonly preload?: string;
}

/** The defects that the campaign must detect, by option name. */
export const brokenBuilds: Readonly<Record<string, Broken>> = {
  constraint: {
    says: "the exclusion constraint is dropped",
    sql: "alter table bookings drop constraint no_night_is_sold_twice",
  },
  outbox: {
    says: "changes of bookings are not written to the outbox",
    sql: "alter table bookings disable trigger recorded_when_changed_in_bookings",
  },
  idempotency: {
    says: "the idempotent response is stored outside the transaction",
    preload: new URL("break-idempotency.ts", import.meta.url).href,
  },
};

/** Applies a defect's statement, if it has one. */
export async function breakDatabase(sql: Statements, broken: Broken | undefined): Promise<void> {
  if (broken?.sql !== undefined) await sql.run(broken.sql);
}
