import type { Statements } from "../harness/databases.ts";

/** A way in which a build is broken on purpose, outside of its code. */
export interface Broken {
  /** What is wrong then, in words. */
  readonly says: string;
  /** Breaks the database. */
  readonly sql?: string;
  /** A module that every process of Roost loads first. */
  readonly preload?: string;
}

/** The broken builds that the campaign must catch, by the name of the option. */
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
    says: "the idempotent answer is stored outside of the transaction",
    preload: new URL("break-idempotency.ts", import.meta.url).href,
  },
};

/** Breaks the database where that is what is broken. */
export async function breakDatabase(sql: Statements, broken: Broken | undefined): Promise<void> {
  if (broken?.sql !== undefined) await sql.run(broken.sql);
}
